import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Point } from '../../src/foundation/geo.ts';
import { MINUTE_MS, SECOND_MS } from '../../src/foundation/time.ts';
import { type DriverClient, runRounds } from '../support/driver-client.ts';
import { answerJson, startLocalService } from '../support/local-service.ts';
import { CENTRAL, MONG_KOK, place, RECIPIENT, TUEN_MUN } from '../support/orders.ts';
import { bring, supportOf } from '../support/parcels.ts';
import { act } from '../support/sandbox.ts';
import { pathOf, trackingOf } from '../support/tracking.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let gateway: Awaited<ReturnType<typeof startLocalService>>;
let tracking: ReturnType<typeof trackingOf>;
beforeAll(async () => {
  gateway = await startLocalService((_asked, answer) => answerJson(answer, {}));
  world = await createWorld({
    partner: { limitFactor: 1000, creditMinor: 1_000_000n, platforms: ['ON_DEMAND', 'PLUS'] },
    env: { WAYBILL_MESSAGES_URL: gateway.url },
  });
  tracking = trackingOf(world);
});
afterAll(async () => {
  await world.close();
  await gateway.stop();
});
beforeEach(async () => {
  world.clock.advance(2 * MINUTE_MS);
  gateway.asked.length = 0;
});

const messages = () => gateway.asked.map(({ body }) => JSON.parse(body) as { to: string; text: string });
/** Fifteen minutes' way from the door, and a street away from it. */
const FAR: Point = { lat: 22.281, lng: 114.158 };
const AT_THE_CORNER: Point = { lat: 22.3193 - 0.004, lng: 114.1694 };

async function drive(driver: DriverClient, point: Point, minutes = 1): Promise<void> {
  world.clock.advance(minutes * MINUTE_MS);
  await driver.report(point);
  await runRounds(world, 4);
}
const waiting = () => world.foundations.database.query('select from near_messages where sent_at is null');

test('who asked is told once, when the driver with the goods is near, and in the language of the page', async () => {
  const { driver, orderId, path, stopIds } = await tracking.underWay();
  await tracking.post(`${path}/near?lang=vi`, { stopId: stopIds[1] as string });
  await drive(driver, AT_THE_CORNER);
  expect(messages()).toEqual([]);
  await driver.act(orderId, 'pick-up');
  await drive(driver, FAR);
  expect(messages()).toEqual([]);
  await drive(driver, AT_THE_CORNER);
  const { publicUrl } = world.foundations.settings;
  await expect
    .poll(messages)
    .toEqual([{ to: RECIPIENT.phone, text: `Hàng của bạn sẽ đến trong vài phút: ${publicUrl}${path}` }]);
  for (const point of [FAR, AT_THE_CORNER]) await drive(driver, point);
  await tracking.post(`${path}/near?lang=en`, { stopId: stopIds[1] as string });
  await drive(driver, AT_THE_CORNER);
  expect(messages()).toHaveLength(1);
});

test('wishes that wait for long hold nobody up', async () => {
  const { driver, orderId, path, stopIds } = await tracking.underWay();
  const { shareLink, stops } = await place(world);
  await world.foundations.database.query(
    `insert into near_messages (delivery_id, stop_id, share_token, language, asked_at)
     select $3::bigint - number, $1, $2, 'en', to_timestamp(0) from generate_series(1, 500) as number`,
    [stops[1].stopId, pathOf(shareLink).split('/').at(-1), orderId],
  );
  await tracking.post(`${path}/near`, { stopId: stopIds[1] as string });
  await driver.act(orderId, 'pick-up');
  await drive(driver, AT_THE_CORNER);
  await expect.poll(messages).toHaveLength(1);
  await world.foundations.database.query('delete from near_messages where delivery_id < $1', [orderId]);
});

test('of several stops those are told who asked, each when it is their turn', async () => {
  const { driver, orderId, path, stopIds } = await tracking.underWay({
    quotation: { stops: [CENTRAL, MONG_KOK, TUEN_MUN] },
  });
  await tracking.post(`${path}/near`, { stopId: stopIds[2] as string });
  await driver.act(orderId, 'pick-up');
  await drive(driver, AT_THE_CORNER);
  expect(messages()).toEqual([]);
  await drive(driver, { lat: 22.391, lng: 113.978 }, 40);
  await expect.poll(messages).toHaveLength(1);
});

test('after the stop is closed nobody is told, and nothing is left waiting', async () => {
  const { driver, orderId, path, stopIds } = await tracking.underWay();
  await tracking.post(`${path}/near`, { stopId: stopIds[1] as string });
  await driver.act(orderId, 'pick-up');
  await tracking.close(driver, orderId, stopIds[1], { proof: 'FAILED', reason: 'Nobody there' });
  await drive(driver, AT_THE_CORNER);
  expect([messages(), await waiting()]).toEqual([[], []]);
});

test('a wish stays with the order that takes the place of this one', async () => {
  const { driver, orderId, path, stopIds } = await tracking.underWay();
  await tracking.post(`${path}/near`, { stopId: stopIds[1] as string });
  const { orderId: successor } = await act(world, orderId, 'SUPPORT_REPLACE');
  await driver.act(successor, 'pick-up');
  await drive(driver, AT_THE_CORNER);
  await expect.poll(messages).toMatchObject([{ to: RECIPIENT.phone }]);
});

test('two workers at once send one message', async () => {
  const { driver, orderId, path, stopIds } = await tracking.underWay();
  await tracking.post(`${path}/near`, { stopId: stopIds[1] as string });
  await driver.act(orderId, 'pick-up');
  world.clock.advance(MINUTE_MS);
  await driver.report(AT_THE_CORNER);
  await Promise.all([runRounds(world, 4), runRounds(world, 4)]);
  await expect.poll(messages).toHaveLength(1);
  world.clock.advance(20 * SECOND_MS);
  await runRounds(world, 4);
  expect(messages()).toHaveLength(1);
});

test('for a parcel it is the same', async () => {
  const { orderId, driver } = await bring(world, await supportOf(world), 'DELIVERING');
  const path = await tracking.parcelPath(orderId);
  const [, stopId = ''] = /name="stopId" value="(\d+)"/.exec((await tracking.read(path)).html) ?? [];
  await tracking.post(`${path}/near`, { stopId });
  await drive(driver, FAR);
  expect(messages()).toEqual([]);
  await drive(driver, AT_THE_CORNER);
  await expect.poll(messages).toMatchObject([{ to: RECIPIENT.phone }]);
});
