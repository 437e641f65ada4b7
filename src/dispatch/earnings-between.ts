import { onlineMsByDriver, shiftsSince } from '../drivers/index.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { earningsSince } from '../wallet/index.ts';
import { earnedPerHour, spreadOf, valueAt } from './rules/fairness.ts';

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
  const shifts = (await shiftsSince(sql, locode, from)).filter(({ onlineAt }) => onlineAt < until);
  const online = onlineMsByDriver(shifts, from, until);
  const earned = await earningsSince(sql, [...online.keys()], from, until);
  const perHour = [...online].flatMap(([id, ms]) => earnedPerHour(earned.get(id) ?? 0n, ms) ?? []);
  const [tenth, median, ninetieth] = [0.1, 0.5, 0.9].map((share) => valueAt(perHour, share));
  if (tenth === undefined || median === undefined || ninetieth === undefined) return undefined;
  return { drivers: perHour.length, spread: spreadOf(perHour), tenth, median, ninetieth };
}
