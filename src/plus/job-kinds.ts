import { DAY_MS, type Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { leaveJob, leaveTimer } from '../infrastructure/jobs/jobs-sql.ts';
import type { Parcel } from './rules/parcel.ts';

export const DRAW_LABEL = 'plus.drawLabel';
export const DRAW_BATCH = 'plus.drawBatch';
export const FORGET_BATCH = 'plus.forgetBatch';
export const FORGET_PLANS = 'plus.forgetPlans';
export const KEEP_QUOTATIONS = 'plus.keepQuotations';
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
    payload: { parcelId: id, revision },
  });
}

/** Unless something names it by then. */
export async function leaveRemoval(tx: Transaction, fileKey: string, dueAt: Instant): Promise<void> {
  await leaveTimer(tx, { kind: REMOVE_FILE, name: fileKey, dueAt, payload: { fileKey } });
}

/** An edit or another try has made the city's plan wrong. Where one is being made already, the next look around finds the parcel. */
export async function leavePlanning(tx: Transaction, parcel: Parcel): Promise<void> {
  const { locode } = parcel;
  await leaveJob(tx, { kind: PLAN_CITY, name: locode, dueAt: onOurClock(parcel), payload: { locode } });
}

/** How long the labels of a batch can be fetched. */
const BATCH_KEPT_MS = 30 * DAY_MS;

/** Its drawing, and its end. */
export async function leaveBatchJobs(tx: Transaction, batchId: string, now: Instant): Promise<void> {
  const [name, payload] = [batchId, { batchId }];
  await leaveTimer(tx, { kind: FORGET_BATCH, name, dueAt: now + BATCH_KEPT_MS, payload });
  await leaveJob(tx, { kind: DRAW_BATCH, name, dueAt: now, payload });
}
