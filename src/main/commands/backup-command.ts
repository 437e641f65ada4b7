import type { Command } from 'commander';
import { openDraft } from '../../infrastructure/backup/backup-folder.ts';
import type { Manifest } from '../../infrastructure/backup/manifest.ts';
import { systemClock } from '../../infrastructure/clock.ts';
import { readSettings, type Settings } from '../../infrastructure/config/settings.ts';
import type { FoundDatabase } from '../../infrastructure/database/find-database.ts';
import { openFileStore } from '../../infrastructure/files/file-store.ts';
import { createLog } from '../../infrastructure/log.ts';
import { OperatorError } from '../../infrastructure/operator-error.ts';
import { systemRandom } from '../../infrastructure/random.ts';
import { createSecretBox, type SecretBox } from '../../infrastructure/secret-box.ts';
import { knownMasterKeys, masterKeyFile } from '../foundations.ts';
import { makeBackup } from '../make-backup.ts';
import { example, type Json, print, printJson, tell } from './command.ts';
import { withDatabase } from './with-database.ts';

type Options = { readonly out: string; readonly files: boolean } & Json;

export function addBackupCommand(program: Command): void {
  program
    .command('backup')
    .description('save the database and its files into a new folder, while everything runs')
    .addHelpText('after', example('backup --out /var/backups/waybill-monday'))
    .requiredOption('--out <folder>', 'the folder to make; it must not be there yet')
    .option('--no-files', 'leave pictures and labels out, where the object store keeps copies of its own')
    .option('--json', 'print JSON')
    .action(async ({ out, files, json }: Options) => {
      const saved = await backUp(out, files, json === true);
      if (json) return printJson({ folder: out, ...summaryOf(saved) });
      for (const line of told(out, saved)) print(line);
    });
}

async function backUp(out: string, withFiles: boolean, isQuiet: boolean): Promise<Manifest> {
  const settings = readSettings();
  const log = createLog({ level: 'warn', write: (line) => process.stderr.write(line) });
  const report = isQuiet || !process.stderr.isTTY ? () => {} : tell;
  const draft = await openDraft(out);
  const save = async ({ connection }: FoundDatabase) => {
    const secretBox = await openSecretBox(settings);
    const files = await openFileStore(settings, log);
    return makeBackup({ settings, secretBox, files, clock: systemClock, report }, connection, draft, withFiles);
  };
  try {
    return await withDatabase(settings, save, { putAway: draft.discard });
  } catch (error) {
    await draft.discard();
    throw error;
  }
}

async function openSecretBox(settings: Settings): Promise<SecretBox> {
  const keys = await knownMasterKeys(settings);
  if (keys !== undefined) return createSecretBox(keys, systemRandom);
  throw new OperatorError(`There is no master key: neither WAYBILL_MASTER_KEY nor ${masterKeyFile(settings)}.`);
}

function summaryOf({ madeAt, environment, program, migrations, tables, files, books }: Manifest) {
  return {
    madeAt,
    environment,
    program,
    migration: migrations.at(-1)?.name,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    bytes: tables.reduce((sum, { bytes }) => sum + bytes, files.bytes),
    files: files.list === null ? 0 : files.count,
    filesMissing: files.missing,
    sealed: books.sealed,
    lastSeal: books.lastSeal,
  };
}

function told(out: string, manifest: Manifest): string[] {
  const { tables, rows, lastSeal, sealed } = summaryOf(manifest);
  const { list, count, missing } = manifest.files;
  return [
    `Saved to ${out}: ${rows} rows of ${tables} tables and ${list === null ? 'no' : count} files, as of ${manifest.madeAt}.`,
    `Books: ${sealed} transfers sealed${lastSeal === null ? '' : `, the last as ${lastSeal.slice(0, 16)}`}.`,
    ...(list === null ? [`Left out: ${count} files, which your object store must keep.`] : []),
    ...(missing === 0 ? [] : [`Not found: ${missing} files that the database names and the file store does not have.`]),
    'Not in it: the master key, without which it cannot be restored, and TLS keys. Keep them elsewhere.',
    'In it: names, phone numbers, addresses and pictures. Keep it as closed as the database.',
  ];
}
