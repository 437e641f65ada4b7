import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { onOurs } from '../orders/index.ts';
import type { Simulation } from '../partners/index.ts';
import { findParcelsInTurn, type LookedThrough, type Parcel } from '../plus/index.ts';
import { pointOf } from '../quotations/index.ts';
import type { OrderActionDeps } from './act-on-order.ts';
import { PARCEL_SERVICES, prepareParcelAction } from './act-on-parcel.ts';
import { nextParcelStep, PARCEL_STAGES, type ParcelErrand, type ParcelStep } from './rules/next-parcel-step.ts';
import { SCENARIOS, scenarioOf } from './rules/scenario.ts';
import { straightSpeed } from './vehicle-speed.ts';

const PAGE = 200;
/** So many are carried in a look, for which orders and clocks wait; the others in the next one. */
const MOST_CARRIED = 200;

/** Parcels that nobody real has: what is due happens to them by the actions that a partner could call, each at its own time. */
export async function simulateParcels(
  deps: OrderActionDeps,
  simulations: ReadonlyMap<PartnerId, Simulation>,
  driverIds: readonly string[],
  now: Instant,
  attempt: (act: Promise<boolean>) => Promise<boolean | undefined>,
): Promise<void> {
  let carried = 0;
  for await (const page of simulatedParcels(deps.database, [...simulations.keys()], driverIds, now)) {
    for (const parcel of page)
      if (await attempt(carry(deps, parcel, simulations.get(parcel.partnerId) as Simulation, now))) carried++;
    if (carried >= MOST_CARRIED) return;
  }
}

/**
 * Those that may have something to do by then and nobody real has, page by page: in each page all partners who have more get as many,
 * so that none hides the others.
 */
export async function* simulatedParcels(
  sql: Queryable,
  partnerIds: readonly PartnerId[],
  driverIds: readonly string[],
  now: Instant,
): AsyncIterable<readonly Parcel[]> {
  const routine = { stages: PARCEL_STAGES, knownScenarios: SCENARIOS, driverIds };
  let looked: readonly LookedThrough[] = partnerIds.map((partnerId) => ({ partnerId, until: 0, id: '0' }));
  while (looked.length > 0) {
    const most = Math.ceil(PAGE / looked.length);
    const page = await findParcelsInTurn(sql, routine, looked, now, most);
    yield page.map(({ parcel }) => parcel);
    looked = looked.flatMap(({ partnerId }) => {
      const turns = page.filter(({ turn }) => turn.partnerId === partnerId);
      return turns.length < most ? [] : [(turns.at(-1) as (typeof turns)[number]).turn];
    });
  }
}

/** Whether there was anything to do. */
async function carry(deps: OrderActionDeps, parcel: Parcel, simulation: Simulation, now: Instant): Promise<boolean> {
  let current = parcel;
  for (;;) {
    const step = stepOf(deps, current, simulation);
    if (step === undefined || step.at > now) return current !== parcel;
    const act = await prepareParcelAction(deps, current, { action: step.action }, step.at);
    current = await deps.database.inTransaction(act);
  }
}

/** What happens to it next, if anything does by itself. */
export function stepOf(
  { catalogue }: Pick<OrderActionDeps, 'catalogue'>,
  parcel: Parcel,
  { speed, scenario }: Simulation,
): ParcelStep | undefined {
  const trip = { ...parcel, service: PARCEL_SERVICES[0] };
  return nextParcelStep(errandOf(parcel, scenario), { speed, metersPerSecond: straightSpeed(catalogue, trip, speed) });
}

function errandOf(parcel: Parcel, setting: string | undefined): ParcelErrand {
  const { shipment, status, history, scheduleAt } = parcel;
  const [from, to] = shipment.stops;
  return {
    scenario: scenarioOf(shipment.metadata, setting),
    status,
    since: onOurs(parcel, history.at(-1)?.at ?? 0),
    scheduledAt: onOurs(parcel, scheduleAt),
    hasFailed: history.some(({ event }) => event === 'deliveryFailed'),
    from: pointOf(from.coordinates),
    to: pointOf(to.coordinates),
  };
}
