import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { answerJson, startLocalService } from '../support/local-service.ts';
import { runCommand } from '../support/program.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ env: { WAYBILL_TLS: 'proxy' } });
});
afterAll(() => world.close());

const health = (env: Record<string, string>, ...args: string[]) => runCommand(['health', ...args], env);
const behindProxy = ({ port }: World) => ({ WAYBILL_TLS: 'proxy', WAYBILL_PORT: String(port) });

test('behind a proxy the process is asked past it, and names the checks that fail', async () => {
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

test('a process that trusts other proxies only is asked all the same', async () => {
  const strict = await createWorld({ env: { WAYBILL_TLS: 'proxy', WAYBILL_TRUSTED_PROXIES: '10.0.0.1' } });
  strict.clock.set(Date.now());
  expect(await health(behindProxy(strict))).toMatchObject({ code: 0, output: 'ready\n' });
  await strict.close();
});

const stranger = (port: string) => ({
  code: 1,
  output: '',
  errors: `What answers on 127.0.0.1:${port} is no Waybill, or one with another WAYBILL_TLS.\n`,
});

test.each([
  ['whose health has another form', 200, { status: 'UP' }],
  ['that is ready for something else', 200, { status: 'ready', checks: { disk: 'ok' } }],
  ['that says ready and answers 503', 503, { status: 'ready', checks: { database: 'ok', migrations: 'ok' } }],
  ['that lets nobody in', 403, 'Forbidden'],
  ['that answers nothing', 200, null],
])('another program %s is not taken for a Waybill', async (_which, status, answered) => {
  const other = await startLocalService((_asked, answer) => answerJson(answer, answered, status));
  onTestFinished(() => other.stop());
  const { port } = new URL(other.url);
  expect(await health({ WAYBILL_TLS: 'proxy', WAYBILL_PORT: port })).toEqual(stranger(port));
});

test('whoever is asked by the wrong WAYBILL_TLS is told so, and a port on which nobody listens apart from it', async () => {
  const port = String(world.port);
  expect(await health({ WAYBILL_PORT: port })).toEqual(stranger(port));
  const free = String(await freePort());
  expect(await health({ WAYBILL_PORT: free })).toMatchObject({
    code: 1,
    errors: `Nothing answers on 127.0.0.1:${free}.\n`,
  });
});

test('a worker is asked where it shows itself, and there is nothing else to ask', async () => {
  expect(await health({}, 'worker')).toMatchObject({
    code: 1,
    errors: 'A worker shows itself only where WAYBILL_WORKER_PORT is set.\n',
  });
  expect(await health({}, 'cook')).toMatchObject({ code: 2, errors: 'There is api and worker, not "cook".\n' });
});
