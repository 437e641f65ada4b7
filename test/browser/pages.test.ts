import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Visitor, visitorOf } from '../support/visitor.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let visitor: Visitor;
beforeAll(async () => {
  world = await createWorld();
  visitor = await visitorOf(world);
});
afterAll(async () => {
  await visitor.leave();
  await world.close();
});

test('the start page says what runs and leads on, without a script and without a stranger', async () => {
  const { page, troubles, strangers } = await visitor.visit('/');
  expect(await page.textContent('h1')).toBe('Waybill sandbox');
  expect(await page.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '/portal',
    '/console',
    '/driver',
    '/docs',
    '/health/ready',
    '/metrics',
  ]);
  world.clock.set(Date.now());
  for (const path of ['/portal', '/console', '/driver', '/docs', '/health/ready', '/metrics'])
    expect((await world.send({ path })).status).toBeLessThan(400);
  expect([troubles, strangers]).toEqual([[], []]);
});

test('the start page is usable by everyone', async () => {
  expect(await visitor.accessibilityFaults('/')).toEqual([]);
});

test('the reference shows the call with its errors, and asks nobody else for anything', async () => {
  const { page, troubles, strangers } = await visitor.visit('/docs');
  await page.getByText('/v3/cities', { exact: true }).first().click();
  await page.getByText('A mutating call repeated with the same id and body takes effect once.').first().waitFor();
  expect(await page.locator('.topbar').isVisible()).toBe(false);
  expect(await page.title()).toBe('Waybill API reference');
  expect([troubles, strangers]).toEqual([[], []]);
});
