import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { systemClock } from '../../src/infrastructure/clock.ts';
import { withConnection } from '../../src/infrastructure/database/database.ts';
import { startEmbeddedPostgres } from '../../src/infrastructure/database/embedded-postgres.ts';
import { migrate, readMigrations } from '../../src/infrastructure/database/migrations.ts';
import { systemRandom } from '../../src/infrastructure/random.ts';
import { localCertificate } from '../../src/infrastructure/tls/local-authority.ts';
import { openFolder } from './open-folder.ts';

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
  const folder = await openFolder('test');
  const server = await startEmbeddedPostgres(folder, () => {});
  // Nothing here outlives the run, so nothing waits for the disk.
  await withConnection(server.connection, async (sql) => {
    for (const wait of ['fsync', 'synchronous_commit', 'full_page_writes'])
      await sql.query(`alter system set ${wait} = off`);
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
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
