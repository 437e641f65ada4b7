import { listSimulatedDrivers, type PositionReport, recordPositions, type SimulatedDriver } from '../drivers/index.ts';
import { DeliveryError } from '../foundation/errors.ts';
import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { expireSearches, findOrdersUnderWay, lockOrdersUntil, type OrderUnderWay } from '../orders/index.ts';
import type { Simulation } from '../partners/index.ts';
import type { Parcel } from '../plus/index.ts';
import type { OrderActionDeps } from './act-on-order.ts';
import { prepareParcelAction } from './act-on-parcel.ts';
import { putInDueOrder } from './rules/due-order.ts';
import { simulatedParcels, stepOf } from './simulate-parcels.ts';
import { prepareStep } from './take-step.ts';
import { goOn, isUnderWay, placeOn, reportOf, startTrip, type Trip } from './trip.ts';

/** How far a partner's clock went forward, where it is now, and our time. */
export type Leap = {
  readonly partnerId: PartnerId;
  readonly byMs: number;
  readonly aheadMs: number;
  readonly ours: Instant;
};

/** Something that somebody does by himself, when, and what follows from it. */
type Deed = { readonly at: Instant; readonly happen: () => Promise<Deed | undefined> };

/**
 * All that falls due while a partner's clock leaps, in due order, each at its own time: searches end, and simulated drivers do what
 * they would have done meanwhile. Whoever waits for a driver goes on waiting: drivers are asked by our clock.
 */
export async function liveThrough(
  deps: OrderActionDeps,
  tx: Transaction,
  simulation: Simulation,
  leap: Leap,
): Promise<void> {
  const { partnerId, aheadMs, ours } = leap;
  // All of them before any money: whoever else changes one of them has it before the wallet, too.
  await lockOrdersUntil(tx, partnerId, ours + aheadMs);
  const reports: PositionReport[] = [];
  const deeds: Deed[] = [];
  for (const deed of await findDeeds(deps, tx, simulation, leap, (report) => reports.push(report)))
    putInDueOrder(deeds, deed);
  for (;;) {
    const next = deeds.pop();
    await expireSearches(deps, tx, partnerId, (next?.at ?? ours) + aheadMs);
    if (next === undefined) break;
    const following = await next.happen().catch(refusalEndsIt);
    if (following !== undefined) putInDueOrder(deeds, following);
  }
  await recordPositions(tx, reports);
}

/** Somebody real has changed what was seen. */
function refusalEndsIt(error: unknown): undefined {
  if (!(error instanceof DeliveryError)) throw error;
}

async function findDeeds(
  deps: OrderActionDeps,
  tx: Transaction,
  simulation: Simulation,
  { partnerId, byMs, ours }: Leap,
  report: (place: PositionReport) => void,
): Promise<readonly Deed[]> {
  if (simulation.drivers === 'MANUAL') return [];
  const drivers = new Map((await listSimulatedDrivers(tx)).map((one) => [one.driver.id as string, one]));
  // After all that is known of them: a look may have come between the call and its turn.
  const seenAt = [...drivers.values()].reduce((at, { position }) => Math.max(at, (position?.at ?? 0) + 1), ours);
  const orders = await findOrdersUnderWay(tx, [...drivers.keys()]);
  const parcels: Parcel[] = [];
  for await (const page of simulatedParcels(tx, [partnerId], [...drivers.keys()], ours)) parcels.push(...page);

  function onTrip(driver: SimulatedDriver['driver'], trip: Trip): Deed | undefined {
    const { order, step } = trip;
    if (step.at > ours) return void report(reportOf(driver, order, [{ ...placeOn(trip, ours), at: seenAt }], ours));
    const happen = async () => {
      const act = await prepareStep(deps, order, driver, step);
      const after = await act(tx);
      const place = placeOn(trip, Math.max(step.at, trip.last.at));
      if (isUnderWay(after)) return onTrip(driver, goOn(trip, after, place));
      report(reportOf(driver, undefined, [{ ...place, at: seenAt }], ours));
    };
    return { at: step.at, happen };
  }

  function onOrder(order: OrderUnderWay): Deed | undefined {
    const { driver, position } = drivers.get(order.driver.driverId) as SimulatedDriver;
    // To the order the driver was there that much earlier, too.
    const then = position && { ...position, at: position.at - byMs };
    return onTrip(driver, startTrip(deps.catalogue, order, { driver, position: then, isOnline: true }, simulation));
  }

  function onParcel(parcel: Parcel): Deed | undefined {
    const step = stepOf(deps, parcel, simulation);
    if (step === undefined || step.at > ours) return undefined;
    const happen = async () => {
      const act = await prepareParcelAction(deps, parcel, { action: step.action }, step.at, async (_tx, place) =>
        report(place),
      );
      return onParcel(await act(tx));
    };
    return { at: step.at, happen };
  }

  const own = orders.filter((order) => order.partnerId === partnerId);
  return [...own.flatMap((order) => onOrder(order) ?? []), ...parcels.flatMap((parcel) => onParcel(parcel) ?? [])];
}
