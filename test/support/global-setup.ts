import { readFileSync, rmSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { systemClock } from '../../src/infrastructure/clock.ts';
import { withConnection } from '../../src/infrastructure/database/database.ts';
import { startEmbeddedPostgres } from '../../src/infrastructure/database/embedded-postgres.ts';
import { migrate, readMigrations } from '../../src/infrastructure/database/migrations.ts';
import { systemRandom } from '../../src/infrastructure/random.ts';
import { localCertificate } from '../../src/infrastructure/tls/local-authority.ts';
import { copyFolder } from './linked.ts';
import { openDataFolder } from './open-folder.ts';

export type SharedByTests = {
  readonly postgres: { readonly host: string; readonly user: string; readonly template: string };
  readonly certificate: { readonly cert: string; readonly key: string };
  readonly authority: string;
  /** With a migrated database and the certificate, for copies: `prepared-data.ts`. */
  readonly preparedData: string;
};

/** What another run of tests, whose process has started this one, shares with it. */
export const GIVEN = 'SHARED_BY_TESTS';

declare module 'vitest' {
  interface ProvidedContext {
    shared: SharedByTests;
  }
}

/** One real PostgreSQL for the whole run; its migrated database is the template that each test file clones. */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env[GIVEN];
  if (given !== undefined) {
    project.provide('shared', JSON.parse(given));
    return undefined;
  }
  const folder = await openDataFolder('test');
  const data = path.join(folder, 'data');
  await mkdir(data, { mode: 0o711 });
  const first = await startEmbeddedPostgres(data, () => {});
  await migrate(first.connection, systemClock.now(), await readMigrations());
  const certificate = await localCertificate(
    { dataFolder: data, publicUrl: 'https://localhost' },
    systemClock.now(),
    systemRandom,
  );
  const authority = await readFile(path.join(data, 'tls', 'ca.pem'), 'utf8');
  await first.stop();
  const preparedData = path.join(folder, 'prepared');
  await copyFolder(data, preparedData);
  const server = await startEmbeddedPostgres(data, () => {});
  // Nothing here outlives the run, so nothing waits for the disk and nothing is kept in shape for later.
  await withConnection(server.connection, async (sql) => {
    for (const care of ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum'])
      await sql.query(`alter system set ${care} = off`);
    await sql.query('select pg_reload_conf()');
  });
  const { host, user, database: template } = server.connection as { host: string; user: string; database: string };
  project.provide('shared', { postgres: { host, user, template }, certificate, authority, preparedData });
  const endAtOnce = () => endServer(folder, data);
  process.once('exit', endAtOnce);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  return async () => {
    process.off('exit', endAtOnce);
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Whoever interrupts the run leaves no server behind, nor what lies in memory. */
function endServer(folder: string, data: string): void {
  const lock = readFileSync(path.join(data, 'postgres', 'data', 'postmaster.pid'), 'utf8');
  process.kill(Number(lock.split('\n')[0]), 'SIGQUIT');
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
