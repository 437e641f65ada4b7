import { appendFile, cp, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { HOUR_MS } from '../../src/foundation/time.ts';
import { type Manifest, readManifest, writeManifest } from '../../src/infrastructure/backup/manifest.ts';
import { type Connection, withConnection } from '../../src/infrastructure/database/database.ts';
import { describeSchema } from '../../src/infrastructure/database/describe-schema.ts';
import { migrate, readMigrations } from '../../src/infrastructure/database/migrations.ts';
import { withSnapshot } from '../../src/infrastructure/database/snapshot.ts';
import { systemRandom } from '../../src/infrastructure/random.ts';
import { createSecretBox } from '../../src/infrastructure/secret-box.ts';
import { newestCursor } from '../../src/main/commands/newest-cursor.ts';
import { FILE_COLUMNS } from '../../src/main/make-backup.ts';
import { contradictions, eventsOfOrder, runDueJobs } from '../support/order-records.ts';
import { place } from '../support/orders.ts';
import { runCommand, saidBy } from '../support/program.ts';
import { act } from '../support/sandbox.ts';
import { eventually, startReceiver } from '../support/webhook-receiver.ts';
import { readEvents, setUrl, startSending } from '../support/webhooks.ts';
import {
  createWorld,
  dropDatabase,
  emptyDatabase,
  MASTER_KEY,
  sharedWith,
  urlOf,
  type World,
} from '../support/world.ts';

const OTHER_KEY = Buffer.alloc(32, 8).toString('base64');
const secretBox = createSecretBox({ current: Buffer.from(MASTER_KEY, 'base64') }, systemRandom);

let folder: string;
let world: World;
let delivered: string;
const databases: Connection[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'waybill-backup-'));
  world = await createWorld({ partner: { limitFactor: 1_000, creditMinor: 1_000_000n } });
  delivered = await deliverWithPhoto();
});
afterAll(async () => {
  await world.close();
  for (const database of databases) await dropDatabase(database);
  await rm(folder, { recursive: true, force: true });
});

/** A deployment with nothing in it yet. */
async function newPlace(name: string) {
  const connection = await emptyDatabase();
  databases.push(connection);
  const dataFolder = path.join(folder, name);
  const env = { DATABASE_URL: urlOf(connection), WAYBILL_DATA: dataFolder, WAYBILL_MASTER_KEY: MASTER_KEY };
  return { connection, dataFolder, env };
}

const backUp = async (name: string, env: Record<string, string> = sharedWith(world), ...further: string[]) => {
  const out = path.join(folder, name);
  const said = JSON.parse(await saidBy(runCommand(['backup', '--out', out, ...further, '--json'], env)));
  return { out, said };
};
const restore = (from: string, env: Record<string, string>) => runCommand(['restore', '--from', from], env);
const manifestOf = async (out: string): Promise<Manifest> =>
  readManifest(await readFile(path.join(out, 'manifest.json'), 'utf8'), secretBox);

async function deliverWithPhoto(): Promise<string> {
  const { orderId } = await place(world, { order: { isPODEnabled: true } });
  await act(world, orderId, 'DRIVER_ACCEPT');
  await act(world, orderId, 'DRIVER_PICK_UP');
  await act(world, orderId, 'DRIVER_DROP_OFF', { proof: 'PHOTO' });
  return orderId;
}

async function evidenceOf(orderId: string, env: Record<string, string>) {
  const file = path.join(folder, `${systemRandom.uuid()}.json`);
  await saidBy(runCommand(['evidence', '--order', orderId, '--out', file], env));
  return JSON.parse(await readFile(file, 'utf8'));
}

/** Places orders, one after the other in each of some lanes, until it is told to stop. */
function placeOnAndOn(lanes: number) {
  const acknowledged: string[] = [];
  let isStopped = false;
  const lane = async () => {
    while (!isStopped) acknowledged.push((await place(world)).orderId);
  };
  const all = Promise.all(Array.from({ length: lanes }, lane));
  return {
    acknowledged,
    async stop() {
      isStopped = true;
      await all;
    },
  };
}

test('saved while orders are placed, it comes back whole, proves its books and goes on', async () => {
  const receiver = await startReceiver();
  expect((await setUrl(world, receiver.url)).status).toBe(200);
  const waiting = (await place(world)).orderId;
  await runDueJobs(world.foundations);

  const load = placeOnAndOn(2);
  await eventually(() => load.acknowledged.length >= 4);
  const before = [...load.acknowledged];
  const { out, said } = await backUp('under-load/');
  const lost = load.acknowledged.length;
  await eventually(() => load.acknowledged.length >= lost + 6);
  await load.stop();
  expect(said).toMatchObject({ environment: 'sandbox', files: 1, filesMissing: 0 });
  expect((await stat(out)).mode & 0o077).toBe(0);

  const { connection, env } = await newPlace('restored');
  const told = await saidBy(restore(out, env));
  expect(told).toContain('rows of');
  expect(told).toContain('Books: balances equal their transfers, holds their orders');
  const findings = JSON.parse((await runCommand(['doctor', '--json'], env)).output);
  expect(findings.filter((finding: { well: boolean }) => !finding.well)).toEqual([]);
  expect(await evidenceOf(delivered, env)).toMatchObject({
    proofs: (await evidenceOf(delivered, sharedWith(world))).proofs,
  });

  await expectTheSame(out, env, connection);

  const restored = await createWorld({
    on: connection,
    env: { WAYBILL_DATA: env.WAYBILL_DATA },
    partner: { name: 'Later' },
  });
  const as = world.partner;
  try {
    const sql = restored.foundations.database;
    expect(await contradictions(sql)).toEqual([]);
    const orders = await sql.query<{ id: string }>('select id from orders');
    const ids = orders.map(({ id }) => id);
    for (const id of before) expect(ids).toContain(id);
    expect(ids.filter((id) => ![...load.acknowledged, delivered, waiting].includes(id)).length).toBeLessThanOrEqual(2);
    expect(ids.length).toBeLessThan(load.acknowledged.length + 2);

    // Partners have read further in the log than it goes now: what happens from here on comes after that.
    const lastRead = await newestCursor(async (after) => (await readEvents(world, `?after=${after}`)).json);
    const known = await eventsAfter(world, '0');
    const { orderId } = await place(restored, { as });
    const read = await eventsAfter(restored, lastRead, as);
    expect(read.map(({ data }) => data.order?.orderId)).toContain(orderId);
    // Whoever drops what is known by its id drops none of it, though the wallet gives numbers again that are lost.
    expect(read.map(({ eventType }) => eventType)).toContain('WALLET_BALANCE_CHANGED');
    expect(read.filter(({ eventId }) => known.some((event) => event.eventId === eventId))).toEqual([]);

    restored.clock.set(world.clock.now() + 3 * HOUR_MS);
    // One for each order that came back, whatever became of it, and one for the new order.
    expect(await runDueJobs(restored.foundations)).toBe(ids.length + 1);
    expect(await runDueJobs(restored.foundations)).toBe(0);
    const statuses = (await eventsOfOrder(sql, waiting)).filter(({ type }) => type === 'ORDER_STATUS_CHANGED');
    expect(statuses.map(({ data }) => data.order.status)).toEqual(['ASSIGNING_DRIVER', 'EXPIRED']);
    const sender = startSending(restored);
    await eventually(() =>
      receiver.taken().some(({ json }) => json.data.order?.orderId === orderId && json.data.order.status === 'EXPIRED'),
    );
    await sender.stop();
    expect(await contradictions(sql)).toEqual([]);
  } finally {
    await restored.close();
    await receiver.stop();
  }
});

type ReadEvent = {
  readonly eventId: string;
  readonly eventType: string;
  readonly data: { order?: { orderId: string } };
};

async function eventsAfter(reader: World, cursor: string, as?: World['partner']): Promise<readonly ReadEvent[]> {
  const read: ReadEvent[] = [];
  for (let after: string | null = cursor; after !== null; ) {
    const { json } = await readEvents(reader, `?after=${after}&limit=200`, as);
    read.push(...json.data);
    after = json.next;
  }
  return read;
}

/** To the last byte: every table, its parts, its sequences, its rules and its files. */
async function expectTheSame(out: string, env: Record<string, string>, connection: Connection): Promise<void> {
  const { out: again } = await backUp('again', env);
  const [first, second] = [await manifestOf(out), await manifestOf(again)];
  const digests = ({ tables }: Manifest) =>
    Object.fromEntries(tables.map(({ name, rows, sha256 }) => [name, `${rows} ${sha256}`]));
  // The one that moves on by itself: it leaves room for what partners have read and the backup does not know.
  const { event_sequence: _, ...kept } = digests(first);
  expect(digests(second)).toMatchObject(kept);
  expect(Object.keys(kept).length).toBeGreaterThan(40);
  expect(second.sequences).toEqual(first.sequences);
  expect(second.parts).toEqual(first.parts);
  expect(first.parts.length).toBeGreaterThan(6);
  expect(second.files).toEqual(first.files);
  const migrations = await readMigrations();
  expect(await withConnection(connection, (sql) => describeSchema(sql, migrations))).toBe(
    await describeSchema(world.foundations.database, migrations),
  );
}

test('however often the server is slower than what it is given, nothing of the waiting is left behind', async () => {
  const { connection } = await newPlace('slow');
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  onTestFinished(() => {
    process.off('warning', note);
  });
  const [line, lines, pieces] = [`${'x'.repeat(1_023)}\n`, 1_024, 40];
  async function* given() {
    for (let piece = 0; piece < pieces; piece++) yield Buffer.from(line.repeat(lines));
  }
  await withConnection(connection, async (sql) => {
    await sql.query('create table taken (line text)');
    expect(await sql.copyIn('copy taken from stdin', given())).toBe(lines * pieces);
  });
  expect(warnings).toEqual([]);
});

test('a table whose last rows fill a piece holds up no other, though its stream ends before it has drained', async () => {
  const { connection } = await newPlace('piece');
  const slow = () => new Writable({ write: (_chunk, _encoding, done) => void setImmediate(done) });
  await withConnection(connection, async (sql) => {
    for (const bytes of [300_000, 262_143, 1]) {
      const sink = slow();
      expect(await sql.copyOut(`copy (select repeat('x', ${bytes})) to stdout`, sink)).toBe(1);
      sink.end();
    }
    const broken = slow();
    await expect(
      sql.copyOut(`copy (select repeat('x', 300000 / (2 - n)) from generate_series(1, 2) n) to stdout`, broken),
    ).rejects.toThrow('zero');
    broken.destroy();
    expect(await sql.query('select 1 as one')).toEqual([{ one: 1 }]);
  });
});

test('the keys are not in it, and every file that the database names is known to be one', async () => {
  const { out } = await backUp('without-keys');
  const saved = await readdir(out, { recursive: true });
  expect(
    saved.filter((name) => /key|tls|pem/.test(name) && !/^tables\/(api_keys|evidence_key|key_uses)/.test(name)),
  ).toEqual([]);
  const columns = await world.foundations.database.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and column_name like '%\\_key' and data_type = 'text'`,
  );
  const others = ['api_keys.public_key', 'ledger_transfers.business_key'];
  const names = columns.map(({ table, column }) => `${table}.${column}`).filter((name) => !others.includes(name));
  expect(names.sort()).toEqual(FILE_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort());
});

test('one of an older version is migrated on the way, and one without files says so', async () => {
  const old = await newPlace('older');
  const migrations = await readMigrations();
  await migrate(old.connection, Date.now(), migrations.slice(0, -2));
  await withConnection(old.connection, (sql) =>
    sql.query("insert into deployment (environment, created_at) values ('sandbox', now())"),
  );
  const { out } = await backUp('of-older', old.env, '--no-files');
  expect(await readdir(out)).toEqual(['manifest.json', 'tables']);
  const { env } = await newPlace('newer');
  const told = await saidBy(restore(out, env));
  expect(told).toContain(
    `Migrated: ${migrations
      .slice(-2)
      .map(({ name }) => name)
      .join(', ')}.`,
  );
  expect(told).toContain('Not in the backup: 0 files, which your object store must have.');
  expect((await runCommand(['doctor'], env)).output).toContain('ok   migrations  all applied');
});

test('what an extension keeps beside our tables is in the way of no beginning and no restore, and stays as it is', async () => {
  const addExtension = (connection: Connection) =>
    withConnection(connection, async (sql) => {
      await sql.query('create extension pg_stat_statements');
      await sql.query('create table reference_systems as select 4326 as id');
      await sql.query('alter extension pg_stat_statements add table reference_systems');
    });
  const [from, to] = [await newPlace('extended'), await newPlace('extended-too')];
  await addExtension(from.connection);
  await saidBy(runCommand(['migrate'], from.env));
  const { out } = await backUp('of-extended', from.env);
  expect(await readdir(path.join(out, 'tables'))).not.toContainEqual(expect.stringContaining('reference_systems'));
  await addExtension(to.connection);
  await saidBy(restore(out, to.env));
  expect(await withConnection(to.connection, (sql) => sql.query('select id from reference_systems'))).toEqual([
    { id: 4326 },
  ]);
});

test('a migration beside it is refused at once, and those who call go on; one that has nothing to do is not', async () => {
  const { connection } = await newPlace('beside');
  const known = await readMigrations();
  await migrate(connection, Date.now(), known);
  const next = { name: '9999_next.sql', hash: 'next', sql: 'alter table partners add column note text' };
  await withSnapshot(connection, async () => {
    expect(await migrate(connection, Date.now(), known)).toEqual([]);
    await expect(migrate(connection, Date.now(), [...known, next])).rejects.toThrow(
      'A backup of this database is being made, and its tables stay as they are until it is done.',
    );
  });
  expect(await migrate(connection, Date.now(), [...known, next])).toEqual([next.name]);
});

test('a migration that meets a long use of a table lets others pass, and says who it waits for', async () => {
  const { connection } = await newPlace('in-use');
  const known = await readMigrations();
  await migrate(connection, Date.now(), known);
  const next = { name: '9999_next.sql', hash: 'next', sql: 'alter table partners add column note text' };
  const lines: string[] = [];
  const migrateNext = (tries: number) =>
    migrate(connection, Date.now(), [...known, next], {
      report: (line) => lines.push(line),
      patience: { lockMs: 100, pauseMs: 100, tries },
    });
  await withConnection(connection, (reader) =>
    withConnection(connection, async (caller) => {
      await reader.query('begin');
      await reader.query('select from partners');
      await caller.query('begin');
      const [{ pid }] = (await reader.query('select pg_backend_pid() as pid')) as [{ pid: number }];
      const who = new RegExp(
        `a table that it changes is in use for long, most likely by ${connection.user} since \\S+Z, whom this ends: select pg_terminate_backend\\(${pid}\\)`,
      );
      await expect(migrateNext(2)).rejects.toThrow(who);
      expect(lines).toEqual([expect.stringMatching(who)]);
      const migrated = migrateNext(1_000);
      // Behind a migration that waits for its lock without an end this would never be answered.
      await eventually(() => lines.length >= 3);
      await caller.query("set local statement_timeout = '5s'");
      expect(await caller.query('select from partners')).toEqual([]);
      await caller.query('commit');
      await reader.query('commit');
      expect(await migrated).toEqual([next.name]);
    }),
  );
});

test('what was restored is so, though the server cannot look through it afterwards', async () => {
  const { connection, env } = await newPlace('not-looked-through');
  await withConnection(connection, async (sql) => {
    await sql.query('create schema beside');
    await sql.query(
      `create function beside.as_it_is(n int) returns int immutable language plpgsql as
       $$ begin if current_query() = 'analyze' then raise 'No space left on device'; end if; return n; end $$`,
    );
    await sql.query('create table beside.numbers as select 1 as n');
    await sql.query('create index on beside.numbers (beside.as_it_is(n))');
  });
  const { out } = await backUp('to-be-looked-through');
  expect(await saidBy(restore(out, env))).toContain('Books: balances equal their transfers, holds their orders');
});

describe('refused in one line, and nothing is changed:', () => {
  let whole: string;
  let target: Awaited<ReturnType<typeof newPlace>>;
  beforeAll(async () => {
    whole = (await backUp('whole')).out;
    target = await newPlace('target');
  });

  /** A copy of the whole backup in which something was done. */
  async function spoilt(name: string, spoil: (out: string) => Promise<void>): Promise<string> {
    const out = path.join(folder, name);
    await cp(whole, out, { recursive: true });
    await spoil(out);
    return out;
  }
  async function expectRefusal(from: string, says: string | RegExp, env: Record<string, string> = {}) {
    const { code, output, errors } = await restore(from, { ...target.env, ...env });
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toMatch(says);
    expect(errors.trim().split('\n')).toHaveLength(1);
    expect(
      await withConnection(target.connection, (sql) =>
        sql.query("select from pg_class where relnamespace = 'public'::regnamespace"),
      ),
    ).toEqual([]);
    expect(await readdir(target.dataFolder).catch(() => [])).not.toContain('files');
  }
  const resealed = (name: string, change: (manifest: Manifest) => object) =>
    spoilt(name, async (out) => {
      const manifest = await manifestOf(out);
      const sealed = writeManifest({ ...manifest, ...change(manifest) }, secretBox);
      await writeFile(path.join(out, 'manifest.json'), sealed);
    });

  test('a backup that was cut, changed, or lost a part', async () => {
    const orders = 'tables/orders.copy.gz';
    await expectRefusal(
      await spoilt('cut', (out) => truncate(path.join(out, orders), 100)),
      /damaged: tables\/orders.* 100 bytes/,
    );
    const changed = await spoilt('changed', async (out) => {
      const bytes = await readFile(path.join(out, orders));
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 20) ^ 1, bytes.length - 20);
      await writeFile(path.join(out, orders), bytes);
    });
    await expectRefusal(changed, 'damaged: tables/orders.copy.gz was changed');
    await expectRefusal(
      await spoilt('lost', (out) => rm(path.join(out, orders))),
      'incomplete: tables/orders.copy.gz is missing',
    );
    const picture = String(
      (await readdir(path.join(whole, 'files'), { recursive: true })).find((name) => name.endsWith('.jpg')),
    );
    await expectRefusal(
      await spoilt('picture', (out) => rm(path.join(out, 'files', picture))),
      /incomplete: files\/.* is missing/,
    );
    await expectRefusal(
      await spoilt('longer', (out) => appendFile(path.join(out, 'files', picture), 'x')),
      /damaged: files\//,
    );
    await expectRefusal(
      await spoilt('half', (out) => rm(path.join(out, 'manifest.json'))),
      'is no backup: it has no manifest.json',
    );
    await expectRefusal(path.join(folder, 'nowhere'), 'is no backup');
  });

  test('a manifest that somebody without the master key has changed', async () => {
    const changed = await spoilt('forged', async (out) => {
      const file = path.join(out, 'manifest.json');
      await writeFile(
        file,
        (await readFile(file, 'utf8')).replace('"environment": "sandbox"', '"environment": "production"'),
      );
    });
    await expectRefusal(changed, 'The backup was changed: the seal of its manifest.json does not hold.');
    await expectRefusal(
      await spoilt('torn', (out) => truncate(path.join(out, 'manifest.json'), 500)),
      'damaged: its manifest.json cannot be read',
    );
  });

  test('the wrong master key, or none', async () => {
    await expectRefusal(whole, /made with another master key/, { WAYBILL_MASTER_KEY: OTHER_KEY });
    await expectRefusal(whole, /There is no master key here/, { WAYBILL_MASTER_KEY: '' });
    expect(await readdir(target.dataFolder).catch(() => [])).not.toContain('master-key');
  });

  test('the other environment, a newer schema, a newer form', async () => {
    await expectRefusal(
      await resealed('production', () => ({ environment: 'production' })),
      'of the production environment',
    );
    const later = { name: '9999_later.sql', hash: 'x' };
    await expectRefusal(
      await resealed('later', ({ migrations }) => ({ migrations: [...migrations, later] })),
      'made by a newer Waybill (0.1.0, with 9999_later.sql)',
    );
    await expectRefusal(await resealed('form', () => ({ formatVersion: 2 })), 'made by a newer Waybill');
  });

  test('books that do not add up, though every file is as it was saved', async () => {
    const wrong = await resealed('wrong-books', ({ books }) => ({
      books: { ...books, lastSeal: 'ab'.repeat(32), sealed: 1 },
    }));
    await expectRefusal(wrong, 'Nothing was restored: the books do not agree');
  });

  test('a database that is not empty', async () => {
    const { code, errors } = await restore(whole, sharedWith(world));
    expect([code, errors]).toEqual([1, expect.stringMatching(/^The database is not empty.*\n$/)]);
    expect(await contradictions(world.foundations.database)).toEqual([]);
  });

  test('a place for a backup where something is already, or cannot be written', async () => {
    const env = sharedWith(world);
    const taken = await runCommand(['backup', '--out', whole], env);
    expect([taken.code, taken.errors]).toEqual([1, expect.stringContaining('is there already')]);
    const here = await runCommand(['backup', '--out', ''], env);
    expect([here.code, here.errors]).toEqual([1, expect.stringContaining('is there already')]);
    const nowhere = await runCommand(['backup', '--out', path.join(folder, 'no', 'where')], env);
    expect([nowhere.code, nowhere.errors]).toEqual([1, expect.stringContaining('is not there')]);
    const foreign = await runCommand(['backup', '--out', path.join(folder, 'foreign')], {
      ...env,
      WAYBILL_MASTER_KEY: OTHER_KEY,
    });
    expect([foreign.code, foreign.errors]).toEqual([1, expect.stringContaining('another master key')]);
    const empty = await runCommand(['backup', '--out', path.join(folder, 'empty')], target.env);
    expect([empty.code, empty.errors]).toEqual([1, 'There is nothing to save: the database is empty.\n']);
    expect((await readdir(folder)).filter((name) => name.includes('unfinished') || name === 'foreign')).toEqual([]);
  });
});
