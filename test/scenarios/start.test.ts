import { existsSync, renameSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { prepareEmbeddedHome } from '../../src/infrastructure/database/embedded-home.ts';
import { startEmbeddedPostgres } from '../../src/infrastructure/database/embedded-postgres.ts';
import { copyFolder, linkPlaces, packagesToRun } from '../support/linked.ts';
import { openDataFolder, openFolder } from '../support/open-folder.ts';
import { call, send, sign } from '../support/partner-client.ts';
import { type Program, type ProgramOptions, runCommand, runProgram } from '../support/program.ts';
import { eventually } from '../support/webhook-receiver.ts';

const NOBODY = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;

/** A first start, and the data folder that it leaves behind: not every test must wait for one. */
let first: { readonly port: number; readonly output: string; readonly status: number };
let started: string;
let folder: string;
let data: string;
const programs: Program[] = [];

beforeAll(async () => {
  started = path.join(await openDataFolder('start'), 'data');
  const program = runProgram({ args: ['start'], env: { WAYBILL_DATA: started, WAYBILL_PORT: '0' } });
  const { port } = await program.ready();
  first = { port, output: program.output(), status: await citiesStatus(port, started) };
  await stopInFlight(program, port, started);
});
afterAll(async () => {
  await rm(path.dirname(started), { recursive: true, force: true });
  if (forOthers !== undefined) await rm(path.dirname(await forOthers), { recursive: true, force: true });
});
beforeEach(async () => {
  folder = await openDataFolder('start');
  data = path.join(folder, 'data');
});
afterEach(async () => {
  for (const program of programs.splice(0)) {
    program.child.kill('SIGTERM');
    await program.ended;
  }
  await stopLeftDatabase();
  await rm(folder, { recursive: true, force: true });
});

/** A data folder that has been used before. */
async function useStarted(place = data): Promise<void> {
  await copyFolder(started, place);
}

function start(options: Partial<ProgramOptions> = {}): Program {
  const program = runProgram({
    args: ['start'],
    ...options,
    env: { WAYBILL_DATA: data, WAYBILL_PORT: '0', ...options.env },
  });
  programs.push(program);
  return program;
}

async function stop(program: Program): Promise<number | string> {
  program.child.kill('SIGTERM');
  return program.ended;
}

async function databasePid(place = data): Promise<number | undefined> {
  const text = await readFile(path.join(place, 'postgres', 'data', 'postmaster.pid'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Number(text.split('\n')[0]);
}

function isAlive(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function stopLeftDatabase(place = data): Promise<void> {
  const pid = await databasePid(place);
  if (pid === undefined || pid === process.pid || !isAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  await eventually(() => !isAlive(pid));
}

async function demo(place = data): Promise<{ apiKey: string; apiSecret: string; market: string; ca: string }> {
  const partner = JSON.parse(await readFile(path.join(place, 'demo-partner.json'), 'utf8'));
  return { ...partner, ca: await readFile(path.join(place, 'tls', 'ca.pem'), 'utf8') };
}

async function citiesStatus(port: number, place = data): Promise<number> {
  const partner = await demo(place);
  return (await call({ port, ca: partner.ca }, partner, Date.now(), 'GET', '/v3/cities')).status;
}

test('a first start says what it does, where everything is and the demo keys; after SIGTERM the request in flight is answered, then everything stops, the database last', async () => {
  const lines = first.output.split('\n');
  expect(first.output).toContain('Making the embedded database');
  const { apiKey, apiSecret, market } = await demo(started);
  expect(market).toBe('HK');
  const base = `https://localhost:${first.port}`;
  for (const expected of [base, `${base}/docs`, apiKey, apiSecret]) {
    expect(lines.some((line) => line.includes(expected))).toBe(true);
  }
  expect(first.output).toContain(`WAYBILL_DATA='${path.relative('', started)}' npx waybill sign GET /v3/cities | sh\n`);
  expect(lines.filter((line) => line.startsWith('ready'))).toHaveLength(1);
  const welcome = (desk: string) =>
    expect.stringMatching(new RegExp(`${desk}/welcome#[\\w-]{43}  \\(sets the password of \\w+@example.com, once\\)$`));
  expect(lines).toEqual(expect.arrayContaining([welcome('portal'), welcome('console')]));
  expect(first.status).toBe(200);
  expect(await databasePid(started)).toBeUndefined();
});

describe('a second start', { shuffle: false }, () => {
  let home: string;
  let again: string;
  let second: Program;
  let port: number;
  beforeAll(async () => {
    home = await openDataFolder('start');
    again = path.join(home, 'data');
    await useStarted(again);
    const env = { WAYBILL_DATA: again, WAYBILL_PORT: '0', WAYBILL_STOP_DELAY_SECONDS: '3' };
    second = runProgram({ args: ['start'], env });
    ({ port } = await second.ready());
  });
  afterAll(async () => {
    await stop(second);
    await rm(home, { recursive: true, force: true });
  });

  test('finds the data of the first', async () => {
    expect(await citiesStatus(port, again)).toBe(200);
    expect((await demo(again)).apiKey).toBe((await demo(started)).apiKey);
    expect(second.output()).not.toContain('Making the embedded database');
    expect(second.output()).toMatch(
      /Console +https:\/\/localhost:\d+\/console\/welcome#[\w-]{43} {2}\(sets the password of operator@example.com, once\)\n/,
    );
  });

  test('soon after it the demo partner’s city is alive: an order is placed, and a simulated driver takes it', async () => {
    const partner = await demo(again);
    const statuses = async () => {
      const { json } = await call({ port, ca: partner.ca }, partner, Date.now(), 'GET', '/v3/orders');
      return (json.data as { status: string }[]).map(({ status }) => status);
    };
    await expect.poll(statuses, { timeout: 50_000, interval: 200 }).toContain('ON_GOING');
  });

  test('when its database is killed, it is started again, and all goes on', async () => {
    const killed = await databasePid(again);
    process.kill(killed as number, 'SIGKILL');
    await expect.poll(() => second.output(), { timeout: 30_000 }).toContain('was started again');
    await expect.poll(() => citiesStatus(port, again), { timeout: 30_000 }).toBe(200);
    expect(await databasePid(again)).not.toBe(killed);
    await expect.poll(() => second.output(), { timeout: 30_000 }).toContain('the database is reached again');
  });

  test('while it runs, a third on the same data folder is refused and leaves it alone', async () => {
    expect(await refused({ WAYBILL_DATA: again })).toBe(
      `Waybill is running already on the data folder ${again}. Stop that one, or choose another folder with WAYBILL_DATA.\n`,
    );
    expect(await citiesStatus(port, again)).toBe(200);
  });

  test('when its terminal is closed, what it says goes nowhere and it goes on, until it is told to stop: it says that it is not ready while calls may still come, then everything stops', async () => {
    second.child.stdout?.destroy();
    for (let index = 0; index < 5; index++) expect(await citiesStatus(port, again)).toBe(200);
    second.child.kill('SIGHUP');
    const { ca } = await demo(again);
    const readiness = async () => {
      const { status, json } = await send({ port, ca }, { path: '/health/ready' });
      return [status, json.checks];
    };
    await expect.poll(readiness).toEqual([503, expect.objectContaining({ database: 'ok', stopping: 'yes' })]);
    expect(await citiesStatus(port, again)).toBe(200);
    expect(await second.ended).toBe(0);
    expect(await databasePid(again)).toBeUndefined();
  });
});

/** Everything stops, but only once the request that is in flight has been answered; the database last. */
async function stopInFlight(program: Program, port: number, place: string): Promise<void> {
  const { apiKey, apiSecret, ca } = await demo(place);
  const timestamp = Date.now();
  const head = [
    'GET /v3/cities HTTP/1.1',
    'Host: localhost',
    `Authorization: hmac ${apiKey}:${timestamp}:${sign(apiSecret, timestamp, 'GET', '/v3/cities', '{}')}`,
    'Market: HK',
    'Content-Length: 2',
    '\r\n',
  ].join('\r\n');
  const socket = tls.connect({ port, host: '127.0.0.1', ca, servername: 'localhost' });
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.write(`${head}{`);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const database = await databasePid(place);
  program.child.kill('SIGTERM');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(isAlive(database)).toBe(true);
  socket.write('}');
  await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(await program.ended).toBe(0);
  // Its files are closed by then; the system may take a moment to let go of the process itself.
  await eventually(() => !isAlive(database));
}

describe('after kill -9', { shuffle: false }, () => {
  let home: string;
  let place: string;
  let program: Program;
  let port: number;
  const startAgain = async () => {
    program = runProgram({ args: ['start'], env: { WAYBILL_DATA: place, WAYBILL_PORT: '0' } });
    ({ port } = await program.ready());
  };
  const killProgram = async () => {
    program.child.kill('SIGKILL');
    await program.ended;
  };
  beforeAll(async () => {
    home = await openDataFolder('start');
    place = path.join(home, 'data');
    await useStarted(place);
    await startAgain();
  });
  afterAll(async () => {
    await killProgram();
    await stopLeftDatabase(place);
    await rm(home, { recursive: true, force: true });
  });

  test('the database that was left running is taken over; after kill -9 of both, a stale lock file is no obstacle, even when its number belongs to a stranger now, and a certificate that does not belong to its key, and half a demo file, are made anew', async () => {
    await killProgram();
    const database = (await databasePid(place)) as number;
    expect(isAlive(database)).toBe(true);

    await startAgain();
    expect(await citiesStatus(port, place)).toBe(200);
    expect(program.output()).toContain('Found the embedded database running');

    await killProgram();
    process.kill(database, 'SIGKILL');
    await expect.poll(() => isAlive(database)).toBe(false);
    const lockFile = path.join(place, 'postgres', 'data', 'postmaster.pid');
    const lock = await readFile(lockFile, 'utf8');
    await writeFile(lockFile, lock.replace(/^\d+/, String(process.pid)));
    await writeFile(path.join(place, 'tls', 'key.pem'), await readFile(path.join(place, 'tls', 'ca-key.pem')));
    await writeFile(path.join(place, 'demo-partner.json'), '{"apiKey": ');
    await startAgain();
    expect(await citiesStatus(port, place)).toBe(200);
  });

  test('a database that hangs does not keep it from stopping', async () => {
    const database = (await databasePid(place)) as number;
    const { ca } = await demo(place);
    process.kill(database, 'SIGSTOP');
    const children = (await readFile(`/proc/${database}/task/${database}/children`, 'utf8'))
      .trim()
      .split(' ')
      .map(Number);
    for (const child of children) process.kill(child, 'SIGSTOP');
    expect((await send({ port, ca }, { path: '/health/ready' })).status).toBe(503);
    program.child.kill('SIGTERM');
    const code = await program.ended;
    for (const pid of [database, ...children]) process.kill(pid, 'SIGCONT');
    expect(code).toBe(1);
  });
});

test('commands that meet on a fresh data folder share one database, and the last one out stops it', async () => {
  const env = { WAYBILL_DATA: data };
  const commands = ['A', 'B', 'C'].map((name) =>
    runProgram({ args: ['partner', 'create', '--name', name, '--market', 'HK', '--json'], env }),
  );
  for (const command of commands) expect([await command.ended, command.errors()]).toEqual([0, '']);
  await expect.poll(databasePid).toBeUndefined();
  const list = await runCommand(['partner', 'list', '--json'], env);
  expect(JSON.parse(list.output)).toHaveLength(3);
});

test('told to stop while it is starting, it goes no further, and takes its database along', async () => {
  await useStarted();
  const program = runProgram({ args: ['start'], env: { WAYBILL_DATA: data, WAYBILL_PORT: '0' } });
  await expect.poll(program.output, { timeout: 20_000, interval: 10 }).toContain('Starting the embedded database');
  program.child.kill('SIGINT');
  expect(await program.ended).toBe(0);
  expect(program.output()).not.toContain('Opening the doors');
  expect(program.errors()).toBe('');
  expect(await databasePid()).toBeUndefined();
});

test.each(['doctor', 'migrate'])('waybill %s takes its database along when it is interrupted', async (command) => {
  await useStarted();
  const program = runProgram({ args: [command], env: { WAYBILL_DATA: data } });
  await eventually(async () => (await databasePid()) !== undefined);
  program.child.kill('SIGINT');
  expect([await program.ended, program.errors()]).toEqual([130, '']);
  expect(await databasePid()).toBeUndefined();
});

test('whoever started a database just too late still stops the one that runs, as the last one out', async () => {
  await useStarted();
  const lock = path.join(data, 'postgres', 'data', 'postmaster.pid');
  // Which of the two servers answers first, or gives up first, is a matter of chance.
  for (let round = 1; round <= 6; round++) {
    const inTime = await startEmbeddedPostgres(data, () => {});
    // Not there yet when the late one looks for it, and there when its own server does.
    renameSync(lock, `${lock}.later`);
    const late = await startEmbeddedPostgres(data, (line) => {
      if (line === 'Starting the embedded database') renameSync(`${lock}.later`, lock);
    });
    await inTime.leave();
    expect(await databasePid()).toBeDefined();
    await late.leave();
    expect(await databasePid()).toBeUndefined();
  }
});

test('whoever prepares a fresh data folder at the same moment finds the same place for its database', async () => {
  await mkdir(data, { mode: 0o711 });
  const homes = await Promise.all(Array.from({ length: 5 }, () => prepareEmbeddedHome(data)));
  expect(new Set(homes.map((home) => home.data))).toEqual(new Set([path.join(data, 'postgres', 'data')]));
});

test('the wrong master key is said in one line', async () => {
  await useStarted();
  const line = await refusal({ WAYBILL_MASTER_KEY: Buffer.alloc(32, 3).toString('base64') });
  expect(line).toContain('The database holds secrets sealed with another master key');
});

/** What does not start needs no process of its own. */
async function refused(env: Record<string, string>): Promise<string> {
  const { code, errors } = await runCommand(['start'], { WAYBILL_DATA: data, WAYBILL_PORT: '0', ...env });
  expect(code).toBe(1);
  return errors;
}

async function refusal(env: Record<string, string>): Promise<string> {
  const errors = await refused(env);
  expect(errors.trimEnd().split('\n')).toHaveLength(1);
  return errors.trimEnd();
}

test.each([
  ['', useStarted],
  [', and no database is made for it', async () => {}],
])('a taken port is said in one line%s', async (_, prepare) => {
  await prepare();
  const before = existsSync(data);
  const other = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as net.AddressInfo;
  expect(await refusal({ WAYBILL_PORT: String(port) })).toBe(
    `Port ${port} on 127.0.0.1 is taken by another program. Stop that one, or choose another port, for example WAYBILL_PORT=${port + 1}.`,
  );
  other.close();
  expect(await databasePid()).toBeUndefined();
  expect(existsSync(data)).toBe(before);
});

test('a data folder that cannot be used is said in one line', async () => {
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  expect(await refusal({ WAYBILL_DATA: path.join(file, 'data') })).toContain('a part of that path is a file');
  expect(await refusal({ WAYBILL_DATA: '/proc/waybill/data' })).toBe(
    'Nothing can be made in /proc. Choose another folder with WAYBILL_DATA.',
  );
  const closed = path.join(folder, 'closed');
  await mkdir(closed, { mode: 0o555 });
  const home = isRoot ? await programForOthers() : undefined;
  const program = start({
    env: { WAYBILL_DATA: path.join(closed, 'data') },
    ...(home === undefined ? {} : { home, user: NOBODY }),
  });
  expect(await program.ended).toBe(1);
  expect(program.errors()).toBe(
    `The data folder ${closed}/data cannot be used: this user may not write there; choose another folder with WAYBILL_DATA or change its owner.\n`,
  );
});

test('a database that another PostgreSQL made is said in one line, with the way over', async () => {
  await useStarted();
  await writeFile(path.join(data, 'postgres', 'data', 'PG_VERSION'), '17\n');
  expect(await refusal({})).toMatch(
    /was made by PostgreSQL 17, and this Waybill ships \d+\. Save it with the Waybill that made it \(waybill backup\), and bring it back with this one into another WAYBILL_DATA \(waybill restore\)\.$/,
  );
});

test('an unreachable database is said in one line, without its password', async () => {
  const line = await refusal({ DATABASE_URL: 'postgres://me:hush@127.0.0.1:1/waybill' });
  expect(line).toBe(
    'Cannot use the database at 127.0.0.1:1/waybill: nothing listens there. Start PostgreSQL or change DATABASE_URL.',
  );
});

test('all faults of the settings are said at once', async () => {
  const errors = await refused({ WAYBILL_PORT: 'high', WAYBILL_TSL: 'local', WAYBILL_ENVIRONMENT: 'moon' });
  expect(errors).toContain('WAYBILL_PORT must be a whole number from 0 to 65535, not "high"');
  expect(errors).toContain('WAYBILL_TSL is not a setting');
  expect(errors).toContain('WAYBILL_ENVIRONMENT must be sandbox or production, not "moon"');
});

let forOthers: Promise<string> | undefined;

/** The program where every user may read it, as a checkout elsewhere would hold it; made once. */
function programForOthers(): Promise<string> {
  forOthers ??= linkProgram();
  return forOthers;
}

async function linkProgram(): Promise<string> {
  const home = path.join(await openFolder('start'), 'waybill');
  await linkPlaces(['bin', 'dist', 'data', 'migrations', 'package.json', ...(await packagesToRun())], home);
  return home;
}

test.runIf(isRoot)('as root, also from a closed home folder', async () => {
  const home = await programForOthers();
  await chmod(path.dirname(home), 0o700);
  onTestFinished(() => chmod(path.dirname(home), 0o711));
  data = path.join(home, '.waybill');
  const program = start({ home });
  expect(await citiesStatus((await program.ready()).port)).toBe(200);
  expect(await stop(program)).toBe(0);
  const elsewhere = await realpath(path.join(data, 'postgres'));
  expect(elsewhere).toMatch(/^\/var\/lib\/waybill\/postgres-/);
  await rm(elsewhere, { recursive: true, force: true });
});

test('as an ordinary user, whose database stays theirs when root has used it too', async () => {
  if (isRoot) {
    const home = await programForOthers();
    data = path.join(folder, 'nobody', 'data');
    await mkdir(path.dirname(data));
    await chown(path.dirname(data), NOBODY.uid, NOBODY.gid);
    const program = start({ home, user: NOBODY });
    expect(await citiesStatus((await program.ready()).port)).toBe(200);
    const byRoot = () => runCommand(['partner', 'list'], { WAYBILL_DATA: data });
    expect(await byRoot()).toMatchObject({ code: 0, errors: '' });
    expect(await stop(program)).toBe(0);
    expect(await byRoot()).toMatchObject({ code: 0, errors: '' });
    const again = start({ home, user: NOBODY });
    expect(await citiesStatus((await again.ready()).port)).toBe(200);
    expect(await stop(again)).toBe(0);
  } else {
    expect(await citiesStatus((await start().ready()).port)).toBe(200);
  }
});
