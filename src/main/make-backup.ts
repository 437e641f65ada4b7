import { DRIVER_FILES } from '../drivers/index.ts';
import { formatInstant } from '../foundation/time.ts';
import type { Draft } from '../infrastructure/backup/backup-folder.ts';
import { type Manifest, type SavedTable, writeManifest } from '../infrastructure/backup/manifest.ts';
import { leaveFilesOut, saveFileKeys, saveFiles } from '../infrastructure/backup/saved-files.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Settings } from '../infrastructure/config/settings.ts';
import type { Connection, Queryable } from '../infrastructure/database/database.ts';
import { insistOnEnvironment } from '../infrastructure/database/deployment.ts';
import { appliedMigrations, planMigrations, readMigrations } from '../infrastructure/database/migrations.ts';
import { type FileColumn, type Snapshot, withSnapshot } from '../infrastructure/database/snapshot.ts';
import type { FileStore } from '../infrastructure/files/file-store.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import type { SecretBox } from '../infrastructure/secret-box.ts';
import { checkMasterKey } from '../partners/index.ts';
import { LABEL_FILES } from '../plus/index.ts';
import { PROOF_FILES } from '../proof/index.ts';
import { lastSeal } from '../wallet/index.ts';
import { programVersion } from './program-version.ts';

export const FILE_COLUMNS: readonly FileColumn[] = [...PROOF_FILES, ...DRIVER_FILES, ...LABEL_FILES];

type BackupDeps = {
  readonly settings: Settings;
  readonly secretBox: SecretBox;
  readonly files: FileStore;
  readonly clock: Clock;
  readonly report: (line: string) => void;
};

/** Everything as it was at one moment, while everything goes on; then the files that it names. */
export async function makeBackup(
  deps: BackupDeps,
  connection: Connection,
  draft: Draft,
  withFiles: boolean,
): Promise<Manifest> {
  const rows = await withSnapshot(connection, (snapshot) => saveRows(deps, snapshot, draft));
  const { fileCount, ...saved } = rows;
  deps.report(withFiles ? `Saving ${fileCount} files` : 'Leaving the files out');
  const files = withFiles ? await saveFiles(draft, deps.files) : await leaveFilesOut(draft, fileCount);
  const manifest: Manifest = { ...saved, files };
  await draft.finish(writeManifest(manifest, deps.secretBox));
  return manifest;
}

type SavedRows = Omit<Manifest, 'files'> & { readonly fileCount: number };

async function saveRows(deps: BackupDeps, snapshot: Snapshot, draft: Draft): Promise<SavedRows> {
  const { settings, secretBox, clock, report } = deps;
  const { sql, parts } = snapshot;
  const madeAt = formatInstant(clock.now());
  const migrations = await insistOnOurs(deps, sql);
  const seal = await lastSeal(sql);
  const tables: SavedTable[] = [];
  for (const table of snapshot.tables) {
    report(`Saving ${table.name}`);
    const file = `tables/${table.name}.copy.gz`;
    const { filled: rows, ...part } = await draft.writePart(file, (sink) => snapshot.copyTable(table, sink));
    tables.push({ ...table, ...part, rows });
  }
  return {
    madeAt,
    program: programVersion(),
    environment: settings.environment,
    masterKeyId: secretBox.currentKeyId.toString('hex'),
    books: { sealed: seal?.position ?? 0, lastSeal: seal?.seal.toString('hex') ?? null },
    migrations,
    tables,
    parts,
    sequences: await snapshot.sequences(),
    fileCount: await saveFileKeys(draft, snapshot, FILE_COLUMNS),
  };
}

async function insistOnOurs({ settings, secretBox }: BackupDeps, sql: Queryable): Promise<Manifest['migrations']> {
  const migrations = await appliedMigrations(sql);
  if (migrations.length === 0) throw new OperatorError('There is nothing to save: the database is empty.');
  planMigrations(await readMigrations(), migrations);
  await insistOnEnvironment(sql, settings.environment);
  await checkMasterKey(sql, secretBox);
  return migrations;
}
