import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Candidates, findCandidates, radiusAfter } from './candidates.ts';
import { createDriverPool } from './driver-pool.ts';
import { flattenAround } from './flat-city.ts';
import type { ReachableDriver, WaitingOrder } from './pool.ts';

const PICK_UP = { lat: 22.3, lng: 114.2 };
const NOON = Date.UTC(2026, 10, 16, 12);
const METERS_PER_DEGREE = 111_195;

const ORDER: WaitingOrder = {
  id: 'order',
  service: 'VAN',
  metersPerSecond: 6,
  needs: [],
  pickUp: PICK_UP,
  waitingSince: NOON,
  scheduleAt: undefined,
  fareMinor: 1_000n,
  priorityFeeMinor: 0n,
  formerDriverIds: [],
  refusedDriverIds: [],
  askedDriverIds: [],
  blockedDriverIds: [],
};

const northOf = (meters: number) => ({ lat: PICK_UP.lat + meters / METERS_PER_DEGREE, lng: PICK_UP.lng });
const isFree = ({ hasOrder, openOffers }: ReachableDriver) => !hasOrder && openOffers === 0;

function driver(id: string, changes: Partial<ReachableDriver> = {}): ReachableDriver {
  const free = { hasOrder: false, openOffers: 0, earnedPerHour: undefined };
  return { id, service: 'VAN', capabilities: [], point: northOf(1_000), ...free, ...changes };
}

function find(drivers: readonly ReachableDriver[], changes: Partial<WaitingOrder> = {}, waited = 0): Candidates {
  const order = { ...ORDER, ...changes };
  return findCandidates(order, createDriverPool(drivers, PICK_UP, isFree), NOON + waited, {
    roadFactor: 1.4,
    aheadMs: 30 * 60_000,
  });
}

const idsOf = ({ candidates }: Candidates) => candidates.map(({ driver: { id } }) => id);

test.each([
  [0, 3_000],
  [29_999, 3_000],
  [30_000, 5_000],
  [60_000, 7_000],
  [254_999, 19_000],
  [255_000, 19_000],
  [270_000, 20_000],
  [7_200_000, 20_000],
])('after %d ms of waiting drivers may come from %d metres away', (waited, meters) => {
  expect(radiusAfter(waited)).toBe(meters);
});

describe('who is asked', () => {
  test('the nearest first, and twenty at most', () => {
    const drivers = Array.from({ length: 30 }, (_, n) => driver(`${n}`, { point: northOf(2_900 - n * 50) }));
    const found = find(drivers);
    expect(idsOf(found)).toEqual(Array.from({ length: 20 }, (_, n) => `${29 - n}`));
    expect(found.candidates[0]?.meters).toBeCloseTo(1_450, 0);
    expect(found.excluded).toEqual({});
  });

  test('who is farther away as the order waits', () => {
    const far = driver('far', { point: northOf(4_000) });
    expect(find([far], {}, 29_999)).toMatchObject({ radiusMeters: 3_000, candidates: [], excluded: { TOO_FAR: 1 } });
    expect(idsOf(find([far], {}, 30_000))).toEqual(['far']);
  });

  test('nobody where there is nobody', () => {
    expect(find([])).toMatchObject({ candidates: [], excluded: {} });
  });
});

describe('who is not asked, and why', () => {
  test.each<[reason: string, changes: Partial<ReachableDriver>, order: Partial<WaitingOrder>]>([
    ['OTHER_SERVICE', { service: 'TRUCK' }, {}],
    ['LACKS_LOADING', { capabilities: ['HELPERS_1'] }, { needs: ['LOADING', 'HELPERS_1'] }],
    ['LACKS_HELPERS_1', { capabilities: ['LOADING'] }, { needs: ['LOADING', 'HELPERS_1'] }],
    ['LACKS_HELPERS_2', { capabilities: ['LOADING', 'HELPERS_1'] }, { needs: ['LOADING', 'HELPERS_2'] }],
    ['FORMER_DRIVER', {}, { formerDriverIds: ['d'] }],
    ['REFUSED', {}, { refusedDriverIds: ['d'] }],
    ['HAS_OFFER_OR_ORDER', { hasOrder: true }, {}],
    ['HAS_OFFER_OR_ORDER', { openOffers: 1 }, {}],
    ['HAS_OFFER_OR_ORDER', {}, { askedDriverIds: ['d'] }],
    ['BLOCKED_FOR_PARTNER', {}, { blockedDriverIds: ['d'] }],
    ['TOO_FAR', { point: northOf(3_001) }, {}],
  ])('%s', (reason, changes, order) => {
    const found = find([driver('d', changes)], order);
    expect(found.candidates).toEqual([]);
    expect(found.excluded).toEqual({ [reason]: 1 });
  });

  test('two helpers will do where one is needed', () => {
    const two = driver('two', { capabilities: ['LOADING', 'HELPERS_2'] });
    expect(idsOf(find([two], { needs: ['LOADING', 'HELPERS_1'] }))).toEqual(['two']);
  });
});

test('orders of one round that ask for different things get different drivers, whichever asks first', () => {
  const orders = [{}, { needs: ['LOADING'] }, { needs: ['HELPERS_1'] }, { service: 'TRUCK' }, {}];
  const drivers = [
    driver('van'),
    driver('loading', { capabilities: ['LOADING'] }),
    driver('helper', { capabilities: ['HELPERS_1'] }),
    driver('truck', { service: 'TRUCK' }),
  ];
  const pool = createDriverPool(drivers, PICK_UP, isFree);
  const settings = { roadFactor: 1.4, aheadMs: 30 * 60_000 };
  const found = orders.map((changes) => idsOf(findCandidates({ ...ORDER, ...changes }, pool, NOON, settings)).sort());
  const vans = ['helper', 'loading', 'van'];
  expect(found).toEqual([vans, ['loading'], ['helper'], ['truck'], vans]);
});

/** The reasons in their order, one driver at a time. */
function reasonFor(order: WaitingOrder, candidate: ReachableDriver, radiusMeters: number): string | undefined {
  const has = (need: string) =>
    candidate.capabilities.includes(need) || (need === 'HELPERS_1' && candidate.capabilities.includes('HELPERS_2'));
  const lacking = order.needs.find((need) => !has(need));
  const { x, y } = flattenAround(PICK_UP)(candidate.point);
  if (candidate.service !== order.service) return 'OTHER_SERVICE';
  if (lacking !== undefined) return `LACKS_${lacking}`;
  if (order.formerDriverIds.includes(candidate.id)) return 'FORMER_DRIVER';
  if (order.refusedDriverIds.includes(candidate.id)) return 'REFUSED';
  if (!isFree(candidate) || order.askedDriverIds.includes(candidate.id)) return 'HAS_OFFER_OR_ORDER';
  if (order.blockedDriverIds.includes(candidate.id)) return 'BLOCKED_FOR_PARTNER';
  return x * x + y * y > radiusMeters * radiusMeters ? 'TOO_FAR' : undefined;
}

test('every driver is a candidate or counted under the first reason', () => {
  const needs = ['LOADING', 'HELPERS_1', 'HELPERS_2', 'TARPAULIN'];
  const anyDriver = fc.record({
    service: fc.constantFrom('VAN', 'VAN', 'TRUCK'),
    capabilities: fc.subarray(needs),
    point: fc.integer({ min: 0, max: 22_000 }).map(northOf),
    hasOrder: fc.boolean(),
    openOffers: fc.nat(1),
    earnedPerHour: fc.constant(undefined),
  });
  const anyIds = fc.uniqueArray(fc.nat(40).map(String), { maxLength: 8 });
  const anyOrder = fc.record({
    needs: fc.subarray(needs, { maxLength: 2 }),
    formerDriverIds: anyIds,
    refusedDriverIds: anyIds,
    askedDriverIds: anyIds,
    blockedDriverIds: anyIds,
  });
  fc.assert(
    fc.property(fc.array(anyDriver, { maxLength: 40 }), anyOrder, fc.nat(300_000), (anonymous, changes, waited) => {
      const drivers = anonymous.map((facts, n) => ({ ...facts, id: `${n}` }));
      const found = find(drivers, changes, waited);
      const counts: Record<string, number> = {};
      const near: string[] = [];
      for (const one of drivers) {
        const reason = reasonFor({ ...ORDER, ...changes }, one, found.radiusMeters);
        if (reason === undefined) near.push(one.id);
        else counts[reason] = (counts[reason] ?? 0) + 1;
      }
      expect(found.excluded).toEqual(counts);
      expect(near).toEqual(expect.arrayContaining(idsOf(found)));
      expect(new Set(idsOf(found)).size).toBe(Math.min(20, near.length));
    }),
    { numRuns: 500 },
  );
});

test('what is usual is the average of those who could take it and are known', () => {
  const earning = (id: string, earnedPerHour: number | undefined, service = 'VAN') =>
    driver(id, { earnedPerHour, service });
  const drivers = [earning('a', 100), earning('b', 300), earning('new', undefined), earning('truck', 9_000, 'TRUCK')];
  expect(find(drivers).usualPerHour).toBe(200);
  expect(find([earning('new', undefined)]).usualPerHour).toBeUndefined();
});
