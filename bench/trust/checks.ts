import type { Queryable } from '../../src/infrastructure/database/database.ts';
import { checkHolds } from '../../src/orders/index.ts';
import { checkBooks } from '../../src/wallet/index.ts';
import { eventIdOf } from '../../src/webhooks/index.ts';
import type { Push } from '../../test/support/webhook-receiver.ts';
import type { Entry } from './journal.ts';
import { type Expectation, judgeCounts, type Miscount } from './judge-counts.ts';
import { type Arrival, findOutOfOrder } from './judge-order.ts';
import { WRITES } from './writes.ts';

const AT_ONCE = 8;

/** Holds what the tables say against what the journal says; one sentence for each thing that is wrong. */
export async function checkEffects(sql: Queryable, entries: readonly Entry[]): Promise<readonly Miscount[]> {
  const expectations = expectationsOf(entries);
  const counts = new Map<string, number>();
  await inParallel([...expectations], async ([key, { evidence }]) => {
    const [row] = await sql.query<{ count: unknown }>(evidence.sql, evidence.values);
    counts.set(key, Number(row?.count ?? 0));
  });
  return judgeCounts(expectations, (key) => counts.get(key) ?? 0);
}

function expectationsOf(entries: readonly Entry[]): ReadonlyMap<string, Expectation> {
  const expectations = new Map<string, Expectation>();
  for (const entry of entries) {
    const { evidence, name, number, outcome } = entry;
    if (evidence === undefined || outcome === undefined) continue;
    const key = evidence.setting ?? JSON.stringify([evidence.sql, evidence.values]);
    const known = expectations.get(key);
    // A setting that was set again is not there any more; of a refused one nothing is to be seen.
    const startsAnew = evidence.setting !== undefined && outcome !== 'refused';
    if (evidence.setting !== undefined && outcome === 'refused') continue;
    const before = startsAnew || known === undefined ? { acknowledged: 0, unknown: 0, numbers: [] } : known;
    expectations.set(key, {
      evidence,
      name,
      acknowledged: before.acknowledged + (outcome === 'acknowledged' ? 1 : 0),
      unknown: before.unknown + (outcome === 'unknown' ? 1 : 0),
      numbers: [...before.numbers, number],
    });
  }
  return expectations;
}

/** Sends calls that were acknowledged again, as a client would that forgot: each must get the very answer of before. */
export async function checkMemory(entries: readonly Entry[], most: number): Promise<readonly string[]> {
  const remembered = entries.filter(
    ({ name, outcome }) => outcome === 'acknowledged' && WRITES[name].whenLost === 'remembered',
  );
  const every = Math.max(1, Math.ceil(remembered.length / most));
  const wrong: string[] = [];
  await inParallel(
    remembered.filter((_, index) => index % every === 0),
    async ({ name, number, status, body, again }) => {
      const repeated = await again();
      // Whoever was signed out meanwhile cannot ask any more.
      if (repeated.status === 401) return;
      if (repeated.isReplay && repeated.status === status && repeated.body === body) return;
      wrong.push(`${name} (entry ${number}) was answered ${status}, and repeated ${repeated.status}: ${repeated.body}`);
    },
  );
  return wrong;
}

export type Events = {
  readonly committed: number;
  readonly undelivered: readonly string[];
  readonly outOfOrder: readonly string[];
};

/** Every event that was committed has come, each order's in their order, and nothing has come that was not committed. */
export async function checkEvents(sql: Queryable, pushes: readonly Push[]): Promise<Events> {
  const events = await sql.query<{ stream_id: string; number: number; type: string; position: string }>(
    `select stream_id, number, events.type, coalesce(position, 0) as position
     from events left join event_log using (stream_id, number)
     where events.partner_id in (select partner_id from webhook_receivers where url is not null) order by stream_id, number`,
  );
  const keys = new Map(
    events.map(({ stream_id: streamId, number, type, position }) => [
      eventIdOf({ streamId, number, position }),
      { streamId, number, type },
    ]),
  );
  const arrivals: Arrival[] = pushes.flatMap(({ json }) => {
    const key = keys.get(json.eventId);
    return key === undefined ? [] : [key];
  });
  const come = new Set(pushes.map(({ json }) => json.eventId as string));
  const undelivered = [...keys].filter(([id]) => !come.has(id)).map(([id, { type }]) => `${type} ${id} never came`);
  const unknown = pushes.filter(({ json }) => !keys.has(json.eventId) && json.eventType !== TEST_EVENT);
  return {
    committed: events.length,
    undelivered,
    outOfOrder: [
      ...findOutOfOrder(arrivals),
      ...unknown.map(({ json }) => `${json.eventType} ${json.eventId} came and was never committed`),
    ],
  };
}
const TEST_EVENT = 'WEBHOOK_TEST';

/** What nobody does by a call: each must have happened, once, when its time had come. */
export async function checkTimers(sql: Queryable) {
  const count = async (text: string) => Number((await sql.query<{ count: string }>(text))[0]?.count ?? 0);
  return {
    applied: await count(
      `select (select count(*) from orders where status = 'EXPIRED') + (select count(*) from label_batches where file_key is not null) as count`,
    ),
    missed:
      (await count(
        `select count(*) from orders left join partner_clocks using (partner_id)
         where status = 'ASSIGNING_DRIVER' and match_by + interval '5 seconds' < now() + coalesce(ahead_ms, 0) * interval '1 millisecond'`,
      )) +
      (await count(
        "select count(*) from label_batches where file_key is null and created_at < now() - interval '30 seconds'",
      )) +
      (await count("select count(*) from jobs where due_at < now() - interval '20 seconds'")),
    twice: await count(
      `select count(*) from (
         select data -> 'order' ->> 'orderId' from events
         where type = 'ORDER_STATUS_CHANGED' and data -> 'order' ->> 'status' = 'EXPIRED'
         group by 1 having count(*) > 1) twice`,
    ),
  };
}

/** What must hold of whatever is there, also of calls that nobody got an answer to. */
const WHOLE: Readonly<Record<string, string>> = {
  'streams of events without gaps': `select count(*) from (select stream_id from events group by stream_id having count(*) <> max(number)) gaps`,
  'orders that know how many events they have': `select count(*) from (select stream_id, max(event_count) as events from orders group by stream_id) told
     where events <> (select count(*) from events where events.stream_id = told.stream_id)`,
  'events with their place in the log':
    'select (select count(*) from events) - (select count(*) from event_log) as count',
  'orders with money held': `select count(*) from orders where replaces_id is null
     and not exists (select from ledger_transfers where order_id = orders.id and kind = 'hold')`,
  'delivered orders that were paid': `select count(*) from orders where status = 'COMPLETED'
     and not exists (select from ledger_transfers where order_id = orders.id and kind = 'capture')`,
  'ended orders whose money is free': `select count(*) from orders where status in ('CANCELED', 'EXPIRED') and replaced_by_id is null and replaces_id is null
     and not exists (select from ledger_transfers where order_id = orders.id and kind = 'release')`,
  'searches with their timer': `select count(*) from orders where status = 'ASSIGNING_DRIVER'
     and not exists (select from jobs where payload ->> 'orderId' = orders.id::text)`,
  'parcels whose events are all there': `select count(*) from parcels where event_count <> (select count(*) from events where stream_id = parcels.id)`,
  'keys with their entry in the audit log': `select count(*) from api_keys key join partners partner on partner.id = key.partner_id
     where key.id > (select min(id) from api_keys first where first.partner_id = key.partner_id)
     and not exists (select from audit_entries where subject_id = key.public_key and action = 'key.create')`,
};

export async function checkWholeness(sql: Queryable): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const [what, text] of Object.entries(WHOLE)) {
    const [row] = await sql.query<{ count: string }>(text);
    if (Number(row?.count) !== 0) broken.push(`${what}: ${row?.count} are not`);
  }
  return broken;
}

/** As `waybill doctor` adds them up. */
export async function findBookFaults(sql: Queryable): Promise<readonly string[]> {
  return [...(await checkBooks(sql)).faults, ...(await checkHolds(sql))];
}

async function inParallel<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = [...list];
  const lane = async () => {
    for (let one = rest.shift(); one !== undefined; one = rest.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
