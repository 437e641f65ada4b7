import type { Instant } from '../foundation/time.ts';
import type { Database, Transaction } from '../infrastructure/database/database.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import type { City } from '../markets/index.ts';
import type { CityPlanningDeps } from './plan-city.ts';
import { applyPlan, proposePlan } from './plan-day.ts';
import { dateIn, planningDay } from './rules/planning-day.ts';
import type { RoutePlan } from './rules/routes/route-plan.ts';

const MOST_TRIES = 3;

type Wanted = {
  readonly city: City;
  /** Today, where none is named. */
  readonly date?: string | undefined;
  /** A look only: nothing is changed. */
  readonly isDry?: boolean | undefined;
  /** What is written down in the transaction that keeps the plan. */
  readonly alongside?: (tx: Transaction, plan: RoutePlan) => Promise<void>;
};

/** Plans a day of a city anew for whoever asks for it, and gives the parcels to their drivers. */
export async function makePlan(
  deps: CityPlanningDeps & { readonly database: Database },
  { city, date, isDry, alongside }: Wanted,
  now: Instant,
): Promise<RoutePlan> {
  const { database } = deps;
  const today = dateIn(city.timeZone, now);
  if (date !== undefined && date < today)
    throw new OperatorError(`${date} is over in ${city.name}, where it is ${today}.`);
  const day = planningDay(date ?? today, city.timeZone, deps.hours);
  // It would give nobody anything, and take from late drivers the plan that they go by.
  if (!isDry && day.date === today && now >= day.until)
    throw new OperatorError(`Drivers in ${city.name} have stopped for today. Name another day.`);
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const proposed = await proposePlan(deps, database, city, day, now);
    if (isDry) return proposed.plan;
    const isKept = await database.inTransaction(async (tx) => {
      if (!(await applyPlan(deps, tx, city, day, proposed, now))) return false;
      await alongside?.(tx, proposed.plan);
      return true;
    });
    if (isKept) return proposed.plan;
  }
  throw new OperatorError('Parcels or drivers changed while they were planned. Try again in a moment.');
}
