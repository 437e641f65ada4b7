import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page, Request } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { MINUTE_MS } from '../../src/foundation/time.ts';
import { driverOf, takenBy } from '../support/driver-client.ts';
import { makeDriver } from '../support/drivers.ts';
import { CENTRAL, fund, MONG_KOK, TUEN_MUN } from '../support/orders.ts';
import { inHand, type Prepare, phonesOf, signIn } from '../support/phone.ts';
import { photo } from '../support/pictures.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let picture: { name: string; mimeType: string; buffer: Buffer };
let phones: ReturnType<typeof phonesOf>;
beforeAll(async () => {
  world = await createWorld({ clockRuns: true });
  await fund(world, 100_000n);
  picture = { name: 'door.jpg', mimeType: 'image/jpeg', buffer: await photo() };
  phones = phonesOf(world);
  return async () => {
    await phones.leave();
    await world.close();
  };
});

type Call = { readonly what: string; readonly requestId: string; readonly at: string };

/** A phone whose driver has an order of two drop-offs that asks for proof, and another device of the same driver. */
async function phoneWithOrder(prepare?: Prepare) {
  const tablet = await driverOf(world);
  const phone = await phones.signedIn(tablet, prepare);
  const call = async (method: string, path: string) => (await tablet.call(method, path)).json?.data;
  const orderId = await takenBy(world, tablet, {
    quotation: { stops: [CENTRAL, MONG_KOK, TUEN_MUN] },
    order: { isPODEnabled: true },
  });
  await phone.page.getByRole('button', { name: 'I am here' }).waitFor();
  const onServer = async () => (await tablet.order(orderId)) as { status: string; stops: Stop[] };
  return { ...phone, orderId, onServer, call, calls: callsOf(phone.page) };
}

type Stop = { readonly address: string; readonly closed?: { readonly outcome: string; readonly at: string } };

/** What goes out of the page from now on and is kept in the outbox. */
function callsOf(...pages: readonly Page[]): readonly Call[] {
  const calls: Call[] = [];
  const note = (request: Request) => {
    const what = /\/driver\/v1\/orders\/\d+\/([a-z-]+)/.exec(request.url())?.[1];
    if (request.method() !== 'POST' || what === undefined) return;
    const { at } = request.postDataJSON().data;
    calls.push({ what, requestId: request.headers()['request-id'] ?? '', at });
  };
  for (const page of pages) page.on('request', note);
  return calls;
}

/** Each once, whether or not it had to be tried again. */
const inOrder = (calls: readonly Call[]) => [
  ...new Map(calls.map(({ requestId, what }) => [requestId, what])).values(),
];
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
const waiting = (page: Page, count: number) =>
  page.getByText(`${count} thing${count === 1 ? '' : 's'} still to be sent`).waitFor();

async function dropOff(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Drop off here' }).click();
  await page.getByLabel('Take a photo').setInputFiles(picture);
  await press(page, 'Delivered');
}

/** The worker has all that it needs to open the app without signal. */
const isInstalled = (page: Page) => page.evaluate('navigator.serviceWorker.ready.then(() => true)');

test('in the middle of an order the signal goes, the app is reloaded, and nothing is lost', async () => {
  const { page, orderId, onServer, calls, troubles } = await phoneWithOrder();
  await isInstalled(page);
  const began = world.clock.now();
  await page.context().setOffline(true);
  await press(page, 'I am here');
  await press(page, 'I have the goods');
  await dropOff(page);
  await page.getByText('No signal').waitFor();
  await waiting(page, 3);
  expect((await onServer()).status).toBe('ON_GOING');

  await page.reload();
  await page.getByText('No signal').waitFor();
  await waiting(page, 3);
  await page.getByRole('heading', { name: TUEN_MUN.address }).waitFor();
  await dropOff(page);
  await waiting(page, 4);

  world.clock.advance(30 * MINUTE_MS);
  await page.context().setOffline(false);
  await expect.poll(async () => (await onServer()).status).toBe('COMPLETED');
  await page.getByText('Connected').waitFor();
  await expect.poll(() => page.getByText('still to be sent').count()).toBe(0);

  expect(inOrder(calls)).toEqual(['arrive', 'pick-up', 'drop-offs', 'drop-offs']);
  const { stops } = await onServer();
  const times = stops.slice(1).map(({ closed }) => Date.parse(closed?.at ?? ''));
  for (const time of times) {
    expect(time).toBeGreaterThanOrEqual(began - 2_000);
    expect(time).toBeLessThan(began + 5 * MINUTE_MS);
  }
  const { json } = await world.call('GET', `/v3/orders/${orderId}`);
  for (const stop of json.data.stops.slice(1))
    expect(stop.POD).toMatchObject({ status: 'DELIVERED', image: expect.any(String) });
  expect(troubles.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});

test('an answer that is lost on the way is asked for again by the same call, and the step is taken once', async () => {
  const { page, onServer, calls, call } = await phoneWithOrder(inHand);
  let lost = 0;
  onTestFinished(() => page.unrouteAll());
  await page.route('**/pick-up', async (route) => {
    if (lost++ > 0) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await press(page, 'I am here');
  await press(page, 'I have the goods');
  await expect.poll(() => calls.filter(({ what }) => what === 'pick-up').length).toBe(2);
  const [first, second] = calls.filter(({ what }) => what === 'pick-up');
  expect(second).toEqual(first);
  await expect.poll(() => page.getByText('still to be sent').count()).toBe(0);
  expect(await page.getByText('not accepted').count()).toBe(0);
  expect((await onServer()).status).toBe('PICKED_UP');
  expect((await call('GET', '/me')).order.status).toBe('PICKED_UP');
});

test('what the server refuses is told with its reason, and what comes after it is sent all the same', async () => {
  const { page, orderId, call } = await phoneWithOrder();
  await page.context().setOffline(true);
  await press(page, 'I am here');
  await press(page, 'I have the goods');
  await waiting(page, 2);
  expect((await world.call('DELETE', `/v3/orders/${orderId}`)).status).toBe(204);
  await page.context().setOffline(false);
  await page.getByText('2 were not accepted').click();
  await page.getByText('must be ON_GOING').first().waitFor();
  expect((await call('GET', '/me')).order).toBeNull();
  for (const left of [1, 0]) {
    await page.getByRole('button', { name: 'Understood' }).first().click();
    await expect.poll(() => page.getByRole('button', { name: 'Understood' }).count()).toBe(left);
  }
});

test('two tabs see the same and send it once', async () => {
  const { page, onServer } = await phoneWithOrder();
  const other = await page.context().newPage();
  onTestFinished(() => other.close());
  await other.goto('/driver');
  await other.getByRole('button', { name: 'I am here' }).waitFor();
  const calls = callsOf(page, other);
  await page.context().setOffline(true);
  await press(page, 'I am here');
  await press(page, 'I have the goods');
  await waiting(other, 2);
  await other.getByRole('link', { name: 'Drop off here' }).waitFor();
  await page.context().setOffline(false);
  await expect.poll(async () => (await onServer()).status).toBe('PICKED_UP');
  for (const tab of [page, other]) await expect.poll(() => tab.getByText('still to be sent').count()).toBe(0);
  expect(calls.map(({ what }) => what).filter((what, place, all) => what !== all[place - 1])).toEqual([
    'arrive',
    'pick-up',
  ]);
  expect(new Set(calls.map(({ requestId }) => requestId)).size).toBe(2);
});

test.each([
  ['fast', 120],
  ['slow', -120],
])('on a phone whose clock is two hours %s everything has its right time', async (_, minutes) => {
  const { page, onServer, calls } = await phoneWithOrder(inHand);
  await page.clock.setSystemTime(Date.now() + minutes * MINUTE_MS);
  await page.reload();
  await page.getByText('Connected').waitFor();
  const began = world.clock.now();
  await page.context().setOffline(true);
  await press(page, 'I am here');
  await press(page, 'I have the goods');
  await dropOff(page);
  await waiting(page, 3);
  world.clock.advance(10 * MINUTE_MS);
  await page.context().setOffline(false);
  await expect.poll(() => page.getByText('still to be sent').count()).toBe(0);
  expect(await page.getByText('not accepted').count()).toBe(0);
  for (const { at } of calls) expect(Math.abs(Date.parse(at) - began)).toBeLessThan(MINUTE_MS);
  const [, closed] = (await onServer()).stops;
  expect(Math.abs(Date.parse(closed?.closed?.at ?? '') - began)).toBeLessThan(MINUTE_MS);
});

test('on a phone that is full a step goes straight to the server, and without signal the driver is told', async () => {
  let setRoom = async (_bytes?: number) => {};
  const { page, onServer } = await phoneWithOrder(async (empty) => {
    // From a page of the same origin that does not open the store: what was open before is not measured again for half a minute.
    const beside = await empty.context().newPage();
    await beside.goto('/driver/manifest.webmanifest');
    const debug = await beside.context().newCDPSession(beside);
    const origin = `https://localhost:${world.port}`;
    setRoom = async (quotaSize) => {
      await debug.send('Storage.overrideQuotaForOrigin', { origin, ...(quotaSize === undefined ? {} : { quotaSize }) });
    };
    await setRoom(1_000);
  });
  await press(page, 'I am here');
  await page.getByRole('button', { name: 'I have the goods' }).waitFor();
  expect(await page.getByText('still to be sent').count()).toBe(0);

  await page.context().setOffline(true);
  await press(page, 'I have the goods');
  await page.getByRole('alert').filter({ hasText: 'The phone is full' }).waitFor();
  await setRoom();
  await press(page, 'I have the goods');
  await waiting(page, 1);
  await page.context().setOffline(false);
  await expect.poll(async () => (await onServer()).status).toBe('PICKED_UP');
});

test('signed out on another device meanwhile, the driver signs in again and nothing is lost or shown to others', async () => {
  const { page, driver, onServer, call } = await phoneWithOrder();
  await page.context().setOffline(true);
  await press(page, 'I am here');
  await press(page, 'I have the goods');
  await waiting(page, 2);
  for (const { sessionId, current } of await call('GET', '/sessions')) {
    if (!current) await call('DELETE', `/sessions/${sessionId}`);
  }
  await page.context().setOffline(false);
  await page.getByLabel('Your phone number').waitFor();
  expect((await onServer()).status).toBe('ON_GOING');

  const somebodyElse = await makeDriver(world);
  await signIn(world, { page, driver: somebodyElse });
  await page.getByText('Connected').waitFor();
  expect(await page.getByText('still to be sent').count()).toBe(0);
  expect((await onServer()).status).toBe('ON_GOING');
  await page.context().clearCookies();
  await page.reload();

  await signIn(world, { page, driver });
  await expect.poll(async () => (await onServer()).status).toBe('PICKED_UP');
  await expect.poll(() => page.getByText('still to be sent').count()).toBe(0);
});

/** As Safari is in a private window: it takes no picture into its store, and cannot be asked to keep what is there. */
const inPrivate: Prepare = (page) =>
  page.addInitScript(`
    delete Navigator.prototype.storage;
    const holdsPicture = (value) =>
      value instanceof Blob || (typeof value === 'object' && value !== null && Object.values(value).some(holdsPicture));
    for (const way of ['add', 'put']) {
      const keep = IDBObjectStore.prototype[way];
      IDBObjectStore.prototype[way] = function (value, ...key) {
        if (holdsPicture(value)) throw new DOMException('Error preparing Blob data to be stored', 'UnknownError');
        return keep.call(this, value, ...key);
      };
    }
  `);

describe('a photo', () => {
  test('is kept without signal, and shown, also by a browser that keeps no pictures', async () => {
    const { page, onServer, troubles } = await phoneWithOrder(inPrivate);
    await isInstalled(page);
    await page.context().setOffline(true);
    await press(page, 'I am here');
    await press(page, 'I have the goods');
    await dropOff(page);
    await waiting(page, 3);
    await page.reload();
    await waiting(page, 3);
    await page.getByText('3 things still to be sent').click();
    await page.getByRole('img', { name: 'The photo of this' }).waitFor();
    await expect.poll(() => page.evaluate('document.querySelector("main img").naturalWidth')).toBeGreaterThan(0);
    await page.context().setOffline(false);
    await expect.poll(async () => (await onServer()).stops[1]?.closed?.outcome).toBe('DELIVERED');
    expect(troubles.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  });

  test('of 30 MB is made small before it is kept, and a text is no photo', async () => {
    const { page, onServer } = await phoneWithOrder();
    await press(page, 'I am here');
    await press(page, 'I have the goods');
    await page.getByRole('link', { name: 'Drop off here' }).click();
    const camera = page.getByLabel('Take a photo');
    await camera.setInputFiles({ name: 'door.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') });
    await page.getByRole('alert').filter({ hasText: 'picture' }).waitFor();
    const taken = sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#888' } }).jpeg();
    // What a camera adds behind the picture counts as well.
    const file = path.join(world.foundations.settings.dataFolder, 'door.jpg');
    await writeFile(file, Buffer.concat([await taken.toBuffer(), Buffer.alloc(30_000_000)]));
    await camera.setInputFiles(file);
    const sent = page.waitForRequest(/drop-offs/);
    await press(page, 'Delivered');
    const { photo: text } = (await sent).postDataJSON().data;
    const kept = Buffer.from(text, 'base64');
    expect(kept.length).toBeLessThan(1_000_000);
    const { width, format } = await sharp(kept).metadata();
    expect([format, width && width <= 1_600]).toEqual(['jpeg', true]);
    await expect.poll(async () => (await onServer()).stops[1]?.closed?.outcome).toBe('DELIVERED');
  });
});
