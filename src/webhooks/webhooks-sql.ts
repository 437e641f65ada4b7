import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Transaction, timestamp } from '../infrastructure/database/database.ts';
import type { NewEvent } from './rules/event.ts';

type Stream = {
  readonly streamId: string;
  readonly partnerId: PartnerId;
  /** How many events the stream has; whoever records into it holds the row that counts them. */
  readonly eventCount: number;
};

export async function recordEvents(
  tx: Transaction,
  { streamId, partnerId, eventCount }: Stream,
  at: Instant,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await tx.query(
    `insert into events (stream_id, number, partner_id, type, data, created_at)
     select $1, $2::integer + place, $3, type, data::json, $4
     from unnest($5::text[], $6::text[]) with ordinality as event(type, data, place)`,
    [
      streamId,
      eventCount,
      partnerId,
      timestamp(at),
      events.map(({ type }) => type),
      events.map(({ data }) => JSON.stringify(data)),
    ],
  );
}
