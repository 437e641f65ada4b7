import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { onOurs } from '../orders/index.ts';
import type { Simulation } from '../partners/index.ts';
import { findOpenParcels, type Parcel } from '../plus/index.ts';
import { pointOf } from '../quotations/index.ts';
import type { OrderActionDeps } from './act-on-order.ts';
import { PARCEL_SERVICES, prepareParcelAction } from './act-on-parcel.ts';
import { ASSIGNED_BEFORE_MS, nextParcelStep, type ParcelErrand, type ParcelStep } from './rules/next-parcel-step.ts';
import { scenarioOf } from './rules/scenario.ts';
import { straightSpeed } from './vehicle-speed.ts';

const MOST_PARCELS = 200;

/** Parcels that nobody real has: what is due happens to them by the actions that a partner could call, each at its own time. */
export async function simulateParcels(
  deps: OrderActionDeps,
  simulations: ReadonlyMap<PartnerId, Simulation>,
  isSimulated: (driverId: string) => boolean,
  now: Instant,
  attempt: (act: Promise<void>) => Promise<unknown>,
): Promise<void> {
  for (const parcel of await findSimulatedParcels(deps.database, [...simulations.keys()], isSimulated, now))
    await attempt(carry(deps, parcel, simulations.get(parcel.partnerId) as Simulation, now));
}

/** Those that may have something to do by then and nobody real has. */
export async function findSimulatedParcels(
  sql: Queryable,
  partnerIds: readonly PartnerId[],
  isSimulated: (driverId: string) => boolean,
  now: Instant,
): Promise<readonly Parcel[]> {
  const parcels = await findOpenParcels(sql, partnerIds, now + ASSIGNED_BEFORE_MS, MOST_PARCELS);
  return parcels.filter(({ driverId }) => driverId === undefined || isSimulated(driverId));
}

async function carry(deps: OrderActionDeps, parcel: Parcel, simulation: Simulation, now: Instant): Promise<void> {
  let current = parcel;
  for (;;) {
    const step = stepOf(deps, current, simulation);
    if (step === undefined || step.at > now) return;
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
