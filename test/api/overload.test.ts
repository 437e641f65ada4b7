import { Agent } from 'node:https';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noContent } from '../../src/infrastructure/http/partner-api.ts';
import { createWorld, type World } from '../support/world.ts';

const MOST_AT_ONCE = 256;
const TOO_MANY = 40;

let world: World;
let open: () => void;
beforeAll(async () => {
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  world = await createWorld({
    partner: { limitFactor: 100_000 },
    addRoutes: (partnerApi) =>
      partnerApi.get(
        '/v3/slow',
        {
          operationId: 'waitLong',
          limit: 'GetCities',
          platform: 'ANY',
          tag: 'Test',
          summary: 'Waits',
          refusals: [],
          answers: { 200: Type.Null(), 204: null },
        },
        async () => {
          await opened;
          return noContent();
        },
      ),
  });
});
afterAll(() => world.close());

test('calls beyond what can be answered in good time get 503 at once, the others their answer, and who watches sees it', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: MOST_AT_ONCE + TOO_MANY });
  const taken = Array.from({ length: MOST_AT_ONCE }, () => world.call('GET', '/v3/slow', { agent }));
  await expect.poll(underWay, { timeout: 30_000 }).toBe(MOST_AT_ONCE);
  const refused = await Promise.all(Array.from({ length: TOO_MANY }, () => world.call('GET', '/v3/slow', { agent })));
  expect(new Set(refused.map(({ status, headers }) => `${status} ${headers['retry-after']}`))).toEqual(
    new Set(['503 2']),
  );
  expect((await world.send({ path: '/health/live' })).status).toBe(200);
  expect((await world.send({ path: '/health/ready' })).status).toBe(200);
  open();
  expect((await Promise.all(taken)).filter(({ status }) => status !== 204)).toEqual([]);
  await expect.poll(underWay, { timeout: 30_000 }).toBe(0);
  expect((await world.call('GET', '/v3/slow')).status).toBe(204);
  expect((await metrics()).match(/waybill_calls_shed_total (\d+)/)?.[1]).toBe(String(TOO_MANY));
  agent.destroy();
}, 60_000);

const metrics = async () => (await world.send({ path: '/metrics' })).text;
const underWay = async () => Number((await metrics()).match(/waybill_calls_under_way (\d+)/)?.[1]);
