import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { chown, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject } from 'vitest';
import { withConnection } from '../../src/infrastructure/database/database.ts';

const DEBIAN = '/usr/lib/postgresql';
const TOOLS = ['initdb', 'postgres', 'pg_dump', 'pg_restore'];

/** The folder of PostgreSQL's own tools with the server they belong to, where this machine has one; the embedded one has no pg_dump. */
export function findPostgresTools(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(':').map((folder) => path.join(folder, 'pg_dump'));
  const folders = onPath.filter(existsSync).map((file) => path.dirname(realpathSync(file)));
  if (existsSync(DEBIAN)) folders.push(...readdirSync(DEBIAN).map((version) => path.join(DEBIAN, version, 'bin')));
  return folders.find((folder) => TOOLS.every((tool) => existsSync(path.join(folder, tool))));
}

export type OwnPostgres = { readonly urlOf: (database: string) => string; stop(): Promise<void> };

/** A server of these tools with some empty databases, as the user of the tests' own server: PostgreSQL does not run as root. */
export async function startOwnPostgres(
  tools: string,
  folder: string,
  databases: readonly string[],
): Promise<OwnPostgres> {
  const { uid, gid } = await stat(inject('shared').postgres.host);
  const home = path.join(folder, 'postgres');
  await mkdir(home);
  if (process.getuid?.() === 0) await chown(home, uid, gid);
  const data = path.join(home, 'data');
  const options = { uid, gid, cwd: home };
  execFileSync(
    path.join(tools, 'initdb'),
    ['-D', data, '-U', 'waybill', '--auth=trust', '--no-sync', '-E', 'UTF8'],
    options,
  );
  const settings = ['listen_addresses=', `unix_socket_directories=${home}`, 'fsync=off'].flatMap((one) => ['-c', one]);
  const server = spawn(path.join(tools, 'postgres'), ['-D', data, ...settings], { ...options, stdio: 'ignore' });
  const connection = { host: home, user: 'waybill', database: 'postgres' };
  await expect
    .poll(() =>
      withConnection(connection, (sql) => sql.query('select')).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await withConnection(connection, async (sql) => {
    for (const database of databases) await sql.query(`create database ${database}`);
  });
  return {
    urlOf: (database) => `postgres://waybill@${encodeURIComponent(home)}/${database}`,
    async stop() {
      server.kill('SIGINT');
      await new Promise((resolve) => server.once('exit', resolve));
    },
  };
}
