import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable, Transaction } from '../infrastructure/database/database.ts';
import { PORTAL_TYPES } from './rules/event.ts';
import type { Span } from './rules/fault-places.ts';
import type { PushFaults } from './rules/push-fault.ts';

export async function pushFaultsOf(sql: Queryable, partnerId: PartnerId): Promise<PushFaults | undefined> {
  const [row] = await sql.query<{ document: PushFaults }>('select document from webhook_faults where partner_id = $1', [
    partnerId,
  ]);
  return row?.document;
}

/** Events that have their places in the log already are spared. */
export async function replacePushFaults(
  tx: Transaction,
  partnerId: PartnerId,
  faults: PushFaults | undefined,
): Promise<void> {
  await (faults === undefined
    ? tx.query('delete from webhook_faults where partner_id = $1', [partnerId])
    : tx.query(
        `insert into webhook_faults (partner_id, document, after_position) select $1, $2, last_position from event_sequence
         on conflict (partner_id) do update set document = excluded.document, after_position = excluded.after_position`,
        [partnerId, JSON.stringify(faults)],
      ));
}

/** An event that its partner's faults may befall, or the one after it in its stream. */
export type FaultyPush = {
  /** The event that was leased. */
  readonly leased: string;
  readonly position: string;
  readonly number: number;
  readonly type: string;
  readonly data: unknown;
  readonly since: Instant;
  readonly wasTried: boolean;
  readonly partnerId: PartnerId;
  readonly faults: PushFaults;
  /** The last event before the faults were set. */
  readonly afterPosition: string;
};

/** Of these events those whose partners have asked for faults, each followed by the next one of its stream where there is one. */
export async function findFaultyPushes(sql: Queryable, positions: readonly string[]): Promise<readonly FaultyPush[]> {
  const rows = await sql.query<Omit<FaultyPush, 'since'> & { since: Date }>(
    `select leased.position as leased, push.position, push.number, push.type, event.data, push.sequenced_at as since,
       delivery.attempts > 0 or delivery.state = 'delivered' as "wasTried", fault.partner_id as "partnerId", fault.document as faults,
       fault.after_position as "afterPosition"
     from event_log leased join webhook_faults fault using (partner_id)
       cross join lateral (
         select log.* from event_log log join deliveries using (position)
         where log.stream_id = leased.stream_id and log.number >= leased.number order by log.number limit 2
       ) push
       join deliveries delivery on delivery.position = push.position
       join events event on event.stream_id = push.stream_id and event.number = push.number
     where leased.position = any($1::bigint[]) and leased.position > fault.after_position
     order by leased.position, push.number`,
    [positions],
  );
  return rows.map(({ since, ...push }) => ({ ...push, since: since.getTime() }));
}

/** How many events of this partner that are pushed there are in each part of the log. */
export async function countTold(
  sql: Queryable,
  partnerId: PartnerId,
  spans: readonly Span[],
): Promise<readonly number[]> {
  const rows = await sql.query<{ count: number }>(
    `select told.count from unnest($2::bigint[], $3::bigint[]) with ordinality as span(after, until, place)
       cross join lateral (
         select count(*)::integer as count from event_log
         where partner_id = $1 and position > span.after and position <= span.until and type <> all($4::text[])
       ) told
     order by span.place`,
    [partnerId, spans.map(({ from }) => from), spans.map(({ to }) => to), PORTAL_TYPES],
  );
  return rows.map(({ count }) => count);
}
