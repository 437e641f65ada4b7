import { smallestIdAt } from '../foundation/ids.ts';
import { DAY_MS, type Instant, MINUTE_MS } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { type AgingTable, keepStretches } from '../infrastructure/database/partitions.ts';
import type { FileStore } from '../infrastructure/files/file-store.ts';
import { leaveJob } from '../infrastructure/jobs/jobs-sql.ts';
import type { JobHandlers } from '../infrastructure/jobs/worker.ts';
import { SWEEP_FILE, sweepFile } from './driver-files.ts';
import { endSilentShifts } from './shifts-sql.ts';

const END_SILENT_SHIFTS = 'drivers.endSilentShifts';
const KEEP_TRACKS = 'drivers.keepTracks';
/** An app that was not heard of for so long is not coming back by itself. */
const SILENCE_ENDS_SHIFT_MS = 30 * MINUTE_MS;

/** By the age of the order; one that is scheduled is placed 30 days before its way at most. */
const TRACKS: AgingTable = {
  name: 'driver_tracks',
  stretchDays: 7,
  column: 'order_id',
  valueAt: smallestIdAt,
  keptMs: 90 * DAY_MS,
};

export function driverJobs(files: FileStore): JobHandlers {
  return {
    [END_SILENT_SHIFTS]: async (tx, { now, log }) => {
      const count = await endSilentShifts(tx, now - SILENCE_ENDS_SHIFT_MS);
      if (count > 0) log.info({ count }, 'drivers who were not heard of any more are offline now');
      return now + MINUTE_MS;
    },
    [SWEEP_FILE]: async (tx, { payload, log }) => {
      const fileKey = String(payload.fileKey);
      if (await sweepFile(files, tx, fileKey)) log.info({ fileKey }, 'a file that no driver has was removed');
      return undefined;
    },
    [KEEP_TRACKS]: (tx, { now }) => keepStretches(tx, TRACKS, now),
  };
}

export async function leaveDriverJobs(tx: Transaction, now: Instant): Promise<void> {
  await leaveJob(tx, { kind: END_SILENT_SHIFTS, name: 'every minute', dueAt: now });
  await leaveJob(tx, { kind: KEEP_TRACKS, name: 'daily', dueAt: now + MINUTE_MS });
}
