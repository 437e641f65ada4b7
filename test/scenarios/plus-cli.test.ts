import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, formatInstant, HOUR_MS, type Instant } from '../../src/foundation/time.ts';
import { setClock } from '../../src/partners/index.ts';
import { makeDriver } from '../support/drivers.ts';
import { callPlus, inHours, placePlus } from '../support/parcels.ts';
import { runCommand, saidBy } from '../support/program.ts';
import { createWorld, sharedWith, type World } from '../support/world.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

let world: World;
let driverId: string;
beforeAll(async () => {
  world = await createWorld({ partner: { platforms: ['PLUS'], limitFactor: 1_000 } });
  world.clock.set(nextNoonInHongKong());
  driverId = (await makeDriver(world, { capabilities: ['PARCELS'], service: 'VAN' })).id;
});
afterAll(() => world.close());

/** Commands go by the real clock, and plan no day that is over. */
function nextNoonInHongKong(): Instant {
  const noon = 4 * HOUR_MS;
  return Math.ceil((Date.now() - noon) / DAY_MS) * DAY_MS + noon;
}

const plus = (...args: string[]) => runCommand(['plus', ...args], sharedWith(world));
const said = (...args: string[]) => saidBy(plus(...args));
const read = async (orderId: string) => (await callPlus(world, 'GET', `/v3/orders/${orderId}`)).json.data;
const logOf = async (orderId: string) =>
  (await read(orderId)).deliveryLogs.map(({ status }: { status: string }) => status);

test('support assigns a route of parcels, all of them or none, takes one off again, and cancels', async () => {
  const [one, other] = [(await placePlus(world)).orderId, (await placePlus(world)).orderId];
  expect(await said('assign', '--driver', driverId, '--order', `${one},${other}`)).toBe(
    `Driver ${driverId} has 2 more parcels.\n`,
  );
  const refused = await plus('assign', '--driver', driverId, '--order', `${(await placePlus(world)).orderId},${one}`);
  expect([refused.code, refused.errors]).toEqual([1, `Order ${one} is AWAIT_PICKUP, which does not allow this.\n`]);
  await said('take-off', '--order', one, '--reason', 'The van broke down');
  expect(await logOf(one)).toEqual(['AWAITS_DRIVER', 'AWAITS_PICKUP', 'AWAITS_DRIVER']);
  expect(JSON.parse(await said('cancel', '--order', other, '--json'))).toEqual({ orderId: other, status: 'CANCELED' });
  expect(await said('show', '--order', one)).toMatch(
    /AWAIT_DRIVER, no driver.*\n.*placed by partner[\s\S]*The van broke down/,
  );
});

const setAhead = (ms: number) =>
  world.foundations.database.inTransaction((tx) => setClock(tx, world.partner.partnerId, ms));

test('a parcel is shown with all its times on our clock, also where its client’s is ahead', async () => {
  const ahead = 3 * DAY_MS;
  const { orderId } = await placePlus(world, { quotation: { scheduleAt: inHours(world, 30) } });
  await said('assign', '--driver', driverId, '--order', orderId);
  const { scheduleAt, ...before } = JSON.parse(await said('show', '--order', orderId, '--json'));
  expect(scheduleAt).toBe((await read(orderId)).scheduleAt);
  expect(before).toMatchObject({
    orderId,
    partnerId: world.partner.partnerId,
    city: 'HK HKG',
    status: 'AWAIT_PICKUP',
    driverId,
    endedAt: null,
    history: [
      { at: before.placedAt, event: 'placed', by: 'partner' },
      { at: expect.stringMatching(INSTANT), event: 'driverAssigned', by: 'support', driverId },
    ],
    edits: [],
  });
  await setAhead(ahead);
  const line = await said('show', '--order', orderId);
  expect(line).toContain(formatInstant(Date.parse(scheduleAt) - ahead));
  expect(line).not.toContain(scheduleAt);
  await setAhead(0);
});

test('a plan is shown before it is made, with every deadline', async () => {
  const placeLater = async () =>
    (await placePlus(world, { quotation: { scheduleAt: inHours(world, 78) } })).orderId as string;
  const [orderId, dropped] = [await placeLater(), await placeLater()];
  expect(JSON.parse(await said('assign', '--driver', driverId, '--order', dropped, '--json'))).toEqual({
    driverId,
    orderIds: [dropped],
  });
  await said('take-off', '--order', dropped, '--reason', 'The van broke down');
  const day = new Date(Date.parse((await read(orderId)).scheduleAt) + 8 * HOUR_MS).toISOString().slice(0, 10);
  const looked = await said('plan', '--city', 'hk hkg', '--day', day, '--dry-run');
  expect(looked).toContain(`Driver ${driverId}: `);
  expect(looked).toMatch(/PICK_UP +\d{19}/);
  // The one that was taken off its only driver is not given back to them.
  expect(looked).toContain(`Not planned: ${dropped} (NO_DRIVER)`);
  expect(looked).toMatch(
    /deadlines kept: 1, broken: 0; not planned: 1\.\nThis was a look only: nothing was changed\.\n$/,
  );
  expect((await read(orderId)).driverId).toBe('');
  const plan = JSON.parse(await said('plan', '--city', 'HK HKG', '--day', day, '--json'));
  expect(plan.kept).toContain(orderId);
  expect(plan.totalMeters).toBeGreaterThan(0);
  const [pickUp] = plan.routes[0].visits;
  expect(pickUp).toEqual({
    orderId: expect.any(String),
    kind: 'PICK_UP',
    arriveAt: expect.stringMatching(INSTANT),
    beginAt: expect.stringMatching(INSTANT),
    leaveAt: expect.stringMatching(INSTANT),
    lateSeconds: 0,
  });
  expect((await read(orderId)).driverId).toBe(driverId);
});

test('tags and labels', async () => {
  const [one, other] = [(await placePlus(world)).orderId, (await placePlus(world)).orderId];
  expect(await said('tag', '--order', one, '--tags', 'cold')).toBe(`${one}: cold.\n`);
  const tags = ['cold', 'first floor'];
  const tagged = await said('tag', '--order', one, '--tags', 'cold, first floor', '--json');
  expect(JSON.parse(tagged)).toEqual({ orderId: one, tags });
  const { stops } = await read(one);
  const times = { scheduleAt: inHours(world, 10), deliveryBy: inHours(world, 14) };
  const record = (await callPlus(world, 'PATCH', `/v3/orders/${one}`, { ...times, stops })).json.data;
  expect(record.tags).toEqual(tags);
  const out = path.join(world.foundations.settings.dataFolder, 'labels.pdf');
  expect(await said('labels', '--order', `${one},${other}`, '--out', out)).toBe(`2 labels written to ${out}.\n`);
  const orderIds = [one, other];
  const written = await said('labels', '--order', orderIds.join(), '--out', out, '--json');
  expect(JSON.parse(written)).toEqual({ orderIds, file: out });
  expect((await readFile(out)).subarray(0, 5).toString()).toBe('%PDF-');
});

test.each([
  [['show', '--order', '1000000000000000000'], 1, 'There is no scheduled order 1000000000000000000.'],
  [['show', '--order', 'abc'], 2, 'It must have 19 digits.'],
  [['plan', '--city', 'XX XXX'], 1, 'There is no city XX XXX. Write it as "HK HKG".'],
  [['plan', '--city', 'HK HKG', '--day', 'monday'], 2, 'It must be a day such as 2026-11-16.'],
  [
    ['assign', '--driver', '99', '--order', '1000000000000000000'],
    1,
    'There is no driver 99. See: waybill driver list',
  ],
  [['close', '--order', '1000000000000000000'], 1, 'There is no order 1000000000000000000.'],
  [['assign', '--driver', '99', '--order', ''], 2, 'Name at least one parcel.'],
])('waybill plus %j is refused in one line', async (args, code, line) => {
  const answer = await plus(...args);
  expect(answer.code).toBe(code);
  expect(answer.errors).toContain(line);
});
