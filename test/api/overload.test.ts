import { Agent } from 'node:https';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noContent } from '../../src/infrastructure/http/partner-api.ts';
import type { HttpAnswer } from '../support/partner-client.ts';
import { createWorld, type World } from '../support/world.ts';

const CALLS = 320;
/** What a process takes at once: so many whatever happens, and so many if it had nothing to do. */
const [FEWEST, MOST] = [128, 256];
const PATIENCE = { timeout: 60_000, interval: 50 };

let world: World;
let open: () => void;
beforeAll(async () => {
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  world = await createWorld({
    clockRuns: true,
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
  const agent = new Agent({ keepAlive: true, maxSockets: CALLS });
  const refused: HttpAnswer[] = [];
  const answered: HttpAnswer[] = [];
  let isOpen = false;
  const all = Array.from({ length: CALLS }, async () => {
    const answer = await world.call('GET', '/v3/slow', { agent });
    (isOpen ? answered : refused).push(answer);
  });
  // However slowly they arrive, each waits or was refused, before a single one is answered.
  await expect.poll(async () => (await underWay()) + refused.length, PATIENCE).toBe(CALLS);
  expect(new Set(refused.map(({ status, headers }) => `${status} ${headers['retry-after']}`))).toEqual(
    new Set(['503 2']),
  );
  const waiting = await underWay();
  expect(waiting).toBeGreaterThanOrEqual(FEWEST);
  expect(waiting).toBeLessThanOrEqual(MOST);
  expect((await world.send({ path: '/health/live' })).status).toBe(200);
  expect((await world.send({ path: '/health/ready' })).status).toBe(200);
  isOpen = true;
  open();
  await Promise.all(all);
  expect(answered.map(({ status }) => status)).toEqual(Array(waiting).fill(204));
  await expect.poll(underWay, PATIENCE).toBe(0);
  expect((await world.call('GET', '/v3/slow')).status).toBe(204);
  expect((await metrics()).match(/waybill_calls_shed_total (\d+)/)?.[1]).toBe(String(CALLS - waiting));
  agent.destroy();
}, 120_000);

const metrics = async () => (await world.send({ path: '/metrics' })).text;
const underWay = async () => Number((await metrics()).match(/waybill_calls_under_way (\d+)/)?.[1]);
