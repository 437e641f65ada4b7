import type { RoutePlan } from '../../src/plus/rules/routes/route-plan.ts';

/** What a plan is judged by, what matters most first. */
export type Objective = readonly [
  unplanned: number,
  broken: number,
  lateSeconds: number,
  meters: number,
  drivers: number,
];

export function objectiveOf({ unplanned, broken, totalMeters, routes }: RoutePlan): Objective {
  const late = broken.reduce((total, { lateSeconds }) => total + lateSeconds, 0);
  return [unplanned.length, broken.length, late, totalMeters, routes.length];
}

/** Less than 0 where the one is better. */
export function compare(one: Objective, other: Objective): number {
  const index = one.findIndex((value, aim) => value !== other[aim]);
  return index === -1 ? 0 : (one[index] as number) - (other[index] as number);
}
