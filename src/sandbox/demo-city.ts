import { type DriverState, driverState, type SimulatedDriver } from '../drivers/index.ts';
import type { Point } from '../foundation/geo.ts';
import { HOUR_MS, type Instant } from '../foundation/time.ts';
import { type Order, onOurs } from '../orders/index.ts';
import { pointOf } from '../quotations/index.ts';
import type { CityMap, Spot } from './rules/city-map.ts';

type Mark = Spot & { readonly id: string };
type DriverKind = 'driver' | 'driver busy' | 'driver silent';

/** What anybody may see of the demo partner's city: no name, no phone, no address. */
export type DemoCity = {
  readonly driversReachable: number;
  readonly ordersOpen: number;
  readonly deliveredLastHour: number;
  readonly drivers: readonly (Mark & { readonly kind: DriverKind })[];
  /** Where open orders are fetched and handed over. */
  readonly stops: readonly (Mark & { readonly kind: 'pick-up' | 'drop-off' })[];
  /** The latest first. */
  readonly events: readonly { readonly id: string; readonly text: string }[];
  /** Who moves the orders. */
  readonly about: string;
};

type Seen = {
  readonly orders: readonly Order[];
  readonly drivers: readonly SimulatedDriver[];
  /** Whether they take orders. */
  readonly areDriversOn: boolean;
  readonly locode: string;
  readonly timeZone: string;
  readonly now: Instant;
  readonly silentMs: number;
};

const MOST_EVENTS = 5;
const KINDS: Readonly<Record<DriverState, DriverKind>> = {
  FREE: 'driver',
  BUSY: 'driver busy',
  SILENT: 'driver silent',
};
const DRIVEN =
  'The demo partner’s orders, taken by simulated drivers, at first ten times as fast as in life. New ones come for ten minutes after a start; yours are taken as long as it runs.';
const BY_HAND =
  'The demo partner’s orders. Its simulated drivers stand still, because they were set to MANUAL: orders move by what you let happen to them. Set to AUTO, the drivers go on.';
const WORDS: Readonly<Record<Order['history'][number]['event'], string>> = {
  placed: 'placed',
  tookPlaceOf: 'takes the place of another',
  driverAccepted: 'taken by a driver',
  driverGaveBack: 'given back, another driver is sought',
  driverChanged: 'waits for another driver',
  driverArrived: 'the driver is at the pick-up',
  goodsPickedUp: 'picked up',
  dropOffClosed: 'a drop-off is done',
  lastDropOffClosed: 'delivered',
  matchingTimeEnded: 'expired: nobody was free',
  rejectionLimitReached: 'rejected',
  partnerCancelled: 'cancelled',
  supportCancelled: 'cancelled by support',
  supportReplaced: 'replaced by support',
  priorityFeeAdded: 'priority fee added',
  dropOffsEdited: 'drop-offs changed',
};

export function demoCity({ spotOf }: CityMap, seen: Seen): DemoCity {
  const orders = seen.orders.filter(({ locode }) => locode === seen.locode);
  const open = orders.filter((order) => !('endedAt' in order));
  const busy = new Set(open.map((order) => ('driver' in order ? order.driver?.driverId : undefined)));
  const online = seen.drivers.filter(({ driver, isOnline }) => isOnline && driver.locode === seen.locode);
  const drivers = online.flatMap(({ driver: { id }, position }) => {
    if (position === undefined) return [];
    const state = driverState(busy.has(id), position.at, seen.now, seen.silentMs);
    return [{ id, ...spotOf(position), kind: KINDS[state] }];
  });
  return {
    driversReachable: drivers.filter(({ kind }) => kind !== KINDS.SILENT).length,
    ordersOpen: open.length,
    deliveredLastHour: orders.filter((order) => isDeliveredSince(order, seen.now - HOUR_MS)).length,
    drivers,
    stops: open.flatMap((order) => openStops(order).map(({ id, point, kind }) => ({ id, ...spotOf(point), kind }))),
    events: latestEvents(orders, seen.timeZone),
    about: seen.areDriversOn ? DRIVEN : BY_HAND,
  };
}

function isDeliveredSince(order: Order, since: Instant): boolean {
  return order.status === 'COMPLETED' && onOurs(order, order.endedAt) > since;
}

type OpenStop = { readonly id: string; readonly point: Point; readonly kind: 'pick-up' | 'drop-off' };

function openStops(order: Order): readonly OpenStop[] {
  return order.delivery.stops.flatMap(({ coordinates, closing }, n): readonly OpenStop[] => {
    const isDone = n === 0 ? order.status === 'PICKED_UP' : closing !== undefined;
    return isDone
      ? []
      : [{ id: `${order.id}/${n}`, point: pointOf(coordinates), kind: n === 0 ? 'pick-up' : 'drop-off' }];
  });
}

function latestEvents(orders: readonly Order[], timeZone: string): DemoCity['events'] {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' });
  return orders
    .flatMap((order) => order.history.map(({ at, event }, n) => ({ order, at: onOurs(order, at), event, n })))
    .sort((a, b) => b.at - a.at || b.n - a.n)
    .slice(0, MOST_EVENTS)
    .map(({ order, at, event, n }) => ({
      id: `${order.id}/${n}`,
      text: `${clock.format(at)} · order …${order.id.slice(-4)} · ${WORDS[event]}`,
    }));
}
