import type { Command } from 'commander';
import { openSavedFolder } from '../../infrastructure/backup/backup-folder.ts';
import type { Manifest } from '../../infrastructure/backup/manifest.ts';
import { systemClock } from '../../infrastructure/clock.ts';
import { readSettings, type Settings } from '../../infrastructure/config/settings.ts';
import { withConnection } from '../../infrastructure/database/database.ts';
import { insistOnEmpty } from '../../infrastructure/database/refill.ts';
import { openFileStore } from '../../infrastructure/files/file-store.ts';
import { createLog } from '../../infrastructure/log.ts';
import { OperatorError } from '../../infrastructure/operator-error.ts';
import { systemRandom } from '../../infrastructure/random.ts';
import { createSecretBox, type SecretBox } from '../../infrastructure/secret-box.ts';
import { knownMasterKeys, masterKeyFile } from '../foundations.ts';
import { checkBackup, type Restored, restoreBackup } from '../restore-backup.ts';
import { example, type Json, print, printJson, tell } from './command.ts';
import { withDatabase } from './with-database.ts';

type Options = { readonly from: string } & Json;

export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .description('bring a backup back into an empty database, and add up its books')
    .addHelpText('after', example('restore --from /var/backups/waybill-monday'))
    .requiredOption('--from <folder>', 'the folder that waybill backup has made')
    .option('--json', 'print JSON')
    .action(async ({ from, json }: Options) => {
      const { manifest, restored } = await restore(from, json === true);
      if (json) return printJson({ folder: from, ...summaryOf(manifest), ...restored });
      for (const line of told(from, manifest, restored)) print(line);
    });
}

async function restore(from: string, isQuiet: boolean): Promise<{ manifest: Manifest; restored: Restored }> {
  const settings = readSettings();
  const log = createLog({ level: 'warn', write: (line) => process.stderr.write(line) });
  const deps = {
    settings,
    secretBox: await openSecretBox(settings),
    files: await openFileStore(settings, log),
    clock: systemClock,
    report: isQuiet || !process.stderr.isTTY ? () => {} : tell,
  };
  const folder = await openSavedFolder(from);
  const checked = await checkBackup(deps, folder);
  return withDatabase(
    settings,
    async ({ connection }) => {
      await withConnection(connection, insistOnEmpty);
      return { manifest: checked.manifest, restored: await restoreBackup(deps, connection, folder, checked) };
    },
    { mayMake: true },
  );
}

/** Never a new one: a backup needs the key that it was made with. */
async function openSecretBox(settings: Settings): Promise<SecretBox> {
  const keys = await knownMasterKeys(settings);
  if (keys !== undefined) return createSecretBox(keys, systemRandom);
  throw new OperatorError(
    `There is no master key here. Set WAYBILL_MASTER_KEY to the one that the backup was made with, or put its file at ${masterKeyFile(settings)}.`,
  );
}

function summaryOf({ madeAt, program, tables, files }: Manifest) {
  return {
    madeAt,
    program,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    files: files.list === null ? 0 : files.count,
  };
}

function told(from: string, manifest: Manifest, { migrated, sealed, lastSeal }: Restored): string[] {
  const { tables, rows, files, madeAt } = summaryOf(manifest);
  return [
    `Restored from ${from}: ${rows} rows of ${tables} tables and ${files} files, as of ${madeAt}.`,
    ...(migrated.length === 0 ? [] : [`Migrated: ${migrated.join(', ')}.`]),
    `Books: balances equal their transfers, holds their orders; ${sealed} transfers sealed, the last as ${lastSeal.slice(0, 16)}.`,
    ...(manifest.files.list === null
      ? [`Not in the backup: ${manifest.files.count} files, which your object store must have.`]
      : []),
    'Start it again, and run waybill doctor.',
  ];
}
