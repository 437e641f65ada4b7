import { DAY_MS } from '../../src/foundation/time.ts';
import { openDatabase, timestamp } from '../../src/infrastructure/database/database.ts';
import type { Foundations } from '../../src/main/foundations.ts';
import { checkHolds } from '../../src/orders/index.ts';
import { silentLog } from '../../test/support/edges.ts';
import { orderBody, quote } from '../../test/support/orders.ts';
import { call } from '../../test/support/partner-client.ts';
import type { Effort } from '../row.ts';
import { CONNECTIONS, type Load, signedRequest } from './load.ts';
import { makePartners, type Partner } from './partners.ts';
import { findPgbench, ordersOfPgbench, type Pgbench, placeByPgbench } from './pgbench.ts';
import { placeInLoop } from './placing-loop.ts';
import { type Pattern, readPattern } from './placing-statement.ts';
import type { Production } from './production.ts';

const CITY = 'HK HKG';
export const WALLETS = 100;
const CLIENTS_IN_SHORT = 16;

type PlaceOrders = (partners: readonly Partner[], count: number) => Promise<number>;

/** Two ways to place orders in one database, each saying how many a second it has placed. */
export type Placing = {
  readonly partners: readonly Partner[];
  /** POST /v3/orders, signed, one order a call. */
  readonly overHttps: PlaceOrders;
  /** The same rows by one statement for each order, no HTTP. */
  readonly bySql: PlaceOrders;
  /** Neither way may have lost an amount under load. */
  insistOnSoundHolds(): Promise<void>;
};

export async function preparePlacing(program: Production, { isShort, afterwards, load }: Effort): Promise<Placing> {
  const { foundations } = program;
  const clients = isShort ? CLIENTS_IN_SHORT : CONNECTIONS;
  const partners = await makePartners(foundations, isShort ? 4 : WALLETS);
  const { quotationId, overHttps } = await prepareOrders(program, load);
  await overHttps([program.partner], clients);
  const pattern = await readPattern(foundations.database);
  const pgbench = await findPgbench();
  process.stdout.write(
    `Orders by SQL alone are placed by ${pgbench?.version ?? 'a loop, because there is no pgbench here'}\n`,
  );
  const quotations: Quote = (of, count) => copyQuotation(foundations, quotationId, of, count);
  const bySql =
    pgbench === undefined
      ? placingInLoop(program, clients, afterwards, pattern, quotations)
      : placingByPgbench(program, clients, pgbench, pattern, quotations);
  await insistOnSameRows(foundations, partners, clients, overHttps, bySql);

  return {
    partners,
    overHttps,
    bySql,
    async insistOnSoundHolds() {
      const [fault] = await checkHolds(foundations.database);
      if (fault !== undefined) throw new Error(fault);
    },
  };
}

type Quote = (partners: readonly Partner[], count: number) => Promise<readonly CopiedQuotation[]>;

function placingByPgbench(
  { data, connection }: Production,
  clients: number,
  pgbench: Pgbench,
  pattern: Pattern,
  quote: Quote,
): PlaceOrders {
  return async (partners, count) => {
    const orders = ordersOfPgbench(clients, count);
    const [first] = await quote(partners, orders);
    return placeByPgbench(pgbench, {
      connection,
      folder: data,
      clients,
      pattern,
      firstQuotation: String(first?.id),
      partnerIds: partners.map(({ partnerId }) => partnerId),
      orders,
    });
  };
}

function placingInLoop(
  { connection }: Production,
  clients: number,
  afterwards: Effort['afterwards'],
  pattern: Pattern,
  quote: Quote,
): PlaceOrders {
  const database = openDatabase(connection, clients, silentLog);
  afterwards(() => database.close());
  return async (partners, count) => {
    const quotations = await quote(partners, count);
    const orders = quotations.map(({ id, partner }) => ({ id, partnerId: partner.partnerId }));
    return placeInLoop(database, clients, pattern, orders);
  };
}

/** Orders over HTTPS, for copies of one quotation. */
export async function prepareOrders(program: Production, load: Load) {
  const { foundations } = program;
  await pauseDispatch(foundations);
  const quoted = await quote({
    call: (method, path, options) => call(program, program.partner, Date.now(), method, path, options),
  });
  const bodyFor = (quotationId: string) =>
    JSON.stringify({ data: orderBody({ ...quoted, quotationId }, { metadata: { reference: quotationId } }) });
  const requestsFor = async (of: readonly Partner[], count: number): Promise<readonly string[]> =>
    (await copyQuotation(foundations, quoted.quotationId, of, count)).map(({ id, partner }) =>
      signedRequest(partner, { method: 'POST', path: '/v3/orders', body: bodyFor(id), requestId: `order-${id}` }),
    );
  const overHttps: PlaceOrders = async (of, count) => (await load([program], await requestsFor(of, count))).perSecond;
  return { quotationId: String(quoted.quotationId), requestsFor, overHttps };
}

/** Nobody drives here, and looking for drivers again and again for thousands of orders is not what is measured. */
export async function pauseDispatch({ database }: Foundations): Promise<void> {
  await database.query(
    'insert into city_dispatch (locode, paused) values ($1, true) on conflict (locode) do update set paused = true',
    [CITY],
  );
}

type CopiedQuotation = { readonly id: string; readonly partner: Partner };

/** Quotations like one that was asked for, for the partners in turn, so that only the placement is measured. */
async function copyQuotation(
  { database, ids, clock }: Foundations,
  original: string,
  partners: readonly Partner[],
  count: number,
): Promise<readonly CopiedQuotation[]> {
  const rows = await database.query<{ id: string }>(
    `insert into quotations
       (id, partner_id, market, locode, service, created_at, expires_at, document, trip, explanation, total_minor)
     select $1::bigint + place, ($2::bigint[])[1 + place % cardinality($2::bigint[])], market, locode, service, created_at, $3,
       document, trip, explanation, total_minor
     from quotations, generate_series(0, $4::integer - 1) as place where id = $5
     returning id`,
    [ids.next(), partners.map(({ partnerId }) => partnerId), timestamp(clock.now() + DAY_MS), count, original],
  );
  return rows.map(({ id }, place) => ({ id, partner: partners[place % partners.length] as Partner }));
}

/** Whoever writes less is no measure: for each order both ways must leave as many rows in each table. */
async function insistOnSameRows(
  { database }: Foundations,
  partners: readonly Partner[],
  count: number,
  overHttps: PlaceOrders,
  bySql: PlaceOrders,
): Promise<void> {
  const added = async (place: PlaceOrders) => {
    const before = await countRows();
    await place(partners, count);
    const after = await countRows();
    const [orders = 0, ...others] = after.map((count, index) => count - (before[index] as number));
    return others.map((rows, index) => `${Math.round(rows / orders)} ${BESIDE_ORDERS[index]}`).join(', ');
  };
  const countRows = async (): Promise<readonly number[]> => {
    const counts = ['orders', ...BESIDE_ORDERS].map((table) => `(select count(*)::integer from ${table})`);
    const [row] = await database.query<{ counts: number[] }>(`select array[${counts.join(', ')}] as counts`);
    return row?.counts ?? [];
  };
  const [theirs, ours] = [await added(overHttps), await added(bySql)];
  if (theirs !== ours) throw new Error(`for each order SQL alone adds ${ours}, and the program ${theirs}`);
}

const BESIDE_ORDERS = ['order_references', 'ledger_transfers', 'events', 'jobs', 'remembered_answers'];
