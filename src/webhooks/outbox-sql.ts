import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import { wakeSenders } from './delivery-streams-sql.ts';
import type { EventChoice, NewEvent } from './rules/event.ts';

type Stream = {
  readonly streamId: string;
  readonly partnerId: PartnerId;
  /** How many events the stream has; whoever records into it holds the row that counts them. */
  readonly eventCount: number;
};

/**
 * Numbers the events on from those that the stream has, and answers with how many it has then. One that has to be chosen is left out where
 * the partner has not chosen it: without a number, so that the sequence has no gap.
 */
export async function recordEvents(
  tx: Transaction,
  stream: Stream,
  at: Instant,
  events: readonly NewEvent[],
): Promise<number> {
  return (await recordEventsOf(tx, [{ stream, at, events }])).get(stream.streamId) as number;
}

/** The same for several streams at once; how many events each has then. */
export async function recordEventsOf(
  tx: Transaction,
  told: readonly { readonly stream: Stream; readonly at: Instant; readonly events: readonly NewEvent[] }[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map(told.map(({ stream }) => [stream.streamId, stream.eventCount]));
  const all = told.flatMap(({ stream, at, events }) => events.map((event) => ({ ...stream, at, ...event })));
  if (all.length === 0) return counts;
  const recorded = await tx.query<{ stream_id: string }>(
    `insert into events (stream_id, number, partner_id, type, data, created_at)
     select stream_id, known + row_number() over (partition by stream_id order by place), partner_id, type, data::json, at
     from unnest($1::timestamptz[], $2::bigint[], $3::integer[], $4::bigint[], $5::text[], $6::text[], $7::text[])
       with ordinality as event(at, stream_id, known, partner_id, type, choice, data, place)
     where choice is null
       or choice = any((select choices from event_choices chosen where chosen.partner_id = event.partner_id)::text[])
     returning stream_id`,
    [
      all.map(({ at }) => timestamp(at)),
      all.map(({ streamId }) => streamId),
      all.map(({ eventCount }) => eventCount),
      all.map(({ partnerId }) => partnerId),
      all.map(({ type }) => type),
      all.map(({ choice }) => choice ?? null),
      all.map(({ data }) => JSON.stringify(data)),
    ],
  );
  wakeSenders(tx);
  for (const { stream_id } of recorded) counts.set(stream_id, (counts.get(stream_id) as number) + 1);
  return counts;
}

/** None where nothing was ever chosen. */
export async function eventChoicesOf(sql: Queryable, partnerId: PartnerId): Promise<readonly EventChoice[]> {
  const [row] = await sql.query<{ choices: EventChoice[] }>('select choices from event_choices where partner_id = $1', [
    partnerId,
  ]);
  return row?.choices ?? [];
}

export async function setEventChoices(
  sql: Queryable,
  partnerId: PartnerId,
  choices: readonly EventChoice[],
  now: Instant,
): Promise<void> {
  await sql.query(
    `insert into event_choices (partner_id, choices, updated_at) values ($1, $2, $3)
     on conflict (partner_id) do update set choices = $2, updated_at = $3`,
    [partnerId, choices, timestamp(now)],
  );
}
