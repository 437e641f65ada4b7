import path from 'node:path';
import { GROWN, grownData, KEPT } from '../growth/grown-data.ts';
import type { Effort, Row } from '../row.ts';
import { alternate } from '../support/alternate.ts';
import { prepareRequests } from '../support/load.ts';
import { makePartners, type Partner } from '../support/partners.ts';
import { prepareOrders, WALLETS } from '../support/placing.ts';
import { makeDataFolder, type Production, startOn } from '../support/production.ts';
import { createQuotationCalls } from '../support/quotations.ts';
import { median } from '../support/statistics.ts';

const tell = (line: string) => process.stderr.write(`${line}\n`);
const TINY = { orders: 1_000, partners: 200, days: 20 };

export const GROWTH: Row = {
  row: 11,
  name: 'growth',
  what: 'the least of rows 1, 3 and 4 with 2,000,000 orders, 10,000,000 events and 100,000 partners in the database',
  against: 'the same on an empty one',
  bar: 0.8,
  moonshot: 1,
  better: 'higher',
  onlyByName: true,
  async measure(effort) {
    const grown = await prepareCalls(effort, await startGrown(effort));
    const empty = await prepareCalls(effort, await startEmpty(effort));
    const rounds = effort.isShort ? 1 : 7;
    const ratios: (readonly number[])[] = [];
    for (const [name, calls] of CALLS) {
      const each = effort.isShort ? 64 : calls;
      await grown[name](each);
      await empty[name](each);
      const measured = await alternate(
        rounds,
        () => grown[name](each),
        () => empty[name](each),
      );
      tell(`growth: ${name} ${median(measured).toFixed(2)}`);
      ratios.push(measured);
    }
    return ratios.reduce((least, other) => (median(other) < median(least) ? other : least));
  },
};

type CallsPerSecond = (count: number) => Promise<number>;
type Calls = Readonly<Record<'orders' | 'quotations' | 'order-read', CallsPerSecond>>;
const CALLS = [
  ['orders', 2_560],
  ['quotations', 4_000],
  ['order-read', 6_000],
] as const;

type Populated = {
  readonly program: Production;
  readonly partners: readonly Partner[];
  readonly orderIds: readonly string[];
};

async function prepareCalls({ load }: Effort, { program, partners, orderIds }: Populated): Promise<Calls> {
  const { overHttps } = await prepareOrders(program, load);
  const quotation = createQuotationCalls({ dropOffs: 1 });
  let reads = 0;
  const read = () => {
    reads += 1;
    return { method: 'GET' as const, path: `/v3/orders/${orderIds[reads % orderIds.length]}` };
  };
  const send = async (nextCall: typeof read | typeof quotation, count: number) =>
    (await load([program], prepareRequests(program.partner, nextCall, count))).perSecond;
  return {
    orders: (count) => overHttps(partners, count),
    quotations: (count) => send(quotation, count),
    'order-read': (count) => send(read, count),
  };
}

/** Its partners have half of all orders there are, and one of them reads orders of all the time there was. */
async function startGrown({ isShort, afterwards }: Effort): Promise<Populated> {
  const folder = isShort ? path.dirname(await makeDataFolder(afterwards)) : KEPT;
  const { data, partners } = await grownData(folder, isShort ? TINY : GROWN, { afterwards, report: tell });
  const [reader, ...others] = partners;
  const program = { ...(await startOn(afterwards, data)), partner: reader as Partner };
  return { program, partners: others, orderIds: await ordersOf(program) };
}

async function startEmpty({ afterwards, load }: Effort): Promise<Populated> {
  const started = await startOn(afterwards, await makeDataFolder(afterwards));
  const [reader, ...others]: readonly Partner[] = await makePartners(started.foundations, WALLETS + 1);
  const program = { ...started, partner: reader as Partner };
  const { overHttps } = await prepareOrders(program, load);
  await overHttps([program.partner], READ);
  return { program, partners: others, orderIds: await ordersOf(program) };
}

/** More than there are connections, so that no two ask for the same order at once. */
const READ = 1_280;

async function ordersOf({ foundations: { database }, partner }: Production): Promise<readonly string[]> {
  const rows = await database.query<{ id: string }>(
    'select id from orders where partner_id = $1 order by random() limit $2',
    [partner.partnerId, READ],
  );
  return rows.map(({ id }) => id);
}
