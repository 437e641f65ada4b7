import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { broadcastRound, matchRound, type Round } from './match-round.ts';
import type { ReachableDriver, WaitingOrder } from './pool.ts';

const PLACE = { lat: 14.6, lng: 121 };
const NOON = Date.UTC(2026, 10, 16, 12);
const SETTINGS = { roadFactor: 1.4, aheadMs: 30 * 60_000 };
const METERS_PER_DEGREE = 111_195;

const northOf = (meters: number) => ({ lat: PLACE.lat + meters / METERS_PER_DEGREE, lng: PLACE.lng });

function order(id: string, meters: number, changes: Partial<WaitingOrder> = {}): WaitingOrder {
  const nobody = { formerDriverIds: [], refusedDriverIds: [], askedDriverIds: [], blockedDriverIds: [] };
  const price = { fareMinor: 1_000n, priorityFeeMinor: 0n };
  const asked = { service: 'MOTORCYCLE', metersPerSecond: 25 / 3.6, needs: [], pickUp: northOf(meters) } as const;
  return { id, ...asked, waitingSince: NOON, scheduleAt: undefined, ...price, ...nobody, ...changes };
}

function driver(id: string, meters: number, changes: Partial<ReachableDriver> = {}): ReachableDriver {
  const free = { hasOrder: false, openOffers: 0, earnedPerHour: undefined };
  return { id, service: 'MOTORCYCLE', capabilities: [], point: northOf(meters), ...free, ...changes };
}

const pairsOf = ({ offers }: Round) => offers.map(({ orderId, driverId }) => `${orderId}→${driverId}`);
const outcomeOf = ({ explanations }: Round, orderId: string) => explanations.get(orderId)?.outcome;

describe('the pool is matched as a whole', () => {
  test('an order leaves its nearest driver to one that has nobody else', () => {
    const orders = [order('both', 0), order('one', 1_500)];
    const drivers = [driver('middle', 400), driver('below', -2_000)];
    expect(pairsOf(matchRound(orders, drivers, NOON, SETTINGS))).toEqual(['both→below', 'one→middle']);
  });

  test('an order that waits, or pays more, comes before a nearer one where drivers are scarce', () => {
    const drivers = [driver('only', 0)];
    const near = order('near', 500);
    const round = (changes: Partial<WaitingOrder>) =>
      pairsOf(matchRound([near, order('other', 1_500, changes)], drivers, NOON, SETTINGS));
    expect(round({})).toEqual(['near→only']);
    expect(round({ waitingSince: NOON - 10 * 60_000 })).toEqual(['other→only']);
    expect(round({ priorityFeeMinor: 1_000n })).toEqual(['other→only']);
  });

  test('of two neighbours the one who has earned less is asked', () => {
    const rich = driver('rich', 500, { earnedPerHour: 300 });
    const poor = driver('poor', 600, { earnedPerHour: 100 });
    expect(pairsOf(matchRound([order('o', 0)], [rich, poor], NOON, SETTINGS))).toEqual(['o→poor']);
  });

  test('an order with an offer that stands, or for later, is left alone', () => {
    const later = order('later', 0, { scheduleAt: NOON + 30 * 60_000 + 1 });
    const soon = order('soon', 0, { scheduleAt: NOON + 30 * 60_000 });
    const round = matchRound(
      [later, order('asked', 0, { askedDriverIds: ['x'] }), soon],
      [driver('d', 0)],
      NOON,
      SETTINGS,
    );
    expect(pairsOf(round)).toEqual(['soon→d']);
    expect(outcomeOf(round, 'later')).toBe('NOT_YET');
    expect(round.explanations.get('asked')).toEqual({
      at: NOON,
      radiusMeters: 0,
      considered: 1,
      candidates: [],
      excluded: {},
      outcome: 'OFFER_OPEN',
    });
  });

  test('an order whose only driver would take two hours to come waits for a nearer one', () => {
    const outcomeAt = (meters: number) =>
      outcomeOf(matchRound([order('o', 0, { metersPerSecond: 0.5 })], [driver('d', meters)], NOON, SETTINGS), 'o');
    expect([outcomeAt(2_570), outcomeAt(2_573)]).toEqual(['OFFERED', 'LEFT_WAITING']);
  });

  test('nothing waits, or nobody is there', () => {
    expect(matchRound([], [driver('d', 0)], NOON, SETTINGS)).toEqual({ offers: [], explanations: new Map() });
    expect(outcomeOf(matchRound([order('o', 0)], [], NOON, SETTINGS), 'o')).toBe('NO_CANDIDATE');
  });
});

describe('the explanation', () => {
  test('shows the best five with the one chosen, and counts the others by reason', () => {
    const drivers = [1, 2, 3, 4, 5, 6, 7].map((n) => driver(`d${n}`, n * 100));
    const busy = driver('busy', 0, { hasOrder: true });
    const explanation = matchRound([order('o', 0)], [...drivers, busy], NOON, SETTINGS).explanations.get('o');
    expect(explanation).toMatchObject({
      at: NOON,
      radiusMeters: 3_000,
      considered: 8,
      excluded: { HAS_OFFER_OR_ORDER: 1 },
      outcome: 'OFFERED',
    });
    expect(explanation?.candidates.map(({ driverId, chosen }) => [driverId, chosen])).toEqual([
      ['d1', true],
      ['d2', false],
      ['d3', false],
      ['d4', false],
      ['d5', false],
    ]);
    expect(explanation?.candidates[0]?.score).toEqual({
      pickUpSeconds: 20,
      ageBonus: 0,
      feeBonus: 0,
      fairnessBonus: 0,
      cost: 20,
    });
  });

  test('shows the chosen one also where it is not among the best', () => {
    const eager = [1, 2, 3, 4, 5].map((n) => order(`eager${n}`, 2_500));
    const drivers = [1, 2, 3, 4, 5].map((n) => driver(`near${n}`, n));
    const round = matchRound([order('flexible', 0), ...eager], [...drivers, driver('south', -2_900)], NOON, SETTINGS);
    const shown = round.explanations.get('flexible')?.candidates;
    expect(shown).toHaveLength(5);
    expect(shown?.at(-1)).toMatchObject({ driverId: 'south', chosen: true });
  });

  test('says where an order was left for the next round', () => {
    const round = matchRound([order('near', 0), order('far', 2_000)], [driver('only', 0)], NOON, SETTINGS);
    expect(outcomeOf(round, 'far')).toBe('LEFT_WAITING');
    expect(round.explanations.get('far')?.candidates).toMatchObject([{ driverId: 'only', chosen: false }]);
  });
});

describe('in a city that broadcasts', () => {
  test('all who are near are asked, the best ten at most', () => {
    const drivers = Array.from({ length: 15 }, (_, n) => driver(`d${n}`, n * 100));
    const round = broadcastRound([order('o', 0)], drivers, NOON, SETTINGS);
    expect(pairsOf(round)).toEqual(Array.from({ length: 10 }, (_, n) => `o→d${n}`));
    expect(outcomeOf(round, 'o')).toBe('OFFERED');
  });

  test('the best are those who suit it best, not the nearest', () => {
    const drivers = Array.from({ length: 11 }, (_, n) =>
      driver(`d${n}`, n * 10, { earnedPerHour: n < 10 ? 300 : 100 }),
    );
    const asked = pairsOf(broadcastRound([order('o', 0)], drivers.toReversed(), NOON, SETTINGS));
    expect(asked[0]).toBe('o→d10');
    expect(asked).not.toContain('o→d9');
  });

  test('where offers are scarce, orders that pay more come first', () => {
    const orders = [1, 2, 3, 4].map((n) => order(`o${n}`, 0, { priorityFeeMinor: BigInt(n) * 100n }));
    expect(pairsOf(broadcastRound(orders, [driver('d', 0, { openOffers: 2 })], NOON, SETTINGS))).toEqual(['o4→d']);
  });

  test('and an order that nobody can take does not stand in their way', () => {
    const orders = [
      order('less', 0),
      order('nobody', 0, { service: 'VAN' }),
      order('more', 0, { priorityFeeMinor: 9n }),
    ];
    expect(pairsOf(broadcastRound(orders, [driver('d', 0, { openOffers: 2 })], NOON, SETTINGS))).toEqual(['more→d']);
  });

  test('those who have been asked count, and are not asked twice', () => {
    const drivers = Array.from({ length: 15 }, (_, n) => driver(`d${n}`, n * 100));
    const askedDriverIds = ['d0', 'd1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7'];
    expect(pairsOf(broadcastRound([order('o', 0, { askedDriverIds })], drivers, NOON, SETTINGS))).toEqual([
      'o→d8',
      'o→d9',
    ]);
  });

  test('a driver holds three offers at most, of the orders that have waited longest', () => {
    const orders = [1, 2, 3, 4].map((n) => order(`o${n}`, 0, { waitingSince: NOON - n * 1_000 }));
    const round = (openOffers: number) =>
      pairsOf(broadcastRound(orders, [driver('d', 0, { openOffers })], NOON, SETTINGS));
    expect(round(0)).toEqual(['o2→d', 'o3→d', 'o4→d']);
    expect(round(2)).toEqual(['o4→d']);
    expect(round(3)).toEqual([]);
  });
});

test('no driver and no order gets more offers than it may, and every order is explained', () => {
  const anyPlace = fc.integer({ min: -10_000, max: 10_000 });
  const orders = fc
    .array(fc.tuple(anyPlace, fc.nat(600_000)), { maxLength: 25 })
    .map((all) => all.map(([meters, waited], n) => order(`o${n}`, meters, { waitingSince: NOON - waited })));
  const drivers = fc
    .array(fc.tuple(anyPlace, fc.nat(3)), { maxLength: 25 })
    .map((all) => all.map(([meters, openOffers], n) => driver(`d${n}`, meters, { openOffers })));
  fc.assert(
    fc.property(orders, drivers, (waiting, pool) => {
      for (const [play, perOrder, perDriver] of [
        [matchRound, 1, 1],
        [broadcastRound, 10, 3],
      ] as const) {
        const round = play(waiting, pool, NOON, SETTINGS);
        for (const { id } of waiting)
          expect(round.offers.filter(({ orderId }) => orderId === id).length).toBeLessThanOrEqual(perOrder);
        for (const { id, openOffers } of pool) {
          const given = round.offers.filter(({ driverId }) => driverId === id).length;
          expect(given === 0 || given + openOffers <= perDriver).toBe(true);
        }
        expect([...round.explanations.keys()].toSorted()).toEqual(waiting.map(({ id }) => id).toSorted());
      }
    }),
    { numRuns: 300 },
  );
});
