import type { Transaction } from '../infrastructure/database/database.ts';
import { AT_ONCE, leaveJob } from '../infrastructure/jobs/jobs-sql.ts';
import type { Parcel } from './rules/parcel.ts';

export const DRAW_LABEL = 'plus.drawLabel';
export const DRAW_BATCH = 'plus.drawBatch';
export const REMOVE_FILE = 'plus.removeFile';
export const LOOK_AT_PARCELS = 'plus.lookAtParcels';
export const PLAN_CITY = 'plus.planCity';

/** One drawing for each state of the parcel. */
export async function leaveDrawing(tx: Transaction, { id, revision }: Parcel): Promise<void> {
  await leaveJob(tx, { kind: DRAW_LABEL, name: `${id}/${revision}`, dueAt: AT_ONCE, payload: { parcelId: id } });
}

/** An edit has made the city's plan wrong. */
export async function leavePlanning(tx: Transaction, locode: string): Promise<void> {
  await leaveJob(tx, { kind: PLAN_CITY, name: locode, dueAt: AT_ONCE, payload: { locode, isAskedFor: true } });
}

export async function leaveBatchDrawing(tx: Transaction, batchId: string): Promise<void> {
  await leaveJob(tx, { kind: DRAW_BATCH, name: batchId, dueAt: AT_ONCE, payload: { batchId } });
}
