import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { deskUser, openDesk } from '../support/desk.ts';
import { runRounds } from '../support/driver-client.ts';
import { MONG_KOK, place } from '../support/orders.ts';
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

async function portal(path: string, sign: string): Promise<Page> {
  const { page } = await openDesk(browser, world, await deskUser(world, 'portal', { role: 'developer' }), path);
  await page.getByText(sign).first().waitFor();
  return page;
}

async function city(): Promise<Page> {
  const { page } = await openDesk(browser, world, await deskUser(world, 'console', { role: 'admin' }));
  await page.getByText('Orders under way').waitFor();
  return page;
}

async function recipient(): Promise<Page> {
  const page = await (await browser.newContext({ ignoreHTTPSErrors: true, reducedMotion: 'reduce' })).newPage();
  await page.goto(`https://localhost:${world.port}${pathOf(shareLink)}`);
  return page;
}

async function offered(): Promise<Page> {
  await offerTo(phone);
  return phone.page;
}

/** An order for whoever has such a vehicle. */
async function offerTo(to: Phone): Promise<void> {
  await goOnline(world, to);
  await place(world, { quotation: { serviceType: to.driver.service } });
  await runRounds(world, 2);
  await to.page.getByRole('button', { name: 'Accept' }).waitFor();
}

const SCREENS: readonly (readonly [name: string, open: () => Promise<Page>])[] = [
  ['an offer in the driver app', offered],
  ['the page of a recipient', recipient],
  ['an order at the portal', () => portal(`/orders/${orderId}`, 'Order placed')],
  ['a city at the console', city],
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

/** As the translators of browsers do it: an element in the place of each text, also of those that come later. */
const TRANSLATE = `
  const turn = () => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walk.nextNode()) texts.push(walk.currentNode);
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement.closest('font, script, textarea, [translate=no]')) continue;
      const standIn = document.createElement('font');
      standIn.append('«' + text.data + '»');
      text.parentNode.insertBefore(standIn, text);
      text.remove();
    }
  };
  turn();
  new MutationObserver(turn).observe(document.body, { childList: true, subtree: true, characterData: true });`;

describe('whose browser translates the page', () => {
  test('goes on working with it', async () => {
    const van = await phoneOf(world, { service: 'VAN' });
    const { page } = van;
    await offerTo(van);
    await page.evaluate(TRANSLATE);
    const press = (name: string) => page.getByRole('button', { name: `«${name}»` }).click();
    await press('Accept');
    await press('I am here');
    await press('I have the goods');
    await page.getByText('«Deliver to»').waitFor();
    // It would be another place.
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(MONG_KOK.address);
    expect(van.troubles).toEqual([]);
    await van.leave();
  });

  test('has the address of a drop-off as it was written, as recipient too', async () => {
    const page = await recipient();
    await page.evaluate(TRANSLATE);
    await page.getByText('«Drop-off»').waitFor();
    expect(await page.getByText(MONG_KOK.address).allTextContents()).toEqual([MONG_KOK.address]);
  });

  test('sees what a text has become, and no more what was taken away', async () => {
    const page = await portal('', 'First steps');
    await page.evaluate(`{
      const row = document.createElement('p');
      row.id = 'row';
      row.append('Waits', ' for ', 'a driver');
      document.body.append(row);
      window.texts = [...row.childNodes];
      ${TRANSLATE}
    }`);
    const row = page.locator('#row');
    await expect.poll(() => row.textContent()).toBe('«Waits»« for »«a driver»');
    await page.evaluate(`window.texts[0].data = 'Was taken'`);
    await expect.poll(() => row.textContent()).toBe('«Was taken»« for »«a driver»');
    await page.evaluate(`{
      const [first, second, third] = window.texts;
      const row = document.getElementById('row');
      row.insertBefore(document.createTextNode(' by'), third);
      row.insertBefore(document.createTextNode('.'), undefined);
      row.removeChild(second);
      row.removeChild(third);
    }`);
    await expect.poll(() => row.textContent()).toBe('«Was taken»« by»«.»');
  });
});
