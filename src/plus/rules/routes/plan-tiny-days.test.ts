import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compare, type Objective, objectiveOf } from '../../../../test/support/plan-objective.ts';
import { anyProblem } from '../../../../test/support/planning-problems.ts';
import { runs } from '../../../../test/support/runs.ts';
import { SECOND_MS } from '../../../foundation/time.ts';
import { planRoutes } from './plan-routes.ts';
import type { DriverToPlan, ParcelToPlan, RouteProblem } from './route-plan.ts';

test('of tiny days the plan is the best there is in 995 of 1,000, and else near it', () => {
  const isWorthwhile = ({ parcels, drivers }: RouteProblem) => parcels.length >= 2 && drivers.length >= 1;
  const problems = fc.sample(anyProblem(3, 2).filter(isWorthwhile), { numRuns: runs(1000), seed: 5 });
  const misses = problems.flatMap((problem) => {
    const [found, best] = [objectiveOf(planRoutes(problem)), bruteForce(problem)];
    expect(compare(found, best)).toBeGreaterThanOrEqual(0);
    return compare(found, best) === 0 ? [] : [{ found, best }];
  });
  process.stdout.write(`the best plan of ${problems.length - misses.length} in ${problems.length} tiny days\n`);
  expect(misses.length).toBeLessThanOrEqual(problems.length * 0.005);
  for (const { found, best } of misses) {
    expect(found[0]).toBeLessThanOrEqual(best[0] + 1);
    if (found[0] === best[0]) expect(found[1]).toBeLessThanOrEqual(best[1] + 1);
  }
}, 60_000);

/** Every choice of drivers and every order of visits. */
function bruteForce(problem: RouteProblem): Objective {
  const best = new Map<string, readonly number[] | undefined>();
  const bestAlone = (driver: DriverToPlan, parcels: readonly ParcelToPlan[]): readonly number[] | undefined => {
    const key = [driver.driverId, ...parcels.map(({ orderId }) => orderId)].join();
    if (!best.has(key)) best.set(key, bestDrive(problem, driver, parcels));
    return best.get(key);
  };
  let found: Objective = [Number.POSITIVE_INFINITY, 0, 0, 0, 0];
  const assign = (index: number, choice: readonly (DriverToPlan | undefined)[]): void => {
    const parcel = problem.parcels[index];
    if (parcel !== undefined) {
      const able = problem.drivers.filter(({ driverId }) => (parcel.heldBy ?? driverId) === driverId);
      for (const driver of [undefined, ...able]) assign(index + 1, [...choice, driver]);
      return;
    }
    const parts = problem.drivers.map((driver) =>
      bestAlone(
        driver,
        problem.parcels.filter((_, number) => choice[number] === driver),
      ),
    );
    if (parts.includes(undefined)) return;
    const total = [choice.filter((driver) => driver === undefined).length, 0, 0, 0, 0].map((left, aim) =>
      parts.reduce((sum, part) => sum + (part?.[aim] as number), left),
    ) as unknown as Objective;
    if (compare(total, found) < 0) found = total;
  };
  assign(0, []);
  return found;
}

function bestDrive(problem: RouteProblem, driver: DriverToPlan, parcels: readonly ParcelToPlan[]) {
  const { travel, handling } = problem;
  let best: Objective | undefined;
  type Stand = { place: number; at: number; broken: number; late: number; meters: number; load: number };
  const go = (stand: Stand, waiting: readonly ParcelToPlan[], aboard: readonly ParcelToPlan[]): void => {
    if (waiting.length + aboard.length === 0) {
      const end: Objective = [0, stand.broken, stand.late, stand.meters, parcels.length === 0 ? 0 : 1];
      if (best === undefined || compare(end, best) < 0) best = end;
      return;
    }
    const drive = (to: number) => {
      const leg = stand.place * travel.places + to;
      const at = stand.at + (travel.seconds[leg] as number) * SECOND_MS;
      return { ...stand, place: to, at, meters: stand.meters + (travel.meters[leg] as number) };
    };
    for (const parcel of waiting) {
      const there = drive(parcel.pickUp);
      const at = Math.max(there.at, parcel.readyAt) + handling.pickUpSeconds * SECOND_MS;
      if (at > driver.until || stand.load >= driver.room) continue;
      go(
        { ...there, at, load: stand.load + 1 },
        waiting.filter((other) => other !== parcel),
        [...aboard, parcel],
      );
    }
    for (const parcel of aboard) {
      const there = drive(parcel.dropOff);
      const at = there.at + handling.dropOffSeconds * SECOND_MS;
      if (at > driver.until) continue;
      const late = Math.max(0, at - parcel.deliverBy) / SECOND_MS;
      const lateness = { broken: stand.broken + (late > 0 ? 1 : 0), late: stand.late + late };
      go(
        { ...there, ...lateness, at, load: stand.load - 1 },
        waiting,
        aboard.filter((other) => other !== parcel),
      );
    }
  };
  const load = problem.parcels.filter(({ heldBy, isOnBoard }) => isOnBoard && heldBy === driver.driverId).length;
  const [aboard, waiting] = [true, false].map((isAboard) =>
    parcels.filter(({ isOnBoard = false }) => isOnBoard === isAboard),
  ) as [ParcelToPlan[], ParcelToPlan[]];
  go({ place: driver.start, at: driver.from, broken: 0, late: 0, meters: 0, load }, waiting, aboard);
  return best;
}
