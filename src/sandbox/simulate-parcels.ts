import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { onOurs } from '../orders/index.ts';
import type { Simulation } from '../partners/index.ts';
import { findOpenParcels, type Parcel } from '../plus/index.ts';
import { pointOf } from '../quotations/index.ts';
import type { OrderActionDeps } from './act-on-order.ts';
import { PARCEL_SERVICES, prepareParcelAction } from './act-on-parcel.ts';
import { ASSIGNED_BEFORE_MS, nextParcelStep, type ParcelErrand } from './rules/next-parcel-step.ts';
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
  const partnerIds = [...simulations.keys()];
  const parcels = await findOpenParcels(deps.database, partnerIds, now + ASSIGNED_BEFORE_MS, MOST_PARCELS);
  for (const parcel of parcels) {
    if (parcel.driverId !== undefined && !isSimulated(parcel.driverId)) continue;
    await attempt(carry(deps, parcel, simulations.get(parcel.partnerId) as Simulation, now));
  }
}

async function carry(
  deps: OrderActionDeps,
  parcel: Parcel,
  { speed, scenario }: Simulation,
  now: Instant,
): Promise<void> {
  const trip = { ...parcel, service: PARCEL_SERVICES[0] };
  const pace = { speed, metersPerSecond: straightSpeed(deps.catalogue, trip, speed) };
  let current = parcel;
  for (;;) {
    const step = nextParcelStep(errandOf(current, scenario), pace);
    if (step === undefined || step.at > now) return;
    const act = await prepareParcelAction(deps, current, { action: step.action }, step.at);
    current = await deps.database.inTransaction(act);
  }
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
