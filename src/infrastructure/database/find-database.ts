import type { Log } from '../log.ts';
import { OperatorError } from '../operator-error.ts';
import { type Connection, type Queryable, withConnection } from './database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import type { Report } from './embedded-server.ts';
import { serverVersion } from './health.ts';
import { keepsSessions } from './kept-session.ts';

const OLDEST_SUPPORTED = 140_000;

export type FoundDatabase = {
  readonly connection: Connection;
  readonly embedded: boolean;
  /** For those who stay: an embedded server that ends is started again. */
  keepRunning(log: Log): void;
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
    const connection = connectionTo(settings.databaseUrl);
    await checkServer(connection, settings.databaseUrl);
    return { connection, embedded: false, keepRunning: () => {}, stop: async () => {}, leave: async () => {} };
  }
  const server = await startEmbeddedPostgres(settings.dataFolder, report);
  return { ...server, embedded: true };
}

/** Every mode that checks the server checks it fully. pg does so too, but says at length that it may not do so for ever. */
function connectionTo(url: string): Connection {
  return { connectionString: url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, '$1verify-full') };
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

const UNVOUCHED =
  'its certificate is by no authority that is known here. Name the file of its authority in DATABASE_URL: ?sslmode=verify-full&sslrootcert=/path/to/ca.pem.';
const WITHOUT_TLS =
  'this user is not let in without TLS. Add ?sslmode=verify-full to DATABASE_URL or change the server’s pg_hba.conf.';

const CONNECT_FAULTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there. Start PostgreSQL or change DATABASE_URL.',
  ENOTFOUND: 'its host name is not known. Change DATABASE_URL.',
  EAI_AGAIN: 'its host name cannot be looked up. Check the network or change DATABASE_URL.',
  ENOENT: 'there is no server at that socket. Start PostgreSQL or change DATABASE_URL.',
  ETIMEDOUT: 'it does not answer. Check the network or change DATABASE_URL.',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNVOUCHED,
  SELF_SIGNED_CERT_IN_CHAIN: UNVOUCHED,
  UNABLE_TO_GET_ISSUER_CERT: UNVOUCHED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNVOUCHED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNVOUCHED,
  CERT_HAS_EXPIRED: 'its certificate has expired. Renew it at the server.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host. Change DATABASE_URL or the certificate.',
  '28P01': 'the password is wrong. Change DATABASE_URL.',
  '28000': 'this user is not let in. Change DATABASE_URL or the server’s pg_hba.conf.',
  '53300':
    'it has no connection left. Raise its max_connections, or lower WAYBILL_DATABASE_POOL of the processes that run.',
  '3D000': 'that database does not exist. Create it or change DATABASE_URL.',
};

/** What has no code of its own. */
const WORDED_FAULTS: readonly (readonly [RegExp, string])[] = [
  [/timeout/i, CONNECT_FAULTS.ETIMEDOUT as string],
  [/client password must be/, 'it wants a password. Give one in DATABASE_URL.'],
  [
    /does not support SSL/,
    'it speaks no TLS. Switch TLS on at the server, or take what begins with ssl out of DATABASE_URL.',
  ],
];

type ConnectFault = Error & { code?: string; syscall?: string; errors?: { code?: string }[] };

export function explainConnectFault({ code: own, message, syscall, errors }: ConnectFault): string {
  const code = own ?? errors?.[0]?.code ?? '';
  const words = `${message || code || 'it cannot be reached'}.`;
  // A file that DATABASE_URL names.
  if (syscall === 'open') return `${words} Change DATABASE_URL.`;
  if (code === '28000' && /no encryption/.test(message)) return WITHOUT_TLS;
  return CONNECT_FAULTS[code] ?? WORDED_FAULTS.find(([pattern]) => pattern.test(message))?.[1] ?? words;
}

function placeOf(url: string): string {
  const { host, pathname, searchParams } = new URL(url.replace('@/', '@localhost/'));
  return `${searchParams.get('host') ?? (host || 'localhost')}${pathname}`;
}
