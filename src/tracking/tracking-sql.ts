import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import { DELIVERIES_CHANNEL } from '../orders/index.ts';
import type { Language } from './rules/language.ts';
import { MOST_NOTES, type Wishes } from './rules/recipient-view.ts';

/** A stop of a delivery, which is known by its stream: what takes its place keeps what was said. */
export type StopKey = { readonly streamId: string; readonly stopId: string };

export async function findWishes(sql: Queryable, streamIds: readonly string[]): Promise<ReadonlyMap<string, Wishes>> {
  const rows = await sql.query<{ delivery_id: string; stop_id: string; kind: 'note' | 'message' | 'report' }>(
    `select delivery_id, stop_id, 'note' as kind from recipient_notes where delivery_id = any($1)
     union all select delivery_id, stop_id, 'message' from near_messages where delivery_id = any($1)
     union all select delivery_id, stop_id, 'report' from wrong_parcel_reports where delivery_id = any($1)`,
    [streamIds],
  );
  const stopsOf = (streamId: string, kind: string) =>
    rows.filter((row) => row.delivery_id === streamId && row.kind === kind).map(({ stop_id }) => stop_id);
  return new Map(
    streamIds.map((streamId) => [
      streamId,
      {
        notes: stopsOf(streamId, 'note').length,
        nearMessages: stopsOf(streamId, 'message'),
        wrongParcels: stopsOf(streamId, 'report'),
      },
    ]),
  );
}

/** Class of the locks by which the notes of a delivery are written one after the other. */
const NOTES_LOCK_CLASS = 5_910_028;

/** False where the delivery has as many as it may have. */
export async function insertNote(
  tx: Transaction,
  { streamId, stopId, text }: StopKey & { readonly text: string },
  now: Instant,
): Promise<boolean> {
  await tx.query('select pg_advisory_xact_lock($1, hashtext($2))', [NOTES_LOCK_CLASS, streamId]);
  const inserted = await tx.query(
    `insert into recipient_notes (delivery_id, number, stop_id, text, written_at)
     select $1, count(*) + 1, $2, $3, $4 from recipient_notes where delivery_id = $1 having count(*) < $5
     returning 1`,
    [streamId, stopId, text, timestamp(now), MOST_NOTES],
  );
  return inserted.length === 1;
}

/** Asked for once, whoever asks again. */
export async function insertNearWish(
  tx: Transaction,
  { streamId, stopId, shareToken, language }: NearWish,
  now: Instant,
): Promise<void> {
  await tx.query(
    `insert into near_messages (delivery_id, stop_id, share_token, language, asked_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [streamId, stopId, shareToken, language, timestamp(now)],
  );
}

/** False where it was said before. */
export async function insertWrongParcel(
  tx: Transaction,
  { streamId, stopId }: StopKey,
  now: Instant,
): Promise<boolean> {
  const inserted = await tx.query(
    `insert into wrong_parcel_reports (delivery_id, stop_id, reported_at) values ($1, $2, $3)
     on conflict do nothing returning 1`,
    [streamId, stopId, timestamp(now)],
  );
  return inserted.length === 1;
}

/** Whoever watches the delivery looks again. */
export async function tellWatchers(tx: Transaction, streamId: string): Promise<void> {
  await tx.query(`select pg_notify('${DELIVERIES_CHANNEL}', $1)`, [streamId]);
}

/** What recipients told the driver: a note, or that the parcel is not theirs. */
export type RecipientWord = StopKey & {
  readonly kind: 'note' | 'wrongParcel';
  /** Empty where it is no note. */
  readonly text: string;
  readonly at: Instant;
};

/** In the order in which they were said. */
export async function wordsOfRecipients(
  sql: Queryable,
  streamIds: readonly string[],
): Promise<readonly RecipientWord[]> {
  const rows = await sql.query<{
    delivery_id: string;
    stop_id: string;
    kind: RecipientWord['kind'];
    text: string;
    at: Date;
  }>(
    `select delivery_id, stop_id, 'note' as kind, text, written_at as at from recipient_notes where delivery_id = any($1)
     union all
     select delivery_id, stop_id, 'wrongParcel', '', reported_at from wrong_parcel_reports where delivery_id = any($1)
     order by at`,
    [streamIds],
  );
  return rows.map(({ delivery_id, stop_id, kind, text, at }) => ({
    streamId: delivery_id,
    stopId: stop_id,
    kind,
    text,
    at: at.getTime(),
  }));
}

/** Somebody wants a message when the driver is near that stop. */
export type NearWish = StopKey & {
  readonly shareToken: string;
  readonly language: Language;
};

/** Those that nobody has had a message for, a page of them after that one. */
export async function findNearWishes(
  sql: Queryable,
  after: StopKey | undefined,
  most: number,
): Promise<readonly NearWish[]> {
  const rows = await sql.query<{ delivery_id: string; stop_id: string; share_token: string; language: Language }>(
    `select delivery_id, stop_id, share_token, language from near_messages
     where sent_at is null and (delivery_id, stop_id) > ($1, $2) order by delivery_id, stop_id limit $3`,
    [after?.streamId ?? 0, after?.stopId ?? 0, most],
  );
  return rows.map(({ delivery_id, stop_id, share_token, language }) => ({
    streamId: delivery_id,
    stopId: stop_id,
    shareToken: share_token,
    language,
  }));
}

/** Of these, those that nobody else has taken to be sent. */
export async function claimNearWishes(
  tx: Transaction,
  wishes: readonly StopKey[],
  now: Instant,
): Promise<readonly StopKey[]> {
  const rows = await tx.query<{ delivery_id: string; stop_id: string }>(
    `update near_messages wish set sent_at = greatest(asked_at, $3)
     from unnest($1::bigint[], $2::bigint[]) as near(delivery_id, stop_id)
     where wish.delivery_id = near.delivery_id and wish.stop_id = near.stop_id and sent_at is null
     returning wish.delivery_id, wish.stop_id`,
    [wishes.map(({ streamId }) => streamId), wishes.map(({ stopId }) => stopId), timestamp(now)],
  );
  return rows.map(({ delivery_id, stop_id }) => ({ streamId: delivery_id, stopId: stop_id }));
}

export async function forgetNearWishes(tx: Transaction, wishes: readonly StopKey[]): Promise<void> {
  await tx.query(
    `delete from near_messages wish using unnest($1::bigint[], $2::bigint[]) as over(delivery_id, stop_id)
     where wish.delivery_id = over.delivery_id and wish.stop_id = over.stop_id and sent_at is null`,
    [wishes.map(({ streamId }) => streamId), wishes.map(({ stopId }) => stopId)],
  );
}

/** What was said of deliveries that are older than this one; how many of each kind at most went. */
export async function deleteWordsBefore(tx: Transaction, deliveryId: string, most: number): Promise<number> {
  const [row] = await tx.query<{ gone: number }>(
    `with notes as (
       delete from recipient_notes where (delivery_id, number) in (
         select delivery_id, number from recipient_notes where delivery_id < $1 order by delivery_id, number limit $2)
       returning 1
     ), wishes as (
       delete from near_messages where (delivery_id, stop_id) in (
         select delivery_id, stop_id from near_messages where delivery_id < $1 order by delivery_id, stop_id limit $2)
       returning 1
     )
     select greatest((select count(*) from notes), (select count(*) from wishes))::int as gone`,
    [deliveryId, most],
  );
  return row?.gone ?? 0;
}

/**
 * What recipients of these deliveries said and wished, but at the stops of others. What was said at a stop that an edit took away goes too:
 * nobody knows any more whose it was. That a parcel was not theirs stays: it names nobody.
 */
export async function eraseWords(
  tx: Transaction,
  streamIds: readonly string[],
  stopsOfOthers: readonly string[],
): Promise<void> {
  for (const table of ['recipient_notes', 'near_messages'])
    await tx.query(`delete from ${table} where delivery_id = any($1) and stop_id <> all($2)`, [
      streamIds,
      stopsOfOthers,
    ]);
}

/** Wishes for a message at any stop of these deliveries. */
export function findKeptWishes(sql: Queryable, streamIds: readonly string[]) {
  return sql.query<{
    readonly streamId: string;
    readonly stopId: string;
    readonly language: string;
    readonly askedAt: Date;
  }>(
    `select delivery_id as "streamId", stop_id as "stopId", language, asked_at as "askedAt" from near_messages where delivery_id = any($1)`,
    [streamIds],
  );
}
