import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { saveCityDispatch } from '../../src/dispatch/index.ts';
import { endSilentShifts } from '../../src/drivers/shifts-sql.ts';
import { formatInstant, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/foundation/time.ts';
import type { RoutePlan } from '../../src/plus/index.ts';
import { insertPlan } from '../../src/plus/planning-sql.ts';
import { clearStreets, type DriverClient, driverOf, offeredTo, runRounds, takenBy } from '../support/driver-client.ts';
import { CENTRAL, MONG_KOK, place, RECIPIENT, SENDER } from '../support/orders.ts';
import { callPlus, editData, placePlus, type Support, supportOf } from '../support/parcels.ts';
import { pathOf, SCRIPT, trackingOf } from '../support/tracking.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let support: Support;
let tracking: ReturnType<typeof trackingOf>;
beforeAll(async () => {
  world = await createWorld({
    partner: { platforms: ['ON_DEMAND', 'PLUS'], limitFactor: 1000, creditMinor: 1_000_000n },
  });
  support = await supportOf(world);
  tracking = trackingOf(world);
});
afterAll(() => world.close());
beforeEach(() => clearStreets(world));

const setMode = (mode: 'POOL' | 'BROADCAST') =>
  world.foundations.database.inTransaction((tx) =>
    saveCityDispatch(tx, 'HK HKG', { mode, paused: false, pausedServices: [], notes: {} }),
  );

/** A stream that has shown what there is; each look waits for what comes next. */
async function watch(driver: DriverClient, lastEventId?: string) {
  const stream = driver.live(world, lastEventId);
  onTestFinished(() => void stream.close());
  await expect.poll(stream.text).toContain('retry');
  return { ...stream, last: () => stream.states().at(-1) };
}

describe('offers', () => {
  test('come by themselves, and go by themselves when another driver takes the order', async () => {
    await setMode('BROADCAST');
    onTestFinished(() => setMode('POOL'));
    const [one, other] = [await driverOf(world), await driverOf(world)];
    const stream = await watch(other);
    await expect.poll(stream.last).toMatchObject({ offers: [], order: null });
    await one.comeOnline();
    await other.comeOnline();
    const { orderId } = await place(world);
    await runRounds(world, 2);
    await expect.poll(() => stream.last().offers).toMatchObject([{ orderId }]);
    expect(stream.text()).toContain('\nevent: work\n');
    const [{ offerId }] = await one.offers();
    expect((await one.call('POST', `/offers/${offerId}/accept`)).status).toBe(200);
    await expect.poll(() => stream.last().offers).toEqual([]);
  });

  test('are told to each device of a driver, in whatever process, and to nobody else', async () => {
    const [driver, stranger, process] = [await driverOf(world), await driverOf(world), await world.another()];
    const elsewhere = driver.live(process);
    onTestFinished(() => void elsewhere.close());
    const [here, foreign] = [await watch(driver), await watch(stranger)];
    const { orderId } = await offeredTo(world, driver);
    await expect.poll(() => here.last().offers).toMatchObject([{ orderId }]);
    await expect.poll(() => elsewhere.states().at(-1).offers).toMatchObject([{ orderId }]);
    expect(foreign.states()).toMatchObject([{ offers: [] }]);
  });

  test('go from the driver’s other devices when one declines, and when nobody answers', async () => {
    const driver = await driverOf(world);
    const stream = await watch(driver);
    const { offerId } = await offeredTo(world, driver);
    await expect.poll(() => stream.last().offers).toHaveLength(1);
    await driver.call('POST', `/offers/${offerId}/decline`);
    await expect.poll(() => stream.last().offers).toEqual([]);
    await offeredTo(world, driver);
    await expect.poll(() => stream.last().offers).toHaveLength(1);
    world.clock.advance(25 * SECOND_MS);
    await runRounds(world);
    await expect.poll(() => stream.last().offers).toEqual([]);
  });
});

describe('the order under way', () => {
  test('is there when it was accepted elsewhere, as GET /me has it, and changes with each step and edit', async () => {
    const driver = await driverOf(world);
    const stream = await watch(driver);
    const orderId = await takenBy(world, driver);
    await expect.poll(() => stream.last().order?.orderId).toBe(orderId);
    const { json: me } = await driver.call('GET', '/me');
    expect(stream.last()).toMatchObject({ order: me.data.order, onlineSince: me.data.onlineSince, offers: [] });
    await driver.act(orderId, 'arrive');
    await expect.poll(() => stream.last().order.steps[0].done).toBe(true);
    const stops = [
      { ...CENTRAL, ...SENDER },
      { ...MONG_KOK, ...RECIPIENT, remarks: 'Lift 2' },
    ];
    const edit = await world.call('PATCH', `/v3/orders/${orderId}`, { body: JSON.stringify({ data: { stops } }) });
    expect(edit.status).toBe(201);
    await expect.poll(() => stream.last().order.stops[1].remarks).toBe('Lift 2');
  });

  test('goes when the partner cancels it', async () => {
    const driver = await driverOf(world);
    const orderId = await takenBy(world, driver);
    const stream = await watch(driver);
    await expect.poll(() => stream.last()?.order?.orderId).toBe(orderId);
    expect((await world.call('DELETE', `/v3/orders/${orderId}`)).status).toBe(204);
    await expect.poll(() => stream.last().order).toBeNull();
  });

  test('goes from the driver whom the partner changes', async () => {
    const driver = await driverOf(world);
    const orderId = await takenBy(world, driver);
    const stream = await watch(driver);
    await expect.poll(() => stream.last()?.order?.orderId).toBe(orderId);
    world.clock.advance(HOUR_MS);
    const body = JSON.stringify({ data: { reason: 'DRIVER_LATE' } });
    const { status } = await world.call('DELETE', `/v3/orders/${orderId}/drivers/${driver.id}`, { body });
    expect(status).toBe(204);
    await expect.poll(() => stream.last().order).toBeNull();
  });
});

describe('parcels', () => {
  test('have another revision when one is given, edited or taken away, and not by itself', async () => {
    const [driver, other] = [await driverOf(world), await driverOf(world)];
    const [stream, foreign] = [await watch(driver), await watch(other)];
    await expect.poll(stream.states).toHaveLength(1);
    const { orderId } = await placePlus(world);
    await support.assign(orderId, driver.id);
    await expect.poll(stream.states).toHaveLength(2);
    const data = editData(world, {
      stops: [
        { ...CENTRAL, ...SENDER },
        { ...MONG_KOK, ...RECIPIENT, remarks: 'Lift 2' },
      ],
    });
    expect((await callPlus(world, 'PATCH', `/v3/orders/${orderId}`, data)).status).toBe(201);
    await expect.poll(stream.states).toHaveLength(3);
    await support.cancel(orderId);
    await expect.poll(stream.states).toHaveLength(4);
    const revisions = stream.states().map(({ parcelsRevision }) => parcelsRevision);
    expect(new Set(revisions.slice(0, 3)).size).toBe(3);
    expect(revisions[3]).toBe(revisions[0]);
    expect(foreign.states()).toHaveLength(1);
  });

  test('have another revision with another plan for the driver', async () => {
    const [driver, other] = [await driverOf(world), await driverOf(world)];
    const [stream, foreign] = [await watch(driver), await watch(other)];
    await expect.poll(stream.states).toHaveLength(1);
    const { clock, foundations } = world;
    const date = new Date(clock.now()).toISOString().slice(0, 10);
    const plan = { routes: [{ driverId: driver.id, visits: [], meters: 0 }] } as unknown as RoutePlan;
    await foundations.database.inTransaction((tx) =>
      insertPlan(tx, { id: foundations.ids.next(), locode: 'HK HKG', date, madeAt: clock.now(), plan }),
    );
    await expect.poll(stream.states).toHaveLength(2);
    const [before, after] = stream.states().map(({ parcelsRevision }) => parcelsRevision);
    expect(after).not.toBe(before);
    expect(foreign.states()).toHaveLength(1);
  });
});

describe('what recipients say', () => {
  test('comes to the driver of an order at its stop, in every answer, as it was written', async () => {
    const driver = await driverOf(world);
    const orderId = await takenBy(world, driver);
    const path = pathOf((await world.call('GET', `/v3/orders/${orderId}`)).json.data.shareLink);
    const stream = await watch(driver);
    await expect.poll(() => stream.last()?.order?.orderId).toBe(orderId);
    const [, { stopId, ...before }] = stream.last().order.stops;
    expect(before).not.toHaveProperty('notes');
    await tracking.post(`${path}/notes`, { stopId, note: SCRIPT });
    const writtenAt = formatInstant(world.clock.now());
    const notes = [{ text: SCRIPT, writtenAt }];
    await expect.poll(() => stream.last().order.stops[1].notes).toEqual(notes);
    await tracking.post(`${path}/wrong-parcel`, { stopId });
    await expect.poll(() => stream.last().order.stops[1].notTheirsSince).toBe(writtenAt);
    const { json: arrived } = await driver.act(orderId, 'arrive');
    for (const { stops } of [
      arrived.data,
      await driver.order(orderId),
      (await driver.call('GET', '/me')).json.data.order,
    ])
      expect(stops[1]).toMatchObject({ notes, notTheirsSince: writtenAt });
  });

  test('comes to the driver of a parcel with another revision', async () => {
    const driver = await driverOf(world);
    const { orderId } = await placePlus(world);
    const { orderId: other } = await placePlus(world);
    await support.assign(orderId, driver.id);
    await support.assign(other, driver.id);
    const stream = await watch(driver);
    await expect.poll(stream.states).toHaveLength(1);
    const { json } = await driver.call('GET', `/parcels/${orderId}`);
    const path = await tracking.parcelPath(orderId);
    await tracking.post(`${path}/notes`, { stopId: json.data.dropOff.stopId, note: 'Ring twice' });
    await expect.poll(stream.states).toHaveLength(2);
    const { parcels } = (await driver.call('GET', '/parcels')).json.data;
    expect(parcels.map((parcel: { dropOff: { notes?: unknown } }) => parcel.dropOff.notes)).toEqual([
      [{ text: 'Ring twice', writtenAt: formatInstant(world.clock.now()) }],
      undefined,
    ]);
  });
});

describe('the shift', () => {
  test('is shown as it was switched elsewhere, or ended for silence', async () => {
    const driver = await driverOf(world);
    const stream = await watch(driver);
    await driver.comeOnline();
    const since = formatInstant(world.clock.now());
    await expect.poll(() => stream.last().onlineSince).toBe(since);
    await driver.call('POST', '/offline');
    await expect.poll(() => stream.last().onlineSince).toBeNull();
    await driver.comeOnline();
    await expect.poll(() => stream.last().onlineSince).not.toBeNull();
    world.clock.advance(MINUTE_MS);
    await world.foundations.database.inTransaction((tx) => endSilentShifts(tx, world.clock.now()));
    await expect.poll(() => stream.last().onlineSince).toBeNull();
  });

  test('of a device that was signed out is not shown any more: its stream ends at once', async () => {
    const driver = await driverOf(world);
    const stream = await watch(driver);
    await expect.poll(stream.states).toHaveLength(1);
    await driver.call('DELETE', '/sessions');
    await expect.poll(stream.isOpen).toBe(false);
  });
});

describe('a device that comes back', () => {
  test('is told nothing where all is as it was, also later, and else what there is now', async () => {
    const driver = await driverOf(world);
    const stream = await watch(driver);
    await expect.poll(stream.states).toHaveLength(1);
    const [seen] = stream.ids();
    stream.close();
    world.clock.advance(SECOND_MS);
    const back = await watch(driver, seen);
    await driver.comeOnline();
    await expect.poll(back.states).toHaveLength(1);
    expect(back.last().onlineSince).not.toBeNull();
    expect(back.ids()).not.toContain(seen);
    const late = await watch(driver, seen);
    await expect.poll(late.last).toEqual(back.last());
  });

  test('learns our time with each event', async () => {
    const driver = await driverOf(world);
    const stream = await watch(driver);
    await expect.poll(() => stream.last()?.now).toBe(formatInstant(world.clock.now()));
  });
});

test('a silent connection is kept alive, and ends when the server stops', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const own = await createWorld();
  const stream = (await driverOf(own)).live();
  await expect.poll(stream.states).toMatchObject([{ offers: [] }]);
  vi.advanceTimersByTime(15 * SECOND_MS);
  await expect.poll(stream.text).toContain('event: here\n');
  expect(stream.isOpen()).toBe(true);
  const stopping = own.close();
  await expect.poll(stream.isOpen).toBe(false);
  await stopping;
});
