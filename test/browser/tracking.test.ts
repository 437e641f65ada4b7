import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/foundation/time.ts';
import { CENTRAL, MONG_KOK, place, TUEN_MUN } from '../support/orders.ts';
import { photo } from '../support/pictures.ts';
import { pathOf, SCRIPT, trackingOf } from '../support/tracking.ts';
import { type Visitor, visitorOf } from '../support/visitor.ts';
import { createWorld, type World } from '../support/world.ts';

const PHONE = { viewport: { width: 390, height: 844 }, locale: 'en-HK' };
const LARGEST_BYTES = 100 * 1024;

let world: World;
let visitor: Visitor;
let tracking: ReturnType<typeof trackingOf>;
beforeAll(async () => {
  world = await createWorld({ partner: { limitFactor: 1000, creditMinor: 1_000_000n } });
  visitor = await visitorOf(world);
  tracking = trackingOf(world);
});
afterAll(async () => {
  await visitor.leave();
  await world.close();
});
beforeEach(() => world.clock.advance(2 * MINUTE_MS));

const headline = (page: Page) => page.locator('h1').textContent();
const isWithin = (page: Page) => page.evaluate('document.documentElement.scrollWidth <= window.innerWidth');

describe('without a script', () => {
  const visit = (path: string) => visitor.visit(path, { ...PHONE, javaScriptEnabled: false });

  test('everything is read, said and chosen', async () => {
    const { driver, orderId, path, stopIds } = await tracking.underWay();
    const { page, troubles, strangers } = await visit(path);
    expect(await headline(page)).toMatch(/^Arriving about/);
    expect(await page.isVisible('#map')).toBe(false);
    await page.click('text=Note to the driver');
    await page.fill('textarea', 'Ring at door B');
    await page.click('text=Send note');
    expect(await page.textContent('main')).toContain('Sent to the driver: 1 of 5');
    await page.click('summary:has-text("Message me when the driver is near")');
    await page.click('button:has-text("Message me when the driver is near")');
    expect(await page.textContent('main')).toContain('A message will be sent when the driver is near.');
    await page.click('text=This is not my parcel');
    await page.click('text=Report it');
    expect(await page.textContent('main')).toContain('The driver and support have been told.');
    await page.selectOption('#lang', 'ja');
    await page.click('text=Change');
    expect(await headline(page)).toMatch(/ごろ到着予定$/);
    await driver.act(orderId, 'pick-up');
    await tracking.close(driver, orderId, stopIds[1], { proof: 'FAILED', reason: 'Nobody there' });
    await page.reload();
    expect(await headline(page)).toBe('配達できませんでした');
    expect([troubles, strangers, await isWithin(page)]).toEqual([[], [], true]);
  });
});

describe('with it', () => {
  const visit = (path: string) => visitor.visit(path, PHONE);

  test('what happens is seen as it happens, and what was half typed stays', async () => {
    const { driver, orderId, path, stopIds } = await tracking.underWay({ order: { isPODEnabled: true } });
    const { page, troubles, strangers } = await visit(path);
    await page.evaluate('window.stayed = true');
    await page.click('text=Note to the driver');
    await page.fill('textarea', 'Ring at do');
    await page.click('summary:has-text("This is not my parcel")');
    await page.focus('textarea');
    await driver.act(orderId, 'pick-up');
    await expect.poll(() => page.textContent('[data-live=answer]')).toContain('On the way to you');
    world.clock.advance(MINUTE_MS);
    await driver.report({ lat: 22.3192, lng: 114.1694 });
    await expect.poll(() => headline(page)).toBe('Arriving in a few minutes');
    await tracking.post(`${path}/near`, { stopId: stopIds[1] as string });
    await expect.poll(() => page.textContent('main')).toContain('A message will be sent when the driver is near.');
    expect(await page.inputValue('textarea')).toBe('Ring at do');
    expect(await page.locator('details[open] summary').allTextContents()).toEqual([
      expect.stringContaining('Note to the driver'),
      expect.stringContaining('This is not my parcel'),
    ]);
    expect(await page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA');
    await tracking.close(driver, orderId, stopIds[1], { proof: 'PHOTO', photo: (await photo()).toString('base64') });
    await expect.poll(() => headline(page)).toMatch(/^Delivered · /);
    expect(await page.title()).toMatch(/^Delivered · /);
    await expect.poll(() => page.evaluate('document.querySelector("main img").naturalWidth')).toBeGreaterThan(0);
    expect(await page.evaluate('window.stayed')).toBe(true);
    expect([troubles, strangers]).toEqual([[], []]);
  });

  test('a lost connection is told with the time, and what was missed comes with the next one', async () => {
    const { driver, orderId, path, stopIds } = await tracking.underWay();
    const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Asia/Hong_Kong' });
    const { page } = await visit(path);
    const openedAt = Date.now();
    await driver.act(orderId, 'pick-up');
    await expect.poll(() => page.textContent('[data-live=answer]')).toContain('On the way to you');
    const heardBy = Date.now();
    expect(await page.textContent('#lost')).toBe('');
    // In a pocket it hears nothing, and does not know it until it is taken out.
    await page.clock.setSystemTime(heardBy + HOUR_MS);
    await page.context().setOffline(true);
    const known = [openedAt, heardBy].map((at) => `Connection lost. This was known at ${clock.format(at)}.`);
    await expect.poll(() => page.textContent('#lost')).not.toBe('');
    expect(known).toContain(await page.textContent('#lost'));
    await tracking.close(driver, orderId, stopIds[1], { proof: 'NONE' });
    expect(await headline(page)).not.toMatch(/^Delivered/);
    await page.context().setOffline(false);
    await expect.poll(() => headline(page)).toMatch(/^Delivered · /);
    await expect.poll(() => page.textContent('#lost')).toBe('');
  });

  test('a server that goes away is a lost connection too', async () => {
    const own = await createWorld({ partner: { creditMinor: 1_000_000n } });
    const elsewhere = await visitorOf(own);
    const { shareLink } = await place(own);
    const { page } = await elsewhere.visit(pathOf(shareLink), PHONE);
    await own.close();
    await expect.poll(() => page.textContent('#lost')).toMatch(/^Connection lost\./);
    await elsewhere.leave();
  });

  test('a page that is open when its link ends says so, and asks no more; what is not from us is a lost connection', async () => {
    const { driver, orderId, path, stopIds } = await tracking.underWay();
    const { page } = await visit(path);
    await driver.act(orderId, 'pick-up');
    await tracking.close(driver, orderId, stopIds[1], { proof: 'NONE' });
    await expect.poll(() => headline(page)).toMatch(/^Delivered · /);
    await page.evaluate('window.stayed = true');
    const reconnect = async () => {
      await page.context().setOffline(true);
      await page.context().setOffline(false);
    };
    /** What was asked before has been answered then. */
    const ask = () => page.evaluate("fetch(location.pathname, { method: 'HEAD' }).then(({ status }) => status)");
    const isOurs = (url: URL) => url.pathname.startsWith(path);
    await page.route(isOurs, (route) => route.fulfill({ status: 404 }));
    const asked = page.waitForResponse((answer) => answer.request().method() === 'HEAD', { timeout: 5_000 });
    await reconnect();
    await asked;
    expect(await ask()).toBe(404);
    expect(await page.textContent('#lost')).toMatch(/^Connection lost\./);
    expect(await page.evaluate('window.stayed')).toBe(true);
    await page.unroute(isOurs);
    world.clock.advance(8 * DAY_MS);
    await reconnect();
    await expect.poll(() => headline(page)).toBe('This link leads to nothing');
    const knocks: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/live')) knocks.push(request.url());
    });
    await reconnect();
    expect(await ask()).toBe(404);
    expect(knocks).toEqual([]);
  });

  test('a stop that an edit has added is on the page without a hand', async () => {
    const { orderId, path } = await tracking.underWay();
    const { page } = await visit(path);
    const { json } = await world.call('GET', `/v3/orders/${orderId}`);
    const [pickUp, dropOff] = json.data.stops;
    const further = { ...TUEN_MUN, name: 'Eve', phone: '+85256847125' };
    const stops = [pickUp, dropOff, further].map(({ stopId, coordinates, address, name, phone }) => ({
      ...(stopId === undefined ? {} : { stopId }),
      coordinates,
      address,
      name,
      phone,
    }));
    const edit = await world.call('PATCH', `/v3/orders/${orderId}`, { body: JSON.stringify({ data: { stops } }) });
    expect(edit.status).toBe(201);
    await expect.poll(() => page.textContent('main')).toContain(TUEN_MUN.address);
  });

  test('choosing a language is enough', async () => {
    const { path } = await tracking.underWay();
    const { page } = await visit(path);
    await page.selectOption('#lang', 'th');
    await expect.poll(() => headline(page)).toMatch(/^จะถึงประมาณ/);
    await expect.poll(() => page.isVisible('#map .map-canvas, #map .map-sketch')).toBe(true);
  });

  test('whoever has it read out hears each change once, in one sentence, and what has not happened yet is told from what has', async () => {
    const { driver, orderId, path, stopIds } = await tracking.underWay();
    const { page } = await visit(path);
    const said = page.locator('#said');
    const steps = page.getByRole('list').last();
    expect(await said.textContent()).toBe('');
    expect(await steps.ariaSnapshot()).toContain('Driver found');
    expect(await steps.getByText('still to come').count()).toBe(2);
    await page.evaluate(`{
      globalThis.heard = [];
      const region = document.getElementById('said');
      new MutationObserver(() => heard.push(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true });
    }`);
    await driver.act(orderId, 'pick-up');
    await expect.poll(() => said.textContent()).toMatch(/^Arriving .*\. On the way to you$/);
    expect(await steps.getByText('still to come').count()).toBe(1);
    await tracking.post(`${path}/near`, { stopId: stopIds[1] as string });
    await expect.poll(() => page.textContent('main')).toContain('A message will be sent when the driver is near.');
    await tracking.close(driver, orderId, stopIds[1], { proof: 'NONE' });
    await expect.poll(() => said.textContent()).toMatch(/^Delivered · .*\. It has been handed over\.$/);
    expect(await steps.getByText('still to come').count()).toBe(0);
    expect(await page.evaluate('heard.length')).toBe(2);
    expect(
      await page.locator('[aria-live], [role=status], [role=alert]').evaluateAll((all) => all.map(({ id }) => id)),
    ).toEqual(['lost', 'said']);
  });

  test('by keyboard all languages are within reach, and none is taken on the way to another', async () => {
    const { path } = await tracking.underWay();
    const { page } = await visit(path);
    const languages = page.locator('#lang');
    await languages.focus();
    await page.evaluate('window.stayed = true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const third = await languages.locator('option').nth(2).getAttribute('value');
    expect(await languages.inputValue()).toBe(third);
    expect([await page.evaluate('window.stayed'), await page.getAttribute('html', 'lang')]).toEqual([true, 'en']);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Change');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getAttribute('html', 'lang')).toBe(third);
  });

  test('what was sent is told where it was sent from', async () => {
    const { path, stopIds } = await tracking.underWay();
    const { page } = await visit(path);
    await page.click('text=Note to the driver');
    await page.fill('textarea', 'Ring at door B');
    await page.click('text=Send note');
    await page.getByText('Sent to the driver: 1 of 5').waitFor();
    expect(new URL(page.url()).hash).toBe(`#actions-${stopIds[1]}`);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Note to the driver');
  });

  test('script text is text, also when it comes later', async () => {
    const stops = [CENTRAL, { ...MONG_KOK, address: `${SCRIPT} Road` }];
    const { driver, orderId, path, stopIds } = await tracking.underWay({ quotation: { stops } }, { name: SCRIPT });
    const { page, troubles } = await visit(path);
    page.on('dialog', () => expect.unreachable('a script ran'));
    await driver.act(orderId, 'pick-up');
    await tracking.close(driver, orderId, stopIds[1], {
      proof: 'FAILED',
      reason: `<img src=x onerror=alert(1)>${SCRIPT}`,
    });
    await expect.poll(() => page.textContent('main')).toContain(`Reason: <img src=x onerror=alert(1)>${SCRIPT}`);
    expect([troubles, await isWithin(page)]).toEqual([[], true]);
  });

  test('less than 100 KB come over the line before the map', async () => {
    const { path } = await tracking.underWay();
    const { page } = await visitor.visit('/health/live', PHONE);
    let bytes = 0;
    const asked: string[] = [];
    const line = await page.context().newCDPSession(page);
    await line.send('Network.enable');
    const isMap = (url: string) => /(show|draw|open)-map|maplibre|view-|\/map\//.test(url);
    const urls = new Map<string, string>();
    line.on('Network.responseReceived', ({ requestId, response }) => void urls.set(requestId, response.url));
    line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const url = urls.get(requestId) ?? '';
      if (isMap(url)) return;
      asked.push(new URL(url).pathname);
      bytes += encodedDataLength;
    });
    await page
      .goto(new URL(path, page.url()).href, { waitUntil: 'networkidle', timeout: 20_000 })
      .catch(() => undefined);
    await expect.poll(() => asked.filter((name) => name.startsWith('/assets/')).length).toBeGreaterThanOrEqual(2);
    expect(asked).toContain(path);
    expect(bytes).toBeGreaterThan(1_000);
    expect(bytes).toBeLessThan(LARGEST_BYTES);
  });
});

describe('it is usable by everyone', () => {
  const onPhone = (page: Page) => page.setViewportSize(PHONE.viewport);

  test('under way, with every form open', async () => {
    const { path } = await tracking.underWay({ quotation: { stops: [CENTRAL, MONG_KOK, TUEN_MUN] } });
    const faults = await visitor.accessibilityFaults(path, async (page) => {
      await onPhone(page);
      for (const summary of await page.locator('summary').all()) await summary.click();
      await page.locator('#map .map-canvas, #map .map-sketch').first().waitFor();
    });
    expect(faults).toEqual([]);
  });

  test('when it is over, and where a link leads to nothing', async () => {
    const { driver, orderId, path, stopIds } = await tracking.underWay({ order: { isPODEnabled: true } });
    await driver.act(orderId, 'pick-up');
    await tracking.close(driver, orderId, stopIds[1], { proof: 'PHOTO', photo: (await photo()).toString('base64') });
    expect(await visitor.accessibilityFaults(path, onPhone)).toEqual([]);
    expect(await visitor.accessibilityFaults(`/track/${'x'.repeat(24)}`, onPhone)).toEqual([]);
  });
});
