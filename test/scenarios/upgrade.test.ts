import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { withConnection } from '../../src/infrastructure/database/database.ts';
import { linkTree } from '../support/linked.ts';
import { openDataFolder } from '../support/open-folder.ts';
import { place } from '../support/orders.ts';
import { type CallOptions, type Credentials, call } from '../support/partner-client.ts';
import { buildServer, hasHistory, testPrevious, unpackPrevious } from '../support/previous.ts';
import { type Program, runCommand, runProgram, saidBy } from '../support/program.ts';
import { MASTER_KEY } from '../support/world.ts';

/** What writes to most tables, in little time. `npm run upgrade` takes all. */
const QUICK = 'test/api/orders-place.test.ts';

const mayRun = await hasHistory();
if (!mayRun) process.stdout.write('not run: this clone has no history, so there is no version before this one\n');

const shared = inject('shared');
const { host, user } = shared.postgres;
const database = `upgrade_${process.pid}`;
const inPostgres = (statement: string) =>
  withConnection({ host, user, database: 'postgres' }, (sql) => sql.query(statement));

let folder: string;
let previous: string;
beforeAll(async () => {
  if (!mayRun) return;
  folder = await openDataFolder('upgrade');
  previous = await unpackPrevious(folder);
  await buildServer(previous);
  await inPostgres(`create database ${database}`);
});
afterAll(async () => {
  if (!mayRun) return;
  await inPostgres(`drop database if exists ${database} with (force)`);
  await rm(folder, { recursive: true, force: true });
});

const running: Program[] = [];
afterEach(() => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL');
});
async function start(options: Parameters<typeof runProgram>[0]): Promise<number> {
  const program = runProgram(options);
  running.push(program);
  return (await program.ready()).port;
}

test.runIf(mayRun)(
  'while one version replaces the other, both serve one database: what one has written, the other reads and changes',
  {
    timeout: 240_000,
  },
  async () => {
    const env = {
      DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}/${database}`,
      WAYBILL_DATA: path.join(folder, 'data'),
      WAYBILL_MASTER_KEY: MASTER_KEY,
      WAYBILL_PORT: '0',
    };
    const oldPort = await start({ args: ['api'], home: previous, env });
    await saidBy(runCommand(['migrate'], env));
    const newPort = await start({ args: ['api'], env });
    const create = ['partner', 'create', '--name', 'Acme', '--market', 'HK', '--credit', '5000', '--json'];
    const partner = JSON.parse(await saidBy(runCommand(create, env))) as Credentials;
    const ca = await readFile(path.join(env.WAYBILL_DATA, 'tls', 'ca.pem'), 'utf8');
    const versionOn = (port: number) => ({
      call: (method: string, calledPath: string, options: CallOptions = {}) =>
        call({ port, ca, isOther: true }, partner, Date.now(), method, calledPath, options),
    });
    const versions = { older: versionOn(oldPort), newer: versionOn(newPort) };

    for (const [one, other] of [
      [versions.older, versions.newer],
      [versions.newer, versions.older],
    ] as const) {
      const { orderId } = await place(one);
      const order = `/v3/orders/${orderId}`;
      expect((await other.call('GET', order)).json.data).toMatchObject({ orderId, status: 'ASSIGNING_DRIVER' });
      const raise = { body: JSON.stringify({ data: { priorityFee: '20' } }), requestId: `raise-${orderId}` };
      const raised = await one.call('POST', `${order}/priority-fee`, raise);
      expect(raised.status).toBe(200);
      // The answer is remembered for both.
      expect((await other.call('POST', `${order}/priority-fee`, raise)).text).toBe(raised.text);
      expect((await other.call('DELETE', order)).status).toBe(204);
      expect((await one.call('GET', order)).json.data).toMatchObject({ orderId, status: 'CANCELED' });
    }
  },
);

test.runIf(mayRun)(
  'the API tests of the version before pass with its code on a database that this one has migrated',
  {
    timeout: 240_000,
  },
  async () => {
    const tested = path.join(folder, 'tested');
    await linkTree(previous, tested);
    const { code, said } = await testPrevious(tested, [QUICK], 'pipe', shared);
    expect(code, said).toBe(0);
    expect(said).toMatch(/Test Files {2}1 passed \(1\)/);
  },
);
