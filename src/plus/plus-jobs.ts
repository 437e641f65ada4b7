import { type Instant, MINUTE_MS } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { leaveJob, leaveJobs } from '../infrastructure/jobs/jobs-sql.ts';
import type { JobHandlers } from '../infrastructure/jobs/worker.ts';
import { DRAW_BATCH, DRAW_LABEL, LOOK_AT_PARCELS, PLAN_CITY, REMOVE_FILE } from './job-kinds.ts';
import { type DrawingDeps, drawBatch, drawLabel } from './make-labels.ts';
import { type CityPlanningDeps, citiesToPlan, cityOf, planCity } from './plan-city.ts';

const PAUSE_MS = 5 * MINUTE_MS;

export function plusJobs(drawing: DrawingDeps, planning: () => Promise<CityPlanningDeps>): JobHandlers {
  return {
    [DRAW_LABEL]: (tx, { payload, now }) => drawLabel(drawing, tx, String(payload.parcelId), now),
    [DRAW_BATCH]: async (tx, { payload, now }) => {
      await drawBatch(drawing, tx, String(payload.batchId), now);
      return undefined;
    },
    [REMOVE_FILE]: async (_tx, { payload }) => {
      await drawing.files.remove(String(payload.fileKey));
      return undefined;
    },
    [LOOK_AT_PARCELS]: async (tx, { now }) => {
      const { hours } = await planning();
      const cities = await citiesToPlan(tx, await drawing.catalogue(), hours, now);
      await leaveJobs(
        tx,
        cities.map((locode) => ({ kind: PLAN_CITY, name: locode, dueAt: now, payload: { locode } })),
      );
      return now + PAUSE_MS;
    },
    [PLAN_CITY]: async (tx, { payload, now }) => {
      const city = cityOf(await drawing.catalogue(), String(payload.locode));
      const isDone = city === undefined || (await planCity(await planning(), tx, city, now));
      return isDone ? undefined : now;
    },
  };
}

/** Left at every start; there is one for good. */
export async function leavePlusJobs(tx: Transaction, now: Instant): Promise<void> {
  await leaveJob(tx, { kind: LOOK_AT_PARCELS, name: 'always', dueAt: now });
}
