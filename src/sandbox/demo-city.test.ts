import { expect, test } from 'vitest';
import { aDelivery, dropOff, NOON, orderIn, PICK_UP } from '../../test/support/an-order.ts';
import type { SimulatedDriver } from '../drivers/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../foundation/time.ts';
import type { Order } from '../orders/index.ts';
import { demoCity } from './demo-city.ts';
import { drawCity } from './rules/city-map.ts';

const map = drawCity(
  [],
  [
    { lat: 22.27, lng: 114.14 },
    { lat: 22.33, lng: 114.19 },
  ],
);
const driver = (id: string, changes: Partial<SimulatedDriver> & { locode?: string } = {}): SimulatedDriver => ({
  driver: { id, locode: changes.locode ?? 'HK HKG', name: 'Ada', phone: '+85251234567' } as SimulatedDriver['driver'],
  isOnline: true,
  position: { lat: 22.3, lng: 114.165, at: NOON },
  ...changes,
});
const see = (orders: readonly Order[], drivers: readonly SimulatedDriver[] = [], areDriversOn = true) =>
  demoCity(map, {
    orders,
    drivers,
    areDriversOn,
    locode: 'HK HKG',
    timeZone: 'Asia/Hong_Kong',
    now: NOON,
    silentMs: MINUTE_MS,
  });

test('drivers who are online in the city, and which of them have an order', () => {
  const { driversReachable, drivers } = see(
    [orderIn('ON_GOING'), orderIn('COMPLETED', { driver: { driverId: '71', matchedAt: NOON, arrivedAt: NOON } })],
    [
      driver('70'),
      driver('71'),
      driver('72', { isOnline: false }),
      driver('73', { locode: 'SG SIN' }),
      driver('74', { position: undefined }),
    ],
  );
  expect(driversReachable).toBe(2);
  const middle = { x: map.width / 2, y: map.height / 2 };
  expect(drivers).toEqual([
    { id: '70', ...middle, kind: 'driver busy' },
    { id: '71', ...middle, kind: 'driver' },
  ]);
});

test('who is online and has not been heard of lately is silent, with an order or without, and not counted', () => {
  const heard = (at: number) => ({ position: { lat: 22.3, lng: 114.165, at } });
  const { driversReachable, drivers } = see(
    [orderIn('ON_GOING')],
    [
      driver('70', heard(NOON - MINUTE_MS - 1)),
      driver('71', heard(NOON - MINUTE_MS - 1)),
      driver('72', heard(NOON - MINUTE_MS)),
    ],
  );
  expect(drivers.map(({ id, kind }) => `${id} ${kind}`)).toEqual(['70 driver silent', '71 driver silent', '72 driver']);
  expect(driversReachable).toBe(1);
});

test('of open orders the stops that are still to come', () => {
  const closing = { outcome: 'DELIVERED', at: NOON } as const;
  const kinds = (order: Order) => see([order]).stops.map(({ id, kind }) => `${id.slice(-2)} ${kind}`);
  const stops = [PICK_UP, dropOff(1), dropOff(2)];
  expect(kinds(orderIn('ASSIGNING_DRIVER', { delivery: aDelivery({ stops }) }))).toEqual([
    '/0 pick-up',
    '/1 drop-off',
    '/2 drop-off',
  ]);
  expect(kinds(orderIn('ON_GOING'))).toEqual(['/0 pick-up', '/1 drop-off']);
  const half = aDelivery({ stops: [PICK_UP, dropOff(1, { closing }), dropOff(2)] });
  expect(kinds(orderIn('PICKED_UP', { delivery: half }))).toEqual(['/2 drop-off']);
  expect(kinds(orderIn('CANCELED'))).toEqual([]);
});

test('a stop stands at its place on the map', () => {
  const [pickUp] = see([orderIn('ON_GOING')]).stops;
  const { lat, lng } = PICK_UP.coordinates;
  expect(pickUp).toMatchObject(map.spotOf({ lat: Number(lat), lng: Number(lng) }));
});

test('whoever looks reads whether the drivers drive or stand still', () => {
  expect(see([]).about).toContain('taken by simulated drivers');
  expect(see([], [], false).about).toContain('stand still, because they were set to MANUAL');
});

test('open orders, and those that were delivered less than an hour ago by our clock', () => {
  const completed = (endedAt: number, clockAheadMs = 0) => orderIn('COMPLETED', { endedAt, clockAheadMs });
  const orders = [
    orderIn('ASSIGNING_DRIVER'),
    orderIn('PICKED_UP'),
    orderIn('ON_GOING', { locode: 'SG SIN' }),
    completed(NOON - HOUR_MS),
    completed(NOON - HOUR_MS + 1),
    completed(NOON + DAY_MS - 1, DAY_MS),
    completed(NOON - 1, DAY_MS),
    orderIn('CANCELED', { endedAt: NOON }),
  ];
  expect(see(orders)).toMatchObject({ ordersOpen: 2, deliveredLastHour: 2 });
});

test('the five latest events of all orders, by the clock of the city', () => {
  const history = (...seconds: number[]): Order['history'] =>
    seconds.map((second) => ({ at: NOON + second * SECOND_MS, event: 'goodsPickedUp', status: 'PICKED_UP' }));
  const first = orderIn('PICKED_UP', { history: history(1, 3, 5, 5) });
  const second = orderIn('PICKED_UP', { id: '1000000000000004711' as Order['id'], history: history(2, 4) });
  const { events } = see([first, second]);
  expect(events.map(({ text }) => text)).toEqual([
    '12:00:05 · order …0001 · picked up',
    '12:00:05 · order …0001 · picked up',
    '12:00:04 · order …4711 · picked up',
    '12:00:03 · order …0001 · picked up',
    '12:00:02 · order …4711 · picked up',
  ]);
  expect(events.slice(0, 2).map(({ id }) => id.slice(-2))).toEqual(['/3', '/2']);
});

test('whatever happens to an order is told in words', () => {
  const words: readonly (readonly [Order['history'][number]['event'], string])[] = [
    ['driverAccepted', 'taken by a driver'],
    ['driverGaveBack', 'given back, another driver is sought'],
    ['driverChanged', 'waits for another driver'],
    ['driverArrived', 'the driver is at the pick-up'],
    ['goodsPickedUp', 'picked up'],
    ['dropOffClosed', 'a drop-off is done'],
    ['lastDropOffClosed', 'delivered'],
    ['matchingTimeEnded', 'expired: nobody was free'],
    ['rejectionLimitReached', 'rejected'],
    ['partnerCancelled', 'cancelled'],
    ['supportCancelled', 'cancelled by support'],
    ['supportReplaced', 'replaced by support'],
    ['priorityFeeAdded', 'priority fee added'],
    ['dropOffsEdited', 'drop-offs changed'],
    ['placed', 'placed'],
    ['tookPlaceOf', 'takes the place of another'],
  ];
  for (const [event, said] of words) {
    const order = orderIn('PICKED_UP', { history: [{ at: NOON, event, status: 'PICKED_UP' }] });
    expect(see([order]).events[0]?.text).toBe(`12:00:00 · order …0001 · ${said}`);
  }
});

test('nothing personal is seen', () => {
  const seen = JSON.stringify(see([orderIn('ON_GOING')], [driver('70')]));
  for (const hidden of ['Ada', 'Ben', '+852', 'Road']) expect(seen).not.toContain(hidden);
});
