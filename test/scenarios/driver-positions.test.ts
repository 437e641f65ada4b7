import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPositionReporter } from '../../src/driver-app/report-positions.ts';
import { driverJobs } from '../../src/drivers/drivers-jobs.ts';
import {
  createDriverAuthenticator,
  goOffline,
  goOnline,
  latestPositions,
  type NewDriver,
  onlineSince,
  type PositionReport,
  type ReportedPosition,
  reachableDrivers,
  recordPositions,
  setDriverStatus,
  shiftsSince,
  trackOf,
} from '../../src/drivers/index.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/foundation/time.ts';
import type { Queryable } from '../../src/infrastructure/database/database.ts';
import type { JobHandlers } from '../../src/infrastructure/jobs/worker.ts';
import { systemRandom } from '../../src/infrastructure/random.ts';
import { continueTrace } from '../../src/infrastructure/trace.ts';
import { makeDriver, makeSignedInDriver } from '../support/drivers.ts';
import { silentLog } from '../support/edges.ts';
import { waitingForLocks } from '../support/meeting.ts';
import { createWorld, type World } from '../support/world.ts';

const SILENT_MS = 120 * SECOND_MS;
const CENTRAL = { lat: 22.281, lng: 114.158 };
const MONG_KOK = { lat: 22.3193, lng: 114.1694 };

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const sql = () => world.foundations.database;
const now = () => world.clock.now();
const create = (further: Partial<NewDriver> = {}) => makeDriver(world, further);
const suspend = (driverId: string) => sql().inTransaction((tx) => setDriverStatus(tx, driverId, 'suspended', now()));
const resume = (driverId: string) => sql().inTransaction((tx) => setDriverStatus(tx, driverId, 'active', now()));

const at = (secondsAgo: number, further: Partial<ReportedPosition> = {}): ReportedPosition => ({
  ...CENTRAL,
  at: now() - secondsAgo * SECOND_MS,
  ...further,
});
const told = (driverId: string, positions: readonly ReportedPosition[], orderId?: string): PositionReport => ({
  driverId,
  orderId,
  positions,
  receivedAt: now(),
});
const reachable = async (locode = 'HK HKG') =>
  (await reachableDrivers(sql(), locode, now(), SILENT_MS)).map(({ id }) => id);

describe('online and offline', () => {
  test('a driver goes online once and offline once, however often the call is repeated', async () => {
    const { id } = await create();
    const began = now();
    expect(await onlineSince(sql(), id)).toBeUndefined();
    expect(await goOnline(sql(), id, now())).toBe(began);
    world.clock.advance(MINUTE_MS);
    const again = await Promise.all([goOnline(sql(), id, now()), goOnline(sql(), id, now())]);
    expect(again).toEqual([began, began]);
    expect(await onlineSince(sql(), id)).toBe(began);
    await goOffline(sql(), id, now());
    await goOffline(sql(), id, now() + HOUR_MS);
    expect(await onlineSince(sql(), id)).toBeUndefined();
    const shifts = (await shiftsSince(sql(), 'HK HKG', began)).filter(({ driverId }) => driverId === id);
    expect(shifts).toEqual([{ driverId: id, onlineAt: began, offlineAt: began + MINUTE_MS }]);
  });

  test('twenty calls at once make one shift', async () => {
    const { id } = await create();
    await Promise.all(Array.from({ length: 20 }, () => goOnline(sql(), id, now())));
    const shifts = await shiftsSince(sql(), 'HK HKG', now());
    expect(shifts.filter(({ driverId }) => driverId === id)).toEqual([
      { driverId: id, onlineAt: now(), offlineAt: undefined },
    ]);
    await goOffline(sql(), id, now());
  });

  test('shifts are those that had not ended then', async () => {
    const { id } = await create();
    await goOnline(sql(), id, now());
    world.clock.advance(HOUR_MS);
    const ended = now();
    await goOffline(sql(), id, ended);
    const mine = async (since: number, locode = 'HK HKG') =>
      (await shiftsSince(sql(), locode, since)).filter(({ driverId }) => driverId === id).length;
    expect([await mine(ended - 1), await mine(ended), await mine(ended - 1, 'SG SIN')]).toEqual([1, 0, 0]);
  });

  test('a suspended driver is offline at once and cannot go online', async () => {
    const { id } = await create();
    await goOnline(sql(), id, now());
    await recordPositions(sql(), [told(id, [at(0)])]);
    expect(await reachable()).toContain(id);
    await suspend(id);
    expect([await onlineSince(sql(), id), (await reachable()).includes(id)]).toEqual([undefined, false]);
    await expect(goOnline(sql(), id, now())).rejects.toMatchObject({ code: 'ERR_FORBIDDEN' });
    await resume(id);
    expect(await onlineSince(sql(), id)).toBeUndefined();
  });

  test('whoever goes online while an operator suspends them stays offline', async () => {
    const { id } = await create();
    let late: Promise<unknown> | undefined;
    await sql().inTransaction(async (tx) => {
      await setDriverStatus(tx, id, 'suspended', now());
      late = goOnline(sql(), id, now()).catch(({ code }) => code);
      await expect.poll(() => waitingForLocks(sql())).toBe(1);
    });
    expect([await late, await onlineSince(sql(), id)]).toEqual(['ERR_FORBIDDEN', undefined]);
  });

  test('whoever was not heard of for half an hour is offline since the last sign of life', async () => {
    const [byCall, byPosition] = [await makeSignedInDriver(world), await create()];
    const ids = [byCall.driver.id, byPosition.id];
    for (const id of ids) await goOnline(sql(), id, now());
    world.clock.advance(5 * MINUTE_MS);
    await createDriverAuthenticator(sql(), world.clock)(byCall.token);
    await recordPositions(sql(), [told(byPosition.id, [at(0)])]);
    const heard = now();
    const endSilentShifts = driverJobs(world.foundations.files)['drivers.endSilentShifts'] as JobHandlers[string];
    const call = { payload: {}, trace: continueTrace(undefined, systemRandom), log: silentLog };
    const tidy = () => sql().inTransaction((tx) => endSilentShifts(tx, { ...call, now: now() }));
    world.clock.advance(30 * MINUTE_MS);
    expect(await tidy()).toBe(now() + MINUTE_MS);
    for (const id of ids) expect(await onlineSince(sql(), id)).toBeDefined();
    world.clock.advance(1);
    await tidy();
    const shifts = (await shiftsSince(sql(), 'HK HKG', heard - 1)).filter(({ driverId }) => ids.includes(driverId));
    expect(shifts.map(({ offlineAt }) => offlineAt)).toEqual([heard, heard]);
  });
});

describe('positions', () => {
  test('who is active, online in the city and heard of within two minutes is reachable', async () => {
    const driver = await create({ capabilities: ['LOADING', 'HELPERS_1'] });
    const [offline, silent] = [await create(), await create()];
    await goOnline(sql(), driver.id, now());
    await goOnline(sql(), silent.id, now());
    await recordPositions(sql(), [told(driver.id, [at(0)]), told(offline.id, [at(0)])]);
    world.clock.advance(SILENT_MS);
    const [found, ...others] = await reachableDrivers(sql(), 'HK HKG', now(), SILENT_MS);
    expect(others).toEqual([]);
    expect(found).toEqual({
      id: driver.id,
      service: 'MOTORCYCLE',
      isSimulated: false,
      capabilities: ['LOADING', 'HELPERS_1'],
      point: CENTRAL,
    });
    expect(await reachable('SG SIN')).toEqual([]);
    world.clock.advance(1);
    expect(await reachable()).toEqual([]);
    await recordPositions(sql(), [told(driver.id, [at(0)])]);
    expect(await reachable()).toEqual([driver.id]);
    await goOffline(sql(), driver.id, now());
    expect(await reachable()).toEqual([]);
  });

  test('only the latest is kept of a driver without an order, as the device told it', async () => {
    const { id } = await create();
    const latest = at(1, { lat: 22.2812, accuracyMeters: 8.5, headingDegrees: 90 });
    await recordPositions(sql(), [told(id, [at(3), latest, at(2)])]);
    expect((await latestPositions(sql(), [id])).get(id)).toEqual({ ...latest, driverId: id, receivedAt: now() });
    const [row] = await sql().query<{ count: string }>('select count(*) from driver_tracks where driver_id = $1', [id]);
    expect(row?.count).toBe('0');
  });

  test('an older position never takes the place of a newer one', async () => {
    const { id } = await create();
    await recordPositions(sql(), [told(id, [at(1)])]);
    const newest = now() - SECOND_MS;
    await recordPositions(sql(), [told(id, [at(60, MONG_KOK)])]);
    expect((await latestPositions(sql(), [id])).get(id)).toMatchObject({ ...CENTRAL, at: newest });
  });

  test('a thousand drivers report in one batch, and again', async () => {
    const rows = await sql().query<{ id: string }>(
      `insert into drivers (name, phone, plate, service, locode, created_at)
       select 'Many', '+8526' || (1000000 + number), 'X', 'VAN', 'HK HKG', now() from generate_series(1, 1000) number
       returning id`,
    );
    const ids = rows.map(({ id }) => id);
    for (const step of [0, 1]) {
      world.clock.advance(10 * SECOND_MS);
      const outcomes = await recordPositions(
        sql(),
        ids.map((id, index) => told(id, [at(0, { lat: 22.2 + index / 10_000 + step / 1_000 })])),
      );
      expect(outcomes.every(({ refused, jumps }) => refused.length === 0 && jumps === 0)).toBe(true);
    }
    const latest = await latestPositions(sql(), ids);
    expect(latest.size).toBe(1_000);
    expect(latest.get(ids[999] as string)).toMatchObject({ lat: 22.2 + 0.0999 + 0.001, at: now(), receivedAt: now() });
  });

  test('batches of the same drivers from several processes end in the newest of all, without a deadlock', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 10; count++) ids.push((await create()).id);
    const batches = Array.from({ length: 16 }, (_, index) =>
      (index % 2 === 0 ? ids : [...ids].reverse()).map((id) => told(id, [at(50 - index * 2)], `${1_000 + index}`)),
    );
    await Promise.all(batches.map((batch) => recordPositions(sql(), batch)));
    const latest = await latestPositions(sql(), ids);
    expect(ids.map((id) => latest.get(id)?.at)).toEqual(ids.map(() => now() - 20 * SECOND_MS));
  });

  test('reports that arrive together are recorded together, and each caller hears of its own', async () => {
    const [one, other] = [await create(), await create()];
    const report = createPositionReporter(sql());
    const given = (...positions: ReportedPosition[]) =>
      positions.map(({ lat, lng, at }) => ({ lat, lng, at: new Date(at).toISOString() }));
    const outcomes = await Promise.all([
      report(one.id, given(at(5)), now()),
      report(one.id, given(at(2), at(0, { lat: 91 })), now()),
      report(other.id, given(at(0, { at: now() + MINUTE_MS + SECOND_MS })), now()),
    ]);
    expect(outcomes).toEqual([
      { accepted: 1, refused: [], jumps: 0 },
      { accepted: 1, refused: [{ index: 1, reason: 'OUT_OF_RANGE' }], jumps: 0 },
      { accepted: 0, refused: [{ index: 0, reason: 'FROM_THE_FUTURE' }], jumps: 0 },
    ]);
    const latest = await latestPositions(sql(), [one.id, other.id]);
    expect([latest.get(one.id)?.at, latest.get(other.id)]).toEqual([now() - 2 * SECOND_MS, undefined]);
  });

  test('a jump is marked and told, and the driver stays where the driver was', async () => {
    const { id } = await create();
    await recordPositions(sql(), [told(id, [at(10)], '8')]);
    const [outcome] = await recordPositions(sql(), [told(id, [at(5, { lat: 0, lng: 0 }), at(0)], '8')]);
    expect(outcome).toEqual({ refused: [], jumps: 1 });
    expect((await latestPositions(sql(), [id])).get(id)).toMatchObject({ ...CENTRAL, at: now() });
    expect((await trackOf(sql(), '8')).map(({ isJump }) => isJump)).toEqual([false, true, false]);
  });

  test('the track of an order is its own, in order of time, one place a second, with what came late', async () => {
    const { id } = await create();
    world.clock.set(Math.ceil(now() / SECOND_MS) * SECOND_MS);
    await recordPositions(sql(), [told(id, [at(4), at(2)], '9')]);
    await recordPositions(sql(), [told(id, [at(1)], '10'), told(id, [at(3, MONG_KOK), at(3.1), at(2)], '9')]);
    expect(await trackOf(sql(), '9')).toEqual([
      { driverId: id, ...CENTRAL, at: now() - 4_000, isJump: false },
      { driverId: id, ...CENTRAL, at: now() - 3_000, isJump: false },
      { driverId: id, ...CENTRAL, at: now() - 2_000, isJump: false },
    ]);
    expect(await trackOf(sql(), '10')).toHaveLength(1);
    expect(await trackOf(sql(), '11')).toEqual([]);
  });

  test('a flood leaves one place a second', async () => {
    const { id } = await create();
    world.clock.set(Math.ceil(now() / SECOND_MS) * SECOND_MS);
    const flood = Array.from({ length: 100 }, (_, index) => at(10 - index / 10));
    const [outcome] = await recordPositions(sql(), [told(id, flood, '12')]);
    expect(outcome?.refused).toHaveLength(90);
    expect(outcome?.refused.every(({ reason }) => reason === 'TOO_FREQUENT')).toBe(true);
    expect(await trackOf(sql(), '12')).toHaveLength(10);
  });
});

test('the hot queries are answered by an index', async () => {
  /** The plan of whatever statement the work sends. */
  const planOf = (work: (explaining: Queryable) => Promise<unknown>) =>
    sql().inTransaction(async (tx) => {
      await tx.query('set local enable_seqscan = off');
      let plan = '';
      const explain = async (text: string, values?: readonly unknown[]) => {
        plan = JSON.stringify(await tx.query(`explain ${text}`, values));
        return [];
      };
      await work({ query: explain, queryByValues: explain }).catch(() => {});
      return plan;
    });
  expect(await planOf((tx) => reachableDrivers(tx, 'HK HKG', now(), SILENT_MS))).toMatch(
    /driver_shifts_(of_a_city|one_open)/,
  );
  expect(await planOf((tx) => createDriverAuthenticator(tx, world.clock)('token'))).toContain(
    'driver_sessions_token_hash_key',
  );
  expect(await planOf((tx) => latestPositions(tx, ['100001']))).toContain('driver_positions_pkey');
  expect(await planOf((tx) => trackOf(tx, '1'))).toMatch(/driver_tracks_until_\d+_pkey/);
  expect(await planOf((tx) => shiftsSince(tx, 'HK HKG', now()))).toContain('driver_shifts_of_a_city');
});
