import type { Queryable, Transaction } from '../infrastructure/database/database.ts';

type Data = Readonly<Record<string, unknown>>;

/** What these streams have told and still will tell says from now on what is left of it; what receivers answered goes. */
export async function rewriteEvents(
  tx: Transaction,
  streamIds: readonly string[],
  rewrite: (data: Data) => Data,
): Promise<void> {
  const events = await tx.query<{ stream_id: string; number: number; data: Data }>(
    'select stream_id, number, data from events where stream_id = any($1)',
    [streamIds],
  );
  const rewritten = events
    .map((event) => ({ ...event, after: rewrite(event.data) }))
    .filter(({ data, after }) => JSON.stringify(data) !== JSON.stringify(after));
  await tx.query(
    `update events set data = new.data from json_to_recordset($1) as new(stream_id bigint, number integer, data json)
     where events.stream_id = new.stream_id and events.number = new.number`,
    [JSON.stringify(rewritten.map(({ stream_id, number, after }) => ({ stream_id, number, data: after })))],
  );
  await tx.query(
    `update delivery_attempts set answer = '' where answer <> '' and position = any(array(
       select position from event_log where stream_id = any($1)))`,
    [streamIds],
  );
}

/** What these streams have told in which any of the texts, in small letters, stands in whatever case, and what receivers answered. */
export async function findKeptEvents(sql: Queryable, streamIds: readonly string[], texts: readonly string[]) {
  const events = await sql.query<{
    readonly streamId: string;
    readonly number: number;
    readonly type: string;
    readonly data: Data;
  }>(
    `select stream_id as "streamId", number, type, data from events
     where stream_id = any($1) and exists (select from unnest($2::text[]) wanted where strpos(lower(data::text), wanted) > 0)
     order by stream_id, number`,
    [streamIds, texts],
  );
  const answers = await sql.query<{ readonly streamId: string; readonly attemptedAt: Date; readonly answer: string }>(
    `select log.stream_id as "streamId", attempt.attempted_at as "attemptedAt", attempt.answer
     from event_log log join delivery_attempts attempt on attempt.position = log.position
     where log.stream_id = any($1) and attempt.answer <> '' order by attempt.attempted_at`,
    [streamIds],
  );
  return { events, answers };
}
