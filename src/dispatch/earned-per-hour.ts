import { onlineMsByDriver, shiftsSince } from '../drivers/index.ts';
import { type Instant, MINUTE_MS } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { earningsSince } from '../wallet/index.ts';
import { EARNINGS_LOOKED_AT_MS, earnedPerHour } from './rules/fairness.ts';

/** In minor units, by driver; those of the city who were online long enough to tell. */
type EarnedPerHour = ReadonlyMap<string, number>;

export async function earnedPerHourIn(
  sql: Queryable,
  locode: string,
  from: Instant,
  until: Instant,
): Promise<EarnedPerHour> {
  const shifts = (await shiftsSince(sql, locode, from)).filter(({ onlineAt }) => onlineAt < until);
  const online = onlineMsByDriver(shifts, from, until);
  const earned = await earningsSince(sql, [...online.keys()], from, until);
  const perHour = new Map<string, number>();
  for (const [driverId, onlineMs] of online) {
    const amount = earnedPerHour(earned.get(driverId) ?? 0n, onlineMs);
    if (amount !== undefined) perHour.set(driverId, amount);
  }
  return perHour;
}

export type EarnedLately = (sql: Queryable, locode: string, now: Instant) => Promise<EarnedPerHour>;

/** Over the last hours, looked up once a minute in each city: between two rounds next to nothing of it changes. */
export function createEarnedLately(): EarnedLately {
  const known = new Map<string, { readonly at: Instant; readonly perHour: EarnedPerHour }>();
  return async (sql, locode, now) => {
    const last = known.get(locode);
    if (last !== undefined && now >= last.at && now < last.at + MINUTE_MS) return last.perHour;
    const perHour = await earnedPerHourIn(sql, locode, now - EARNINGS_LOOKED_AT_MS, now);
    known.set(locode, { at: now, perHour });
    return perHour;
  };
}
