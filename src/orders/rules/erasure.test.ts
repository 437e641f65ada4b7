import { expect, test } from 'vitest';
import { aDelivery, dropOff, PICK_UP } from '../../../test/support/an-order.ts';
import { eraseDelivery, eraseEvent, eraseHistory, eraseItem } from './erasure.ts';

const everybody = () => true;
const FAILED = { outcome: 'FAILED', at: 1, image: 'proofs/a.jpg', reason: 'Mr Ben was rude' } as const;

test('of a delivery stays how far it went, about where, and how it ended', () => {
  const delivery = aDelivery({
    stops: [PICK_UP, dropOff(1, { closing: FAILED, remarks: 'Ring twice' })],
    metadata: { customer: 'Ben' },
    channelPartner: 'SHOP',
    handOver: { lat: 22.28101, lng: 114.15801 },
    item: { quantity: '2', weight: 'LESS_THAN_3KG', handlingInstructions: ['For Ben'] },
  });
  expect(eraseDelivery(delivery, everybody)).toEqual({
    ...aDelivery(),
    channelPartner: 'SHOP',
    item: { quantity: '2', weight: 'LESS_THAN_3KG' },
    stops: [
      {
        stopId: PICK_UP.stopId,
        coordinates: { lat: '22.28', lng: '114.16' },
        address: '',
        name: '',
        phone: '',
        remarks: '',
      },
      {
        stopId: dropOff(1).stopId,
        coordinates: { lat: '22.32', lng: '114.17' },
        address: '',
        name: '',
        phone: '',
        remarks: '',
        closing: { outcome: 'FAILED', at: 1 },
      },
    ],
  });
});

test('where one person is meant, the other stops stay as they are, and what was written beside all of them goes', () => {
  const delivery = aDelivery({ stops: [PICK_UP, dropOff(1), dropOff(2)], metadata: { customer: 'Ben 1' } });
  const left = eraseDelivery(delivery, ({ phone }) => phone === dropOff(1).phone);
  expect([left.stops[0], left.stops[2]]).toEqual([PICK_UP, dropOff(2)]);
  expect(left.stops[1]).toMatchObject({ name: '', phone: '', address: '' });
  expect(left).not.toHaveProperty('metadata');
});

test('what is erased stays so when it is erased again', () => {
  const once = eraseDelivery(aDelivery({ item: { weight: '1' } }), everybody);
  expect(eraseDelivery(once, everybody)).toEqual(once);
});

test.each([
  [{ quantity: '1' }, { item: { quantity: '1' } }],
  [{ categories: ['Ben’s'] }, {}],
  [{}, {}],
])('of the item %j stays how much it was', (item, left) => expect(eraseItem(item)).toEqual(left));

test('a reason from a list stays, one in somebody’s words goes', () => {
  const entry = { at: 0, status: 'CANCELED', event: 'supportCancelled' } as const;
  const reasons = ['DRIVER_LATE', 'Ben called', 'For Mr B', 'B called'];
  expect(eraseHistory([...reasons.map((reason) => ({ ...entry, reason })), entry])).toEqual([
    { ...entry, reason: 'DRIVER_LATE' },
    ...[entry, entry, entry, entry],
  ]);
});

test('an event says the same as what is left of its order', () => {
  const stop = {
    stopId: '1',
    coordinates: { lat: '22.3193', lng: '114.1694' },
    address: '750 Nathan Road',
    name: 'Ben',
    phone: '+852',
  };
  const other = { ...stop, stopId: '2', name: 'Cid', phone: '+853' };
  const pictured = { ...stop, remarks: 'Ring', POD: { status: 'FAILED', image: 'https://x', reason: 'Rude' } };
  const erased = { ...stop, coordinates: { lat: '22.32', lng: '114.17' }, address: '', name: '', phone: '' };
  const data = {
    order: {
      orderId: '7',
      stops: [other, pictured],
      remarks: ['Bell', 'Ring'],
      metadata: { a: 'Ben' },
      item: { quantity: '2', weight: '1', handlingInstructions: ['For Ben'] },
      cancelReason: 'Ben called',
    },
    previousData: { stops: [stop] },
    updatedAt: 'then',
  };
  expect(eraseEvent(data, ({ phone }) => phone === '+852')).toEqual({
    order: {
      orderId: '7',
      item: { quantity: '2', weight: '1' },
      stops: [other, { ...erased, POD: { status: 'FAILED' } }],
      remarks: ['Bell', ''],
    },
    previousData: { stops: [erased] },
    updatedAt: 'then',
  });
  expect(
    eraseEvent({ order: { orderId: '7' }, stop: { stopId: '1', status: 'DELIVERED', image: 'x' } }, everybody),
  ).toEqual({
    order: { orderId: '7' },
    stop: { stopId: '1', status: 'DELIVERED' },
  });
  const assigned = { driver: { driverId: '1', name: 'Dee' }, order: { orderId: '7' }, updatedAt: 'then' };
  expect(eraseEvent(assigned, everybody)).toEqual(assigned);
  expect(eraseEvent({ balance: '100' }, everybody)).toEqual({ balance: '100' });
});
