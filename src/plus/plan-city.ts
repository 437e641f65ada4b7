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
 * Plans what is left of today, where a parcel came for which the last plan has no answer. One that was moved to a later day is news for
 * today only as long as today's plan has it. Without news it is tried once in a while, and kept only if it gives somebody something.
 * After hours the plan stays that late drivers go by, and what is wrong with it waits for the morning. False where something changed while
 * it was made: it must be made again.
 */
export async function planCity(deps: CityPlanningDeps, tx: Transaction, city: City, now: Instant): Promise<boolean> {
  const day = planningDay(dateIn(city.timeZone, now), city.timeZone, deps.hours);
  if (!isPlanningTime(day, now)) return true;
  const last = await findLatestPlan(tx, city.locode, day.date);
  const { ids, edited } = await findWaiting(tx, city.locode, day.end);
  const isNews =
    ids.some((id) => !last?.unplanned.has(id)) ||
    edited.some(({ id, isLater }) => !isLater || last?.planned.includes(id));
  if (!isNews && (last === undefined || now - last.madeAt < PAUSE_WITHOUT_NEWS_MS)) return true;
  const proposed = await proposePlan(deps, tx, city, day, now);
  const isGiven = proposed.plan.routes.some(({ visits }) => visits.some(({ orderId }) => ids.includes(orderId)));
  if (!isGiven && !isNews) return true;
  // No plan will hold a parcel whose driver cannot be planned; with this one it is news no longer.
  const parcels = [...edited.filter(({ isLater }) => !isLater), ...proposed.parcels];
  return applyPlan(deps, tx, city, day, { ...proposed, parcels }, now);
}
