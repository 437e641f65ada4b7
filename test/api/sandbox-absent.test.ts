import { afterAll, beforeAll, expect, test } from 'vitest';
import { leaveStandingJobs } from '../../src/main/compose-worker.ts';
import { setCallFault } from '../../src/partners/index.ts';
import { setPushFaults } from '../../src/webhooks/index.ts';
import { jobsOf } from '../support/order-records.ts';
import { fund } from '../support/orders.ts';
import { eventually } from '../support/webhook-receiver.ts';
import { readEvents, startSending } from '../support/webhooks.ts';
import { createWorld, type World } from '../support/world.ts';

let sandbox: World;
let production: World;
beforeAll(async () => {
  const partner = { limitFactor: 1_000, creditMinor: 1_000_000n, markets: ['HK'] };
  sandbox = await createWorld({ partner });
  production = await createWorld({ partner, env: { WAYBILL_ENVIRONMENT: 'production' } });
});
afterAll(async () => {
  await sandbox.close();
  await production.close();
});

/** Method and path of every sandbox call that the reference names. */
async function callsOf(world: World): Promise<(readonly [method: string, path: string])[]> {
  const { paths } = (await world.send({ path: '/docs/openapi.json' })).json as {
    paths: Record<string, Record<string, unknown>>;
  };
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/sandbox'))
    .flatMap(([path, operations]) =>
      Object.keys(operations).map(
        (method) => [method.toUpperCase(), path.replace('{orderId}', '1000000000000000001')] as const,
      ),
    );
}

test('every call of the sandbox is there in the sandbox, and not in production', async () => {
  const calls = await callsOf(sandbox);
  expect(calls.length).toBeGreaterThanOrEqual(6);
  for (const [method, path] of calls) {
    const body = method === 'GET' ? '' : JSON.stringify({ data: {} });
    expect((await sandbox.call(method, path, { body })).json.message).not.toBe('ERR_NOT_FOUND');
    const answer = await production.call(method, path, { body });
    expect([method, path, answer.status, answer.json.message]).toEqual([method, path, 404, 'ERR_NOT_FOUND']);
  }
  expect(await callsOf(production)).toEqual([]);
});

test('no job of the sandbox is left or known in production', async () => {
  const kinds = async ({ foundations }: World) => {
    await leaveStandingJobs(foundations);
    const left = await foundations.database.query<{ kind: string }>('select kind from jobs');
    const known = Object.keys(jobsOf(foundations));
    return [left.map(({ kind }) => kind), known].map((names) => names.some((kind) => kind.startsWith('sandbox.')));
  };
  expect(await kinds(sandbox)).toEqual([true, true]);
  expect(await kinds(production)).toEqual([false, false]);
});

test('a fault that got into the tables of production does nothing there', async () => {
  for (const [world, isFelt] of [
    [sandbox, true],
    [production, false],
  ] as const) {
    const { database } = world.foundations;
    const { partnerId } = world.partner;
    await readEvents(world);
    await database.query(
      "insert into webhook_receivers (partner_id, url, updated_at) values ($1, 'https://127.0.0.1:9/', now())",
      [partnerId],
    );
    await database.inTransaction(async (tx) => {
      await setCallFault(tx, partnerId, { status: 500, share: 0.5 });
      await setPushFaults(tx, partnerId, { drop: true }, world.clock.now());
    });
    const statuses = [];
    for (let made = 0; made < 2; made++) statuses.push((await world.call('GET', '/v3/cities')).status);
    expect(statuses).toEqual(isFelt ? [200, 500] : [200, 200]);
    await database.inTransaction((tx) => setCallFault(tx, partnerId, undefined));
    await fund(world, 1n);
    const sender = startSending(world);
    const delivery = await eventually(async () => {
      const seen = (await readEvents(world)).json.data.at(-1).delivery;
      return seen.attempts > 0 ? seen : undefined;
    });
    await sender.stop();
    expect([delivery.status, delivery.lastError === 'Dropped by your fault setting.']).toEqual(
      isFelt ? ['DELIVERED', true] : ['PENDING', false],
    );
  }
});
