import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/foundation/time.ts';
import type { ParcelStatus } from '../../src/plus/rules/parcel-transitions.ts';
import { LANGUAGES } from '../../src/tracking/rules/language.ts';
import { WORDS } from '../../src/tracking/words/words.ts';
import { driverOf, takenBy } from '../support/driver-client.ts';
import { CENTRAL, driversOf, MONG_KOK, place, RECIPIENT, SENDER, TUEN_MUN } from '../support/orders.ts';
import { bring, inHours, placePlus, type Support, take } from '../support/parcels.ts';
import { photo, STROKES } from '../support/pictures.ts';
import { act, advance } from '../support/sandbox.ts';
import { ESCAPED_SCRIPT, pathOf, SCRIPT, type Tracking, trackedWorld } from '../support/tracking.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let support: Support;
let tracking: Tracking;
beforeAll(async () => {
  ({ world, support, tracking } = await trackedWorld({ env: { WAYBILL_ADDRESS_LIMIT: '1000' } }));
});
afterAll(() => world.close());
beforeEach(() => world.clock.advance(2 * MINUTE_MS));

const DOORSTEP = { lat: 22.3193, lng: 114.1694 };
const NOBODY = `/track/${'x'.repeat(24)}`;

/** How the map marks the stops. */
const markedOn = (html: string): readonly string[] => {
  const [, map = ''] = /data-map="([^"]*)"/.exec(html) ?? [];
  const { stops } = JSON.parse(map.replaceAll('&quot;', '"')) as { stops: { closed: boolean; failed?: boolean }[] };
  return stops.map(({ closed, failed }) => (closed ? (failed ? 'failed' : 'done') : 'open'));
};

describe('an on-demand order', () => {
  test('is followed from the placement to the proof', async () => {
    const { read } = tracking;
    const { shareLink } = await place(world);
    expect((await read(pathOf(shareLink))).headline).toBe('Looking for a driver');
    const { driver, orderId, path, stopIds } = await tracking.underWay(
      { order: { isPODEnabled: true } },
      { name: 'Ada Lovelace', plate: 'AB 1234' },
    );
    const matched = await read(path);
    expect(matched.headline).toMatch(/^Arriving about \d\d:\d\d$/);
    expect(matched.text).toContain('Driver on the way to the pick-up');
    expect(matched.text).toContain('Your driver Ada Plate ** 123*');
    await driver.act(orderId, 'arrive');
    expect((await read(path)).text).toContain('Driver is at the pick-up');
    await driver.act(orderId, 'pick-up');
    expect((await read(path)).text).toContain('On the way to you');
    world.clock.advance(MINUTE_MS);
    await driver.report(DOORSTEP);
    expect((await read(path)).headline).toBe('Arriving in a few minutes');
    await tracking.close(driver, orderId, stopIds[1], {
      proof: 'PHOTO',
      photo: (await photo()).toString('base64'),
    });
    const done = await read(path);
    expect(done.headline).toMatch(/^Delivered · \d\d:\d\d$/);
    expect(done.text).not.toContain('Your driver');
    expect(done.text).toMatch(
      /Order placed \d\d:\d\d Driver found \d\d:\d\d Driver at the pick-up \d\d:\d\d Picked up \d\d:\d\d Delivered \d\d:\d\d/,
    );
    const [, image = ''] = /<img[^>]* src="([^"]+)"/.exec(done.html) ?? [];
    const picture = await world.send({ path: image.replaceAll('&amp;', '&') });
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/jpeg']);
  });

  test('shows each of several stops by itself: when the driver comes, signed for, or why not', async () => {
    const { read, close } = tracking;
    const { driver, orderId, path, stopIds } = await tracking.underWay({
      quotation: { stops: [CENTRAL, MONG_KOK, TUEN_MUN] },
    });
    await driver.act(orderId, 'pick-up');
    const before = await read(path);
    expect(before.headline).toBe('On the way to you');
    expect(before.text.match(/Arriving about \d\d:\d\d/g)).toHaveLength(2);
    await close(driver, orderId, stopIds[1], { proof: 'SIGNATURE', signature: { strokes: STROKES } });
    const half = await read(path);
    expect(half.text).toContain('Delivered and signed for ·');
    expect(half.headline).toMatch(/^Arriving about/);
    await close(driver, orderId, stopIds[2], { proof: 'FAILED', reason: 'Nobody there' });
    const done = await read(path);
    expect(done.headline).toBe('Partly delivered');
    expect(done.text).toContain('Reason: Nobody there');
    expect(markedOn(done.html)).toEqual(['done', 'done', 'failed']);
  });

  test('that was cancelled says so, and so does one that nobody took, from its deadline on', async () => {
    const { orderId, shareLink: cancelled } = await place(world);
    await world.call('DELETE', `/v3/orders/${orderId}`);
    const over = await tracking.read(pathOf(cancelled));
    expect([over.headline, ...markedOn(over.html)]).toEqual(['Cancelled', 'open', 'open']);
    const { shareLink } = await place(world);
    world.clock.advance(2 * HOUR_MS - 1);
    expect((await tracking.read(pathOf(shareLink))).headline).toBe('Looking for a driver');
    world.clock.advance(1);
    expect((await tracking.read(pathOf(shareLink))).headline).toBe('No driver found');
  });

  test('shows its driver only inside the window in which the partner may see the driver', async () => {
    const driver = await driverOf(world, { name: 'Grace Hopper' });
    const scheduleAt = Date.parse(inHours(world, 2));
    const { orderId, shareLink } = await place(world, {
      quotation: { scheduleAt: new Date(scheduleAt).toISOString() },
    });
    await (await driversOf(world)).accept(orderId, driver.id);
    world.clock.set(scheduleAt - HOUR_MS - 1);
    await driver.report();
    const before = await tracking.read(pathOf(shareLink));
    expect(before.headline).toMatch(/^Planned: \d\d:\d\d$/);
    expect(before.text).toContain('Driver found');
    expect(before.html).not.toMatch(/Grace|on the way|&quot;driver&quot;:\{/);
    world.clock.advance(1);
    const inside = await tracking.read(pathOf(shareLink));
    expect(inside.headline).toMatch(/^Arriving about/);
    expect(inside.text).toContain('Grace');
    expect(inside.html).toContain('&quot;driver&quot;:{&quot;lat&quot;:22.281,&quot;lng&quot;:114.158}');
    world.clock.advance(10 * MINUTE_MS + 1);
    const silent = await tracking.read(pathOf(shareLink));
    expect(silent.headline).toBe('Driver on the way to the pick-up');
    expect(silent.html).not.toContain('&quot;driver&quot;:{');
  });

  test('behind an old link shows what took its place', async () => {
    const { shareLink, orderId } = await place(world);
    const successor = await act(world, orderId, 'SUPPORT_REPLACE');
    expect((await tracking.read(pathOf(shareLink))).headline).toBe('Looking for a driver');
    await act(world, successor.orderId, 'DRIVER_ACCEPT');
    expect((await tracking.read(pathOf(shareLink))).text).toContain('Driver on the way to the pick-up');
    await act(world, successor.orderId, 'SUPPORT_CANCEL');
    expect((await tracking.read(pathOf(shareLink))).headline).toBe('Cancelled');
  });
});

describe('a parcel', () => {
  test.each<[ParcelStatus, RegExp]>([
    ['AWAIT_DRIVER', /^Planned: \w+/],
    ['AWAIT_PICKUP', /^Planned: \w+/],
    ['DELIVERING', /^On the way to you$/],
    ['FAILED_PICKUP', /^Could not be collected$/],
    ['FAILED', /^Could not be delivered$/],
    ['RETURNED', /^Returned to the sender$/],
    ['DELIVERED', /^Delivered · \d\d:\d\d$/],
    ['CANCELED', /^Cancelled$/],
    ['CLOSED', /^Closed$/],
  ])('that is %s is headed %s', async (status, headline) => {
    const { orderId } = await bring(world, support, status);
    const { headline: said, text } = await tracking.read(await tracking.parcelPath(orderId));
    expect(said).toMatch(headline);
    expect(text).toContain(`Drop-off ${MONG_KOK.address}`);
  });

  test('is expected after whatever its driver delivers before', async () => {
    const { orderId: far, driver } = await bring(world, support, 'DELIVERING', {
      quotation: { stops: [CENTRAL, TUEN_MUN] },
    });
    const { orderId } = await bring(world, support, 'DELIVERING', {}, driver);
    await driver.report();
    const path = await tracking.parcelPath(orderId);
    const timeIn = ({ headline }: { headline: string }) => headline.replace('Arriving about ', '');
    const later = timeIn(await tracking.read(path));
    await take(driver, far, 'deliver');
    const sooner = timeIn(await tracking.read(path));
    expect([later, sooner]).toEqual([expect.stringMatching(/^\d\d:\d\d$/), expect.stringMatching(/^\d\d:\d\d$/)]);
    expect(sooner < later).toBe(true);
  });

  test('after a failure tells why, and after another try does not any more', async () => {
    const { orderId, driver } = await bring(world, support, 'FAILED');
    const path = await tracking.parcelPath(orderId);
    expect((await tracking.read(path)).text).toContain('Reason: Nobody there');
    await take(driver, orderId, 'retry');
    const { text } = await tracking.read(path);
    expect(text).not.toContain('Reason:');
    expect(text).toMatch(/Not delivered .* Another try/);
  });
});

describe('the page', () => {
  test('shows nobody’s phone and no name but the driver’s first one', async () => {
    const { path } = await tracking.underWay({}, { name: 'Grace Hopper', plate: 'AB 1234' });
    const { html } = await tracking.read(path);
    expect(html).toContain('Grace');
    for (const hidden of [SENDER.name, SENDER.phone, RECIPIENT.phone, 'Ben', 'Second door', 'Hopper', 'AB 1'])
      expect(html).not.toContain(hidden);
  });

  test('shows script text as text wherever it comes from', async () => {
    const stops = [CENTRAL, { ...MONG_KOK, address: `${SCRIPT} Road` }];
    const { driver, orderId, path, stopIds } = await tracking.underWay({ quotation: { stops } }, { name: SCRIPT });
    const before = await tracking.read(path);
    expect(before.html).toContain(`${ESCAPED_SCRIPT} Road`);
    await driver.act(orderId, 'pick-up');
    await tracking.close(driver, orderId, stopIds[1], { proof: 'FAILED', reason: SCRIPT });
    const { html } = await tracking.read(path);
    expect(html).toContain(`Reason: ${ESCAPED_SCRIPT}`);
    for (const page of [before.html, html]) expect(page).not.toContain('<script>alert');
    const odd = await tracking.open(`${path}?lang=${encodeURIComponent(SCRIPT)}&said=${encodeURIComponent(SCRIPT)}`);
    expect([odd.status, odd.text.includes('<script>alert')]).toEqual([200, false]);
  });

  test('is found by no search engine, kept by nobody, and asks nothing of strangers', async () => {
    const { shareLink } = await place(world);
    const { headers, text } = await tracking.open(pathOf(shareLink));
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    });
    expect(headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self'; style-src 'self'/);
    expect(text).toContain('<meta name="robots" content="noindex, nofollow">');
    expect(text).not.toMatch(/style="|<style|onclick|https?:\/\//);
  });

  test.each<[string, (token: string) => string, string]>([
    ['its page', (token) => `/track/${token}`, '/track/…'],
    ['its page in a language', (token) => `/track/${token}?lang=ja`, '/track/…?lang=ja'],
    [
      'its page in other letters',
      (token) => `/track/%${token.charCodeAt(0).toString(16)}${token.slice(1)}`,
      '/track/…',
    ],
    ['its page by its whole address', (token) => `https://localhost/track/${token}`, '/track/…'],
    ['a page that is not there', (token) => `/track/${token}/more`, '/track/…/more'],
    ['no page at all', (token) => `/tracks/${token}`, '/tracks/…'],
  ])('whoever reads the log cannot open it: %s', async (_, pathWith, logged) => {
    const { shareLink } = await place(world);
    const token = pathOf(shareLink).slice('/track/'.length);
    await tracking.open(pathWith(token));
    expect(world.logLines.join('')).not.toContain(token.slice(1));
    expect(world.logEntries().at(-1)).toMatchObject({ path: logged });
  });

  test.each(LANGUAGES)('speaks %s', async (language) => {
    const { shareLink } = await place(world);
    const byBrowser = await tracking.open(pathOf(shareLink), `${language},en;q=0.5`);
    const byChoice = await tracking.open(`${pathOf(shareLink)}?lang=${language}`, 'fr');
    for (const { text } of [byBrowser, byChoice]) {
      expect(text).toContain(`<html lang="${language}"`);
      expect(text).toContain(WORDS[language].stage.searching.title);
    }
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('does not answer to %s', async (method) => {
    const { shareLink } = await place(world);
    const { status, headers } = await world.send({ method, path: pathOf(shareLink) });
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});

describe('a link', () => {
  const WITHOUT = ['request-id', 'date'];
  async function refusalOf(path: string) {
    const { status, headers, text } = await tracking.open(path);
    const kept = Object.entries(headers).filter(([name]) => !WITHOUT.includes(name));
    return { status, text, headers: Object.fromEntries(kept) };
  }

  test('lives for seven days after the end, by the partner’s clock, and is then as if it had never been', async () => {
    const partner = await world.newPartner({ creditMinor: 1_000_000n, platforms: ['ON_DEMAND', 'PLUS'] });
    const { orderId, shareLink } = await place(world, { as: partner });
    const parcel = await placePlus(world, { as: partner });
    await world.call('DELETE', `/v3/orders/${orderId}`, { as: partner });
    await world.call('DELETE', `/v3/orders/${parcel.orderId}`, { as: partner, headers: { Platform: 'PLUS' } });
    const links = [pathOf(shareLink), pathOf(parcel.shareLink)];
    await advance(world, (7 * DAY_MS) / 1_000 - 1, { as: partner });
    for (const path of links) expect((await tracking.open(path)).status).toBe(200);
    await advance(world, 1, { as: partner });
    const never = await refusalOf(NOBODY);
    expect(never).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } });
    expect(never.text).toContain('This link leads to nothing');
    for (const path of links) expect(await refusalOf(path)).toEqual(never);
    for (const path of links) {
      expect(await refusalOf(`${path}/live`)).toEqual(await refusalOf(`${NOBODY}/live`));
      const post = async (to: string) => (await tracking.post(`${to}/notes`, { note: 'Hello' })).status;
      expect([await post(path), await post(NOBODY)]).toEqual([404, 404]);
    }
  });

  test.each([
    '/track/%00',
    `/track/${'x'.repeat(3_000)}`,
    '/track/%F0%9F%9A%AA',
    `/track/${encodeURIComponent(SCRIPT)}`,
  ])('%s leads to nothing', async (path) => {
    const { status, text } = await tracking.open(path);
    expect([status, text.includes('<script>alert')]).toEqual([404, false]);
  });

  test('that was shut to an address for trying too many says so kindly', async () => {
    const strict = await createWorld({ env: { WAYBILL_ADDRESS_LIMIT: '5' } });
    const statuses = [];
    for (let tries = 0; tries < 6; tries++) statuses.push((await strict.send({ path: NOBODY })).status);
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429]);
    const { text, headers } = await strict.send({ path: NOBODY });
    expect(text).toContain('Please wait a moment and try again.');
    expect(headers['retry-after']).toMatch(/^\d+$/);
    await strict.close();
  });
});

test('a driver who has taken it is found on the page at once', async () => {
  const driver = await driverOf(world, { name: '陳大文' });
  const orderId = await takenBy(world, driver);
  const { json } = await world.call('GET', `/v3/orders/${orderId}`);
  const { text } = await tracking.read(pathOf(json.data.shareLink), 'zh-HK');
  expect(text).toContain('你的司機 陳 車牌');
  expect(text).not.toContain('陳大');
});
