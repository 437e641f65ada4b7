import type { SavedFolder } from '../infrastructure/backup/backup-folder.ts';
import { type Manifest, readManifest } from '../infrastructure/backup/manifest.ts';
import { checkSavedFiles, restoreFiles } from '../infrastructure/backup/saved-files.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Settings } from '../infrastructure/config/settings.ts';
import type { Connection, Transaction } from '../infrastructure/database/database.ts';
import { type Migration, readMigrations } from '../infrastructure/database/migrations.ts';
import { refill } from '../infrastructure/database/refill.ts';
import type { FileStore } from '../infrastructure/files/file-store.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import type { SecretBox } from '../infrastructure/secret-box.ts';
import { checkHolds } from '../orders/index.ts';
import { checkMasterKey } from '../partners/index.ts';
import { checkBooks } from '../wallet/index.ts';
import { beginNextEra } from '../webhooks/index.ts';

type RestoreDeps = {
  readonly settings: Settings;
  readonly secretBox: SecretBox;
  readonly files: FileStore;
  readonly clock: Clock;
  readonly report: (line: string) => void;
};

export type CheckedBackup = { readonly manifest: Manifest; readonly known: readonly Migration[] };
export type Restored = { readonly migrated: readonly string[]; readonly sealed: number; readonly lastSeal: string };

/** Whether it can be restored here, by this version and with this key, and is whole. Nothing is written. */
export async function checkBackup(
  { settings, secretBox, report }: Omit<RestoreDeps, 'files' | 'clock'>,
  folder: SavedFolder,
): Promise<CheckedBackup> {
  const manifest = readManifest(folder.manifest, secretBox);
  const known = await readMigrations();
  insistOnKnown(manifest, known);
  if (manifest.environment !== settings.environment)
    throw new OperatorError(
      `The backup is of the ${manifest.environment} environment and WAYBILL_ENVIRONMENT is ${settings.environment}. Change the setting, or take another backup.`,
    );
  report(`Checking ${manifest.tables.length} tables and ${manifest.files.count} files`);
  for (const table of manifest.tables) await folder.check(table);
  const { list } = manifest.files;
  if (list !== null) {
    await folder.check(list);
    await checkSavedFiles(folder, list);
  }
  return { manifest, known };
}

function insistOnKnown({ program, migrations }: Manifest, known: readonly Migration[]): void {
  for (const { name, hash } of migrations) {
    const ours = known.find((migration) => migration.name === name);
    if (ours === undefined)
      throw new OperatorError(
        `The backup was made by a newer Waybill (${program}, with ${name}). Restore it with that version.`,
      );
    if (ours.hash !== hash)
      throw new OperatorError(`The migration ${name} is not the one of the backup. Put the original file back.`);
  }
}

/** Into an empty database, whole or not at all. The files come before the commit, as they do in every other change. */
export async function restoreBackup(
  { secretBox, files, clock, report }: Omit<RestoreDeps, 'settings'>,
  connection: Connection,
  folder: SavedFolder,
  { manifest, known }: CheckedBackup,
): Promise<Restored> {
  report('Filling the database');
  const { finished, migrated } = await refill(
    connection,
    { now: clock.now(), known },
    { ...manifest, tables: manifest.tables.map((table) => ({ ...table, open: () => folder.openPart(table.file) })) },
    async (tx) => {
      await checkMasterKey(tx, secretBox);
      report('Adding up the books');
      const books = await proveBooks(tx, manifest);
      await beginNextEra(tx);
      report('Bringing back the files');
      if (manifest.files.list !== null) await restoreFiles(folder, manifest.files.list, files);
      return books;
    },
  );
  return { migrated, ...finished };
}

async function proveBooks(tx: Transaction, { books }: Manifest): Promise<Omit<Restored, 'migrated'>> {
  const { faults, sealed, lastSeal } = await checkBooks(tx);
  const wrong = [...faults, ...(await checkHolds(tx))];
  if (books.lastSeal !== null && (books.sealed !== sealed || books.lastSeal !== lastSeal))
    wrong.push(`they end with seal ${lastSeal.slice(0, 16)} instead of ${books.lastSeal.slice(0, 16)}`);
  if (wrong.length > 0) throw new OperatorError(`Nothing was restored: the books do not agree: ${wrong.join('; ')}.`);
  return { sealed, lastSeal };
}
