import type { Transaction } from '../infrastructure/database/database.ts';

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
