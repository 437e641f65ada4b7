import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '../../foundation/time.ts';
import type { Log } from '../log.ts';
import { errorCode } from '../operator-error.ts';
import { createTrouble } from '../trouble.ts';
import { type Connection, type OpenConnection, openConnection, withConnection } from './database.ts';
import { type EmbeddedHome, prepareEmbeddedHome } from './embedded-home.ts';
import {
  findRunning,
  lastWordsAt,
  POLL_MS,
  type Report,
  type Starting,
  SUPERUSER,
  startServer,
  stopServer,
} from './embedded-server.ts';

const MOST_TRIES = 10;
const REVIVE_EVERY_MS = SECOND_MS;
/** Shared by everybody who is there; whoever gets it alone is the last one. */
const PRESENCE_LOCK = 4_711_001;

export type EmbeddedPostgres = {
  readonly connection: Connection;
  /** Starts it again whenever it ends, until it is stopped or left. */
  keepRunning(log: Log): void;
  stop(): Promise<void>;
  /** Stops it where nobody else is there: of several who leave at once, one does. */
  leave(): Promise<void>;
};

/** A server that runs, and our being there. */
type Standing = { readonly pid: number; readonly presence: OpenConnection };

export async function startEmbeddedPostgres(dataFolder: string, report: Report): Promise<EmbeddedPostgres> {
  const home = await prepareEmbeddedHome(dataFolder);
  const connection: Connection = { host: home.socketFolder, user: SUPERUSER, database: 'waybill' };
  const over = new AbortController();
  let standing: Standing | undefined = await stand(home, connection, { report });
  let keeping: Promise<void> | undefined;

  async function keepStanding(log: Log): Promise<void> {
    while (standing !== undefined && !over.signal.aborted) {
      const { pid, presence } = standing;
      await presence.ended;
      if (over.signal.aborted) return;
      const lastWords = await lastWordsAt(home);
      standing = undefined;
      standing = await standAgain(log);
      // What only cut us off runs as before.
      if (standing !== undefined && standing.pid !== pid)
        log.error({ reason: lastWords }, 'the embedded database had ended, and was started again');
    }
  }

  async function standAgain(log: Log): Promise<Standing | undefined> {
    const down = createTrouble(log, 'the embedded database has ended, and is started until it stands');
    while (!over.signal.aborted) {
      try {
        return await stand(home, connection, { report: () => {}, signal: over.signal });
      } catch (error) {
        if (!over.signal.aborted) down.met(error);
      }
      await sleep(REVIVE_EVERY_MS, undefined, { signal: over.signal }).catch(() => {});
    }
    return undefined;
  }

  /** From here on nobody starts it again. */
  async function letGo(): Promise<Standing | undefined> {
    over.abort();
    // While we are there, keeping waits for our going.
    if (standing === undefined) await keeping;
    return standing;
  }

  async function stop(): Promise<void> {
    const last = await letGo();
    await last?.presence.close();
    if (last !== undefined) await stopServer(last.pid, home);
  }
  return {
    connection,
    keepRunning(log) {
      keeping = keepStanding(log);
    },
    stop,
    async leave() {
      const last = await letGo();
      if (last !== undefined && (await isLastOut(last.presence).catch(() => false))) await stop();
      else await last?.presence.close();
    },
  };
}

async function stand(home: EmbeddedHome, connection: Connection, starting: Starting): Promise<Standing> {
  for (let tries = 1; ; tries++) {
    try {
      const found = await findRunning(home, starting);
      starting.signal?.throwIfAborted();
      const pid = found ?? (await startServer(home, starting));
      await createDatabase(connection);
      return { pid, presence: await bePresent(connection) };
    } catch (error) {
      // The last one out may be stopping the server that we have just found.
      if (tries === MOST_TRIES || !/shutting down|terminat|ECONNREFUSED|ENOENT|already exists/.test(String(error)))
        throw error;
      await sleep(POLL_MS);
    }
  }
}

/** Open as long as we are here, so that nobody who leaves takes the server away from us. */
async function bePresent(connection: Connection): Promise<OpenConnection> {
  const presence = await openConnection({ ...connection, database: 'postgres' });
  await presence.query(`select pg_advisory_lock_shared(${PRESENCE_LOCK})`);
  return presence;
}

async function isLastOut(presence: OpenConnection): Promise<boolean> {
  await presence.query(`select pg_advisory_unlock_shared(${PRESENCE_LOCK})`);
  const [row] = await presence.query<{ alone: boolean }>(`select pg_try_advisory_lock(${PRESENCE_LOCK}) as alone`);
  return row?.alone === true;
}

async function createDatabase(connection: Connection): Promise<void> {
  await withConnection({ ...connection, database: 'postgres' }, async (sql) => {
    const found = await sql.query('select 1 from pg_database where datname = $1', [connection.database]);
    if (found.length > 0) return;
    await sql.query(`create database "${connection.database}"`).catch((error) => {
      // Two processes that start at once may both find it missing.
      if (errorCode(error) !== '42P04' && errorCode(error) !== '23505') throw error;
    });
  });
}
