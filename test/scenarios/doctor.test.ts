import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { allTables } from '../../src/infrastructure/database/contents.ts';
import { withConnection } from '../../src/infrastructure/database/database.ts';
import { systemRandom } from '../../src/infrastructure/random.ts';
import { createSecretBox } from '../../src/infrastructure/secret-box.ts';
import { openEvidenceKey } from '../../src/proof/index.ts';
import { openDatabaseDoor } from '../support/database-door.ts';
import { startObjectStore } from '../support/object-store.ts';
import { runCommand } from '../support/program.ts';
import { createWorld, dropDatabase, emptyDatabase, sharedWith, urlOf, type World } from '../support/world.ts';

let world: World;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'waybill-doctor-'));
  world = await createWorld();
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const waybillWith = (env: Readonly<Record<string, string>>, ...args: string[]) =>
  runCommand(args, { ...sharedWith(world), ...env });

/** What waybill doctor says of one thing, and whether that is well. */
async function doctorOn(check: string, env: Readonly<Record<string, string>>): Promise<string> {
  const { output } = await waybillWith(env, 'doctor');
  return String(output.split('\n').find((line) => line.includes(` ${check} `)));
}

test('waybill doctor tries the file store, and says where it cannot', async () => {
  const store = await startObjectStore();
  const filesOf = (env: Readonly<Record<string, string>>) => doctorOn('files', env);
  const endpoint = store.env.WAYBILL_S3_ENDPOINT;
  expect(await filesOf(store.env)).toBe(`ok   files       kept in bucket files at ${endpoint}`);
  const wrong = (env: Readonly<Record<string, string>>) => filesOf({ ...store.env, ...env });
  expect(await wrong({ WAYBILL_S3_BUCKET: 'none' })).toBe(
    `BAD  files       bucket none at ${endpoint} cannot be used: there is no such bucket; make it, or change WAYBILL_S3_BUCKET (404 NoSuchBucket)`,
  );
  expect(await wrong({ WAYBILL_S3_ACCESS_KEY: 'nobody' })).toMatch(
    /cannot be used: the store does not know WAYBILL_S3_ACCESS_KEY \(403 InvalidAccessKeyId\)$/,
  );
  expect(await wrong({ WAYBILL_S3_ENDPOINT: String(endpoint).replace('http:', 'https:') })).toMatch(
    /^BAD .*cannot be used: no TLS is spoken there$/,
  );
  await store.stop();
  expect(await filesOf(store.env)).toMatch(/^BAD .*cannot be used: connect ECONNREFUSED [\d.:]+$/);
});

test.each<[string, Parameters<typeof startObjectStore>[0], RegExp]>([
  ['that anybody can read', { isOpen: true }, /^BAD .*: anybody can read what lies there; make it private$/],
  ['that keeps what is erased', { keepsVersions: true }, /^ok .*, which keeps earlier versions: what is erased stays/],
])('waybill doctor tells of a bucket %s', async (_which, bucket, says) => {
  const store = await startObjectStore(bucket);
  expect(await doctorOn('files', store.env)).toMatch(says);
  await store.stop();
});

test('waybill doctor says of a data folder that cannot be used why, and not that it is still to be made', async () => {
  const file = path.join(folder, 'a-file');
  await writeFile(file, '');
  expect(await doctorOn('disk', { WAYBILL_DATA: path.join(file, 'data') })).toMatch(
    /^BAD {2}disk .*a part of that path is a file/,
  );
});

test('waybill doctor names a certificate that is not for the host to which links lead', async () => {
  const { certificate } = inject('shared');
  const files = { WAYBILL_TLS_CERT: path.join(folder, 'my.crt'), WAYBILL_TLS_KEY: path.join(folder, 'my.key') };
  await writeFile(files.WAYBILL_TLS_CERT, certificate.cert);
  await writeFile(files.WAYBILL_TLS_KEY, certificate.key);
  const tlsAt = (url: string) => doctorOn('tls', { WAYBILL_TLS: 'files', ...files, WAYBILL_PUBLIC_URL: url });
  for (const url of ['https://localhost:8443', 'https://[::1]:8443'])
    expect(await tlsAt(url)).toMatch(/^ok {3}tls {9}the certificate holds until /);
  expect(await tlsAt('https://delivery.example.com')).toMatch(
    /^BAD {2}tls {9}the certificate is for DNS:localhost, .*, not for delivery\.example\.com of WAYBILL_PUBLIC_URL$/,
  );
});

test('waybill doctor makes no data folder where everything is kept elsewhere', async () => {
  const store = await startObjectStore();
  onTestFinished(() => store.stop());
  const none = path.join(folder, 'not-needed');
  const { output } = await waybillWith(
    { ...store.env, WAYBILL_ENVIRONMENT: 'production', WAYBILL_TLS: 'proxy', WAYBILL_DATA: none },
    'doctor',
  );
  expect(output).toContain('ok   disk        nothing is kept on it\n');
  expect(output).toContain('ok   files ');
  expect(output).toContain('ok   tls ');
  expect(existsSync(none)).toBe(false);
});

test('waybill doctor names a database that no process would start on', async () => {
  expect(await doctorOn('database', {})).toMatch(/^ok {3}database {4}PostgreSQL \d+$/);
  expect(await doctorOn('database', { WAYBILL_ENVIRONMENT: 'production' })).toMatch(
    /^BAD {2}database {4}This database belongs to the sandbox environment and WAYBILL_ENVIRONMENT is production\./,
  );
  expect(await doctorOn('database', { PGOPTIONS: '-c default_transaction_read_only=on' })).toBe(
    'BAD  database    it takes no writes: a standby, or set to read-only',
  );
});

test('waybill doctor says where row-level security is not in force, and what to grant', async () => {
  expect(await doctorOn('tenants', {})).toBe('ok   tenants     row-level security is in force');
  const role = `plain_${world.connection.database}`;
  const inDatabase = (...statements: string[]) =>
    withConnection(world.connection, async (sql) => {
      for (const statement of statements) await sql.query(statement);
    });
  await inDatabase(`create role ${role} login`, `grant select on all tables in schema public to ${role}`);
  onTestFinished(() => inDatabase(`drop owned by ${role}`, `drop role ${role}`));
  const plain = { DATABASE_URL: urlOf({ ...world.connection, user: role }) };
  expect(await doctorOn('tenants', plain)).toBe(
    "BAD  tenants     row-level security is not in force: the database's user may not take the role pg_read_all_data; grant it",
  );
  await inDatabase(`grant pg_read_all_data to ${role}`);
  expect(await doctorOn('tenants', plain)).toBe('ok   tenants     row-level security is in force');
});

test('waybill doctor says where one process would keep more connections than the database has', async () => {
  const [{ most }] = (await world.foundations.database.query(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`,
  )) as [{ most: number }];
  const databaseWith = (pool: number) => doctorOn('database', { WAYBILL_DATABASE_POOL: String(pool) });
  expect(await databaseWith(most - 1)).toMatch(/^ok /);
  expect(await databaseWith(most)).toBe(
    `BAD  database    one process would keep ${most + 1} connections, and it has ${most} for all of them; lower WAYBILL_DATABASE_POOL or raise max_connections`,
  );
});

test('waybill doctor looks for nothing in a database that has no tables yet, and says what to do', async () => {
  const empty = await emptyDatabase();
  onTestFinished(() => dropDatabase(empty));
  const { code, output } = await waybillWith({ DATABASE_URL: urlOf(empty) }, 'doctor');
  expect(code).toBe(1);
  const found = output
    .trimEnd()
    .split('\n')
    .slice(6)
    .map((line) => line.replace(/PostgreSQL \d+/, 'PostgreSQL'));
  expect(found).toEqual([
    'ok   database    PostgreSQL',
    expect.stringMatching(/^BAD {2}migrations {2}0001_\S+ and \d+ more not applied; apply them with: waybill migrate$/),
    "ok   clock       agrees with the database's",
  ]);
});

test.each([
  [
    'that keeps its own list of migrations',
    'create table migrations (id serial, migration text, batch int)',
    'migrations',
  ],
  ['that has a table by a name of ours', 'create table orders (id serial primary key)', 'orders'],
  ['that has none', 'create table articles (id serial primary key)', 'articles'],
])('no Waybill begins in the database of another program %s', async (_which, theirs, table) => {
  const taken = await emptyDatabase();
  onTestFinished(() => dropDatabase(taken));
  await withConnection(taken, (sql) => sql.query(theirs));
  const env = { DATABASE_URL: urlOf(taken) };
  const sentence = `The database holds another program's tables, such as ${table}, and Waybill needs one of its own. Make a new database, or change DATABASE_URL.`;
  for (const command of ['migrate', 'worker'])
    expect(await waybillWith(env, command)).toMatchObject({ code: 1, errors: `${sentence}\n` });
  expect((await waybillWith(env, 'doctor')).output).toContain(`BAD  migrations  ${sentence}\n`);
  expect(await withConnection(taken, allTables)).toEqual([{ name: table }]);
});

test('a database behind a pooler that keeps no sessions is refused, with what to change', async () => {
  const door = await openDatabaseDoor(path.join(String(world.connection.host), '.s.PGSQL.5432'), {
    losesNotifications: true,
  });
  onTestFinished(door.close);
  const { host, port, user, database } = door.connectionTo(String(world.connection.database));
  expect(await doctorOn('database', { DATABASE_URL: `postgres://${user}@${host}:${port}/${database}` })).toBe(
    `BAD  database    Cannot use the database at ${host}:${port}/${database}: notifications do not come through, as behind a pooler in transaction mode. ` +
      'Give DATABASE_URL the address of the server itself, or of a pooler in session mode.',
  );
});

test('a command that needs a Waybill makes no tables in a database that has none', async () => {
  const empty = await emptyDatabase();
  onTestFinished(() => dropDatabase(empty));
  const refused = {
    code: 1,
    output: '',
    errors:
      'There is no Waybill in this database yet. Begin one with waybill migrate, or choose another with DATABASE_URL.\n',
  };
  // The second finds what the first has left.
  for (const args of [
    ['partner', 'list'],
    ['market', 'list'],
  ])
    expect(await waybillWith({ DATABASE_URL: urlOf(empty) }, ...args)).toEqual(refused);
});

test('waybill doctor names secrets for which the master key is missing, and no command makes another one', async () => {
  const { secretBox, database } = world.foundations;
  await openEvidenceKey(world.foundations);
  const [kept] = await database.query<{ sealed_seed: Buffer }>('select sealed_seed from evidence_key');
  const other = createSecretBox({ current: Buffer.alloc(32, 9) }, systemRandom);
  const seed = secretBox.open(kept?.sealed_seed as Buffer, 'evidence_key');
  await database.query('update evidence_key set sealed_seed = $1', [other.seal(seed, 'evidence_key')]);
  const lost = await doctorOn('secrets', {});
  const previous = { WAYBILL_MASTER_KEY_PREVIOUS: Buffer.alloc(32, 9).toString('base64') };
  const sealed = await doctorOn('secrets', previous);
  await database.query('update evidence_key set sealed_seed = $1', [kept?.sealed_seed]);
  expect(lost).toBe('BAD  secrets     some are sealed with another master key; give it as WAYBILL_MASTER_KEY_PREVIOUS');
  expect(sealed).toBe('ok   secrets     some are still sealed with the previous master key, which must stay');
  const without = { WAYBILL_MASTER_KEY: '', WAYBILL_DATA: path.join(folder, 'without') };
  const none = `BAD  secrets     there is no master key: neither WAYBILL_MASTER_KEY nor ${folder}/without/master-key`;
  expect(await doctorOn('secrets', without)).toBe(none);
  const refused = await waybillWith(without, 'partner', 'list');
  expect([refused.code, refused.output]).toEqual([1, '']);
  expect(refused.errors).toContain('The database holds secrets sealed with another master key');
  expect(await doctorOn('secrets', without)).toBe(none);
});
