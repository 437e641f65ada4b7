import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { deskUser, openDesk } from '../support/desk.ts';
import { runRounds } from '../support/driver-client.ts';
import { place } from '../support/orders.ts';
import { goOnline, type Phone, phoneOf } from '../support/phone.ts';
import { pathOf } from '../support/tracking.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let browser: Browser;
let phone: Phone;
let shareLink: string;
let orderId: string;
beforeAll(async () => {
  world = await createWorld({ clockRuns: true, partner: { limitFactor: 100, creditMinor: 100_000n } });
  browser = await openBrowser();
  phone = await phoneOf(world);
  ({ orderId, shareLink } = await place(world));
});
afterAll(async () => {
  await phone.leave();
  await browser.close();
  await world.close();
});

async function desk(name: 'portal' | 'console', role: 'developer' | 'admin', path: string): Promise<Page> {
  const { page } = await openDesk(browser, world, await deskUser(world, name, { role }), path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

async function recipient(): Promise<Page> {
  const page = await (await browser.newContext({ ignoreHTTPSErrors: true, reducedMotion: 'reduce' })).newPage();
  await page.goto(`https://localhost:${world.port}${pathOf(shareLink)}`);
  return page;
}

async function offered(): Promise<Page> {
  await goOnline(world, phone);
  await place(world);
  await runRounds(world, 2);
  await phone.page.getByRole('button', { name: 'Accept' }).waitFor();
  return phone.page;
}

const SCREENS: readonly (readonly [name: string, open: () => Promise<Page>])[] = [
  ['an offer in the driver app', offered],
  ['the page of a recipient', recipient],
  ['an order at the portal', () => desk('portal', 'developer', `/orders/${orderId}`)],
  ['a city at the console', () => desk('console', 'admin', '')],
];

/** Whatever has text of its own; maps and charts are pictures, whose letters grow when the page is enlarged. */
const REMEMBER_TEXTS = `window.texts = [...document.querySelectorAll('body *')]
  .filter((one) => one.closest('svg, .map') === null)
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
  .map((element) => ({ element, size: parseFloat(getComputedStyle(element).fontSize) }))`;
const HOW_MANY_TEXTS = 'window.texts.length';
const TEXTS_THAT_STAYED = `window.texts
  .filter(({ element, size }) => element.isConnected && parseFloat(getComputedStyle(element).fontSize) < 1.45 * size)
  .map(({ element }) => element.textContent.trim())`;
/** Buttons that nothing but their colour sets apart from text beside them. */
const BARE_BUTTONS = `[...document.querySelectorAll('button, [role=button]')]
  .filter((one) => one.checkVisibility() && one.textContent.trim() !== '' && one.closest('nav, details, [role=tablist], .map') === null)
  .filter((one) => {
    const { borderTopWidth, borderTopColor, textDecorationLine } = getComputedStyle(one);
    const hasEdge = parseFloat(borderTopWidth) > 0 && borderTopColor !== 'rgba(0, 0, 0, 0)';
    return !hasEdge && !textDecorationLine.includes('underline');
  })
  .map((one) => one.textContent.trim())`;
/** What a colour tells, as it is painted. */
const PAINTED = `[...document.querySelectorAll('[role=switch], [role=img][aria-label] > span, ol > li > [aria-hidden].rounded-full')]
  .map((one) => getComputedStyle(one).backgroundColor)
  .filter((colour) => colour.startsWith('rgb('))`;

describe('whoever has chosen larger letters in the browser gets them', () => {
  test.each(SCREENS)('on %s', async (_, open) => {
    const page = await open();
    await page.evaluate(`${REMEMBER_TEXTS}; 0`);
    expect(await page.evaluate(HOW_MANY_TEXTS)).toBeGreaterThan(10);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 24 } });
    expect(await page.evaluate(TEXTS_THAT_STAYED)).toEqual([]);
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  });
});

describe('where people have colours of their own, a button is still one, and what colours tell is told', () => {
  test.each(SCREENS)('on %s', async (_, open) => {
    const page = await open();
    const usual = await page.evaluate(PAINTED);
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await page.evaluate(BARE_BUTTONS)).toEqual([]);
    expect(await page.evaluate(PAINTED)).toEqual(usual);
    await page.emulateMedia({ forcedColors: 'none' });
  });
});
