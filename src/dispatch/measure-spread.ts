import { onlineMsByDriver, shiftsByCity } from '../drivers/index.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { earningsSince } from '../wallet/index.ts';
import { saveSpreads } from './dispatch-sql.ts';
import { EARNINGS_LOOKED_AT_MS, earnedPerHour, spreadOf } from './rules/fairness.ts';

/** How unevenly drivers earn, for each city in which some were online lately: three statements, however many there are. */
export async function measureSpread(tx: Transaction, now: Instant): Promise<void> {
  const since = now - EARNINGS_LOOKED_AT_MS;
  const cities = [...(await shiftsByCity(tx, since))].map(
    ([locode, shifts]) => [locode, onlineMsByDriver(shifts, since, now)] as const,
  );
  const drivers = cities.flatMap(([, online]) => [...online.keys()]);
  const earned = await earningsSince(tx, [...new Set(drivers)], since);
  const spreads = cities.map(([locode, online]) => ({
    locode,
    spread: spreadOf([...online].flatMap(([id, ms]) => earnedPerHour(earned.get(id) ?? 0n, ms) ?? [])),
  }));
  await saveSpreads(tx, spreads, now);
}
