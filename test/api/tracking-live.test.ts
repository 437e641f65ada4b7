import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../src/foundation/time.ts';
import { openLive } from '../support/live-stream.ts';
import { MONG_KOK, place, TUEN_MUN } from '../support/orders.ts';
import { bring, callPlus, type Support, take } from '../support/parcels.ts';
import { act, advance } from '../support/sandbox.ts';
import { pathOf, type Tracking, trackedWorld } from '../support/tracking.ts';
import { createWorld, type World } from '../support/world.ts';

/** How often a stream looks by itself whether its state still holds. */
const LOOK_AGAIN_MS = 15 * SECOND_MS;

let world: World;
let support: Support;
let tracking: Tracking;
beforeAll(async () => {
  ({ world, support, tracking } = await trackedWorld());
});
afterAll(() => world.close());
beforeEach(() => world.clock.advance(2 * MINUTE_MS));

function watch(path: string, headers: Record<string, string> = {}, through: Pick<World, 'port' | 'ca'> = world) {
  const stream = openLive(through, `${path}/live`, { 'accept-language': 'en', ...headers });
  onTestFinished(stream.close);
  return { ...stream, titles: () => stream.states().map(({ title }) => title as string) };
}

test('each change of an order comes by itself, also from another process, as it stands on the page', async () => {
  const { driver, orderId, path, stopIds } = await tracking.underWay();
  const other = await world.another();
  const streams = [watch(path), watch(path, {}, other)];
  for (const { titles } of streams) await expect.poll(titles).toEqual([expect.stringMatching(/^Arriving about/)]);
  await driver.act(orderId, 'pick-up');
  await tracking.close(driver, orderId, stopIds[1], { proof: 'FAILED', reason: 'Nobody there' });
  for (const { titles } of streams) await expect.poll(() => titles().at(-1)).toBe('Could not be delivered');
  const { html } = await tracking.read(path);
  const { fragments } = (streams[0] as (typeof streams)[number]).states().at(-1);
  for (const [name, { is, html: part }] of Object.entries<{ is: string; html: string }>(fragments)) {
    expect(html).toContain(`data-live="${name}" data-is="${is}"`);
    expect(html).toContain(part);
  }
});

test('and of a parcel', async () => {
  const { orderId, driver } = await bring(world, support, 'AWAIT_PICKUP');
  const { titles } = watch(await tracking.parcelPath(orderId));
  await expect.poll(titles).toHaveLength(1);
  await take(driver, orderId, 'pick-up');
  await expect.poll(() => titles().at(-1)).toBe('On the way to you');
});

test('a parcel that goes to another address says so to whoever is looking', async () => {
  const { orderId } = await bring(world, support, 'AWAIT_PICKUP');
  const { states } = watch(await tracking.parcelPath(orderId));
  await expect.poll(() => JSON.stringify(states())).toContain(MONG_KOK.address);
  const { scheduleAt, deliveryBy, stops } = (await callPlus(world, 'GET', `/v3/orders/${orderId}`)).json.data;
  const [pickUp, dropOff] = stops.map(({ stopId: _, ...stop }: Record<string, unknown>) => stop);
  const data = {
    scheduleAt,
    deliveryBy,
    stops: [
      { ...pickUp, address: '3 Queen’s Road Central' },
      { ...dropOff, ...TUEN_MUN },
    ],
  };
  expect((await callPlus(world, 'PATCH', `/v3/orders/${orderId}`, data)).status).toBe(201);
  const shown = () => Object.values<{ html: string }>(states().at(-1).fragments).map(({ html }) => html);
  for (const address of ['3 Queen’s Road Central', TUEN_MUN.address])
    await expect.poll(shown).toContainEqual(expect.stringContaining(address));
});

test('the driver moves on the map, and is expected anew', async () => {
  const { driver, orderId, path } = await tracking.underWay();
  await driver.act(orderId, 'pick-up');
  const stream = watch(path);
  await expect.poll(() => stream.states().at(-1)?.map.driver).toEqual({ lat: 22.281, lng: 114.158 });
  world.clock.advance(MINUTE_MS);
  await driver.report({ lat: 22.3192, lng: 114.1694 });
  await expect.poll(() => stream.states().at(-1)?.map.driver).toEqual({ lat: 22.3192, lng: 114.1694 });
  expect(stream.titles().at(-1)).toBe('Arriving in a few minutes');
});

test('who comes back gets what was missed, and nothing where nothing was', async () => {
  const { orderId, shareLink } = await place(world);
  const first = watch(pathOf(shareLink));
  await expect.poll(first.ids).toHaveLength(1);
  const [seen = ''] = first.ids();
  first.close();
  const same = watch(pathOf(shareLink), { 'last-event-id': seen });
  await expect.poll(same.text).toContain('retry:');
  await world.call('DELETE', `/v3/orders/${orderId}`);
  const late = watch(pathOf(shareLink), { 'last-event-id': seen });
  await expect.poll(late.titles).toEqual(['Cancelled']);
  await expect.poll(same.titles).toEqual(['Cancelled']);
});

test('who watches an order that is replaced goes on with its successor', async () => {
  const { orderId, shareLink } = await place(world);
  const { titles } = watch(pathOf(shareLink));
  await expect.poll(titles).toEqual(['Looking for a driver']);
  const successor = await act(world, orderId, 'SUPPORT_REPLACE');
  await act(world, successor.orderId, 'SUPPORT_CANCEL');
  await expect.poll(() => titles().at(-1)).toBe('Cancelled');
});

test('a link that dies ends its stream, and is not opened again', async () => {
  const partner = await world.newPartner({ creditMinor: 1_000_000n });
  const { orderId, shareLink } = await place(world, { as: partner });
  await world.call('DELETE', `/v3/orders/${orderId}`, { as: partner });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const stream = watch(pathOf(shareLink));
  await expect.poll(stream.titles).toEqual(['Cancelled']);
  await advance(world, (8 * DAY_MS) / SECOND_MS, { as: partner });
  vi.advanceTimersByTime(LOOK_AGAIN_MS);
  await expect.poll(stream.isOpen).toBe(false);
  const again = watch(pathOf(shareLink));
  await expect.poll(again.status).toBe(404);
});

test('a stream speaks the language that was chosen', async () => {
  const { shareLink } = await place(world);
  const stream = openLive(world, `${pathOf(shareLink)}/live?lang=ja`, { 'accept-language': 'en' });
  onTestFinished(stream.close);
  await expect.poll(() => stream.states().at(-1)?.title).toBe('ドライバーを探しています');
});

test('streams end when the server stops', async () => {
  const own = await createWorld({ partner: { creditMinor: 1_000_000n } });
  const { shareLink } = await place(own);
  const stream = watch(pathOf(shareLink), {}, own);
  await expect.poll(stream.titles).toHaveLength(1);
  await own.close();
  await expect.poll(stream.isOpen).toBe(false);
});
