import path from 'node:path';
import type { Clock } from '../infrastructure/clock.ts';
import { systemClock } from '../infrastructure/clock.ts';
import type { Settings } from '../infrastructure/config/settings.ts';
import { writeOnce } from '../infrastructure/data-folder.ts';
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
  const database = openDatabase(connection, settings.databasePool, log);
  try {
    await migrate(connection, clock.now(), await readMigrations());
    await claimEnvironment(database, settings.environment, clock.now());
    const secretBox = createSecretBox(await masterKeys(settings, random), random);
    await checkMasterKey(database, secretBox);
    const session = await openSession(connection, random, log);
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
      files: openFileStore(settings, log),
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

export async function masterKeys(
  settings: Settings,
  random: Random,
): Promise<{ current: Buffer; previous: Buffer | undefined }> {
  const previous = settings.previousMasterKey;
  if (settings.masterKey !== undefined) return { current: settings.masterKey, previous };
  const file = path.join(settings.dataFolder, 'master-key');
  const text = await writeOnce(file, () => `${random.bytes(MASTER_KEY_BYTES).toString('base64')}\n`, 0o600);
  const current = Buffer.from(text.trim(), 'base64');
  if (current.length === MASTER_KEY_BYTES) return { current, previous };
  throw new OperatorError(
    `${file} does not hold a master key any more. Put the original file back, or set WAYBILL_MASTER_KEY.`,
  );
}
