import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { MINUTE_MS } from '../../src/foundation/time.ts';
import type { MadePartner } from '../../src/main/make-partner.ts';
import { lookForOrders } from '../../src/orders/index.ts';
import { ORDER_STATUSES } from '../../src/orders/rules/order-transitions.ts';
import { lookForParcels } from '../../src/plus/index.ts';
import { exportPerson } from '../../src/privacy/index.ts';
import { browseEvents } from '../../src/webhooks/event-log-sql.ts';
import { recoverEvents } from '../../src/webhooks/index.ts';
import type { Owner } from '../support/busy-neighbour.ts';
import { type DeskUser, deskUser } from '../support/desk.ts';
import { makeDriver } from '../support/drivers.ts';
import { createPlanReader, type Explained, explainAll } from '../support/explained.ts';
import { HOT_PATHS, type House } from '../support/hot-paths.ts';
import { makeManyRows } from '../support/many-rows.ts';
import { fund, place } from '../support/orders.ts';
import { placePlus } from '../support/parcels.ts';
import { countRowsRead, type RowsRead, sayWhatWasRead } from '../support/rows-read.ts';
import { createWorld, type World } from '../support/world.ts';

const ROWS = 50_000;
/** No page reads more, however many there are: a search looks at 2,000 that begin so, in each of three places. */
const MOST_READ = 7_000;
/** What no index finds is looked for step by step, twenty thousand at a time. */
const MOST_READ_IN_A_STEP = 22_000;
const LIMIT = 20;
/** So often a connection plans a statement for its values; after that it may choose a plan that does not know them. */
const PLANNED_FOR_VALUES = 5;

let world: World;
let users: Record<'portal' | 'console', DeskUser>;
let seed: { orderId: string; driverId: string; parcelId: string; colleagueId: string };
let readBy: RowsRead;
/** A second partner, whose rows are all newer. */
let neighbour: MadePartner;

beforeAll(async () => {
  world = await createWorld({
    usualPlans: true,
    env: { WAYBILL_ADDRESS_LIMIT: '1000000', WAYBILL_WEBHOOK_ALLOW: '127.0.0.1' },
    partner: { platforms: ['ON_DEMAND', 'PLUS'], markets: ['HK', 'SG'], limitFactor: 1_000 },
  });
  await fund(world, 1_000_000n);
  const { orderId } = await place(world);
  const { orderId: parcelId } = await placePlus(world);
  const { id: driverId } = await makeDriver(world);
  users = { portal: await deskUser(world, 'portal'), console: await deskUser(world, 'console') };
  const { id: colleagueId } = await deskUser(world, 'portal');
  seed = { orderId, driverId, parcelId, colleagueId };
  const { database } = world.foundations;
  neighbour = await world.newPartner({ markets: ['HK'], creditMinor: 1_000n });
  const { partnerId } = world.partner;
  const owners = {
    first: await ownerOf(partnerId, { driverId, personId: users.console.id, locode: 'HK HKG' }),
    neighbour: await ownerOf(neighbour.partnerId, {
      driverId: (await makeDriver(world)).id,
      personId: (await deskUser(world, 'console')).id,
      locode: 'SG SIN',
    }),
  };
  await makeManyRows(world.connection, ROWS, { ...seed, partnerId, operatorId: users.console.id }, owners);
  readBy = countRowsRead(database);
});
afterAll(() => world.close());

async function ownerOf(
  partnerId: string,
  { driverId, personId, locode }: { driverId: string; personId: string; locode: string },
): Promise<Owner> {
  const [wallet] = await world.foundations.database.query<{ id: string }>(
    "select id from ledger_accounts where partner_id = $1 and kind = 'partner' and currency = 'HKD'",
    [partnerId],
  );
  return { partner_id: partnerId, wallet_id: String(wallet?.id), driver_id: driverId, person_id: personId, locode };
}

type Filters = Readonly<Record<string, readonly string[]>>;
const anHourAgo = () => new Date(world.clock.now() - 3_600_000).toISOString();
const daysAgo = () => new Date(world.clock.now() - 3 * 86_400_000).toISOString();

/** Every list with every filter it takes, each with what is common and what is rare. */
const LISTS = (): Readonly<Record<string, Filters>> => ({
  '/portal/v1/acts': ACTS(),
  '/console/v1/acts': ACTS(),
  '/portal/v1/orders': {
    market: ['HK', 'SG'],
    status: ['OPEN', 'COMPLETED', 'REJECTED', 'ON_GOING'],
    search: ['750 nathan road', 'bill 4711', 'bill 49', seed.orderId],
    from: [anHourAgo(), daysAgo()],
    until: [anHourAgo(), daysAgo()],
  },
  '/portal/v1/wallets/HK/entries': {},
  '/portal/v1/wallets/HK/holds': {},
  '/portal/v1/events': {
    type: ['ORDER_CREATED', 'RARE', 'NONE'],
    status: ['delivered', 'waiting', 'parked'],
    order: [seed.orderId],
    since: [anHourAgo(), daysAgo()],
    until: [anHourAgo(), daysAgo()],
  },
  '/portal/v1/requests': {
    answered: ['2', '4', '5', 'failed'],
    path: ['/v3/cities', 'rare'],
    key: [world.partner.apiKey],
    requestId: ['request-4711', 'request-0'],
    since: [anHourAgo(), daysAgo()],
    until: [anHourAgo(), daysAgo()],
  },
  '/portal/v1/parcels': {
    market: ['HK', 'SG'],
    status: ['OPEN', 'DELIVERED', 'DELIVERING', 'CLOSED', 'FAILED'],
    search: ['MANY-4711', 'MANY-499', seed.parcelId],
    from: [new Date(world.clock.now() + 86_400_000 - 3_600_000).toISOString(), daysAgo()],
    until: [new Date(world.clock.now() + 86_400_000 - 5.7 * 86_400_000).toISOString()],
  },
  '/console/v1/orders': {
    search: [seed.orderId],
    city: ['HK HKG', 'SG SIN'],
    status: ['OPEN', 'COMPLETED', 'CANCELED', 'REJECTED', 'EXPIRED', 'ASSIGNING_DRIVER', 'PICKED_UP'],
    partner: [world.partner.partnerId, seed.orderId],
  },
  '/console/v1/queue': {
    city: ['HK HKG', 'SG SIN'],
    service: ['MOTORCYCLE', 'CAR'],
    when: ['now', 'later'],
  },
  '/console/v1/partners': { search: ['goods 5', 'rare', world.partner.partnerId, world.partner.apiKey] },
  [`/console/v1/partners/${world.partner.partnerId}/credit-notes/HK`]: {},
  '/console/v1/drivers': {
    search: ['Driver 5', 'rare', 'MH 4711', '60000001', seed.driverId],
    city: ['HK HKG', 'SG SIN', 'TH BKK'],
    status: ['active', 'suspended'],
  },
  [`/console/v1/drivers/${seed.driverId}/orders`]: {},
  '/console/v1/documents': {},
  '/console/v1/plus/parcels': {
    city: ['HK HKG', 'SG SIN'],
    status: ['DELIVERED', 'AWAIT_DRIVER', 'CLOSED', 'FAILED'],
    search: ['MANY-4711', 'MANY-499', seed.parcelId],
  },
});
const ACTS = (): Filters => ({
  person: [users.console.id, seed.colleagueId],
  subjectKind: ['order', 'rare', 'none'],
  subjectId: [seed.orderId],
  partner: [world.partner.partnerId],
  since: [anHourAgo(), daysAgo()],
  until: [anHourAgo(), daysAgo()],
});

/** What no index finds. */
const STEP_BY_STEP =
  /^\/portal\/v1\/(events\?(type|since|until)|requests\?(path|answered))|^\/console\/v1\/(drivers|partners)\?search/;

describe(`with ${ROWS} of everything`, () => {
  test('every list of both desks is gone through, by every filter it has', () => {
    const properties = (schema: unknown) => Object.keys((schema as { properties?: object })?.properties ?? {});
    const lists = world.deskRoutes.filter(({ query }) => properties(query).includes('after'));
    const named = Object.entries(LISTS()).map(([path, filters]) => [path, Object.keys(filters)] as const);
    const known = lists.map(({ path, query }) => [
      path.replace(':market', 'HK').replace(':partnerId', world.partner.partnerId).replace(':driverId', seed.driverId),
      properties(query).filter((name) => name !== 'after' && name !== 'limit'),
    ]);
    const sorted = (of: readonly (readonly unknown[])[]) =>
      of.map(([path, filters]) => `${path} ${[...(filters as string[])].sort().join()}`).sort();
    expect(sorted(named)).toEqual(sorted(known));
  });

  test('no page reads what grows with them, however often it is read', { timeout: 240_000 }, async () => {
    const tooMuch: string[] = [];
    for (const [path, filters] of Object.entries(LISTS())) {
      const user = users[path.startsWith('/portal') ? 'portal' : 'console'];
      const choices = Object.entries(filters).flatMap(([name, values]) => values.map((value) => ({ [name]: value })));
      for (const choice of [{}, ...choices]) {
        const query = new URLSearchParams({ ...choice, limit: String(LIMIT) });
        // A device may call so often in a minute.
        world.clock.advance(MINUTE_MS);
        for (let time = 1; time <= PLANNED_FOR_VALUES; time++) await user.get(`${path}?${query}`);
        for (let page = 1; page <= 2; page++) {
          const call = `${path}?${query}`;
          let next: string | null = null;
          const read = await readBy(async () => {
            const { status, json, text } = await user.get(call);
            if (status !== 200) throw new Error(`${call}: ${text}`);
            next = json.next;
          });
          if (read > (STEP_BY_STEP.test(call) ? MOST_READ_IN_A_STEP : MOST_READ)) tooMuch.push(`${read} ${call}`);
          if (next === null) break;
          query.set('after', next);
        }
      }
    }
    expect(tooMuch).toEqual([]);
  });
});

test("a partner's orders in a status are not looked for among everybody's at the console", async () => {
  const tooMuch: string[] = [];
  for (const status of ['OPEN', ...ORDER_STATUSES]) {
    const query = new URLSearchParams({
      partner: world.partner.partnerId,
      status,
      city: 'HK HKG',
      limit: String(LIMIT),
    });
    const read = await readBy(() => users.console.get(`/console/v1/orders?${query}`));
    if (read > MOST_READ) tooMuch.push(`${read} ${status}`);
  }
  expect(tooMuch).toEqual([]);
});

test('whoever asks for its events from the first one on does not walk past those of others', async () => {
  const read = await readBy(async () => {
    const { status, json } = await world.call('GET', '/v3/events?limit=20', { as: neighbour });
    expect([status, json.data.length]).toEqual([200, LIMIT]);
  });
  expect(read).toBeLessThanOrEqual(MOST_READ);
});

test.each([
  ['orders', lookForOrders],
  ['parcels', lookForParcels],
] as const)(
  'whoever looks for a person among %s passes by no more at once of those that are erased',
  async (table, look) => {
    const erased = 100;
    const rolledBack = new Error('rolled back');
    const looking = world.foundations.database.inTransaction(async (tx) => {
      const rows = await tx.query<{ id: string }>(`select id from ${table} order by id limit $1`, [erased]);
      const ids = rows.map(({ id }) => id);
      await tx.query(
        `update ${table} set erased_at = ended_at, ended_at = coalesce(ended_at, placed_at) where id = any($1)`,
        [ids],
      );
      const one = { texts: ['nobody'] };
      expect(await look(tx, one, '0', 2)).toMatchObject({ named: [], last: ids[19] });
      expect(await look(tx, { texts: ['"'] }, ids[95] as string, 2)).toMatchObject({ named: { length: 2 } });
      throw rolledBack;
    });
    await expect(looking).rejects.toBe(rolledBack);
  },
);

test('what was not delivered since an hour ago is not looked for among all that was pushed before', async () => {
  const { database } = world.foundations;
  const rolledBack = new Error('rolled back');
  const recovering = (since: number) =>
    database.inTransaction(async (tx) => {
      await recoverEvents(tx, world.partner.partnerId, since, world.clock.now());
      throw rolledBack;
    });
  const read = await readBy(() => expect(recovering(Date.parse(anHourAgo()))).rejects.toBe(rolledBack));
  expect(read).toBeLessThanOrEqual(MOST_READ);
});

test('of very many that wait a page is read, whether they are tried or parked', async () => {
  // One of its own: what is read of the others depends on how much there is.
  const own = await createWorld({ usualPlans: true });
  onTestFinished(() => own.close());
  const { database } = own.foundations;
  const { partnerId } = own.partner;
  const readByOwn = countRowsRead(database);
  const many = 30_000;
  const streams = 2 ** 40;
  const run = (text: string) => database.query(text);
  await run(`insert into webhook_receivers (partner_id, url, updated_at)
    values (${partnerId}, 'https://receiver.invalid/', now()) on conflict (partner_id) do update set url = excluded.url`);
  await run(`insert into events (stream_id, number, partner_id, type, data, created_at)
    select ${streams} + n, 1, ${partnerId}, 'WAITS', '{}', now() from generate_series(1, ${many}) n`);
  await run(`delete from events_unsequenced where stream_id <= ${streams + many}`);
  await run(`insert into event_log (position, partner_id, stream_id, number, type, created_at, sequenced_at)
    select last_position + n, ${partnerId}, ${streams} + n, 1, 'WAITS', now(), now()
    from event_sequence, generate_series(1, ${many}) n`);
  await run(`insert into deliveries (position, stream_id, number)
    select position, stream_id, number from event_log where partner_id = ${partnerId} and type = 'WAITS'`);
  await run(`insert into delivery_streams (stream_id, partner_id, due_at)
    select ${streams} + n, ${partnerId}, '2099-01-01' from generate_series(1, ${many}) n`);
  await run(`update event_sequence set last_position = last_position + ${many}`);
  await run('analyze');
  const filter = { type: undefined, streamId: undefined, since: undefined, until: undefined };
  const page = { before: undefined, keptSince: 0, limit: LIMIT };
  const pageOf = async (status: 'waiting' | 'parked') => {
    let found = 0;
    const read = await readByOwn(async () => {
      found = (await browseEvents(database, partnerId, { ...filter, status }, page)).events.length;
    });
    return [found, read <= MOST_READ_IN_A_STEP || read];
  };
  expect([await pageOf('waiting'), await pageOf('parked')]).toEqual([
    [LIMIT, true],
    [0, true],
  ]);
  await run(
    `update webhook_receivers set disabled_at = now(), disabled_reason = 'Silent' where partner_id = ${partnerId}`,
  );
  expect([await pageOf('waiting'), await pageOf('parked')]).toEqual([
    [0, true],
    [LIMIT, true],
  ]);
  await run(`update webhook_receivers set disabled_at = null, disabled_reason = null where partner_id = ${partnerId}`);
  await run(`update delivery_streams set parked_reason = 'Tried ten times.' where partner_id = ${partnerId}`);
  await run('vacuum analyze delivery_streams');
  expect([await pageOf('waiting'), await pageOf('parked')]).toEqual([
    [0, true],
    [LIMIT, true],
  ]);
});

type Node = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Actual Loops': number;
  readonly 'Actual Rows': number;
  readonly Plans?: readonly Node[];
};

function nodesOf(statements: readonly Explained[]): readonly Node[] {
  const all = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(all)];
  return statements.flatMap(({ plan }) => all(JSON.parse(plan).Plan));
}

describe(`what is hot, with ${ROWS} of everything`, () => {
  /** What is looked at in vain, whichever index it was found by. */
  const MOST_REJECTED = 1_000;
  /** Of calls, by one statement: a stretch of a thousand, and little beside it. */
  const MOST_LOOKED_AT = 1_100;
  /** A table that has not grown here is read whole, and may be. */
  const SMALL = 1_000;
  /** Written a moment after the answer, for all calls together. */
  const OFF_THE_WAY = /into (request_log|call_counts|key_uses)/;

  let large: ReadonlySet<string | undefined>;
  let house: House;
  let explain: ReturnType<typeof createPlanReader>;
  beforeAll(async () => {
    await explainAll(world.connection, { 'auto_explain.log_format': 'json', 'auto_explain.log_analyze': 'on' });
    const api = await world.another();
    house = { ...api, partner: world.partner };
    // With its first call a process learns what it does not ask for again.
    expect((await house.call('GET', '/v3/wallet')).status).toBe(200);
    explain = createPlanReader(api.foundations.database);
    const rows = await world.foundations.database.query<{ name: string }>(
      "select relname as name from pg_class where relkind = 'r' and reltuples >= $1",
      [SMALL],
    );
    large = new Set(rows.map(({ name }) => name));
  });
  afterAll(() => sayWhatWasRead(house.foundations.database));

  const readWhole = (statements: readonly Explained[]) =>
    nodesOf(statements)
      .filter((node) => node['Node Type'] === 'Seq Scan' && large.has(node['Relation Name']))
      .map((node) => node['Relation Name']);

  test.each(Object.entries(HOT_PATHS))(
    '%s reads no table whole, and sends as many statements as ever',
    async (_name, path) => {
      const explained = await explain(await path.prepare(house));
      expect(readWhole(explained)).toEqual([]);
      const rejected = nodesOf(explained).map((node) => (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops']);
      expect(Math.max(...rejected)).toBeLessThanOrEqual(MOST_REJECTED);
      const sent = explained.filter(({ isNested, text }) => !isNested && !OFF_THE_WAY.test(text));
      expect(sent.length).toBeLessThanOrEqual(path.mostStatements);
    },
  );

  test('what is kept of one person is looked for in no statement that goes through all calls', async () => {
    const phone = '+85291230001';
    await place(house, {
      order: {
        sender: { name: 'Cornelius', phone: '+85292345678' },
        recipients: [{ name: 'Benedikta Planck', phone }],
      },
    });
    const asked = { by: undefined, reason: 'A letter' };
    const explained = await explain(() =>
      exportPerson(house.foundations, { phone }, asked, house.foundations.clock.now()),
    );
    const looked = nodesOf(explained)
      .filter((node) => node['Relation Name']?.startsWith('request_log'))
      .map((node) => node['Actual Rows'] * node['Actual Loops'] + (node['Rows Removed by Filter'] ?? 0));
    expect(Math.max(...looked)).toBeGreaterThan(0);
    expect(Math.max(...looked)).toBeLessThanOrEqual(MOST_LOOKED_AT);
  });

  test('an index that is gone is noticed', async () => {
    const { database } = world.foundations;
    const [index] = await database.query<{ made: string }>(
      "select pg_get_indexdef('orders_one_per_quotation'::regclass) as made",
    );
    await database.query('drop index orders_one_per_quotation');
    try {
      const { prepare } = HOT_PATHS['place-order'] as (typeof HOT_PATHS)[string];
      expect(readWhole(await explain(await prepare(house)))).toEqual(['orders']);
    } finally {
      await database.query(String(index?.made));
    }
  });
});
