import type { Driver, PositionReport, SimulatedDriver } from '../drivers/index.ts';
import type { Instant } from '../foundation/time.ts';
import type { MarketCatalogue } from '../markets/index.ts';
import { type Order, type OrderUnderWay, onOurs } from '../orders/index.ts';
import type { Simulation } from '../partners/index.ts';
import { pointOf } from '../quotations/index.ts';
import { habitsOf } from './rules/fleet.ts';
import { type Errand, nextStep, type Pace, type Step } from './rules/next-step.ts';
import { scenarioOf } from './rules/scenario.ts';
import { type Place, placeAt } from './rules/way.ts';
import { straightSpeed } from './vehicle-speed.ts';

/** A simulated driver with an order: where the driver was last, and what is done next. */
export type Trip = {
  readonly order: OrderUnderWay;
  readonly last: Place;
  readonly step: Step;
  readonly pace: Pace;
  readonly setting: string | undefined;
};

export function startTrip(
  catalogue: MarketCatalogue,
  order: OrderUnderWay,
  { driver, position }: SimulatedDriver,
  { speed, scenario: setting }: Simulation,
): Trip {
  const pace: Pace = {
    speed,
    metersPerSecond: straightSpeed(catalogue, order, speed),
    handlingMs: habitsOf(driver.phone).handlingMs,
  };
  const errand = errandOf(order, setting);
  const last = position ?? { ...errand.goodsAt, at: errand.matchedAt };
  return { order, last, step: nextStep(errand, last, pace), pace, setting };
}

/** After a step that left the order under way. */
export function goOn({ pace, setting }: Trip, order: OrderUnderWay, last: Place): Trip {
  return { order, last, step: nextStep(errandOf(order, setting), last, pace), pace, setting };
}

export function placeOn({ last, step }: Trip, at: Instant): Place {
  return placeAt(last, step.to, step.thereAt, at);
}

export function isUnderWay(order: Order): order is OrderUnderWay {
  return order.status === 'ON_GOING' || order.status === 'PICKED_UP';
}

export function reportOf(
  driver: Driver,
  order: OrderUnderWay | undefined,
  positions: readonly Place[],
  now: Instant,
): PositionReport {
  return {
    driverId: driver.id,
    orderId: order?.id,
    orderSince: order && onOurs(order, order.driver.matchedAt),
    positions,
    receivedAt: now,
    isSimulated: true,
  };
}

/** An order keeps its times by its partner's clock, its driver lives by ours. */
function errandOf(order: OrderUnderWay, setting: string | undefined): Errand {
  const { delivery, driver } = order;
  const ours = <T extends Instant | undefined>(time: T) => (time === undefined ? time : onOurs(order, time)) as T;
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
