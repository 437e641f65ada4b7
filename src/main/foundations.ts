import path from 'node:path';
import type { Clock } from '../infrastructure/clock.ts';
import { systemClock } from '../infrastructure/clock.ts';
import type { Settings } from '../infrastructure/config/settings.ts';
import { readIfThere, writeWhole } from '../infrastructure/data-folder.ts';
import { type Connection, type Database, openDatabase } from '../infrastructure/database/database.ts';
import { claimEnvironment } from '../infrastructure/database/deployment.ts';
import { migrate, readMigrations } from '../infrastructure/database/migrations.ts';
import { openSession, type Session } from '../infrastructure/database/session.ts';
import { createIds, type Ids } from '../infrastructure/ids.ts';
import type { Log } from '../infrastructure/log.ts';
import { createMetrics, type Metrics } from '../infrastructure/metrics.ts';
import { type Random, systemRandom } from '../infrastructure/random.ts';
import { createSecretBox, type SecretBox } from '../infrastructure/secret-box.ts';

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
  close(): Promise<void>;
};

type Edges = { readonly clock?: Clock; readonly random?: Random; readonly log: Log };

export async function layFoundations(settings: Settings, connection: Connection, edges: Edges): Promise<Foundations> {
  const { clock = systemClock, random = systemRandom, log } = edges;
  const database = openDatabase(connection, settings.databasePool, log);
  try {
    await migrate(database, clock.now(), await readMigrations());
    await claimEnvironment(database, settings.environment, clock.now());
    const secretBox = createSecretBox(await masterKeys(settings, random), random);
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

async function masterKeys(
  settings: Settings,
  random: Random,
): Promise<{ current: Buffer; previous: Buffer | undefined }> {
  const previous = settings.previousMasterKey;
  if (settings.masterKey !== undefined) return { current: settings.masterKey, previous };
  const file = path.join(settings.dataFolder, 'master-key');
  const known = await readIfThere(file);
  if (known !== undefined) return { current: Buffer.from(known, 'base64'), previous };
  const made = random.bytes(32);
  await writeWhole(file, `${made.toString('base64')}\n`, 0o600);
  return { current: made, previous };
}
