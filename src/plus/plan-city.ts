import { type Instant, MINUTE_MS } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { City, MarketCatalogue } from '../markets/index.ts';
import { applyPlan, type PlanningDeps, proposePlan } from './plan-day.ts';
import { citiesWithWaitingParcels, findLatestPlan, findWaiting } from './planning-sql.ts';
import { dateIn, isPlanningTime, planningDay, type WorkingHours } from './rules/planning-day.ts';

export type CityPlanningDeps = PlanningDeps & { readonly hours: WorkingHours };

const PAUSE_WITHOUT_NEWS_MS = 30 * MINUTE_MS;

/** Cities in which parcels of today wait for a driver, from an hour before drivers begin until they stop. */
export async function citiesToPlan(
  tx: Transaction,
  catalogue: MarketCatalogue,
  hours: WorkingHours,
  now: Instant,
): Promise<readonly string[]> {
  const waiting = await citiesWithWaitingParcels(tx);
  return waiting.flatMap(({ locode, earliest }) => {
    const city = catalogue.city(locode);
    if (city === undefined) return [];
    const day = planningDay(dateIn(city.timeZone, now), city.timeZone, hours);
    return earliest < day.end && isPlanningTime(day, now) ? [locode] : [];
  });
}

/**
 * Plans what is left of today. A plan that would give nobody anything new is not made again for a while, and kept only where there is none
 * yet. False where something changed while it was made: it must be made again.
 */
export async function planCity(deps: CityPlanningDeps, tx: Transaction, city: City, now: Instant): Promise<boolean> {
  const day = planningDay(dateIn(city.timeZone, now), city.timeZone, deps.hours);
  const last = await findLatestPlan(tx, city.locode, day.date);
  const waiting = await findWaiting(tx, city.locode, day.end);
  const left = new Set(last?.unplanned);
  const isNews = waiting.needPlan || waiting.ids.some((id) => !left.has(id));
  if (last !== undefined && !isNews && now - last.madeAt < PAUSE_WITHOUT_NEWS_MS) return true;
  const proposed = await proposePlan(deps, tx, city, day, now);
  const isGiven = proposed.plan.routes.some(({ visits }) =>
    visits.some(({ orderId }) => waiting.ids.includes(orderId)),
  );
  if (last !== undefined && !isGiven && !isNews) return true;
  return applyPlan(deps, tx, city, day, proposed, now);
}
