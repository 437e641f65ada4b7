import { acceptOffer, declineOffer, type OpenOffer } from '../dispatch/index.ts';
import { type PositionReport, recordPositions, type SimulatedDriver } from '../drivers/index.ts';
import { DeliveryError } from '../foundation/errors.ts';
import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Log } from '../infrastructure/log.ts';
import type { OrderUnderWay } from '../orders/index.ts';
import type { Simulation } from '../partners/index.ts';
import type { OrderActionDeps } from './act-on-order.ts';
import { enlistFleet } from './enlist-fleet.ts';
import { type Look, lookAtAll, type Simulations } from './look-at-all.ts';
import { roamAll } from './roam-all.ts';
import { FLEET_SIZE, habitsOf } from './rules/fleet.ts';
import { scenarioOf } from './rules/scenario.ts';
import type { Place } from './rules/way.ts';
import { simulateParcels } from './simulate-parcels.ts';
import { prepareStep } from './take-step.ts';
import { goOn, isUnderWay, placeOn, reportOf, startTrip } from './trip.ts';

export type SimulationDeps = OrderActionDeps;

/**
 * One look at all drivers who are not there: those on an order go on and do what is due, those who are asked answer, the others roam.
 * A handful of statements for all of them; only who has something to do is attended to alone.
 */
export async function simulate(deps: SimulationDeps, simulations: Simulations, now: Instant, log: Log): Promise<void> {
  const look = await lookAtAll(deps.database, simulations, now);
  await fillFleets(deps, look);
  const attempt = <T>(act: Promise<T>) =>
    act.catch((error: unknown): undefined => {
      // Somebody was quicker and has changed what was seen; the next look sees it.
      if (!(error instanceof DeliveryError)) throw error;
      log.debug({ code: error.code }, 'a simulated driver came too late');
    });
  const reports: PositionReport[] = [];
  for (const one of look.drivers) {
    const [order, open] = [look.orders.get(one.driver.id), look.offers.get(one.driver.id)];
    const simulation = simulations.get((order ?? open?.order)?.partnerId ?? ('' as PartnerId));
    if (simulation === undefined) continue;
    if (order !== undefined) reports.push(...((await attempt(drive(deps, order, one, simulation, now))) ?? []));
    else if (open !== undefined) await attempt(answer(deps, open, one, simulation, now));
  }
  const driverIds = look.drivers.map(({ driver }) => driver.id);
  await simulateParcels(deps, simulations, driverIds, now, attempt);
  await recordPositions(deps.database, [...reports, ...roamAll(deps.catalogue, look)]);
}

async function fillFleets(deps: SimulationDeps, { searches, drivers, now }: Look): Promise<void> {
  // The first of each stays: it is one that somebody takes, where there is any.
  const wanted = new Map(searches.toReversed().map((search) => [`${search.locode}/${search.service}`, search]));
  for (const search of wanted.values()) {
    const online = drivers.filter(
      ({ isOnline, driver }) => isOnline && driver.locode === search.locode && driver.service === search.service,
    );
    if (online.length < FLEET_SIZE) await enlistFleet(deps, search, FLEET_SIZE - online.length, now);
  }
}

/** Does all that is due by now, each at its own time: at a high speed that can be several things. */
async function drive(
  deps: SimulationDeps,
  order: OrderUnderWay,
  simulated: SimulatedDriver,
  simulation: Simulation,
  now: Instant,
): Promise<readonly PositionReport[]> {
  const { driver } = simulated;
  const passed: Place[] = [];
  let trip = startTrip(deps.catalogue, order, simulated, simulation);
  for (;;) {
    const { step } = trip;
    if (step.at > now) return [reportOf(driver, trip.order, [...passed, placeOn(trip, now)], now)];
    const act = await prepareStep(deps, trip.order, driver, step);
    const after = await deps.database.inTransaction(act);
    const place = placeOn(trip, Math.max(step.at, trip.last.at));
    passed.push(place);
    if (!isUnderWay(after))
      return [reportOf(driver, trip.order, passed, now), reportOf(driver, undefined, [{ ...place, at: now }], now)];
    trip = goOn(trip, after, place);
  }
}

/** After a moment's thought: yes, unless the scenario has nobody take the order. */
async function answer(
  deps: SimulationDeps,
  { offer, order }: OpenOffer,
  { driver }: SimulatedDriver,
  { speed, scenario }: Simulation,
  now: Instant,
): Promise<void> {
  if (now < offer.offeredAt + habitsOf(driver.phone).thinkMs / speed) return;
  const isWanted = scenarioOf(order.delivery.metadata, scenario) !== 'NO_DRIVER';
  await deps.database.inTransaction(async (tx) => {
    if (isWanted) await acceptOffer(deps, tx, driver, offer.id, now);
    else await declineOffer(tx, driver, offer.id, now);
  });
}
