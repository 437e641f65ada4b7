import type { Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { earnedPerHourIn } from './earned-per-hour.ts';
import { spreadOf, valueAt } from './rules/fairness.ts';

/** What drivers of a city have earned per hour online, in minor units; undefined where nobody was online for long enough. */
export type EarningsPerHour = {
  readonly drivers: number;
  readonly spread: number;
  readonly tenth: number;
  readonly median: number;
  readonly ninetieth: number;
};

export async function earningsBetween(
  sql: Queryable,
  locode: string,
  from: Instant,
  until: Instant,
): Promise<EarningsPerHour | undefined> {
  const perHour = [...(await earnedPerHourIn(sql, locode, from, until)).values()];
  const [tenth, median, ninetieth] = [0.1, 0.5, 0.9].map((share) => valueAt(perHour, share));
  if (tenth === undefined || median === undefined || ninetieth === undefined) return undefined;
  return { drivers: perHour.length, spread: spreadOf(perHour), tenth, median, ninetieth };
}
