import type { Effort } from '../row.ts';
import { type Call, prepareRequests } from './load.ts';
import type { Partner } from './partners.ts';
import { prepareOrders } from './placing.ts';
import type { Production } from './production.ts';
import { createQuotationCalls } from './quotations.ts';

/** More than there are connections, so that no two ask for the same order at once. */
export const ORDERS_TO_READ = 1_280;

type CallsPerSecond = (count: number) => Promise<number>;
/** The calls of rows 1, 3 and 4. */
type Calls = Readonly<Record<'orders' | 'quotations' | 'order-read', CallsPerSecond>>;

export type Populated = {
  readonly program: Production;
  /** Whose orders are placed. */
  readonly partners: readonly Partner[];
  readonly orderIds: readonly string[];
};

export async function prepareCalls(load: Effort['load'], populated: Populated): Promise<Calls> {
  const { program, partners, orderIds } = populated;
  const { overHttps } = await prepareOrders(program, load);
  const nextQuotation = createQuotationCalls({ dropOffs: 1 });
  const nextRead = createReads(orderIds);
  const send = async (nextCall: () => Call, count: number) =>
    (await load([program], prepareRequests(program.partner, nextCall, count))).perSecond;
  return {
    orders: (count) => overHttps(partners, count),
    quotations: (count) => send(nextQuotation, count),
    'order-read': (count) => send(nextRead, count),
  };
}

/** Calls that read these orders in turn. */
export function createReads(orderIds: readonly string[]): () => Call {
  let reads = 0;
  return () => {
    reads += 1;
    return { method: 'GET', path: `/v3/orders/${orderIds[reads % orderIds.length]}` };
  };
}

/** Some of all orders of a program's own partner. */
export async function ordersOf({ foundations: { database }, partner }: Production): Promise<readonly string[]> {
  const rows = await database.query<{ id: string }>(
    'select id from orders where partner_id = $1 order by random() limit $2',
    [partner.partnerId, ORDERS_TO_READ],
  );
  return rows.map(({ id }) => id);
}
