import path from 'node:path';
import type { Clock } from '../infrastructure/clock.ts';
import { systemClock } from '../infrastructure/clock.ts';
import type { Settings } from '../infrastructure/config/settings.ts';
import { readIfThere, writeOnce } from '../infrastructure/data-folder.ts';
import { type Connection, type Database, openDatabase } from '../infrastructure/database/database.ts';
import { claimEnvironment } from '../infrastructure/database/deployment.ts';
import { migrate, readMigrations } from '../infrastructure/database/migrations.ts';
import { openSession, type Session } from '../infrastructure/database/session.ts';
import { createFileLinks, type FileLinks } from '../infrastructure/file-links.ts';
import { type FileStore, openFileStore } from '../infrastructure/files/file-store.ts';
import { createIds, type Ids } from '../infrastructure/ids.ts';
import type { Log } from '../infrastructure/log.ts';
import { createMetrics, type Metrics } from '../infrastructure/metrics.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import { type Random, systemRandom } from '../infrastructure/random.ts';
import { createSecretBox, type SecretBox } from '../infrastructure/secret-box.ts';
import { checkMasterKey } from '../partners/index.ts';

const MASTER_KEY_BYTES = 32;
const LISTENING_LIMIT_MS = 5_000;

/** What every process stands on, whatever it does. */
export type Foundations = {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly database: Database;
  readonly session: Session;
  readonly ids: Ids;
  readonly secretBox: SecretBox;
  readonly files: FileStore;
  readonly fileLinks: FileLinks;
  close(): Promise<void>;
};

type Edges = { readonly clock?: Clock; readonly random?: Random; readonly log: Log };

export async function layFoundations(settings: Settings, connection: Connection, edges: Edges): Promise<Foundations> {
  const { clock = systemClock, random = systemRandom, log } = edges;
  const database = openDatabase(connection, settings.databasePool, log, settings.databaseTimeoutMs);
  try {
    await migrate(connection, clock.now(), await readMigrations(), { report: (line) => log.warn(line) });
    await claimEnvironment(database, settings.environment, clock.now());
    const secretBox = createSecretBox(await masterKeys(settings, random, database), random);
    await checkMasterKey(database, secretBox);
    const session = await openSession(
      connection,
      random,
      log,
      Math.min(LISTENING_LIMIT_MS, settings.databaseTimeoutMs),
    );
    const metrics = createMetrics();
    metrics.gauge('waybill_database_connections', 'Connections in the pool', () => database.pool.totalCount);
    metrics.gauge('waybill_database_idle_connections', 'Connections that nobody uses', () => database.pool.idleCount);
    metrics.gauge('waybill_database_waiting', 'Callers waiting for a connection', () => database.pool.waitingCount);
    return {
      settings,
      clock,
      random,
      log,
      metrics,
      database,
      session,
      ids: createIds(clock, session.nodeNumber),
      secretBox,
      files: await openFileStore(settings, log),
      fileLinks: createFileLinks({
        keys: secretBox.keysFor('file links'),
        publicUrl: settings.publicUrl,
      }),
      async close() {
        await session.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

type MasterKeys = { readonly current: Buffer; readonly previous: Buffer | undefined };

/** Those of the settings; without one there, that of the data folder, which is made where nothing needs another one. */
async function masterKeys(settings: Settings, random: Random, database: Database): Promise<MasterKeys> {
  const known = await knownMasterKeys(settings);
  if (known !== undefined) return known;
  const previous = settings.previousMasterKey;
  const made = random.bytes(MASTER_KEY_BYTES);
  try {
    await checkMasterKey(database, createSecretBox({ current: made, previous }, random));
  } catch (refusal) {
    // Whoever has made the first key meanwhile wrote it down before sealing anything with it.
    const madeMeanwhile = await knownMasterKeys(settings);
    if (madeMeanwhile !== undefined) return madeMeanwhile;
    throw refusal;
  }
  const file = masterKeyFile(settings);
  const text = await writeOnce(file, () => `${made.toString('base64')}\n`, 0o600);
  return { current: masterKeyFrom(text, file), previous };
}

/** The same, and nothing is made. */
export async function knownMasterKeys(settings: Settings): Promise<MasterKeys | undefined> {
  const previous = settings.previousMasterKey;
  if (settings.masterKey !== undefined) return { current: settings.masterKey, previous };
  const file = masterKeyFile(settings);
  const text = await readIfThere(file);
  return text === undefined ? undefined : { current: masterKeyFrom(text, file), previous };
}

export function masterKeyFile({ dataFolder }: Settings): string {
  return path.join(dataFolder, 'master-key');
}

function masterKeyFrom(text: string, file: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === MASTER_KEY_BYTES) return key;
  throw new OperatorError(
    `${file} does not hold a master key any more. Put the original file back, or set WAYBILL_MASTER_KEY.`,
  );
}
