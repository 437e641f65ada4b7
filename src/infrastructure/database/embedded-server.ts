import { type ChildProcess, spawn } from 'node:child_process';
import { chown, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '../../foundation/time.ts';
import { errorCode, OperatorError } from '../operator-error.ts';
import { systemRandom } from '../random.ts';
import { type Connection, withConnection } from './database.ts';
import type { EmbeddedHome } from './embedded-home.ts';

export const SUPERUSER = 'waybill';
export const POLL_MS = 25;
const START_LIMIT_MS = 120 * SECOND_MS;
const STOP_LIMIT_MS = 6 * SECOND_MS;
const LAST_WORDS_LINES = 20;

export type Report = (line: string) => void;
export type Starting = {
  readonly report: Report;
  /** Told to stop meanwhile, it leaves no server behind that does not stand yet. */
  readonly signal?: AbortSignal;
};

export async function startServer(home: EmbeddedHome, starting: Starting): Promise<number> {
  if (!(await isInitialised(home))) await initialise(home, starting.report);
  await checkVersion(home);
  return launch(home, starting);
}

/** Undefined where none runs, or it has ended before it stood. */
export async function findRunning(home: EmbeddedHome, starting: Starting): Promise<number | undefined> {
  const pid = await serverPid(home);
  // The server itself takes away what one left that is gone.
  if (pid === undefined || !isAlive(pid)) return undefined;
  if (!(await isPostgres(pid))) {
    starting.report('Removing the lock file of a database that was killed');
    await rm(pidFile(home), { force: true });
    return undefined;
  }
  starting.report('Found the embedded database running');
  return (await waitUntilReady(home, () => !isAlive(pid), starting)) ? pid : undefined;
}

function pidFile(home: EmbeddedHome): string {
  return path.join(home.data, 'postmaster.pid');
}

/** Of the server that has the data folder, or had it when it was killed. */
async function serverPid(home: EmbeddedHome): Promise<number | undefined> {
  const pid = Number((await readFile(pidFile(home), 'utf8').catch(() => '')).split('\n')[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

async function isPostgres(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  // The number may have been given to a stranger since; only a postgres is worth waiting for.
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes('postgres');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

async function isInitialised(home: EmbeddedHome): Promise<boolean> {
  return (await readFile(path.join(home.data, 'PG_VERSION')).catch(() => undefined)) !== undefined;
}

async function initialise(home: EmbeddedHome, report: Report): Promise<void> {
  report('Making the embedded database');
  const draft = `${home.data}.${systemRandom.uuid()}`;
  const child = spawn(
    home.binaries.initdb,
    [
      ...['-D', draft, '-U', SUPERUSER, '-E', 'UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'],
      ...['--auth-local=trust', '--auth-host=reject', '--no-instructions'],
    ],
    { ...runAs(home), stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const faults: Buffer[] = [];
  child.stderr?.on('data', (chunk: Buffer) => faults.push(chunk));
  const code = await exitOf(child);
  if (code !== 0) {
    await rm(draft, { recursive: true, force: true });
    throw new OperatorError(
      `The embedded database could not be made: ${explainServerLog(Buffer.concat(faults).toString())}`,
    );
  }
  await rename(draft, home.data).catch(async (error) => {
    // Another process was quicker; its database is as good as ours.
    await rm(draft, { recursive: true, force: true });
    if (!(await isInitialised(home))) throw error;
  });
}

async function checkVersion(home: EmbeddedHome): Promise<void> {
  const found = (await readFile(path.join(home.data, 'PG_VERSION'), 'utf8')).trim();
  const control = spawn(home.binaries.postgres, ['--version'], { ...runAs(home), stdio: ['ignore', 'pipe', 'ignore'] });
  const output: Buffer[] = [];
  control.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
  await exitOf(control);
  const shipped = /\b(\d+)\./.exec(Buffer.concat(output).toString())?.[1];
  if (shipped !== found) {
    throw new OperatorError(
      `The embedded database in ${home.data} was made by PostgreSQL ${found}, and this Waybill ships ${shipped}. Save it with the Waybill that made it (waybill backup), and bring it back with this one into another WAYBILL_DATA (waybill restore).`,
    );
  }
}

async function launch(home: EmbeddedHome, starting: Starting): Promise<number> {
  starting.report('Starting the embedded database');
  const log = await open(home.logFile, 'w', 0o600);
  if (home.user !== undefined) await chown(home.logFile, home.user.uid, home.user.gid);
  // A session of its own: Ctrl-C in the terminal must reach Waybill first, which then stops the database last.
  const child = spawn(
    home.binaries.postgres,
    [
      '-D',
      home.data,
      '-c',
      'listen_addresses=',
      '-c',
      `unix_socket_directories=${home.socketFolder}`,
      '-c',
      'max_connections=200',
    ],
    { ...runAs(home), detached: true, stdio: ['ignore', log.fd, log.fd] },
  );
  let exited = false;
  child.once('exit', () => {
    exited = true;
  });
  child.once('error', () => {
    exited = true;
  });
  child.unref();
  const ready = await waitUntilReady(home, () => exited, starting);
  await log.close();
  if (starting.signal?.aborted) {
    child.kill('SIGQUIT');
    throw starting.signal.reason;
  }
  // Of two that are started at once one gives up, and its starter may have been answered by the other before it does.
  if (ready && !exited && child.pid !== undefined && child.pid === (await serverPid(home))) return child.pid;
  const other = await findRunning(home, starting);
  if (other !== undefined) return other;
  throw new OperatorError(
    `The embedded database did not start: ${explainServerLog(await readFile(home.logFile, 'utf8'))}`,
  );
}

async function waitUntilReady(home: EmbeddedHome, gone: () => boolean, { report, signal }: Starting): Promise<boolean> {
  const connection: Connection = { host: home.socketFolder, user: SUPERUSER, database: 'postgres' };
  for (let waitedMs = 0; waitedMs < START_LIMIT_MS; waitedMs += POLL_MS) {
    if (gone() || signal?.aborted) return false;
    const answered = await withConnection(connection, (sql) => sql.query('select 1')).then(
      () => true,
      () => false,
    );
    if (answered) return true;
    if (waitedMs > 0 && waitedMs % (2 * SECOND_MS) === 0) report('Waiting for the embedded database to recover');
    await sleep(POLL_MS);
  }
  return false;
}

/** A fast shutdown, which is a clean one: sessions are ended, everything is written. */
export async function stopServer(pid: number, home: EmbeddedHome): Promise<void> {
  if (!isAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  for (let waitedMs = 0; waitedMs < STOP_LIMIT_MS; waitedMs += POLL_MS) {
    const released = await readFile(pidFile(home)).then(
      () => false,
      () => true,
    );
    if (released || !isAlive(pid)) return;
    await sleep(POLL_MS);
  }
  if (isAlive(pid)) process.kill(pid, 'SIGQUIT');
}

function runAs({ user }: EmbeddedHome) {
  const path = process.platform === 'win32' ? {} : { PATH: '/usr/bin:/bin' };
  return { cwd: '/', env: { ...path, LC_ALL: 'C', TZ: 'UTC' }, ...(user ?? {}) };
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
}

const KNOWN_SERVER_FAULTS: readonly (readonly [RegExp, string])[] = [
  [/No space left on device/i, 'its disk is full; free some space or choose another folder with WAYBILL_DATA.'],
  [/Read-only file system/i, 'its disk is read-only; choose another folder with WAYBILL_DATA.'],
  [/Permission denied/i, 'its user may not enter the data folder; choose another one with WAYBILL_DATA.'],
  [
    /could not (create|map|resize) shared memory/i,
    'there is too little shared memory; make /dev/shm larger or set DATABASE_URL.',
  ],
];

/** Who knocks meanwhile is refused so; it is no reason. */
const TOLD_TO_CALLERS =
  /terminating connection|the database system is (starting up|not yet accepting connections|shutting down|in recovery mode)/;
const WHEN_AND_WHO = /^[\d-]+ [\d:.]+ UTC \[\d+\] /;

/** What the operator should do about a server that gave up, from what it wrote before. */
export function explainServerLog(log: string): string {
  const known = KNOWN_SERVER_FAULTS.find(([pattern]) => pattern.test(log));
  if (known !== undefined) return known[1];
  const lastWords = log
    .split('\n')
    .filter(
      (line) => /FATAL|PANIC|was terminated by|received .*shutdown|error:/.test(line) && !TOLD_TO_CALLERS.test(line),
    )
    .at(-1);
  return (lastWords ?? 'it said nothing about why.').replace(WHEN_AND_WHO, '').trim();
}

/** Why the server that ran there has ended, as far as it has said so. */
export async function lastWordsAt(home: EmbeddedHome): Promise<string> {
  const log = await readFile(home.logFile, 'utf8').catch(() => '');
  return explainServerLog(log.split('\n').slice(-LAST_WORDS_LINES).join('\n'));
}
