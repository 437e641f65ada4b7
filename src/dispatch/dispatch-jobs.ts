import { type Instant, SECOND_MS } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { leaveJob, leaveJobs } from '../infrastructure/jobs/jobs-sql.ts';
import type { JobHandlers } from '../infrastructure/jobs/worker.ts';
import { citiesWithWaitingOrders } from '../orders/index.ts';
import { lapseOffers, tellDrivers, withdrawStaleOffers } from './dispatch-sql.ts';
import { type MatchDeps, matchCity } from './match-city.ts';

const LOOK_AROUND = 'dispatch.lookAround';
const MATCH_CITY = 'dispatch.matchCity';
const PAUSE_MS = 3 * SECOND_MS;

/** A city's job is claimed by one process at a time; where that dies, its transaction ends and another takes the job. */
export function dispatchJobs(deps: MatchDeps): JobHandlers {
  return {
    [LOOK_AROUND]: async (tx, { now }) => {
      await tellDrivers(tx, await withdrawStaleOffers(tx, now));
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
  };
}

/** Left at every start; there is one for good. */
export async function leaveDispatchJobs(tx: Transaction, now: Instant): Promise<void> {
  await leaveJob(tx, { kind: LOOK_AROUND, name: 'always', dueAt: now });
}
