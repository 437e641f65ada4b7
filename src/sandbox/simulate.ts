import { acceptOffer, declineOffer, type OpenOffer, readOpenOffers, SPEED_KM_PER_HOUR } from '../dispatch/index.ts';
import { listSimulatedDrivers, type PositionReport, recordPositions, type SimulatedDriver } from '../drivers/index.ts';
import { DeliveryError } from '../foundation/errors.ts';
import type { PartnerId } from '../foundation/ids.ts';
import { type Instant, MINUTE_MS } from '../foundation/time.ts';
import type { Log } from '../infrastructure/log.ts';
import { findOrdersUnderWay, findSearches, type Order, type OrderUnderWay, type Search } from '../orders/index.ts';
import type { Simulation } from '../partners/index.ts';
import { pointOf, vehicleOf } from '../quotations/index.ts';
import type { OrderActionDeps } from './act-on-order.ts';
import { enlistFleet } from './enlist-fleet.ts';
import { FLEET_SIZE, habitsOf } from './rules/fleet.ts';
import { type Errand, nextStep, type Pace } from './rules/next-step.ts';
import { headings, stroll } from './rules/roam.ts';
import { scenarioOf } from './rules/scenario.ts';
import { arrivalAt, type Place, placeAt } from './rules/way.ts';
import { takeStep } from './take-step.ts';

export type SimulationDeps = OrderActionDeps;

/** Orders scheduled for later do not call anybody yet. */
const SCHEDULED_WITHIN_MS = 30 * MINUTE_MS;
const MOST_SEARCHES = 100;

type Simulations = ReadonlyMap<PartnerId, Simulation>;
type Placed = SimulatedDriver & { readonly position: Place };

/**
 * One look at all drivers who are not there: those on an order go on and do what is due, those who are asked answer, the others roam.
 * A handful of statements for all of them; only who has something to do is attended to alone.
 */
export async function simulate(deps: SimulationDeps, simulations: Simulations, now: Instant, log: Log): Promise<void> {
  const { database } = deps;
  const searches = await findSearches(database, [...simulations.keys()], now + SCHEDULED_WITHIN_MS, MOST_SEARCHES);
  const known = await listSimulatedDrivers(database);
  await fillFleets(deps, searches, known, now);
  const ids = known.map(({ driver }) => driver.id);
  const orders = await findOrdersUnderWay(database, ids);
  const offers = await readOpenOffers(database, ids, now);
  const refusals = (what: string) => (error: unknown) => {
    // Whoever came before has changed what was seen; the next look sees it.
    if (!(error instanceof DeliveryError)) throw error;
    log.debug({ code: error.code }, `a simulated driver could not ${what}`);
  };

  const reports: PositionReport[] = [];
  const orderOf = new Map(orders.map((order) => [order.driver.driverId, order]));
  for (const one of known) {
    const order = orderOf.get(one.driver.id);
    const simulation = order && simulations.get(order.partnerId);
    if (order === undefined || simulation === undefined) continue;
    reports.push(...((await drive(deps, order, one, simulation, now).catch(refusals('go on'))) ?? []));
  }
  const offersOf = new Map(offers.map((offer) => [offer.offer.driverId, offer]));
  for (const one of known) {
    const offer = orderOf.has(one.driver.id) ? undefined : offersOf.get(one.driver.id);
    const simulation = offer && simulations.get(offer.order.partnerId);
    if (offer === undefined || simulation === undefined) continue;
    await answer(deps, offer, one, simulation, now).catch(refusals('answer'));
  }
  const online = known.filter((one): one is Placed => one.isOnline && one.position !== undefined);
  const idle = online.filter(({ driver }) => !orderOf.has(driver.id));
  const free = idle.filter(({ driver }) => !offersOf.has(driver.id));
  const going = headings(
    free.map(({ driver, position }) => ({ ...driver, place: position })),
    searches,
  );
  for (const one of idle) {
    const place = offersOf.has(one.driver.id)
      ? { ...one.position, at: now }
      : roam(deps, one, going.get(one.driver.id), simulations, now);
    reports.push(reportOf(one, undefined, [place], now));
  }
  await recordPositions(database, reports);
}

async function fillFleets(
  deps: SimulationDeps,
  searches: readonly Search[],
  known: readonly SimulatedDriver[],
  now: Instant,
): Promise<void> {
  const wanted = new Map(searches.map((search) => [`${search.locode}/${search.service}`, search]));
  for (const search of wanted.values()) {
    const online = known.filter(
      ({ isOnline, driver }) => isOnline && driver.locode === search.locode && driver.service === search.service,
    );
    await enlistFleet(deps, search, FLEET_SIZE - online.length, now);
  }
}

/** Straight on, at the speed of the vehicle and of the simulation; a road is longer than the straight line. */
function metersPerSecond(
  { catalogue }: SimulationDeps,
  { market, locode, service }: { readonly market: string; readonly locode: string; readonly service: string },
  speed: number,
): number {
  const city = catalogue.market(market).cities.find((candidate) => candidate.locode === locode);
  return (SPEED_KM_PER_HOUR[vehicleOf(service)] / 3.6 / (city?.roadFactor ?? 1)) * speed;
}

/** Does all that is due by now, each at its own time: at a high speed that can be several things. */
async function drive(
  deps: SimulationDeps,
  order: OrderUnderWay,
  { driver, position }: SimulatedDriver,
  { speed, scenario }: Simulation,
  now: Instant,
): Promise<readonly PositionReport[]> {
  const pace: Pace = {
    speed,
    metersPerSecond: metersPerSecond(deps, order, speed),
    handlingMs: habitsOf(driver.phone).handlingMs,
  };
  const passed: Place[] = [];
  let current = order;
  let errand = errandOf(current, scenario);
  let last: Place = position ?? { ...errand.goodsAt, at: errand.matchedAt };
  for (;;) {
    const step = nextStep(errand, last, pace);
    if (step.at > now) {
      const here = placeAt(last, step.to, step.thereAt, now);
      return [reportOf({ driver }, current, [...passed, here], now)];
    }
    const after = await takeStep(deps, current, driver, step, now);
    last = placeAt(last, step.to, step.thereAt, Math.max(step.at, last.at));
    passed.push(last);
    if (!isUnderWay(after))
      return [reportOf({ driver }, current, passed, now), reportOf({ driver }, undefined, [{ ...last, at: now }], now)];
    current = after;
    errand = errandOf(current, scenario);
  }
}

function isUnderWay(order: Order): order is OrderUnderWay {
  return order.status === 'ON_GOING' || order.status === 'PICKED_UP';
}

/** An order keeps its times by its partner's clock, its driver lives by ours. */
function errandOf(order: OrderUnderWay, setting: string | undefined): Errand {
  const { delivery, driver, clockAheadMs } = order;
  const ours = <T extends Instant | undefined>(time: T) => (time === undefined ? time : time - clockAheadMs) as T;
  const [pickUp, ...dropOffs] = delivery.stops.map(({ coordinates, closing }) => ({
    point: pointOf(coordinates),
    closedAt: ours(closing?.at),
  }));
  return {
    scenario: scenarioOf(delivery.metadata, setting),
    giveBacks: order.giveBacks,
    formerDrivers: order.formerDriverIds.length,
    isSuccessor: order.replaces !== undefined,
    scheduledAt: ours(order.scheduleAt),
    matchedAt: ours(driver.matchedAt),
    arrivedAt: ours(driver.arrivedAt),
    pickedUpAt: ours('pickedUpAt' in order ? order.pickedUpAt : undefined),
    goodsAt: delivery.handOver ?? (pickUp as (typeof dropOffs)[number]).point,
    dropOffs,
  };
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

function roam(
  deps: SimulationDeps,
  { driver, position }: Placed,
  search: Search | undefined,
  simulations: Simulations,
  now: Instant,
): Place {
  const speed = search && simulations.get(search.partnerId)?.speed;
  if (search === undefined || speed === undefined) return stroll(driver.phone, position, now);
  const thereAt = arrivalAt(position, search.goodsAt, metersPerSecond(deps, search, speed));
  return placeAt(position, search.goodsAt, thereAt, now);
}

function reportOf(
  { driver }: Pick<SimulatedDriver, 'driver'>,
  order: OrderUnderWay | undefined,
  positions: readonly Place[],
  now: Instant,
): PositionReport {
  return {
    driverId: driver.id,
    orderId: order?.id,
    orderSince: order && order.driver.matchedAt - order.clockAheadMs,
    positions,
    receivedAt: now,
    isSimulated: true,
  };
}
