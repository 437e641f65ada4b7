import { afterAll, beforeAll, expect, test } from 'vitest';
import { trackOf } from '../../src/drivers/index.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../src/foundation/time.ts';
import { type DriverClient, driverOf, PICK_UP, refusal, takenBy } from '../support/driver-client.ts';
import { createWorld, type World } from '../support/world.ts';

const FAR = { lat: 35.68, lng: 139.77 };

let world: World;
beforeAll(async () => {
  world = await createWorld({ partner: { limitFactor: 1000, creditMinor: 1_000_000n } });
});
afterAll(() => world.close());

const at = (secondsAgo: number, further: Record<string, unknown> = {}) => ({
  ...PICK_UP,
  at: new Date(world.clock.now() - secondsAgo * SECOND_MS).toISOString(),
  ...further,
});
const report = (driver: DriverClient, positions: readonly unknown[]) =>
  driver.call('POST', '/positions', { positions });
const latest = async ({ id }: DriverClient) => {
  const [row] = await world.foundations.database.query<Record<string, unknown>>(
    'select lat, lng, accuracy_meters as accuracy, heading_degrees as heading, position_at as at from driver_positions where driver_id = $1',
    [id],
  );
  return row;
};
const track = async (orderId: string) =>
  (await trackOf(world.foundations.database, orderId)).map(({ lat, isJump }) => ({ lat, isJump }));

test('a batch is taken in the order of its time, whatever the order in which it came', async () => {
  const driver = await driverOf(world);
  const { status, json } = await report(driver, [
    at(0, { lat: 22.2812, accuracyMeters: 5, headingDegrees: 360 }),
    at(20),
    at(10, { lat: 22.2811 }),
  ]);
  expect([status, json.data]).toEqual([200, { accepted: 3, refused: [], jumps: 0 }]);
  expect(await latest(driver)).toMatchObject({ lat: 22.2812, accuracy: 5, heading: 0 });
});

test('what cannot be true is refused one by one, and the rest of the batch is taken', async () => {
  const driver = await driverOf(world);
  const { json } = await report(driver, [
    at(5, { lat: 90.0001 }),
    at(5, { lng: -180.5 }),
    at(-60.001),
    at(DAY_MS / SECOND_MS + 1),
    at(30),
    at(29.5),
    at(-60, { lat: 22.2815 }),
  ]);
  expect(json.data).toEqual({
    accepted: 2,
    refused: [
      { index: 0, reason: 'OUT_OF_RANGE' },
      { index: 1, reason: 'OUT_OF_RANGE' },
      { index: 2, reason: 'FROM_THE_FUTURE' },
      { index: 3, reason: 'TOO_OLD' },
      { index: 5, reason: 'TOO_FREQUENT' },
    ],
    jumps: 0,
  });
  expect(await latest(driver)).toMatchObject({ lat: 22.2815 });
});

test('a jump at more than 1,000 km/h is counted and not believed, until it stays for two minutes', async () => {
  const driver = await driverOf(world);
  await driver.report();
  world.clock.advance(10 * SECOND_MS);
  expect((await report(driver, [at(0, FAR)])).json.data).toEqual({ accepted: 1, refused: [], jumps: 1 });
  expect(await latest(driver)).toMatchObject(PICK_UP);
  world.clock.advance(2 * MINUTE_MS);
  expect((await report(driver, [at(0, FAR)])).json.data.jumps).toBe(1);
  expect(await latest(driver)).toMatchObject(FAR);
});

test('a flood of positions leaves one a second', async () => {
  const driver = await driverOf(world);
  const positions = Array.from({ length: 100 }, (_, index) => at(10 - index / 10));
  const { json } = await report(driver, positions);
  expect([json.data.accepted, json.data.refused.length]).toEqual([10, 90]);
});

test('the same report again changes nothing', async () => {
  const driver = await driverOf(world);
  const positions = [at(10), at(0, { lat: 22.2811 })];
  await report(driver, positions);
  const before = await latest(driver);
  world.clock.advance(SECOND_MS);
  expect((await report(driver, positions)).status).toBe(200);
  expect(await latest(driver)).toEqual(before);
});

test('devices that know more digits than needed, or neither accuracy nor heading, are heard', async () => {
  const driver = await driverOf(world);
  const place = { lat: 22.28101234567891, lng: 114.15801234567891 };
  const { json } = await report(driver, [at(0, { ...place, accuracyMeters: -1, headingDegrees: -1 })]);
  expect(json.data).toEqual({ accepted: 1, refused: [], jumps: 0 });
  expect(await latest(driver)).toMatchObject({ ...place, accuracy: null, heading: null });
});

test.each([
  ['101 positions', Array.from({ length: 101 }, (_, index) => ({ ...PICK_UP, at: `2026-11-16T04:00:${index}Z` })), ''],
  ['none', [], ''],
  ['no list', {}, ''],
  ['no place', [{ at: '2026-11-16T04:00:00Z' }], '/0/lat'],
  ['a place in words', [{ lat: '22', lng: 114, at: '2026-11-16T04:00:00Z' }], '/0/lat'],
  ['no time', [PICK_UP], '/0/at'],
  ['a time that is none', [{ ...PICK_UP, at: 'now' }], '/0/at'],
  ['a number as time', [{ ...PICK_UP, at: 1_794_801_600_000 }], '/0/at'],
])('a report of the wrong form is refused as a whole: %s', async (_, positions, pointer) => {
  const driver = await driverOf(world);
  const [status, code, , detail] = await refusal(driver.call('POST', '/positions', { positions }));
  expect([status, detail]).toEqual([422, `/data/positions${pointer}`]);
  expect(code).toMatch(/^ERR_(INVALID|MISSING)_FIELD$/);
  expect(await latest(driver)).toBeUndefined();
});

test('numbers beyond all numbers are refused', async () => {
  const driver = await driverOf(world);
  const { status } = await world.send({
    method: 'POST',
    path: '/driver/v1/positions',
    headers: { authorization: `Bearer ${driver.token}` },
    body: `{"data":{"positions":[{"lat":1e999,"lng":0,"at":"${new Date(world.clock.now()).toISOString()}"}]}}`,
  });
  expect(status).toBe(422);
  expect(await latest(driver)).toBeUndefined();
});

test('the way is kept while an order is under way, with its jumps, and not before or after', async () => {
  const driver = await driverOf(world);
  const orderId = await takenBy(world, driver);
  expect(await track(orderId)).toEqual([]);
  const move = async (lat: number, lng = PICK_UP.lng) => {
    world.clock.advance(10 * SECOND_MS);
    await driver.report({ lat, lng });
  };
  await move(22.2811);
  await move(FAR.lat, FAR.lng);
  await move(22.2812);
  await driver.act(orderId, 'pick-up');
  await move(22.2813);
  const [, dropOff] = (await driver.order(orderId)).stops;
  await driver.act(orderId, `drop-offs/${dropOff.stopId}`, { proof: 'NONE' });
  await move(22.2814);
  expect(await track(orderId)).toEqual([
    { lat: 22.2811, isJump: false },
    { lat: FAR.lat, isJump: true },
    { lat: 22.2812, isJump: false },
    { lat: 22.2813, isJump: false },
  ]);
  expect(await latest(driver)).toMatchObject({ lat: 22.2814 });
});
