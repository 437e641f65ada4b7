import { smallestIdAt } from '../foundation/ids.ts';
import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { type AgingTable, keepStretches } from '../infrastructure/database/partitions.ts';
import { leaveJob, leaveJobs } from '../infrastructure/jobs/jobs-sql.ts';
import type { JobHandlers } from '../infrastructure/jobs/worker.ts';
import { citiesWithWaitingOrders } from '../orders/index.ts';
import { lapseOffers, withdrawStaleOffers } from './dispatch-sql.ts';
import { createEarnedLately } from './earned-per-hour.ts';
import { type MatchDeps, matchCity } from './match-city.ts';
import { measureSpread } from './measure-spread.ts';

const LOOK_AROUND = 'dispatch.lookAround';
const MATCH_CITY = 'dispatch.matchCity';
const MEASURE_SPREAD = 'dispatch.measureSpread';
const KEEP_ROUNDS = 'dispatch.keepRounds';
/** Drivers and orders wait for them. */
export const URGENT_DISPATCH_JOBS = [LOOK_AROUND, MATCH_CITY];
const PAUSE_MS = 3 * SECOND_MS;

/** By the age of the order: so long its explanation says who was considered. */
const ROUNDS: AgingTable = {
  name: 'match_rounds',
  stretchDays: 7,
  column: 'order_id',
  valueAt: smallestIdAt,
  keptMs: 90 * DAY_MS,
};

/** A city's job is claimed by one process at a time; where that dies, its transaction ends and another takes the job. */
export function dispatchJobs(settings: Omit<MatchDeps, 'earnedLately'>): JobHandlers {
  const deps = { ...settings, earnedLately: createEarnedLately() };
  return {
    [LOOK_AROUND]: async (tx, { now }) => {
      await withdrawStaleOffers(tx, now);
      await lapseOffers(tx, now);
      const cities = await citiesWithWaitingOrders(tx);
      await leaveJobs(
        tx,
        cities.map((locode) => ({ kind: MATCH_CITY, name: locode, dueAt: now, payload: { locode } })),
      );
      return now + PAUSE_MS;
    },
    [MATCH_CITY]: async (tx, { payload, now }) =>
      (await matchCity(deps, tx, String(payload.locode), now)) ? now + PAUSE_MS : undefined,
    [MEASURE_SPREAD]: async (tx, { now }) => {
      await measureSpread(tx, now);
      return now + MINUTE_MS;
    },
    [KEEP_ROUNDS]: (tx, { now }) => keepStretches(tx, ROUNDS, now),
  };
}

/** Left at every start; there is one of each for good. */
export async function leaveDispatchJobs(tx: Transaction, now: Instant): Promise<void> {
  await leaveJob(tx, { kind: LOOK_AROUND, name: 'always', dueAt: now });
  await leaveJob(tx, { kind: MEASURE_SPREAD, name: 'every minute', dueAt: now + MINUTE_MS });
  await leaveJob(tx, { kind: KEEP_ROUNDS, name: 'daily', dueAt: now + MINUTE_MS });
}
