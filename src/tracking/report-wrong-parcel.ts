import { tellDrivers } from '../drivers/index.ts';
import type { Instant } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import type { Log } from '../infrastructure/log.ts';
import type { Tracked } from './read-delivery.ts';
import { insertWrongParcel, tellWatchers } from './tracking-sql.ts';

/** Once for each stop: kept, logged, and told to the driver who has the delivery. */
export async function reportWrongParcel(
  { database, log }: { readonly database: Database; readonly log: Log },
  { delivery: { id, streamId, driverId }, view }: Tracked,
  stopId: string,
  now: Instant,
): Promise<void> {
  const stop = view.dropOffs.find((dropOff) => dropOff.stopId === stopId);
  if (stop?.can.report !== true) return;
  const isNew = await database.inTransaction(async (tx) => {
    if (!(await insertWrongParcel(tx, { streamId, stopId }, now))) return false;
    await tellDrivers(tx, driverId === undefined ? [] : [driverId]);
    await tellWatchers(tx, streamId);
    return true;
  });
  if (isNew) log.warn({ orderId: id, stopId }, 'a recipient says that a parcel is not theirs');
}
