import { OperatorError } from '../operator-error.ts';
import { type Connection, type Queryable, withConnection } from './database.ts';
import { type Report, startEmbeddedPostgres } from './embedded-postgres.ts';
import { serverVersion } from './health.ts';
import { keepsSessions } from './kept-session.ts';

const OLDEST_SUPPORTED = 140_000;

export type FoundDatabase = {
  readonly connection: Connection;
  readonly embedded: boolean;
  /** Stops an embedded server. */
  stop(): Promise<void>;
  /** For commands that come and go: the last one out stops an embedded server. */
  leave(): Promise<void>;
};

/** The database of the settings: the operator's own, or the embedded one, started where it is not running. */
export async function findDatabase(
  settings: { databaseUrl: string | undefined; dataFolder: string },
  report: Report,
): Promise<FoundDatabase> {
  if (settings.databaseUrl !== undefined) {
    const connection: Connection = { connectionString: settings.databaseUrl };
    await checkServer(connection, settings.databaseUrl);
    return { connection, embedded: false, stop: async () => {}, leave: async () => {} };
  }
  const server = await startEmbeddedPostgres(settings.dataFolder, report);
  return { ...server, embedded: true };
}

async function checkServer(connection: Connection, url: string): Promise<void> {
  const place = placeOf(url);
  const fault = await withConnection(connection, (sql) => serverFault(connection, sql, place)).catch(
    (error: Error & { code?: string }) => `Cannot use the database at ${place}: ${explainConnectFault(error)}`,
  );
  if (fault !== undefined) throw new OperatorError(fault);
}

async function serverFault(connection: Connection, sql: Queryable, place: string): Promise<string | undefined> {
  const tooOld = versionFault(await serverVersion(sql), place);
  if (tooOld !== undefined || (await isStandby(sql)) || (await keepsSessions(connection, sql))) return tooOld;
  return `Cannot use the database at ${place}: notifications do not come through, as behind a pooler in transaction mode. Give DATABASE_URL the address of the server itself, or of a pooler in session mode.`;
}

/** It tells nobody anything, and is refused later for what else it does not take. */
async function isStandby(sql: Queryable): Promise<boolean> {
  const [row] = await sql.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
  return row?.standby === true;
}

export function versionFault(version: number, place: string): string | undefined {
  if (version >= OLDEST_SUPPORTED) return undefined;
  return `The database at ${place} is PostgreSQL ${Math.floor(version / 10_000)}, which is too old. Waybill needs 14 or later.`;
}

const CONNECT_FAULTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there. Start PostgreSQL or change DATABASE_URL.',
  ENOTFOUND: 'its host name is not known. Change DATABASE_URL.',
  EAI_AGAIN: 'its host name cannot be looked up. Check the network or change DATABASE_URL.',
  ENOENT: 'there is no server at that socket. Start PostgreSQL or change DATABASE_URL.',
  ETIMEDOUT: 'it does not answer. Check the network or change DATABASE_URL.',
  '28P01': 'the password is wrong. Change DATABASE_URL.',
  '28000': 'this user is not let in. Change DATABASE_URL or the server’s pg_hba.conf.',
  '3D000': 'that database does not exist. Create it or change DATABASE_URL.',
};

export function explainConnectFault(error: Error & { code?: string; errors?: { code?: string }[] }): string {
  const code = error.code ?? error.errors?.[0]?.code ?? '';
  const known = CONNECT_FAULTS[code];
  if (known !== undefined) return known;
  return /timeout/i.test(error.message)
    ? (CONNECT_FAULTS.ETIMEDOUT as string)
    : `${error.message || code || 'it cannot be reached'}.`;
}

function placeOf(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`;
  } catch {
    return 'DATABASE_URL';
  }
}
