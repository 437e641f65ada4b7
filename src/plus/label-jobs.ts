import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { leaveJob } from '../infrastructure/jobs/jobs-sql.ts';
import type { Parcel } from './rules/parcel.ts';

export const DRAW_LABEL = 'plus.drawLabel';
export const DRAW_BATCH = 'plus.drawBatch';
export const REMOVE_FILE = 'plus.removeFile';

/** One drawing for each state of the parcel. */
export async function leaveDrawing(tx: Transaction, { id, revision }: Parcel, dueAt: Instant): Promise<void> {
  await leaveJob(tx, { kind: DRAW_LABEL, name: `${id}/${revision}`, dueAt, payload: { parcelId: id } });
}
