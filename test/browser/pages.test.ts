import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

test('browsers find the icon of pages that name none', async () => {
  const icon = await world.send({ path: '/favicon.ico' });
  expect([icon.status, icon.headers['content-type']]).toEqual([200, 'image/svg+xml']);
  const { page } = await visitor.visit('/');
  const shown = `new Promise((resolve, reject) => {
    const icon = Object.assign(new Image(), { onload: () => resolve(icon.naturalWidth), onerror: reject });
    icon.src = '/favicon.ico';
  })`;
  expect(await page.evaluate(shown)).toBeGreaterThan(0);
});

test('the start page is usable by everyone', async () => {
  expect(await visitor.accessibilityFaults('/')).toEqual([]);
});

test('where nothing is, people find a page that says so and leads on, and programs their answer in JSON', async () => {
  const { page } = await visitor.visit('/');
  for (const path of ['/nonsense', '/track', '/docs/nothing', '/files/nobody?owner=1']) {
    const answer = await page.goto(`https://localhost:${world.port}${path}`);
    expect([path, answer?.status(), await page.textContent('h1')]).toEqual([path, 404, 'There is nothing here']);
    const program = await world.send({ path, headers: { accept: 'text/html, image/gif, */*; q=.2' } });
    expect([path, program.status, program.json.message]).toEqual([path, 404, 'ERR_NOT_FOUND']);
    expect(await page.textContent('main')).toContain(program.json.errors[0].message);
  }
  for (const path of ['/v3', '/v3/cities', '/portal/v1/nothing']) {
    const call = await page.goto(`https://localhost:${world.port}${path}`);
    expect([path, await call?.headerValue('content-type')]).toEqual([path, 'application/json; charset=utf-8']);
  }
  await page.goto(`https://localhost:${world.port}/nonsense`);
  await page.getByRole('link', { name: 'Start page' }).click();
  expect(await page.textContent('h1')).toBe('Waybill sandbox');
  expect(await visitor.accessibilityFaults('/nonsense')).toEqual([]);
});

describe('the documents', () => {
  test('are found by what they say, without asking anybody else for anything', async () => {
    const { page, troubles, strangers } = await visitor.visit('/docs');
    await page.getByRole('searchbox').fill('cities of the market');
    await page.getByRole('link', { name: 'Cities of the market' }).first().click();
    await page.waitForURL('**/docs/reference/cities#listCities');
    expect(await page.textContent('h1')).toBe('Cities');
    expect(await page.title()).toBe('Cities: API reference · Waybill');
    expect([troubles, strangers]).toEqual([[], []]);
  });

  test('have code that can be copied', async () => {
    const { page } = await visitor.visit('/docs/quick-start', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.locator('.code').first().hover();
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await page.locator('pre').first().textContent());
  });

  test.each(['/docs', '/docs/orders', '/docs/reference/wallet'])('%s is usable by everyone', async (path) => {
    expect(await visitor.accessibilityFaults(path)).toEqual([]);
  });

  test('none is wider than a small phone, and all are whole without a script', async () => {
    const { page } = await visitor.visit('/docs', { viewport: { width: 360, height: 640 }, javaScriptEnabled: false });
    const links = await page
      .locator('main a[href^="/docs/"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')?.split('#')[0] as string));
    for (const path of new Set(links)) {
      if (path.endsWith('.json')) continue;
      await page.goto(`https://localhost:${world.port}${path}`);
      const width = await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth);
      expect([path, width, await page.locator('main h1').count()]).toEqual([path, 360, 1]);
    }
  });
});
