import { smallestIdAt } from '../foundation/ids.ts';
import { DAY_MS, type Instant, MINUTE_MS } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { type AgingTable, keepStretches } from '../infrastructure/database/partitions.ts';
import { leaveJob } from '../infrastructure/jobs/jobs-sql.ts';
import type { JobHandlers } from '../infrastructure/jobs/worker.ts';

const KEEP_QUOTATIONS = 'quotations.keepQuotations';

export function quotationJobs(keptDays: number): JobHandlers {
  const quotations: AgingTable = {
    name: 'quotations',
    stretchDays: 7,
    column: 'id',
    valueAt: smallestIdAt,
    keptMs: keptDays * DAY_MS,
  };
  return {
    [KEEP_QUOTATIONS]: (tx, { now }) => keepStretches(tx, quotations, now),
  };
}

/** Left at every start; there is one for good. */
export async function leaveQuotationJobs(tx: Transaction, now: Instant): Promise<void> {
  await leaveJob(tx, { kind: KEEP_QUOTATIONS, name: 'daily', dueAt: now + MINUTE_MS });
}
