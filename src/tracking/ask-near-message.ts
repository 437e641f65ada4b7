import type { Instant } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import type { Tracked } from './read-delivery.ts';
import type { Language } from './rules/language.ts';
import { insertNearWish, tellWatchers } from './tracking-sql.ts';

/** A stop that is over needs none. */
export async function askNearMessage(
  database: Database,
  { delivery: { streamId, shareToken }, view }: Tracked,
  stopId: string,
  language: Language,
  now: Instant,
): Promise<void> {
  const stop = view.dropOffs.find((dropOff) => dropOff.stopId === stopId);
  if (stop?.can.askForMessage !== true) return;
  await database.inTransaction(async (tx) => {
    await insertNearWish(tx, { streamId, stopId, shareToken, language }, now);
    await tellWatchers(tx, streamId);
  });
}
