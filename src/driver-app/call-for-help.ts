import { type Driver, latestPositions } from '../drivers/index.ts';
import type { Point } from '../foundation/geo.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { Ids } from '../infrastructure/ids.ts';
import type { Log } from '../infrastructure/log.ts';
import { findAssignmentOf } from '../orders/index.ts';
import { insertEmergency } from './driver-app-sql.ts';
import { actionTime } from './rules/action-time.ts';

export type HelpDeps = { readonly ids: Ids; readonly log: Log };
type Call = { readonly at?: string | null; readonly place?: Point; readonly note?: string };

const LONGEST_NOTE = 500;

function isOnEarth(place: Point | undefined): place is Point {
  return place !== undefined && Math.abs(place.lat) <= 90 && Math.abs(place.lng) <= 180;
}

/** Nobody in need is told that a field is wrong: what cannot be used is left out. Kept with the place and the order, told to the desk at once, and loud in the log. */
export async function callForHelp(
  { ids, log }: HelpDeps,
  tx: Transaction,
  driver: Driver,
  { at, place, note = '' }: Call,
  now: Instant,
): Promise<{ emergencyId: string }> {
  const id = ids.next<'emergency'>();
  const assignment = await findAssignmentOf(tx, driver.id);
  const known = (await latestPositions(tx, [driver.id])).get(driver.id);
  const point = isOnEarth(place) ? place : known && { lat: known.lat, lng: known.lng };
  const said = actionTime(at, now);
  const calledAt = 'accepted' in said ? said.accepted : now;
  await insertEmergency(tx, {
    id,
    driverId: driver.id,
    orderId: assignment?.orderId,
    point,
    note: note.slice(0, LONGEST_NOTE),
    calledAt,
    receivedAt: now,
  });
  log.warn({ emergencyId: id, driverId: driver.id, orderId: assignment?.orderId }, 'a driver calls for help');
  return { emergencyId: id };
}
