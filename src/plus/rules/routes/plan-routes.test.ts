import { describe, expect, test } from 'vitest';
import { aDriver, aParcel, aProblem, EIGHT, street } from '../../../../test/support/planning-problems.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../foundation/time.ts';
import { planRoutes } from './plan-routes.ts';
import type { DriverToPlan, ParcelToPlan, RoutePlan } from './route-plan.ts';

/** Each driver's visits as "+parcel" and "-parcel". */
function drives({ routes }: RoutePlan): Record<string, string> {
  const signs = { PICK_UP: '+', DROP_OFF: '-' };
  return Object.fromEntries(
    routes.map(({ driverId, visits }) => [
      driverId,
      visits.map(({ kind, orderId }) => signs[kind] + orderId).join(' '),
    ]),
  );
}

describe('small days', () => {
  test('without parcels nobody drives', () => {
    const nothing = { routes: [], unplanned: [], totalMeters: 0, kept: [], broken: [] };
    expect(planRoutes(aProblem(street(0), [], [aDriver('x', 0)]))).toEqual(nothing);
  });

  test('one parcel: every time on the way is shown', () => {
    const plan = planRoutes(aProblem(street(0, 1, 3), [aParcel('a', 1, 2)], [aDriver('x', 0)]));
    const at = (seconds: number) => EIGHT + seconds * SECOND_MS;
    const [pickUp, dropOff] = [
      { kind: 'PICK_UP', place: 1, arriveAt: at(100), beginAt: at(100), leaveAt: at(160) },
      { kind: 'DROP_OFF', place: 2, arriveAt: at(360), beginAt: at(360), leaveAt: at(480) },
    ];
    const visits = [pickUp, dropOff].map((visit) => ({ orderId: 'a', ...visit, lateSeconds: 0 }));
    expect(plan).toEqual({
      routes: [{ driverId: 'x', visits, meters: 3000, seconds: 300 }],
      unplanned: [],
      totalMeters: 3000,
      kept: ['a'],
      broken: [],
    });
  });

  test('ten parcels of one warehouse are taken together, and the way there is driven once', () => {
    const travel = street(0, 5, ...Array.from({ length: 10 }, (_, house) => 6 + house));
    const parcels = Array.from({ length: 10 }, (_, house) => aParcel(`${house}`, 1, 2 + house));
    const plan = planRoutes(aProblem(travel, parcels.toReversed(), [aDriver('x', 0)]));
    const ids = [...'0123456789'];
    const { visits } = plan.routes[0] as RoutePlan['routes'][number];
    expect(visits.slice(0, 10).map(({ kind }) => kind)).toEqual(ids.map(() => 'PICK_UP'));
    expect(visits.slice(10).map(({ orderId }) => orderId)).toEqual(ids);
    expect(visits.slice(1, 10).map(({ arriveAt }) => arriveAt)).toEqual(
      visits.slice(0, 9).map(({ leaveAt }) => leaveAt),
    );
    expect(plan.totalMeters).toBe(15_000);
  });

  test('a driver without room for both brings one after the other', () => {
    const parcels = [aParcel('a', 1, 2), aParcel('b', 1, 2)];
    const one = planRoutes(aProblem(street(0, 1, 3), parcels, [aDriver('x', 0, { room: 1 })]));
    expect(['+a -a +b -b', '+b -b +a -a']).toContain(drives(one).x);
    expect(one.totalMeters).toBe(7000);
    const two = planRoutes(aProblem(street(0, 1, 3), parcels, [aDriver('x', 0, { room: 2 })]));
    expect(two.totalMeters).toBe(3000);
  });

  test('each driver takes what is near, though the other could take all', () => {
    const travel = street(0, 1, 2, 50, 51, 52);
    const parcels = [aParcel('a', 1, 2), aParcel('b', 4, 5)];
    const plan = planRoutes(aProblem(travel, parcels, [aDriver('x', 0), aDriver('y', 3)]));
    expect(drives(plan)).toEqual({ x: '+a -a', y: '+b -b' });
  });

  test('for the same distance the fewest drivers are sent', () => {
    const parcels = [aParcel('a', 0, 1), aParcel('b', 1, 2)];
    const plan = planRoutes(aProblem(street(0, 1, 2), parcels, [aDriver('x', 0), aDriver('y', 1)]));
    expect(plan).toMatchObject({ routes: [{ driverId: 'x', meters: 2000 }], totalMeters: 2000 });
  });
});

describe('deadlines', () => {
  const lineFrom = (order: string, deliverBy: number) =>
    planRoutes(aProblem(street(0, 1), [aParcel(order, 0, 1, { deliverBy })], [aDriver('x', 0)]));

  test('kept to the second in which the parcel is handed over, and broken before', () => {
    const doneAt = EIGHT + (60 + 100 + 120) * SECOND_MS;
    expect(lineFrom('a', doneAt)).toMatchObject({ kept: ['a'], broken: [] });
    expect(lineFrom('a', doneAt - 1)).toMatchObject({ kept: [], broken: [{ orderId: 'a', lateSeconds: 1 }] });
    expect(lineFrom('a', doneAt - SECOND_MS)).toMatchObject({ broken: [{ orderId: 'a', lateSeconds: 1 }] });
    expect(lineFrom('a', doneAt - SECOND_MS - 1)).toMatchObject({ broken: [{ orderId: 'a', lateSeconds: 2 }] });
  });

  test('come before distance', () => {
    const parcels = [aParcel('far', 0, 2, { deliverBy: EIGHT + 20 * MINUTE_MS }), aParcel('near', 0, 1)];
    const plan = planRoutes(aProblem(street(0, -1, 9), parcels, [aDriver('x', 0)]));
    expect(plan.kept).toEqual(['far', 'near']);
    expect(plan.routes[0]?.visits.at(-1)?.orderId).toBe('near');
    expect(plan.totalMeters).toBe(19_000);
  });

  test('one is broken rather than two, by however much', () => {
    const soon = { deliverBy: EIGHT + 14 * MINUTE_MS };
    const parcels = [aParcel('a', 0, 1, soon), aParcel('b', 0, 2, soon)];
    const plan = planRoutes(aProblem(street(0, 5, -5), parcels, [aDriver('x', 0)]));
    expect(plan.kept).toHaveLength(1);
    expect(plan.broken).toHaveLength(1);
  });

  test('what cannot be in time is planned first of all that have time, so as to be late as little as possible', () => {
    const parcels = [aParcel('hopeless', 0, 2, { deliverBy: EIGHT }), aParcel('patient', 0, 1)];
    const plan = planRoutes(aProblem(street(0, -1, 9), parcels, [aDriver('x', 0)]));
    expect(plan.broken).toEqual([{ orderId: 'hopeless', lateSeconds: 60 + 900 + 120 }]);
    expect(plan.kept).toEqual(['patient']);
  });

  test('a driver waits for what is not ready, to the second', () => {
    for (const [readyAt, beginAt] of [
      [EIGHT + HOUR_MS, EIGHT + HOUR_MS],
      [EIGHT + HOUR_MS + 1, EIGHT + HOUR_MS + SECOND_MS],
    ] as const) {
      const plan = planRoutes(aProblem(street(0, 1), [aParcel('a', 1, 0, { readyAt })], [aDriver('x', 0)]));
      expect(plan.routes[0]?.visits[0]).toMatchObject({ arriveAt: EIGHT + 100 * SECOND_MS, beginAt });
    }
  });
});

test('whoever gave a parcel back does not get it again, and where only they are left nobody does', () => {
  const parcels = [aParcel('a', 1, 2, { notBy: ['x', 'gone'] })];
  const near = aDriver('x', 1);
  const both = planRoutes(aProblem(street(0, 1, 2), parcels, [near, aDriver('y', 0)]));
  expect(both.routes.map(({ driverId }) => driverId)).toEqual(['y']);
  expect(planRoutes(aProblem(street(0, 1, 2), parcels, [near])).unplanned).toEqual([
    { orderId: 'a', reason: 'NO_DRIVER' },
  ]);
});

test('what was given to a driver before stays with them, though another is nearer', () => {
  const parcels = [aParcel('a', 1, 2, { heldBy: 'x' }), aParcel('b', 1, 2)];
  const plan = planRoutes(aProblem(street(0, 9, 10), parcels, [aDriver('x', 0), aDriver('y', 1)]));
  expect(plan.routes.find(({ driverId }) => driverId === 'x')?.visits.map(({ orderId }) => orderId)).toContain('a');
  const withoutTheirs = planRoutes(aProblem(street(0, 9, 10), parcels, [aDriver('y', 1)]));
  expect(withoutTheirs.unplanned).toEqual([{ orderId: 'a', reason: 'NO_DRIVER' }]);
});

describe('what is already on board', () => {
  test('is brought by its driver, though another is nearer', () => {
    const parcels = [aParcel('a', 0, 2, { heldBy: 'x', isOnBoard: true })];
    const plan = planRoutes(aProblem(street(0, 9, 10), parcels, [aDriver('x', 0), aDriver('y', 1)]));
    expect(drives(plan)).toEqual({ x: '-a' });
  });

  test('takes room until it is dropped off', () => {
    const parcels = [aParcel('a', 0, 3, { heldBy: 'x', isOnBoard: true }), aParcel('b', 1, 2)];
    const tight = planRoutes(aProblem(street(0, 1, 2, 3), parcels, [aDriver('x', 0, { room: 1 })]));
    expect(drives(tight)).toEqual({ x: '-a +b -b' });
    const roomy = planRoutes(aProblem(street(0, 1, 2, 3), parcels, [aDriver('x', 0, { room: 2 })]));
    expect(drives(roomy)).toEqual({ x: '+b -b -a' });
  });
});

describe('hours, and why a parcel is not planned', () => {
  const reasonOf = (parcel: ParcelToPlan, ...drivers: readonly DriverToPlan[]) =>
    planRoutes(aProblem(street(0, 1, 3), [parcel], drivers)).unplanned[0]?.reason;

  test('the last visit is done when the hours end, not a moment later', () => {
    const doneAt = EIGHT + 480 * SECOND_MS;
    expect(reasonOf(aParcel('a', 1, 2), aDriver('x', 0, { until: doneAt }))).toBeUndefined();
    expect(reasonOf(aParcel('a', 1, 2), aDriver('x', 0, { until: doneAt - 1 }))).toBe('OUTSIDE_HOURS');
  });

  test('nobody drives, or not the one who has it', () => {
    expect(reasonOf(aParcel('a', 1, 2))).toBe('NO_DRIVER');
    expect(reasonOf(aParcel('a', 1, 2, { heldBy: 'gone', isOnBoard: true }), aDriver('x', 0))).toBe('NO_DRIVER');
  });

  test('on board, and the hours are over before it can be brought', () => {
    const onBoard = aParcel('a', 1, 2, { heldBy: 'x', isOnBoard: true });
    const doneAt = EIGHT + 420 * SECOND_MS;
    expect(reasonOf(onBoard, aDriver('x', 0, { until: doneAt }), aDriver('y', 0))).toBeUndefined();
    expect(reasonOf(onBoard, aDriver('x', 0, { until: doneAt - 1 }), aDriver('y', 0))).toBe('OUTSIDE_HOURS');
  });

  test('no room for a single parcel', () => {
    expect(reasonOf(aParcel('a', 1, 2), aDriver('x', 0, { room: 0 }))).toBe('NO_ROOM');
    expect(reasonOf(aParcel('a', 1, 2), aDriver('x', 0, { room: 1 }))).toBeUndefined();
  });

  test('others fill the hours: as many as possible are planned, the near ones rather than the far', () => {
    const parcels = [aParcel('far', 0, 3), aParcel('near', 0, 1), aParcel('next', 0, 2)];
    const drivers = [aDriver('x', 0, { until: EIGHT + 15 * MINUTE_MS })];
    const plan = planRoutes(aProblem(street(0, 1, 2, 6), parcels, drivers));
    expect(plan.unplanned).toEqual([{ orderId: 'far', reason: 'ROUTES_FULL' }]);
    expect(plan.kept).toEqual(['near', 'next']);
  });
});
