import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let browser: Browser;
beforeAll(async () => {
  world = await createWorld();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

type Visit = { page: Page; troubles: string[]; strangers: string[] };

async function visit(path: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Visit> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, colorScheme, bypassCSP: false });
  const page = await context.newPage();
  const base = `https://localhost:${world.port}`;
  const troubles: string[] = [];
  const strangers: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text());
  });
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(base) && !request.url().startsWith('data:')) strangers.push(request.url());
  });
  await page.goto(base + path, { waitUntil: 'networkidle' });
  return { page, troubles, strangers };
}

/** In a context of its own, where the page's policy lets the checker in. */
async function accessibilityFaults(path: string, colorScheme: 'light' | 'dark'): Promise<string[]> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, colorScheme, bypassCSP: true });
  const page = await context.newPage();
  await page.goto(`https://localhost:${world.port}${path}`);
  await page.addScriptTag({ content: axe.source });
  const { violations } = (await page.evaluate('axe.run()')) as {
    violations: { id: string; nodes: { html: string }[] }[];
  };
  await context.close();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

test('the start page says what runs and leads on, without a script and without a stranger', async () => {
  const { page, troubles, strangers } = await visit('/');
  expect(await page.textContent('h1')).toBe('Waybill sandbox');
  expect(await page.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '/docs',
    '/health/ready',
    '/metrics',
  ]);
  world.clock.set(Date.now());
  for (const path of ['/docs', '/health/ready', '/metrics'])
    expect((await world.send({ path })).status).toBeLessThan(400);
  expect([troubles, strangers]).toEqual([[], []]);
});

test.each(['light', 'dark'] as const)('the start page is usable by everyone, %s', async (scheme) => {
  expect(await accessibilityFaults('/', scheme)).toEqual([]);
});

test('the reference shows the call with its errors, and asks nobody else for anything', async () => {
  const { page, troubles, strangers } = await visit('/docs');
  await page.getByText('/v3/cities', { exact: true }).first().click();
  await page.getByText('A mutating call repeated with the same id and body takes effect once.').first().waitFor();
  expect(await page.locator('.topbar').isVisible()).toBe(false);
  expect(await page.title()).toBe('Waybill API reference');
  expect([troubles, strangers]).toEqual([[], []]);
});
