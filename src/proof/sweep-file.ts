import { DAY_MS, type Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { FileStore } from '../infrastructure/files/file-store.ts';
import { leaveTimer } from '../infrastructure/jobs/jobs-sql.ts';
import { isFileOfProof } from './proof-sql.ts';

export const SWEEP_FILE = 'proof.sweep';

/** Left before the file is stored, so that none stays behind that no proof names. */
export async function leaveSweep(tx: Transaction, fileKey: string, now: Instant): Promise<void> {
  await leaveTimer(tx, { kind: SWEEP_FILE, name: fileKey, dueAt: now + DAY_MS, payload: { fileKey } });
}

/** The store is asked inside the job's transaction, which holds nothing but the job. */
export async function sweepFile(files: FileStore, tx: Transaction, fileKey: string): Promise<boolean> {
  if (await isFileOfProof(tx, fileKey)) return false;
  await files.remove(fileKey);
  return true;
}
