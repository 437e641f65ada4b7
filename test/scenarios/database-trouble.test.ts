import { execFileSync } from 'node:child_process';
import { chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/infrastructure/clock.ts';
import {
  type OpenConnection,
  openConnection,
  openDatabase,
  withConnection,
} from '../../src/infrastructure/database/database.ts';
import { startWorker, type Worker } from '../../src/infrastructure/jobs/worker.ts';
import { systemRandom } from '../../src/infrastructure/random.ts';
import { openDatabaseDoor } from '../support/database-door.ts';
import { silentLog } from '../support/edges.ts';
import { openDataFolder } from '../support/open-folder.ts';
import { contradictions, jobsOf } from '../support/order-records.ts';
import { orderBody, place, post } from '../support/orders.ts';
import { makeOwnPostgres, type OwnPostgres } from '../support/own-postgres.ts';
import type { HttpAnswer } from '../support/partner-client.ts';
import { runProgram } from '../support/program.ts';
import { answers, eventually, startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { setUrl, startSending } from '../support/webhooks.ts';
import { createWorld, type World } from '../support/world.ts';

const POOL = 4;
const LIMIT_MS = 1_500;
/** A statement, or the way to a connection and a statement; and some patience of a busy machine. */
const BOUND_MS = 2 * LIMIT_MS + 3_000;

let folder: string;
let postgres: OwnPostgres;
let door: Awaited<ReturnType<typeof openDatabaseDoor>>;
let world: World;
let worker: Worker;
let sender: ReturnType<typeof startSending>;
let receiver: WebhookReceiver;
beforeAll(async () => {
  folder = await openDataFolder('trouble');
  postgres = await makeOwnPostgres(path.join(folder, await folderFor('primary')));
  await postgres.start();
  await withConnection(postgres.connectionTo('postgres'), (sql) => sql.query('create database waybill'));
  door = await openDatabaseDoor(postgres.socket);
  world = await createWorld({
    on: door.connectionTo('waybill'),
    env: { WAYBILL_DATABASE_POOL: String(POOL), WAYBILL_DATABASE_TIMEOUT_MS: String(LIMIT_MS) },
    partner: { limitFactor: 1_000, creditMinor: 1_000_000n },
    clockRuns: true,
  });
  receiver = await startReceiver();
  expect((await setUrl(world, receiver.url)).status).toBe(200);
  worker = startWorker({ ...world.foundations, handlers: jobsOf(world.foundations) });
  sender = startSending(world);
}, 60_000);
afterAll(async () => {
  await sender?.stop();
  await worker?.stop();
  await world?.close();
  await receiver?.stop();
  await door?.close();
  await postgres?.stop('SIGQUIT');
  await rm(folder, { recursive: true, force: true });
});

async function folderFor(name: string): Promise<string> {
  await mkdir(path.join(folder, name), { mode: 0o711 });
  return name;
}

const ready = async () => (await world.send({ path: '/health/ready' })).status;
const live = async () => (await world.send({ path: '/health/live' })).status;
type Answered = HttpAnswer & { readonly ms: number };

async function timed(call: Promise<HttpAnswer>): Promise<Answered> {
  const startedAt = systemClock.now();
  const answer = await call;
  return { ...answer, ms: systemClock.now() - startedAt };
}

/** Unavailable in the form of the contract, in time, and with a time to come again. */
function expectUnavailable({ status, json, headers, ms }: Answered): void {
  expect({ status, id: json.message ?? json.errors, ms: ms < BOUND_MS ? 'in time' : ms }).toEqual({
    status: 503,
    id: 'ERR_UNAVAILABLE',
    ms: 'in time',
  });
  expect(headers['retry-after']).toMatch(/^\d+$/);
}

/** Orders, each asked for again and again under one Request-ID until it is placed, as a careful client does. */
function placeOnAndOn(lanes: number) {
  const refusals: Answered[] = [];
  const placed: string[] = [];
  let isStopped = false;
  const insist = async <T>(call: () => Promise<HttpAnswer>, take: (answer: HttpAnswer) => T): Promise<T> => {
    for (;;) {
      const answer = await timed(call());
      if (answer.status === 201) return take(answer);
      refusals.push(answer);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const lane = async () => {
    while (!isStopped) {
      const quotation = await insist(
        () => world.call('POST', '/v3/quotations', { body: JSON.stringify({ data: QUOTATION }) }),
        ({ json }) => json.data,
      );
      const requestId = systemRandom.uuid();
      const body = orderBody(quotation);
      placed.push(
        await insist(
          () => post(world, body, { requestId }),
          ({ json }) => json.data.orderId,
        ),
      );
    }
  };
  const all = Promise.all(Array.from({ length: lanes }, lane));
  return {
    refusals,
    placed,
    async stop() {
      isStopped = true;
      await all;
    },
  };
}
const QUOTATION = {
  serviceType: 'MOTORCYCLE',
  language: 'en_HK',
  stops: [
    { coordinates: { lat: '22.2810', lng: '114.1580' }, address: '1 Queen’s Road Central' },
    { coordinates: { lat: '22.3193', lng: '114.1694' }, address: '750 Nathan Road' },
  ],
};

/** By itself: nobody starts anything again. What was placed is there once, is told of, and agrees with everything else. */
async function expectRecovery({ refusals, placed, stop }: ReturnType<typeof placeOnAndOn>): Promise<void> {
  const before = placed.length;
  await eventually(() => placed.length >= before + 3);
  await stop();
  expect(world.logLines.filter((line) => line.includes('a bug'))).toEqual([]);
  for (const answer of refusals) expectUnavailable(answer);
  await expect.poll(ready).toBe(200);
  const sql = world.foundations.database;
  const rows = await sql.query<{ id: string }>('select id from orders');
  const ids = rows.map(({ id }) => id);
  for (const id of placed) expect(ids).toContain(id);
  expect(new Set(placed).size).toBe(placed.length);
  const [counted] = await sql.query<{ orders: number; quotations: number }>(
    'select count(*)::integer as orders, count(distinct quotation_id)::integer as quotations from orders',
  );
  expect(counted?.orders).toBe(counted?.quotations);
  expect(await contradictions(sql)).toEqual([]);
  const last = placed.at(-1);
  await eventually(() => receiver.taken().some(({ json }) => json.data.order?.orderId === last));
}

test('a server that crashes and comes back: 503 meanwhile, then all is well, and no order is lost or doubled', async () => {
  const load = placeOnAndOn(3);
  await eventually(() => load.placed.length >= 3);
  await postgres.stop('SIGQUIT');
  await expect.poll(ready).toBe(503);
  expect(await live()).toBe(200);
  await eventually(() => load.refusals.length >= 5);
  await postgres.start();
  await expectRecovery(load);
  expect(world.logLines.join('')).toContain('the database is reached again');
});

test('connections that are cut, over and over', async () => {
  const load = placeOnAndOn(3);
  for (let cuts = 1; cuts <= 5; cuts++) {
    const before = load.placed.length;
    await eventually(() => load.placed.length > before);
    door.cut();
  }
  await expectRecovery(load);
});

test('a network in which nothing arrives any more: nobody waits beyond the limit, and the way back is found', async () => {
  const load = placeOnAndOn(3);
  await eventually(() => load.placed.length >= 2);
  door.hold();
  await eventually(() => load.refusals.length >= 3);
  expect(await ready()).toBe(503);
  expect(await live()).toBe(200);
  expect((await world.send({ path: '/metrics' })).text).toContain('waybill_check_ok{check="database"} 0');
  door.letGo();
  await expectRecovery(load);
});

test('a network that fails while a receiver answers: what it took is recorded when the way is back, and not sent again', async () => {
  const waiting: ServerResponse[] = [];
  receiver.behave((_push, answer) => {
    waiting.push(answer);
    return 200;
  });
  const { orderId } = await place(world);
  const pushesOfIt = () => receiver.pushes.filter(({ json }) => json?.data.order?.orderId === orderId);
  await eventually(() => pushesOfIt().length > 0);
  door.hold();
  receiver.behave(answers.status(200));
  for (const answer of waiting) answer.end();
  await expect.poll(ready).toBe(503);
  door.letGo();
  await expect.poll(ready).toBe(200);
  const sql = world.foundations.database;
  await eventually(
    async () => (await sql.query('select from delivery_streams where leased_until is not null')).length === 0,
  );
  const events = pushesOfIt().map(({ json }) => json.eventId);
  expect(new Set(events).size).toBe(events.length);
});

const failedRounds = () =>
  world.logLines.filter((line) => line.includes('the sender of webhooks cannot reach its work')).length;

test('a sender that fails between leasing and sending takes the same up again at once', async () => {
  const { orderId } = await withConnection(postgres.connectionTo('waybill'), async (sql) => {
    await sql.query('begin');
    await sql.query('lock table webhook_faults in access exclusive mode');
    const before = failedRounds();
    const order = await place(world);
    await eventually(() => failedRounds() > before);
    expect(await sql.query('select from delivery_streams where leased_until is not null')).not.toEqual([]);
    await sql.query('commit');
    return order;
  });
  await eventually(() => receiver.taken().some(({ json }) => json.data.order?.orderId === orderId));
});

test('a transaction whose end never arrives: the server lets go of its locks', async () => {
  const { database } = world.foundations;
  const stuck = database.inTransaction(async (tx) => {
    await tx.query('lock table orders, events in access exclusive mode');
    door.hold();
    await tx.query('select');
  });
  await expect(stuck).rejects.toThrow('Query read timeout');
  door.letGo();
  await expectRecovery(placeOnAndOn(2));
});

test('closing waits until the connections are gone, and not for ever', async () => {
  const slow = await openDatabaseDoor(postgres.socket);
  const openThrough = async () => {
    const database = openDatabase(slow.connectionTo('waybill'), POOL, silentLog);
    await database.query('select');
    return database;
  };
  const [patient, unanswered] = [await openThrough(), await openThrough()];
  slow.hold();
  let isClosed = false;
  const closing = patient.close().then(() => {
    isClosed = true;
  });
  await setImmediate();
  expect(isClosed).toBe(false);
  await unanswered.close();
  slow.cut();
  await closing;
  await slow.close();
});

test('a command without the password that the server asks for ends at once', async () => {
  const hba = path.join(postgres.home.data, 'pg_hba.conf');
  await writeFile(hba, `local all stranger scram-sha-256\n${await readFile(hba, 'utf8')}`);
  await withConnection(postgres.connectionTo('waybill'), async (sql) => {
    await sql.query("create role stranger login password 'hidden'");
    await sql.query('select pg_reload_conf()');
  });
  const { socketFolder } = postgres.home;
  const migrate = async (mode: string) => {
    const address = `postgres://stranger@/waybill?host=${socketFolder}${mode}`;
    const { ended, errors } = runProgram({ args: ['migrate'], env: { DATABASE_URL: address } });
    return { code: await ended, errors: errors() };
  };
  const refused = (why: string) => ({
    code: 1,
    errors: `Cannot use the database at ${socketFolder}/waybill: ${why}\n`,
  });
  expect(await migrate('')).toEqual(refused('it wants a password. Give one in DATABASE_URL.'));
  expect(await migrate('&sslmode=require')).toEqual(
    refused('it speaks no TLS. Switch TLS on at the server, or take what begins with ssl out of DATABASE_URL.'),
  );
}, 20_000);

test('a lock that somebody holds, and all connections waiting for it: 503 in time, and no statement is left behind', async () => {
  const { orderId } = await place(world);
  const read = () => timed(world.call('GET', `/v3/orders/${orderId}`));
  await withConnection(postgres.connectionTo('waybill'), async (sql) => {
    await sql.query('begin');
    await sql.query('lock table orders in access exclusive mode');
    const answers = await Promise.all(Array.from({ length: 3 * POOL }, read));
    for (const answer of answers) expectUnavailable(answer);
    const waiting = "select from pg_stat_activity where datname = 'waybill' and wait_event_type = 'Lock'";
    await eventually(async () => (await sql.query(waiting)).length <= 2);
    await sql.query('commit');
  });
  expect((await read()).status).toBe(200);
  await expect.poll(ready).toBe(200);
});

test('a server that has no connection left for us', async () => {
  const held: OpenConnection[] = [];
  const takeAll = async () => {
    for (;;) held.push(await openConnection(postgres.connectionTo('postgres')));
  };
  try {
    await expect(takeAll()).rejects.toMatchObject({ code: '53300' });
    door.leadTo(path.join(folder, 'nobody'));
    await held[0]?.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'waybill'");
    await expect(takeAll()).rejects.toMatchObject({ code: '53300' });
    door.leadTo(postgres.socket);
    expectUnavailable(await timed(world.call('GET', '/v3/cities')));
    await expect.poll(ready).toBe(503);
  } finally {
    await Promise.all(held.map((one) => one.close()));
  }
  await expectRecovery(placeOnAndOn(1));
});

const small = () => path.join(folder, 'small');
const canMount = process.getuid?.() === 0 && process.platform === 'linux' && isMountable();

/** A small file system can be made by root only, and not in every container. */
function isMountable(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
if (!canMount)
  process.stdout.write('not run: the test of a full disk, for which a small file system must be mounted\n');

test.runIf(canMount)('a disk that is full: 503, and when there is room again all is well', async () => {
  await mkdir(small());
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', small()]);
  try {
    const { uid, gid } = await stat(postgres.home.data);
    await chown(small(), uid, gid);
    await withConnection(postgres.connectionTo('waybill'), async (sql) => {
      await sql.query(`create tablespace small location '${small()}'`);
      await sql.query('alter table orders set tablespace small');
    });
    const ballast = path.join(small(), 'ballast');
    await writeFile(ballast, Buffer.alloc(2 * 1024 * 1024)).catch(() => {});
    const load = placeOnAndOn(2);
    await eventually(() => load.refusals.length >= 3);
    expect(world.logLines.some((line) => line.includes('53100'))).toBe(true);
    expect(await live()).toBe(200);
    await rm(ballast);
    await expectRecovery(load);
  } finally {
    await withConnection(postgres.connectionTo('waybill'), async (sql) => {
      await sql.query('alter table orders set tablespace pg_default');
      await sql.query('drop tablespace small');
    });
    execFileSync('umount', ['-l', small()]);
  }
});

test('a fail-over to a standby: not ready while it takes no writes, then all is well, and nothing that was acknowledged is lost', async () => {
  const standby = await postgres.startStandby(path.join(folder, await folderFor('standby')));
  try {
    await withConnection(postgres.connectionTo('postgres'), async (sql) => {
      // Told to wait for the copy, as whoever wants to lose nothing must.
      await sql.query("alter system set synchronous_standby_names = '*'");
      await sql.query('select pg_reload_conf()');
      await eventually(
        async () => (await sql.query("select from pg_stat_replication where sync_state = 'sync'")).length,
      );
    });
    const load = placeOnAndOn(3);
    await eventually(() => load.placed.length >= 3);
    await postgres.stop('SIGQUIT');
    door.leadTo(standby.socket);
    const checks = async () => (await world.send({ path: '/health/ready' })).json.checks;
    await expect.poll(checks).toMatchObject({ database: 'failed', migrations: 'ok' });
    await eventually(() => load.refusals.length >= 3);
    await withConnection(standby.connectionTo('postgres'), (sql) => sql.query('select pg_promote()'));
    await expectRecovery(load);
  } finally {
    // Those that follow, should they come in another order, find the standby in the place of the first.
    postgres = standby;
  }
});
