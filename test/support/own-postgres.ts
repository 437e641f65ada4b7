import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { appendFile, chown, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Connection, withConnection } from '../../src/infrastructure/database/database.ts';
import { type EmbeddedHome, prepareEmbeddedHome } from '../../src/infrastructure/database/embedded-home.ts';
import { eventually } from './webhook-receiver.ts';

const execute = promisify(execFile);
const USER = 'waybill';

/** A server of the test's own, to be stopped, killed and copied. */
export type OwnPostgres = {
  readonly home: EmbeddedHome;
  readonly socket: string;
  connectionTo(database: string): Connection;
  start(): Promise<void>;
  /** SIGINT ends sessions and writes everything down, SIGQUIT is a crash that is recovered from at the next start. */
  stop(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>;
  /** A copy made while the server runs, which follows it and takes no writes until it is promoted. */
  startStandby(folder: string): Promise<OwnPostgres>;
};

export async function makeOwnPostgres(folder: string): Promise<OwnPostgres> {
  const home = await prepareEmbeddedHome(folder);
  const options = ['-U', USER, '-E', 'UTF8', '--auth=trust', '--no-sync', '--no-instructions'];
  execFileSync(home.binaries.initdb, ['-D', home.data, ...options], { ...runAs(home), stdio: 'ignore' });
  return serverOf(home);
}

function runAs({ user }: EmbeddedHome) {
  return { cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }, ...(user ?? {}) };
}

function serverOf(home: EmbeddedHome): OwnPostgres {
  let server: ChildProcess | undefined;
  const connectionTo = (database: string): Connection => ({ host: home.socketFolder, user: USER, database });
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${home.socketFolder}`,
    'fsync=off',
    'max_connections=30',
  ];
  const own: OwnPostgres = {
    home,
    socket: path.join(home.socketFolder, '.s.PGSQL.5432'),
    connectionTo,
    async start() {
      const given = settings.flatMap((one) => ['-c', one]);
      const log = openSync(home.logFile, 'a');
      server = spawn(home.binaries.postgres, ['-D', home.data, ...given], {
        ...runAs(home),
        stdio: ['ignore', log, log],
      });
      closeSync(log);
      const answers = () =>
        withConnection(connectionTo('postgres'), (sql) => sql.query('select')).then(
          () => true,
          () => false,
        );
      await eventually(answers).catch(async () => {
        throw new Error(`the server did not start: ${await readFile(home.logFile, 'utf8')}`);
      });
    },
    async stop(signal) {
      if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
      server.kill(signal);
      await once(server, 'exit');
    },
    startStandby: (folder) => startStandbyOf(own, folder),
  };
  return own;
}

async function startStandbyOf(primary: OwnPostgres, folder: string): Promise<OwnPostgres> {
  const home = await prepareEmbeddedHome(folder);
  await withConnection(primary.connectionTo('postgres'), async (sql) => {
    await sql.query("select pg_backup_start('standby', true)");
    await execute('cp', ['-a', primary.home.data, home.data]);
    const [row] = await sql.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await execute('rm', [path.join(home.data, 'postmaster.pid')]);
    await writeFile(path.join(home.data, 'backup_label'), String(row?.labelfile));
  });
  await writeFile(path.join(home.data, 'standby.signal'), '');
  if (home.user !== undefined)
    for (const file of ['backup_label', 'standby.signal'])
      await chown(path.join(home.data, file), home.user.uid, home.user.gid);
  await appendFile(
    path.join(home.data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${primary.home.socketFolder} user=${USER} application_name=standby'\n`,
  );
  const standby = serverOf(home);
  await standby.start();
  return standby;
}
