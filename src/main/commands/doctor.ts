import { statfs } from 'node:fs/promises';
import type { Command } from 'commander';
import { areFactorsCurrent } from '../../accounts/index.ts';
import { formatInstant } from '../../foundation/time.ts';
import { systemClock } from '../../infrastructure/clock.ts';
import { readSettings, type Settings } from '../../infrastructure/config/settings.ts';
import { isAbsent, needsDataFolder, prepareDataFolder } from '../../infrastructure/data-folder.ts';
import { type Queryable, withConnection } from '../../infrastructure/database/database.ts';
import { insistOnEnvironment } from '../../infrastructure/database/deployment.ts';
import {
  checkAnswers,
  checkClock,
  checkConnections,
  checkMigrations,
  serverVersion,
} from '../../infrastructure/database/health.ts';
import { appliedMigrations } from '../../infrastructure/database/migrations.ts';
import { netFault } from '../../infrastructure/database/second-net.ts';
import { examineFiles } from '../../infrastructure/files/examine-files.ts';
import { systemRandom } from '../../infrastructure/random.ts';
import { createSecretBox } from '../../infrastructure/secret-box.ts';
import { endOfCertificate, LITTLE_TIME_MS, loadCertificate, strangeTo } from '../../infrastructure/tls/certificates.ts';
import { checkTileFile, readShippedDocuments } from '../../markets/index.ts';
import { checkHolds } from '../../orders/index.ts';
import { areSecretsCurrent, checkMasterKey } from '../../partners/index.ts';
import { isEvidenceKeyCurrent } from '../../proof/index.ts';
import { checkBooks } from '../../wallet/index.ts';
import { checkLinks } from '../check-links.ts';
import { knownMasterKeys, masterKeyFile } from '../foundations.ts';
import { example, print, printJson } from './command.ts';
import { withDatabase } from './with-database.ts';

type Finding = { readonly check: string; readonly well: boolean; readonly says: string };
const LITTLE_SPACE_BYTES = 1024 ** 3;

/** Looks at everything the program stands on and says what is wrong; changes nothing in the database and begins no data folder. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check settings, database, clock, disk and TLS, and say what is wrong')
    .addHelpText('after', example('doctor'))
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const findings = await examine();
      if (json) printJson(findings);
      else for (const { check, well, says } of findings) print(`${well ? 'ok ' : 'BAD'}  ${check.padEnd(10)}  ${says}`);
      if (findings.some(({ well }) => !well)) process.exitCode = 1;
    });
}

async function examine(): Promise<readonly Finding[]> {
  let settings: Settings | undefined;
  const first = await look('settings', async () => {
    settings = readSettings();
    const says = `${settings.environment}, data in ${settings.dataFolder}, links lead to ${settings.publicUrl}`;
    return orThrow(checkLinks(settings), says);
  });
  if (settings === undefined) return [first];
  const known = settings;
  // What is kept in a folder that is not there would be made by looking, and belong to whoever looked.
  const hasFolder = !(await isAbsent(known.dataFolder));
  return [
    first,
    await look('disk', () => examineDisk(known, hasFolder)),
    ...(hasFolder || known.files !== 'disk' ? [await look('files', () => examineFiles(known))] : []),
    await look('markets', async () => `${(await readShippedDocuments()).size} markets`),
    await look('map', () => examineMap(known)),
    ...(hasFolder || known.tls !== 'local' ? [await look('tls', () => examineTls(known))] : []),
    ...(await examineDatabase(known)),
  ];
}

async function look(check: string, examineIt: () => Promise<string>): Promise<Finding> {
  try {
    return { check, well: true, says: await examineIt() };
  } catch (error) {
    return { check, well: false, says: (error as Error).message };
  }
}

async function examineDisk(settings: Settings, hasFolder: boolean): Promise<string> {
  const { dataFolder } = settings;
  if (!needsDataFolder(settings)) return 'nothing is kept on it';
  if (!hasFolder) throw new Error(`there is no folder ${dataFolder} yet; the first start makes it`);
  await prepareDataFolder(dataFolder);
  const { bavail, bsize } = await statfs(dataFolder);
  const freeBytes = bavail * bsize;
  const says = `${(freeBytes / 1024 ** 3).toFixed(1)} GiB free in ${dataFolder}`;
  if (freeBytes < LITTLE_SPACE_BYTES) throw new Error(`only ${says}; make room`);
  return says;
}

async function examineMap({ mapStyleUrl, mapPmtiles }: Settings): Promise<string> {
  if (mapPmtiles !== undefined) await checkTileFile(mapPmtiles);
  const source = mapPmtiles ?? (mapStyleUrl === undefined ? undefined : new URL(mapStyleUrl).origin);
  return source === undefined ? 'land and service areas, without streets' : `streets from ${source}`;
}

async function examineTls(settings: Settings): Promise<string> {
  const certificate = await loadCertificate(settings, systemClock, systemRandom);
  if (certificate === undefined) return 'ends in a proxy in front';
  const host = new URL(settings.publicUrl).hostname.replace(/^\[|\]$/g, '');
  const others = strangeTo(host, certificate);
  if (others !== undefined) throw new Error(`the certificate is for ${others}, not for ${host} of WAYBILL_PUBLIC_URL`);
  const endsAt = endOfCertificate(certificate);
  const says = `the certificate holds until ${formatInstant(endsAt)}`;
  if (endsAt - systemClock.now() < LITTLE_TIME_MS) throw new Error(`${says}; renew it`);
  return says;
}

async function examineDatabase(settings: Settings): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const examineAll = async (sql: Queryable) => {
    findings.push(await look('database', () => examineServer(sql, settings)));
    const migrations = await look('migrations', async () => orThrow(await checkMigrations(sql), 'all applied'));
    findings.push(migrations);
    // Other tables than the program's own would only be misread.
    if (migrations.well) {
      findings.push(await look('tenants', async () => orThrow(await netFault(sql), 'row-level security is in force')));
      findings.push(await look('secrets', () => examineSecrets(sql, settings)));
      findings.push(await look('books', () => examineBooks(sql)));
    }
    findings.push(
      await look('clock', async () => orThrow(await checkClock(sql, systemClock), "agrees with the database's")),
    );
  };
  try {
    await withDatabase(settings, ({ connection }) => withConnection(connection, examineAll));
  } catch (error) {
    findings.push({ check: 'database', well: false, says: (error as Error).message });
  }
  return findings;
}

/** Whether it is one that a process would go on with. */
async function examineServer(sql: Queryable, { environment, databasePool }: Settings): Promise<string> {
  const says = `PostgreSQL ${Math.floor((await serverVersion(sql)) / 10_000)}`;
  orThrow(await checkAnswers(sql), says);
  orThrow(await checkConnections(sql, databasePool), says);
  if ((await appliedMigrations(sql)).length > 0) await insistOnEnvironment(sql, environment);
  return says;
}

/** Which master key the stored secrets need. None is made here: it would stand in the place of the one that is missing. */
async function examineSecrets(sql: Queryable, settings: Settings): Promise<string> {
  const keys = await knownMasterKeys(settings);
  if (keys === undefined)
    throw new Error(`there is no master key: neither WAYBILL_MASTER_KEY nor ${masterKeyFile(settings)}`);
  const secretBox = createSecretBox(keys, systemRandom);
  await checkMasterKey(sql, secretBox);
  const isCurrent =
    (await areSecretsCurrent(sql, secretBox)) &&
    (await areFactorsCurrent(sql, secretBox)) &&
    (await isEvidenceKeyCurrent(sql, secretBox));
  if (isCurrent) return 'all sealed with the current master key';
  if (keys.previous === undefined)
    throw new Error('some are sealed with another master key; give it as WAYBILL_MASTER_KEY_PREVIOUS');
  return 'some are still sealed with the previous master key, which must stay';
}

/** Adds the books up anew: balances against transfers, holds against open orders, and the chain of seals. */
async function examineBooks(sql: Queryable): Promise<string> {
  const { faults, sealed, lastSeal } = await checkBooks(sql);
  const wrong = [...faults, ...(await checkHolds(sql))];
  if (wrong.length > 0) throw new Error(`the books do not agree: ${wrong.join('; ')}`);
  return `balances equal their transfers, holds their orders; ${sealed} transfers sealed, the last as ${lastSeal.slice(0, 16)}`;
}

function orThrow(wrong: string | undefined, says: string): string {
  if (wrong !== undefined) throw new Error(wrong);
  return says;
}
