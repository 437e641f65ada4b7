import { DAY_MS, type Instant } from '../foundation/time.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Database, Transaction } from '../infrastructure/database/database.ts';
import type { FileStore } from '../infrastructure/files/file-store.ts';
import { leaveTimer } from '../infrastructure/jobs/jobs-sql.ts';
import type { Random } from '../infrastructure/random.ts';
import { isFileOfDriver } from './drivers-sql.ts';

export const SWEEP_FILE = 'drivers.sweepFile';
const FILE_NAME_BYTES = 18;
const CONTENT_TYPES = { jpg: 'image/jpeg', pdf: 'application/pdf' } as const;

export type FileDeps = {
  readonly clock: Clock;
  readonly database: Database;
  readonly files: FileStore;
  readonly random: Random;
};

/** Stores a photo or a document before the transaction that names it; what nobody has named a day later is swept. */
export async function keepDriverFile(
  { clock, database, files, random }: FileDeps,
  bytes: Buffer,
  ending: keyof typeof CONTENT_TYPES,
): Promise<string> {
  const key = `drivers/${random.bytes(FILE_NAME_BYTES).toString('base64url')}.${ending}`;
  await database.inTransaction((tx) => leaveSweep(tx, key, clock.now()));
  await files.put(key, bytes, CONTENT_TYPES[ending]);
  return key;
}

/** Also for a file that is not named any more. */
export async function leaveSweep(tx: Transaction, fileKey: string, now: Instant): Promise<void> {
  await leaveTimer(tx, { kind: SWEEP_FILE, name: fileKey, dueAt: now + DAY_MS, payload: { fileKey } });
}

export async function sweepFile(files: FileStore, tx: Transaction, fileKey: string): Promise<boolean> {
  if (await isFileOfDriver(tx, fileKey)) return false;
  await files.remove(fileKey);
  return true;
}
