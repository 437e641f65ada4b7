import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { leaveJob } from '../infrastructure/jobs/jobs-sql.ts';
import type { Parcel } from './rules/parcel.ts';

export const DRAW_LABEL = 'plus.drawLabel';
export const DRAW_BATCH = 'plus.drawBatch';
export const REMOVE_FILE = 'plus.removeFile';
export const LOOK_AT_PARCELS = 'plus.lookAtParcels';
export const PLAN_CITY = 'plus.planCity';

export const SLOW_PLUS_JOBS = [DRAW_LABEL, DRAW_BATCH, PLAN_CITY];

/** Workers live by our clock. */
function onOurClock({ updatedAt, clockAheadMs }: Parcel): Instant {
  return updatedAt - clockAheadMs;
}

/** One drawing for each state of the parcel. */
export async function leaveDrawing(tx: Transaction, parcel: Parcel): Promise<void> {
  const { id, revision } = parcel;
  await leaveJob(tx, {
    kind: DRAW_LABEL,
    name: `${id}/${revision}`,
    dueAt: onOurClock(parcel),
    payload: { parcelId: id },
  });
}

/** An edit has made the city's plan wrong. Where one is being made already, the next look around finds the parcel. */
export async function leavePlanning(tx: Transaction, parcel: Parcel): Promise<void> {
  const { locode } = parcel;
  await leaveJob(tx, { kind: PLAN_CITY, name: locode, dueAt: onOurClock(parcel), payload: { locode } });
}

export async function leaveBatchDrawing(tx: Transaction, batchId: string, dueAt: Instant): Promise<void> {
  await leaveJob(tx, { kind: DRAW_BATCH, name: batchId, dueAt, payload: { batchId } });
}
