import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { City, MarketCatalogue } from '../markets/index.ts';
import { applyPlan, type PlanningDeps, proposePlan } from './plan-day.ts';
import { citiesWithWaitingParcels, hasPlan } from './plus-sql.ts';
import { dateIn, isPlanningTime, planningDay, type WorkingHours } from './rules/planning-day.ts';

export type CityPlanningDeps = PlanningDeps & { readonly hours: WorkingHours };

/** Cities in which parcels of today wait for a driver, from an hour before drivers begin until they stop. */
export async function citiesToPlan(
  tx: Transaction,
  catalogue: MarketCatalogue,
  hours: WorkingHours,
  now: Instant,
): Promise<readonly string[]> {
  const waiting = await citiesWithWaitingParcels(tx);
  return waiting.flatMap(({ locode, earliest }) => {
    const city = cityOf(catalogue, locode);
    if (city === undefined) return [];
    const day = planningDay(dateIn(city.timeZone, now), city.timeZone, hours);
    return earliest < day.end && isPlanningTime(day, now) ? [locode] : [];
  });
}

/** Plans what is left of today. A plan that gives nobody anything new is kept only where there is none yet, or an edit asked for it. */
export async function planCity(
  deps: CityPlanningDeps,
  tx: Transaction,
  city: City,
  now: Instant,
  isAskedFor: boolean,
): Promise<void> {
  const day = planningDay(dateIn(city.timeZone, now), city.timeZone, deps.hours);
  const { plan, waiting } = await proposePlan(deps, tx, city, day, now);
  const isNews = plan.routes.some(({ visits }) => visits.some(({ orderId }) => waiting.has(orderId)));
  if (isNews || isAskedFor || !(await hasPlan(tx, city.locode, day.date)))
    await applyPlan(deps, tx, city, day, plan, now);
}

export function cityOf(catalogue: MarketCatalogue, locode: string): City | undefined {
  return catalogue
    .all()
    .flatMap(({ cities }) => cities)
    .find((city) => city.locode === locode);
}
