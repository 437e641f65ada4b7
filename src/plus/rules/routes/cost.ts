/**
 * What plans and changes of plans are compared by; the lower one is better. Each of the two numbers holds two aims, of
 * which the second decides only where the first is equal: deadlines broken and seconds late, metres and drivers. A
 * difference of costs is a cost.
 */
export type Cost = { readonly late: number; readonly way: number };

const BROKEN_DEADLINE = 2 ** 36;
const METER = 2 ** 10;
/** A driver who was not on the road before. */
export const FURTHER_DRIVER = 1;

export const FREE: Cost = { late: 0, way: 0 };
export const UNBOUNDED: Cost = { late: Number.POSITIVE_INFINITY, way: Number.POSITIVE_INFINITY };
export const NO_LATER: Cost = { late: 0, way: Number.POSITIVE_INFINITY };

export function isLess(one: Cost, other: Cost): boolean {
  return one.late === other.late ? one.way < other.way : one.late < other.late;
}

export function sum(...costs: readonly Cost[]): Cost {
  return costs.reduce((total, { late, way }) => ({ late: total.late + late, way: total.way + way }), FREE);
}

export function less(one: Cost, other: Cost): Cost {
  return { late: one.late - other.late, way: one.way - other.way };
}

export function costOfLateness(seconds: number): number {
  return seconds <= 0 ? 0 : BROKEN_DEADLINE + seconds;
}

export function costOfMeters(meters: number): number {
  return meters * METER;
}
