import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../src/foundation/time.ts';
import { findOrMakeDemoPartner } from '../../src/main/make-demo-partner.ts';
import { leaveDemoJob } from '../../src/sandbox/sandbox-jobs.ts';
import { simulationOf } from '../support/simulation.ts';
import { type Visitor, visitorOf } from '../support/visitor.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let visitor: Visitor;
beforeAll(async () => {
  world = await createWorld({ demo: true });
  visitor = await visitorOf(world);
});
afterAll(async () => {
  await visitor.leave();
  await world.close();
});

/** Where the drivers' dots are drawn, by driver. */
const dotsOn = (page: Page) =>
  page
    .locator('.drivers circle')
    .evaluateAll((dots) =>
      Object.fromEntries(dots.map((dot) => [dot.getAttribute('data-id'), dot.getAttribute('style')])),
    ) as Promise<Record<string, string>>;
const countOn = async (page: Page, name: string) => Number(await page.locator(`[data-count=${name}]`).textContent());
const patiently = { interval: 250 };

test('after a start the city lives on the page: drivers move, an order goes from placed to delivered, and drivers who are not heard of any more are silent', async () => {
  const demo = await findOrMakeDemoPartner(world.foundations);
  const drivers = await simulationOf(world);
  await drivers.set({ drivers: 'AUTO', speed: 120 }, demo);
  await world.foundations.database.inTransaction((tx) => leaveDemoJob(tx, demo.partnerId, world.clock.now()));
  const { page, troubles, strangers } = await visitor.visit('/');
  const events = () => page.locator('.city li').allTextContents();
  expect(await page.textContent('.city h2')).toBe('Hong Kong, right now');
  expect([await countOn(page, 'driversReachable'), await events()]).toEqual([0, []]);

  /** The page may have looked while the last second was still under way. */
  const pass: typeof drivers.pass = async (...given) => {
    await drivers.pass(...given);
    world.clock.advance(SECOND_MS);
  };

  await pass(7);
  await expect.poll(events, patiently).toEqual([expect.stringContaining('· placed')]);
  await expect.poll(() => countOn(page, 'driversReachable'), patiently).toBe(12);
  expect(await page.locator('.city dt').allTextContents()).toEqual([
    'drivers reachable',
    'order under way',
    'delivered in the last hour',
  ]);
  const before = await dotsOn(page);
  expect(Object.keys(before)).toHaveLength(12);

  await pass(60, async () => (await orderStatus()) === 'COMPLETED');
  await expect.poll(() => countOn(page, 'deliveredLastHour'), patiently).toBeGreaterThanOrEqual(1);
  expect((await events()).join()).toMatch(/· (picked up|delivered)/);
  await expect
    .poll(
      async () => Object.entries(await dotsOn(page)).filter(([id, place]) => before[id] !== place).length,
      patiently,
    )
    .toBeGreaterThanOrEqual(12);

  world.clock.advance(3 * MINUTE_MS);
  await expect.poll(() => countOn(page, 'driversReachable'), patiently).toBe(0);
  const kinds = page.locator('.drivers circle').evaluateAll((dots) => dots.map((dot) => dot.getAttribute('class')));
  expect(await kinds).toEqual(Array(12).fill('driver silent'));
  expect(await page.textContent('.legend')).toContain('silent driver');
  expect([troubles, strangers]).toEqual([[], []]);

  async function orderStatus(): Promise<string> {
    const { json } = await world.call('GET', '/v3/orders', { as: demo });
    return json.data.at(-1).status;
  }
});

test('it is usable by everyone', async () => {
  expect(await visitor.accessibilityFaults('/')).toEqual([]);
});

test('on a phone nothing is wider than the screen', async () => {
  const { page } = await visitor.visit('/');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
});
