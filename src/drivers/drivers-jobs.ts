import { type Instant, MINUTE_MS } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { leaveJob } from '../infrastructure/jobs/jobs-sql.ts';
import type { JobHandlers } from '../infrastructure/jobs/worker.ts';
import { endSilentShifts } from './drivers-sql.ts';

const END_SILENT_SHIFTS = 'drivers.endSilentShifts';
/** An app that was not heard of for so long is not coming back by itself. */
const SILENCE_ENDS_SHIFT_MS = 30 * MINUTE_MS;

export function driverJobs(): JobHandlers {
  return {
    [END_SILENT_SHIFTS]: async (tx, { now, log }) => {
      const count = await endSilentShifts(tx, now - SILENCE_ENDS_SHIFT_MS);
      if (count > 0) log.info({ count }, 'drivers who were not heard of any more are offline now');
      return now + MINUTE_MS;
    },
  };
}

export async function leaveDriverJobs(tx: Transaction, now: Instant): Promise<void> {
  await leaveJob(tx, { kind: END_SILENT_SHIFTS, name: 'every minute', dueAt: now });
}
