import type { JobHandlers } from '../infrastructure/jobs/worker.ts';
import { type DrawingDeps, drawBatch, drawLabel } from './draw-label.ts';
import { DRAW_BATCH, DRAW_LABEL, REMOVE_FILE } from './label-jobs.ts';

export function plusJobs(deps: DrawingDeps): JobHandlers {
  return {
    [DRAW_LABEL]: (tx, { payload, now }) => drawLabel(deps, tx, String(payload.parcelId), now),
    [DRAW_BATCH]: async (tx, { payload }) => {
      await drawBatch(deps, tx, String(payload.batchId));
      return undefined;
    },
    [REMOVE_FILE]: async (_tx, { payload }) => {
      await deps.files.remove(String(payload.fileKey));
      return undefined;
    },
  };
}
