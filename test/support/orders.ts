import { createMetrics } from '../../src/infrastructure/metrics.ts';
import { composeOrders } from '../../src/main/compose.ts';
import { openMarketCatalogue } from '../../src/markets/index.ts';
import { acceptOrder, arriveAtPickUp, closeDropOff, giveBackOrder, pickUpGoods } from '../../src/orders/index.ts';
import { draftCard, findCard, openRateCatalogue, publishCard } from '../../src/pricing/index.ts';
import { createDistances, createStopOrderFinder } from '../../src/routing/index.ts';
import { topUp } from '../../src/wallet/index.ts';
import type { HttpAnswer } from './partner-client.ts';
import type { World } from './world.ts';

export const CENTRAL = { coordinates: { lat: '22.2810', lng: '114.1580' }, address: '1 Queen’s Road Central' };
export const MONG_KOK = { coordinates: { lat: '22.3193', lng: '114.1694' }, address: '750 Nathan Road' };
export const TUEN_MUN = { coordinates: { lat: '22.3910', lng: '113.9770' }, address: '1 Tuen Mun Heung Sze Wui Road' };
export const SENDER = { name: 'Ada', phone: '+85256847123' };
export const RECIPIENT = { name: 'Ben', phone: '+85256847124', remarks: 'Second door\r\nring twice' };

type As = { as?: { apiKey: string; apiSecret: string } };
type Json = Record<string, unknown>;

export async function quote(world: Pick<World, 'call'>, data: Json = {}, options: As & { market?: string } = {}) {
  const answer = await world.call('POST', '/v3/quotations', {
    ...options,
    body: JSON.stringify({
      data: { serviceType: 'MOTORCYCLE', language: 'en_HK', stops: [CENTRAL, MONG_KOK], ...data },
    }),
  });
  if (answer.status !== 201) throw new Error(`no quotation: ${answer.text}`);
  return answer.json.data;
}

/** The body of an order for a quotation, with a contact for each stop. */
// biome-ignore lint/suspicious/noExplicitAny: a quotation as it came back
export function orderBody(quotation: any, further: Json = {}): Json {
  const [first, ...rest] = quotation.stops as { stopId: string }[];
  return {
    quotationId: quotation.quotationId,
    sender: { stopId: first?.stopId, ...SENDER },
    recipients: rest.map(({ stopId }, index) => ({ stopId, ...RECIPIENT, name: `Ben ${index + 1}` })),
    ...further,
  };
}

export function post(
  world: Pick<World, 'call'>,
  data: unknown,
  options: As & { market?: string; requestId?: string } = {},
): Promise<HttpAnswer> {
  return world.call('POST', '/v3/orders', { ...options, body: JSON.stringify({ data }) });
}

/** Quotes and places; the order as it was answered. */
export async function place(
  world: Pick<World, 'call'>,
  { quotation = {}, order = {}, ...options }: { quotation?: Json; order?: Json } & As & { market?: string } = {},
) {
  const answer = await post(world, orderBody(await quote(world, quotation, options), order), options);
  if (answer.status !== 201) throw new Error(`no order: ${answer.text}`);
  return answer.json.data;
}

/** Puts money into the wallet of a market with no decimals. */
export function fund(
  world: World,
  amount: bigint,
  partnerId = world.partner.partnerId,
  currency = 'HKD',
  decimals = 0,
) {
  return world.foundations.database.inTransaction((tx) =>
    topUp(world.foundations, tx, { partnerId, currency, decimals }, amount),
  );
}

/** What drivers and support act through until they have doors of their own. */
export async function ordersOf({ foundations }: Pick<World, 'foundations'>) {
  const { database, session, log } = foundations;
  const catalogue = await openMarketCatalogue(database, session, log);
  const pricing = {
    rates: await openRateCatalogue(database, session, log, catalogue.all),
    measure: createDistances({ engine: undefined, log, metrics: createMetrics(), timeLimitMs: 100 }),
    stopOrder: createStopOrderFinder(() => {}),
  };
  return composeOrders(foundations, catalogue, pricing);
}

/** Every order of a test has a made-up driver of its own, because a driver has one order at a time. */
export const driverFor = (orderId: string): string => `1${orderId.slice(2)}`;
type Result = Parameters<typeof closeDropOff>[5];

/** An order of the world's partner, from its placement to its last drop-off. */
export async function deliver(world: World, driverId: string): Promise<void> {
  await fund(world, 1_000n);
  const drivers = await driversOf(world);
  const { orderId } = await place(world);
  await drivers.accept(orderId, driverId);
  await drivers.pickUp(orderId);
  await drivers.dropOff(orderId);
}

/** Drivers who act at the time on the world's clock. */
export async function driversOf(world: World) {
  const orders = await ordersOf(world);
  const { database } = world.foundations;
  const now = () => world.clock.now();
  return {
    accept: (orderId: string, driverId = driverFor(orderId)) =>
      database.inTransaction((tx) => acceptOrder(orders, tx, { orderId }, now(), driverId)),
    giveBack: (orderId: string) => database.inTransaction((tx) => giveBackOrder(orders, tx, { orderId }, now())),
    arrive: (orderId: string) => database.inTransaction((tx) => arriveAtPickUp(orders, tx, { orderId }, now())),
    pickUp: (orderId: string) => database.inTransaction((tx) => pickUpGoods(orders, tx, { orderId }, now())),
    dropOff: (orderId: string, result: Result = { outcome: 'DELIVERED' }) =>
      database.inTransaction((tx) => closeDropOff(orders, tx, { orderId }, now(), undefined, result)),
  };
}

const WRITTEN_BY_EVERY_CALL = /^(rate_windows|call_counts|key_uses|request_log.*)$/;

/** Sessions remember when they were used. */
const SEEN_BY_EVERY_CALL = /^(desk|driver)_sessions$/;

/** How many rows every table that was ever written to holds and a digest of what is in them, but for those that count calls and write them down. */
export async function everythingStored({ foundations: { database } }: Pick<World, 'foundations'>) {
  const tables = await database.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`,
  );
  const looks = tables
    .filter(({ name }) => !WRITTEN_BY_EVERY_CALL.test(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*)::integer as rows, sum(hashtextextended(${contentOf(name)}::text, 0))::text as digest from ${name} line`,
    );
  return database.query<{ name: string; rows: number; digest: string | null }>(
    `${looks.join(' union all ')} order by name`,
  );
}

function contentOf(table: string): string {
  return SEEN_BY_EVERY_CALL.test(table) ? "(to_jsonb(line) - 'last_seen_at')" : 'line';
}

/** Publishes a card for a service in Hong Kong that holds from now on; answers with its version once quotations are made by it. */
export async function publishRates(world: World, service: string, changes: Json): Promise<number> {
  const { database } = world.foundations;
  const key = { locode: 'HK HKG', service };
  const now = world.clock.now();
  const { document } = await findCard(database, [{ market: 'HK', decimals: 0 }], key, undefined, now);
  const changed = { ...document, ...changes };
  const terms = { decimals: 0, specialRequests: Object.keys(changed.specialRequests) };
  const version = await database.inTransaction(async (tx) => {
    const drafted = await draftCard(tx, key, changed, 'card.json', terms, now);
    await publishCard(tx, key, drafted, terms, now, now);
    return drafted;
  });
  for (;;) {
    const { quotationId } = await quote(world, { serviceType: service });
    const { json } = await world.call('GET', `/v3/quotations/${quotationId}/explanation`);
    if (json.data.rateCard.version === version) return version;
  }
}
