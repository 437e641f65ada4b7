import { smallestIdAt } from '../foundation/ids.ts';
import { DAY_MS, type Instant, MINUTE_MS, utcDate } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { type AgingTable, keepStretches } from '../infrastructure/database/partitions.ts';
import { leaveJob, leaveJobs } from '../infrastructure/jobs/jobs-sql.ts';
import type { JobHandlers } from '../infrastructure/jobs/worker.ts';
import {
  DRAW_BATCH,
  DRAW_LABEL,
  FORGET_BATCH,
  FORGET_PLANS,
  KEEP_QUOTATIONS,
  LOOK_AT_PARCELS,
  PLAN_CITY,
  REMOVE_FILE,
} from './job-kinds.ts';
import { deleteBatch } from './labels-sql.ts';
import { type DrawingDeps, drawBatch, drawLabel, removeFile } from './make-labels.ts';
import { type CityPlanningDeps, citiesToPlan, planCity } from './plan-city.ts';
import { deletePlansBefore } from './planning-sql.ts';

const PAUSE_MS = 5 * MINUTE_MS;
/** After their day. */
const PLANS_KEPT_MS = 30 * DAY_MS;
const FORGET_MOST = 1_000;
/** Settings let a scheduled quotation be used for so long, and none is forgotten before. */
const LONGEST_USE_DAYS = 30;

export function plusJobs(
  drawing: DrawingDeps,
  planning: () => Promise<CityPlanningDeps>,
  quotationDays: number,
): JobHandlers {
  const quotations: AgingTable = {
    name: 'plus_quotations',
    stretchDays: 7,
    column: 'id',
    valueAt: smallestIdAt,
    keptMs: Math.max(quotationDays, LONGEST_USE_DAYS) * DAY_MS,
  };
  return {
    [DRAW_LABEL]: async (tx, { payload, now }) => {
      const { parcelId, revision } = payload as { parcelId: string; revision?: number };
      await drawLabel(drawing, tx, { parcelId, revision }, now);
      return undefined;
    },
    [DRAW_BATCH]: async (tx, { payload, now }) => {
      await drawBatch(drawing, tx, String(payload.batchId), now);
      return undefined;
    },
    [FORGET_BATCH]: async (tx, { payload }) => {
      const fileKey = await deleteBatch(tx, String(payload.batchId));
      if (fileKey !== undefined) await drawing.files.remove(fileKey);
      return undefined;
    },
    [FORGET_PLANS]: async (tx, { now }) => {
      const date = utcDate(now - PLANS_KEPT_MS);
      return (await deletePlansBefore(tx, date, FORGET_MOST)) < FORGET_MOST ? now + DAY_MS : now;
    },
    [KEEP_QUOTATIONS]: (tx, { now }) => keepStretches(tx, quotations, now),
    [REMOVE_FILE]: async (tx, { payload }) => {
      await removeFile(drawing.files, tx, String(payload.fileKey));
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
      const city = (await drawing.catalogue()).city(String(payload.locode));
      const isDone = city === undefined || (await planCity(await planning(), tx, city, now));
      return isDone ? undefined : now;
    },
  };
}

/** Left at every start; there is one of each for good. */
export async function leavePlusJobs(tx: Transaction, now: Instant): Promise<void> {
  await leaveJob(tx, { kind: LOOK_AT_PARCELS, name: 'always', dueAt: now });
  await leaveJob(tx, { kind: FORGET_PLANS, name: 'daily', dueAt: now });
  await leaveJob(tx, { kind: KEEP_QUOTATIONS, name: 'daily', dueAt: now + MINUTE_MS });
}
