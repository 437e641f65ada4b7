import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../support/program.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ env: { WAYBILL_TLS: 'proxy' } });
});
afterAll(() => world.close());

const health = (env: Record<string, string>, ...args: string[]) => runCommand(['health', ...args], env);
const behindProxy = ({ port }: World) => ({ WAYBILL_TLS: 'proxy', WAYBILL_PORT: String(port) });

test('behind a proxy the process is asked as the proxy asks it, and names the checks that fail', async () => {
  world.clock.set(Date.now() - 600_000);
  const unready = await health(behindProxy(world), '--json');
  expect(unready).toMatchObject({ code: 1, errors: 'Not ready: clock. The log says why.\n' });
  expect(JSON.parse(unready.output)).toMatchObject({
    status: 'not ready',
    checks: { database: 'ok', clock: 'failed' },
  });
  world.clock.set(Date.now());
  expect(await health(behindProxy(world))).toEqual({ code: 0, output: 'ready\n', errors: '' });
});

test('a process that trusts other proxies only says what to change', async () => {
  const strict = await createWorld({ env: { WAYBILL_TLS: 'proxy', WAYBILL_TRUSTED_PROXIES: '10.0.0.1' } });
  const { code, errors } = await health(behindProxy(strict));
  await strict.close();
  expect([code, errors]).toEqual([
    1,
    'It takes no calls from here: WAYBILL_TRUSTED_PROXIES must also name 127.0.0.1 and ::1.\n',
  ]);
});

test('a worker is asked where it shows itself, and there is nothing else to ask', async () => {
  expect(await health({}, 'worker')).toMatchObject({
    code: 1,
    errors: 'A worker shows itself only where WAYBILL_WORKER_PORT is set.\n',
  });
  expect(await health({}, 'cook')).toMatchObject({ code: 2, errors: 'There is api and worker, not "cook".\n' });
});
