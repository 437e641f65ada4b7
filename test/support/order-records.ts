import type { Clock } from '../../src/infrastructure/clock.ts';
import type { Queryable } from '../../src/infrastructure/database/database.ts';
import { type JobHandlers, runDueJob } from '../../src/infrastructure/jobs/worker.ts';
import { composeJobs } from '../../src/main/compose-worker.ts';
import type { Foundations } from '../../src/main/foundations.ts';
import { checkHolds } from '../../src/orders/index.ts';
import { SLOW_PLUS_JOBS } from '../../src/plus/index.ts';
import { checkBooks } from '../../src/wallet/index.ts';

type RecordedEvent = {
  readonly number: number;
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a partner is told, as it is stored
  readonly data: any;
  readonly createdAt: Date;
};

/** The events of the sequence that an order shares with those it replaced, oldest first. */
export function eventsOfOrder(sql: Queryable, orderId: string): Promise<RecordedEvent[]> {
  return sql.query<RecordedEvent>(
    `select number, type, data, created_at as "createdAt" from events
     where stream_id = (select stream_id from orders where id = $1) order by number`,
    [orderId],
  );
}

/** The events of a partner's wallet in Hong Kong after the one with that number, oldest first. */
export function eventsOfWallet(sql: Queryable, partnerId: string, after = 0): Promise<RecordedEvent[]> {
  return sql.query<RecordedEvent>(
    `select number, type, data, created_at as "createdAt" from events
     where stream_id = (select id from ledger_accounts where partner_id = $1 and currency = 'HKD' and kind = 'partner')
       and number > $2
     order by number`,
    [partnerId, after],
  );
}

/** What a partner can spend and what is held, in minor units. */
export async function purseOf(sql: Queryable, partnerId: string, currency = 'HKD') {
  const rows = await sql.query<{ kind: 'partner' | 'held'; balance: string }>(
    `select kind, balance_minor as balance from ledger_accounts where partner_id = $1 and currency = $2`,
    [partnerId, currency],
  );
  const of = (kind: string) => Number(rows.find((row) => row.kind === kind)?.balance ?? 0);
  return { balance: of('partner'), held: of('held') };
}

/** Everything in the database that contradicts something else in it: books, holds, sequences of events, statuses told. */
export async function contradictions(sql: Queryable): Promise<readonly string[]> {
  const told = await sql.query<{ says: string }>(`
    select 'stream ' || stream_id || ' has gaps' as says from events group by stream_id having max(number) <> count(*)
    union all
    select 'order ' || id || ' counts ' || event_count || ' events' from orders
      where replaced_by_id is null and event_count <> (select count(*) from events where events.stream_id = orders.stream_id)
    union all
    select 'wallet ' || id || ' counts ' || event_count || ' events' from ledger_accounts
      where event_count <> (select count(*) from events where stream_id = ledger_accounts.id)
    union all
    select 'order ' || order_id || ' came to ' || status || ' from ' || before || ', but the partner was told ' || previous
      from (
        select data -> 'order' ->> 'orderId' as order_id, data -> 'order' ->> 'status' as status,
          data -> 'order' ->> 'previousStatus' as previous,
          coalesce(lag(data -> 'order' ->> 'status') over (
            partition by data -> 'order' ->> 'orderId' order by number), '') as before,
          -- Of a parcel a partner may have chosen to be told when it was on its way already.
          stream_id in (select stream_id from orders) as is_told_whole
        from events where type = 'ORDER_STATUS_CHANGED'
      ) as pushes where previous <> before and (is_told_whole or before <> '')
    union all
    select 'order ' || id || ' is ' || status || ', but the partner was told last ' || coalesce(told, 'nothing') from (
      select orders.id, orders.status, (
        select data -> 'order' ->> 'status' from events
        where events.stream_id = orders.stream_id and type = 'ORDER_STATUS_CHANGED' and data -> 'order' ->> 'orderId' = orders.id::text
        order by number desc limit 1
      ) as told from orders
    ) as last where told is distinct from status
    union all
    select 'wallet ' || id || ' holds ' || balance_minor || ', but the partner was told last ' || told from (
      select id, balance_minor, (
        select replace(data -> 'balance' ->> 'amount', '.', '') from events
        where stream_id = ledger_accounts.id and type = 'WALLET_BALANCE_CHANGED' order by number desc limit 1
      ) as told from ledger_accounts where kind = 'partner'
    ) as last where told is not null and told::bigint <> balance_minor`);
  return [...(await checkBooks(sql)).faults, ...(await checkHolds(sql)), ...told.map(({ says }) => says)];
}

const EXPIRY = 'orders.expire';
const handlersOf = new WeakMap<Foundations, JobHandlers>();

/** What a worker of this process does, made once. */
export function jobsOf(foundations: Foundations): JobHandlers {
  const handlers = handlersOf.get(foundations) ?? composeJobs(foundations);
  handlersOf.set(foundations, handlers);
  return handlers;
}

/** Does one job that is due, as a worker does; false where there is none. */
export function runNextJob(foundations: Foundations, clock: Clock = foundations.clock): Promise<boolean> {
  return runDueJob({ ...foundations, clock, handlers: jobsOf(foundations), slowKinds: SLOW_PLUS_JOBS });
}

/** Does what a worker does until nothing is due; answers with how many timers of orders rang. */
export async function runDueJobs(foundations: Foundations, clock: Clock = foundations.clock): Promise<number> {
  let rung = 0;
  const expire: JobHandlers[string] = (tx, call) => {
    rung++;
    return (jobsOf(foundations)[EXPIRY] as JobHandlers[string])(tx, call);
  };
  const handlers = { ...jobsOf(foundations), [EXPIRY]: expire };
  while (await runDueJob({ ...foundations, clock, handlers, slowKinds: SLOW_PLUS_JOBS }));
  return rung;
}
