import { readFileSync, rmSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { systemClock } from '../../src/infrastructure/clock.ts';
import { withConnection } from '../../src/infrastructure/database/database.ts';
import { startEmbeddedPostgres } from '../../src/infrastructure/database/embedded-postgres.ts';
import { migrate, readMigrations } from '../../src/infrastructure/database/migrations.ts';
import { systemRandom } from '../../src/infrastructure/random.ts';
import { localCertificate } from '../../src/infrastructure/tls/local-authority.ts';
import { openDataFolder } from './open-folder.ts';

export type SharedByTests = {
  readonly postgres: { readonly host: string; readonly user: string; readonly template: string };
  readonly certificate: { readonly cert: string; readonly key: string };
  readonly authority: string;
};

declare module 'vitest' {
  interface ProvidedContext {
    shared: SharedByTests;
  }
}

/** One real PostgreSQL for the whole run; its migrated database is the template that each test file clones. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await openDataFolder('test');
  const server = await startEmbeddedPostgres(folder, () => {});
  // Nothing here outlives the run, so nothing waits for the disk and nothing is kept in shape for later.
  await withConnection(server.connection, async (sql) => {
    for (const care of ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum'])
      await sql.query(`alter system set ${care} = off`);
    await sql.query('select pg_reload_conf()');
  });
  await migrate(server.connection, systemClock.now(), await readMigrations());
  const { host, user, database: template } = server.connection as { host: string; user: string; database: string };
  const certificate = await localCertificate(
    { dataFolder: folder, publicUrl: 'https://localhost' },
    systemClock.now(),
    systemRandom,
  );
  const authority = await readFile(path.join(folder, 'tls', 'ca.pem'), 'utf8');
  project.provide('shared', { postgres: { host, user, template }, certificate, authority });
  const endAtOnce = () => endServer(folder);
  process.once('exit', endAtOnce);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  return async () => {
    process.off('exit', endAtOnce);
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Whoever interrupts the run leaves no server behind, nor what lies in memory. */
function endServer(folder: string): void {
  const lock = readFileSync(path.join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8');
  process.kill(Number(lock.split('\n')[0]), 'SIGQUIT');
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
