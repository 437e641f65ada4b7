import type { Database, Transaction } from '../infrastructure/database/database.ts';
import { insertTerms, lockProgress, placedAfter, saveProgress } from './search-sql.ts';

const BATCH = 1_000;

/** What was placed since the last time can be found by its terms now; true where more may be waiting. */
export async function keepTerms(tx: Transaction): Promise<boolean> {
  const position = await lockProgress(tx);
  const { orders, last, looked } = await placedAfter(tx, position, BATCH);
  await insertTerms(tx, orders);
  if (last !== undefined) await saveProgress(tx, last);
  return looked === BATCH;
}

/** So much may have been placed since the worker was last at it. */
const MOST_BATCHES = 20;

/** For whoever is about to look: also what was placed a moment ago. */
export async function catchUpWithTerms(database: Database): Promise<void> {
  for (let batches = 0; batches < MOST_BATCHES; batches++) if (!(await database.inTransaction(keepTerms))) return;
}
