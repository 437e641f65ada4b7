import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare, objectiveOf } from '../../../../test/support/plan-objective.ts';
import { anyProblem } from '../../../../test/support/planning-problems.ts';
import { SECOND_MS } from '../../../foundation/time.ts';
import { planRoutes } from './plan-routes.ts';
import type { DriverToPlan, ParcelToPlan, RoutePlan, RouteProblem } from './route-plan.ts';

const INSERTION_ONLY = 0;

describe('whatever the day', () => {
  test('every parcel is planned once, picked up and then dropped off by one driver, or unplanned', () => {
    fc.assert(
      fc.property(anyProblem(14, 4), (problem) => {
        const plan = planRoutes(problem);
        const brought = plan.routes.flatMap(({ visits }) => {
          const dropOffs = visits.filter(({ kind }) => kind === 'DROP_OFF').map(({ orderId }) => orderId);
          const pickUps = visits.filter(({ kind }) => kind === 'PICK_UP').map(({ orderId }) => orderId);
          const waiting = dropOffs.filter((id) => !parcelIn(problem, id).isOnBoard);
          expect(pickUps.toSorted()).toEqual(waiting.toSorted());
          const position = (kind: string, id: string) => visits.findIndex((v) => v.kind === kind && v.orderId === id);
          for (const id of waiting) expect(position('PICK_UP', id)).toBeLessThan(position('DROP_OFF', id));
          return dropOffs;
        });
        const all = [...brought, ...plan.unplanned.map(({ orderId }) => orderId)];
        expect(all.toSorted()).toEqual(problem.parcels.map(({ orderId }) => orderId).toSorted());
      }),
    );
  });

  test('times follow from the matrix, parcels are ready, there is room, hours are kept, lateness is what it says', () => {
    fc.assert(fc.property(anyProblem(14, 4), (problem) => driveAlong(problem, planRoutes(problem))));
  });

  test('totals are the sums, and every planned parcel is either kept or broken', () => {
    fc.assert(
      fc.property(anyProblem(14, 4), (problem) => {
        const plan = planRoutes(problem);
        const dropOffs = plan.routes.flatMap(({ visits }) => visits.filter(({ kind }) => kind === 'DROP_OFF'));
        const late = dropOffs.filter(({ lateSeconds }) => lateSeconds > 0);
        expect(plan.totalMeters).toBe(plan.routes.reduce((total, { meters }) => total + meters, 0));
        expect(new Map(plan.broken.map(({ orderId, lateSeconds }) => [orderId, lateSeconds]))).toEqual(
          new Map(late.map(({ orderId, lateSeconds }) => [orderId, lateSeconds])),
        );
        expect(plan.kept.length + plan.broken.length).toBe(dropOffs.length);
        expect(plan.kept.length + plan.broken.length + plan.unplanned.length).toBe(problem.parcels.length);
      }),
    );
  });

  test('the search never makes the plan worse, wherever it is cut off', () => {
    fc.assert(
      fc.property(anyProblem(14, 4), fc.integer({ min: 0, max: 20_000 }), (problem, steps) => {
        const inserted = objectiveOf(planRoutes(problem, INSERTION_ONLY));
        const cut = objectiveOf(planRoutes(problem, steps));
        const searched = objectiveOf(planRoutes(problem));
        expect(compare(cut, inserted)).toBeLessThanOrEqual(0);
        expect(compare(searched, inserted)).toBeLessThanOrEqual(0);
      }),
    );
  });

  test('the order of the lists does not matter', () => {
    const shuffled = anyProblem(10, 4).chain((problem) =>
      fc.record({
        problem: fc.constant(problem),
        parcels: fc.shuffledSubarray([...problem.parcels], { minLength: problem.parcels.length }),
        drivers: fc.shuffledSubarray([...problem.drivers], { minLength: problem.drivers.length }),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ problem, parcels, drivers }) => {
        expect(planRoutes({ ...problem, parcels, drivers })).toEqual(planRoutes(problem));
      }),
    );
  });
});

function parcelIn({ parcels }: RouteProblem, orderId: string): ParcelToPlan {
  return parcels.find((parcel) => parcel.orderId === orderId) as ParcelToPlan;
}

function driveAlong(problem: RouteProblem, plan: RoutePlan): void {
  const { places, seconds, meters } = problem.travel;
  for (const route of plan.routes) {
    const driver = problem.drivers.find(({ driverId }) => driverId === route.driverId) as DriverToPlan;
    let [place, leftAt, length, duration] = [driver.start, driver.from, 0, 0];
    let load = problem.parcels.filter(({ heldBy, isOnBoard }) => isOnBoard && heldBy === route.driverId).length;
    for (const visit of route.visits) {
      const parcel = parcelIn(problem, visit.orderId);
      const isPickUp = visit.kind === 'PICK_UP';
      const leg = place * places + visit.place;
      expect(parcel.heldBy ?? route.driverId).toBe(route.driverId);
      expect(visit.place).toBe(isPickUp ? parcel.pickUp : parcel.dropOff);
      expect(visit.arriveAt).toBe(leftAt + (seconds[leg] as number) * SECOND_MS);
      expect(visit.beginAt).toBe(isPickUp ? Math.max(visit.arriveAt, parcel.readyAt) : visit.arriveAt);
      const handling = isPickUp ? problem.handling.pickUpSeconds : problem.handling.dropOffSeconds;
      expect(visit.leaveAt).toBe(visit.beginAt + handling * SECOND_MS);
      const late = isPickUp ? 0 : Math.max(0, visit.leaveAt - parcel.deliverBy) / SECOND_MS;
      expect(visit.lateSeconds).toBe(late);
      load += isPickUp ? 1 : -1;
      if (isPickUp) expect(load).toBeLessThanOrEqual(driver.room);
      length += meters[leg] as number;
      duration += seconds[leg] as number;
      [place, leftAt] = [visit.place, visit.leaveAt];
    }
    expect(leftAt).toBeLessThanOrEqual(driver.until);
    expect({ meters: route.meters, seconds: route.seconds }).toEqual({ meters: length, seconds: duration });
  }
}
