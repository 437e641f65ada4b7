import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { parcelIn } from '../../test/support/a-parcel.ts';
import { aDelivery, dropOff, NOON, orderIn, PICK_UP } from '../../test/support/an-order.ts';
import type { OpenOffer } from '../dispatch/index.ts';
import type { Driver } from '../drivers/index.ts';
import { formatInstant, HOUR_MS } from '../foundation/time.ts';
import type { City, Market } from '../markets/index.ts';
import type { Order } from '../orders/index.ts';
import type { RecipientWord } from '../tracking/index.ts';
import { WorkWire, workToWire } from './live-wire.ts';
import { OfferWire, offerToWire } from './offers-wire.ts';
import { DriverOrderWire, orderToDriver } from './orders-wire.ts';
import { parcelToDriver } from './parcels-wire.ts';
import { driverToWire, MeWire, shiftToWire } from './presence-wire.ts';

/** What is left of an answer when it is written by its schema: only what the reference names. */
function written(schema: TSchema, answer: unknown): unknown {
  expect([...Value.Errors(schema, answer)]).toEqual([]);
  return Value.Clean(schema, structuredClone(answer));
}

const EVERYTHING = {
  item: { quantity: '3', categories: ['FOOD'], note: { inner: 1 } },
  handOver: { lat: 22.3, lng: 114.17 },
  metadata: { codAmount: '250' },
  specialRequests: [
    'PURCHASE_SERVICE_1',
    'QUEUEING_SERVICE_030MIN',
    'WAITING_TIME_060MIN',
    'TOLL_FEE_1',
    'CASH_ON_DELIVERY',
    'ROUND_TRIP',
  ],
};
const stops = [PICK_UP, dropOff(1, { closing: { outcome: 'FAILED', at: NOON, reason: 'Closed' } }), dropOff(2)];
const rich = { delivery: aDelivery({ ...EVERYTHING, stops, proofRequired: true }), scheduleAt: NOON };
const orders: readonly Order[] = [
  orderIn('ON_GOING'),
  orderIn('PICKED_UP', rich),
  orderIn('COMPLETED', rich),
  orderIn('CANCELED', rich),
];

describe('a partner whose clock is an hour ahead: drivers are told times by ours', () => {
  const ours = formatInstant(NOON - HOUR_MS);

  test('of an order, scheduled or not, and of its closed stops', () => {
    const { scheduleAt, stops } = orderToDriver(orderIn('PICKED_UP', { ...rich, clockAheadMs: HOUR_MS }), []);
    expect([scheduleAt, stops[1]?.closed?.at]).toEqual([ours, ours]);
    const atOnce = { scheduleAt: undefined, placedAt: NOON, clockAheadMs: HOUR_MS };
    expect(orderToDriver(orderIn('ON_GOING', atOnce), []).scheduleAt).toBe(ours);
  });

  test('of an offer, whose own end is by ours already', () => {
    const offer = { id: '3000000000000000009', expiresAt: NOON } as OpenOffer['offer'];
    const order = orderIn('ASSIGNING_DRIVER', { scheduleAt: NOON, clockAheadMs: HOUR_MS });
    expect(offerToWire({ offer, order, metersToPickUp: undefined })).toMatchObject({
      scheduleAt: ours,
      expiresAt: formatInstant(NOON),
    });
  });

  test('of a parcel', () => {
    const times = { scheduleAt: NOON, deliverBy: NOON + HOUR_MS, clockAheadMs: HOUR_MS };
    expect(parcelToDriver(parcelIn('AWAIT_PICKUP', times), [])).toMatchObject({
      scheduleAt: ours,
      deliveryBy: formatInstant(NOON),
    });
  });
});

const STOP = (orders[1] as Order).delivery.stops[1]?.stopId as string;
const WORDS: readonly RecipientWord[] = [
  { streamId: '1', stopId: STOP, kind: 'note', text: '<b>Ring twice</b>', at: NOON },
  { streamId: '1', stopId: STOP, kind: 'wrongParcel', text: '', at: NOON + HOUR_MS },
];

test('what recipients said stands at their stop, as they said it, while the order is under way', () => {
  const [pickUp, dropOff] = orderToDriver(orderIn('ON_GOING', rich), WORDS).stops;
  expect(dropOff).toMatchObject({
    notes: [{ text: '<b>Ring twice</b>', writtenAt: formatInstant(NOON) }],
    notTheirsSince: formatInstant(NOON + HOUR_MS),
  });
  expect(pickUp).not.toHaveProperty('notes');
  expect(orderToDriver(orderIn('COMPLETED', rich), WORDS).stops[1]).not.toHaveProperty('notes');
});

describe('nothing of an answer is lost on its way out', () => {
  test.each(orders)('an order that is $status', (order) => {
    const answer = orderToDriver(order, WORDS);
    expect(written(DriverOrderWire, answer)).toEqual(answer);
  });

  test('an order with everything has every kind of step and field', () => {
    const answer = orderToDriver(orders[1] as Order, WORDS);
    expect(Object.keys(answer).sort()).toEqual(Object.keys(DriverOrderWire.properties).sort());
    expect(new Set(answer.steps.map(({ kind }) => kind))).toHaveLength(9);
  });

  test.each([{}, rich])('an offer', (changes) => {
    const offer = { id: '3000000000000000009', expiresAt: NOON } as OpenOffer['offer'];
    const answer = offerToWire({ offer, order: orderIn('ASSIGNING_DRIVER', changes), metersToPickUp: 850 });
    expect(written(OfferWire, answer)).toEqual(answer);
    expect(Object.keys(answer).sort()).toEqual(Object.keys(OfferWire.properties).sort());
  });

  test('an offer to a driver whose place nobody knows says no distance to it', () => {
    const offer = { id: '3000000000000000009', expiresAt: NOON } as OpenOffer['offer'];
    const answer = offerToWire({ offer, order: orderIn('ASSIGNING_DRIVER'), metersToPickUp: undefined });
    expect(answer).not.toHaveProperty('distanceToPickUp');
  });

  test.each([
    { onlineSince: undefined, order: undefined, words: [] },
    { onlineSince: NOON, order: orders[1] as Order, words: WORDS },
  ])('the work of a driver', (shift) => {
    const offer = { id: '3000000000000000009', expiresAt: NOON } as OpenOffer['offer'];
    const offers = [{ offer, order: orderIn('ASSIGNING_DRIVER', rich), metersToPickUp: 0 }];
    const answer = { now: formatInstant(NOON), ...workToWire({ ...shift, offers, parcelsRevision: 'a1' }) };
    expect(written(WorkWire, answer)).toEqual(answer);
    expect(Object.keys(answer).sort()).toEqual(Object.keys(WorkWire.properties).sort());
  });

  test.each([
    { onlineSince: undefined, order: undefined, words: [] },
    { onlineSince: NOON, order: orders[1] as Order, words: WORDS },
  ])('who the driver is', (shift) => {
    const driver: Driver = {
      id: '100001',
      name: 'Ada',
      phone: '+85256847123',
      plate: 'AB 1234',
      service: 'MOTORCYCLE',
      locode: 'HK HKG',
      languages: ['en_HK'],
      capabilities: ['LOADING'],
      photoKey: undefined,
      status: 'active',
      isErased: false,
      createdAt: NOON,
    };
    const market = {
      market: 'HK',
      currency: 'HKD',
      languages: ['en_HK', 'zh_HK'],
      emergencyNumbers: { police: '999', ambulance: '999' },
    } as unknown as Market;
    const toll = { name: 'TOLL_FEE_1', description: 'Driver takes the tunnel, toll 50 HKD' };
    const services = [
      { key: 'VAN', specialRequests: [] },
      { key: 'MOTORCYCLE', specialRequests: [toll] },
    ];
    const city = { name: 'Hong Kong', timeZone: 'Asia/Hong_Kong', services } as unknown as City;
    const answer = { ...driverToWire(driver, { market, city }), now: formatInstant(NOON), ...shiftToWire(shift) };
    expect(written(MeWire, answer)).toEqual(answer);
    expect(answer.specialRequests).toEqual({ TOLL_FEE_1: toll.description });
    expect(Object.keys(answer).sort()).toEqual(Object.keys(MeWire.properties).sort());
    expect(driverToWire({ ...driver, capabilities: ['PARCELS'] }, undefined).carriesParcels).toBe(true);
  });
});
