import { expect, test } from 'vitest';
import { aDelivery, after, dropOff, NOON, orderIn, PICK_UP, somePricing } from '../../../test/support/an-order.ts';
import { MINUTE_MS } from '../../foundation/time.ts';
import { decideEdit, decideEditable, type EditedStop, editsLeft, type PlannedStop, planEdit } from './edit.ts';
import type { Order, OrderStop } from './order.ts';
import type { PhoneFault } from './order-request.ts';
import { ORDER_STATUSES } from './order-transitions.ts';

const LATER = NOON + 10 * MINUTE_MS;
const phoneFault: PhoneFault = (phone) => (phone.startsWith('+852') ? undefined : 'must be a number of Hong Kong');

/** A stop as a partner sends it back. */
const sent = (stop: OrderStop, changes: Partial<EditedStop> = {}): EditedStop => ({
  coordinates: stop.coordinates,
  address: stop.address,
  name: undefined,
  phone: undefined,
  remarks: stop.remarks,
  ...changes,
});
const withDropOffs = (...dropOffs: readonly OrderStop[]) =>
  orderIn('ON_GOING', { delivery: aDelivery({ stops: [PICK_UP, ...dropOffs] }) });
const plan = (order: Order, pickUp: EditedStop, ...dropOffs: readonly EditedStop[]) =>
  planEdit(order, [pickUp, ...dropOffs], phoneFault);
function planned(order: Order, ...dropOffs: readonly EditedStop[]): readonly PlannedStop[] {
  const result = plan(order, sent(PICK_UP), ...dropOffs);
  if ('faults' in result) throw new Error(JSON.stringify(result.faults));
  return result.stops;
}
function faults(order: Order, ...dropOffs: readonly EditedStop[]) {
  const result = plan(order, sent(PICK_UP), ...dropOffs);
  return 'faults' in result ? result.faults : [];
}
const CLOSING = { outcome: 'DELIVERED', at: NOON, image: 'https://pictures.example/1' } as const;

test.each(ORDER_STATUSES.filter((status) => status !== 'ON_GOING'))(
  'an order that is %s can be edited by nobody',
  (status) => {
    for (const by of ['partner', 'support'] as const) {
      expect(decideEditable(orderIn(status), by)).toEqual({
        refused: 'ERR_ORDER_EDIT',
        sentence: `The order is ${status}; it can be edited only while it is ON_GOING.`,
      });
    }
  },
);

test('a partner edits an order once, support as often as needed', () => {
  const fresh = orderIn('ON_GOING');
  const edited = orderIn('ON_GOING', { editsUsed: 1 });
  expect([editsLeft(fresh), editsLeft(edited), editsLeft(orderIn('ON_GOING', { editsUsed: 2 }))]).toEqual([1, 0, 0]);
  expect(decideEditable(fresh, 'partner')).toEqual({ accepted: fresh });
  expect(decideEditable(edited, 'partner')).toEqual({ refused: 'ERR_ORDER_EDITED_ALREADY' });
  expect(decideEditable(edited, 'support')).toEqual({ accepted: edited });
});

test('an edit that was used up is told only where the status would allow one', () => {
  expect(decideEditable(orderIn('PICKED_UP', { editsUsed: 1 }), 'partner')).toMatchObject({
    refused: 'ERR_ORDER_EDIT',
  });
});

const result = {
  stops: [PICK_UP, dropOff(2)],
  distanceMeters: 9_000,
  fareMinor: 100n,
  pricing: somePricing({ prices: { base: '60', extraMileage: '40' }, driverFare: '80' }),
};

test('an edit changes stops, distance and price, and nothing else', () => {
  const before = orderIn('ON_GOING', { delivery: aDelivery({ metadata: { a: 1 } }), priorityFeeMinor: 20n });
  const order = after(decideEdit(before, result, 'partner', LATER));
  expect(order).toEqual({
    ...before,
    delivery: { ...before.delivery, stops: result.stops, distanceMeters: 9_000 },
    fareMinor: 100n,
    pricing: result.pricing,
    editsUsed: 1,
    history: [...before.history, { at: LATER, event: 'dropOffsEdited', status: 'ON_GOING', by: 'partner' }],
  });
  expect(decideEdit(order, result, 'partner', LATER)).toEqual({ refused: 'ERR_ORDER_EDITED_ALREADY' });
});

test('an edit by support does not use up the partner’s', () => {
  const order = after(decideEdit(orderIn('ON_GOING'), result, 'support', LATER));
  expect(order).toMatchObject({ editsUsed: 0, fareMinor: 100n });
  expect(order.history.at(-1)).toMatchObject({ event: 'dropOffsEdited', by: 'support' });
  expect(decideEdit(order, result, 'partner', LATER)).toHaveProperty('accepted');
});

test('an order that was picked up meanwhile is not edited', () => {
  expect(decideEdit(orderIn('PICKED_UP'), result, 'partner', LATER)).toMatchObject({ refused: 'ERR_ORDER_EDIT' });
});

test.each([
  ['coordinates', { coordinates: { lat: '22.2811', lng: '114.1580' } }],
  ['coordinates', { coordinates: { lat: '22.2810', lng: '114.1580000001' } }],
  ['address', { address: '2 Queen’s Road Central' }],
  ['address', { address: ' 1 Queen’s Road Central' }],
  ['name', { name: 'Eve' }],
  ['name', { name: '' }],
  ['phone', { phone: '+85256847124' }],
  ['phone', { phone: '' }],
])('the %s of the pick-up must stay: %j', (field, changes) => {
  expect(plan(orderIn('ON_GOING'), sent(PICK_UP, changes), sent(dropOff(1)))).toEqual({
    faults: [
      {
        code: 'ERR_ORDER_EDIT',
        sentence: `The pick-up must keep its ${field}.`,
        pointer: '/data/stops/0',
      },
    ],
  });
});

test.each([
  ['as it was', {}],
  ['with name and phone', { name: PICK_UP.name, phone: PICK_UP.phone }],
  ['with fewer zeros', { coordinates: { lat: '22.281', lng: '114.158' } }],
  ['with more zeros', { coordinates: { lat: '22.28100', lng: '114.1580000000' } }],
])('the pick-up may be sent %s, and stays as it was placed', (_, changes) => {
  const result = plan(orderIn('ON_GOING'), sent(PICK_UP, changes), sent(dropOff(1)));
  expect('stops' in result && result.stops[0]).toEqual(PICK_UP);
});

test('remarks are sent again or lost, at the pick-up too', () => {
  const order = withDropOffs(dropOff(1, { remarks: 'Ring twice' }), dropOff(2, { remarks: 'Third floor' }));
  const result = plan(
    order,
    sent(PICK_UP, { remarks: '' }),
    sent(dropOff(1), { remarks: 'Ring twice' }),
    sent(dropOff(2), { remarks: '' }),
  );
  expect('stops' in result && result.stops.map(({ remarks }) => remarks)).toEqual(['', 'Ring twice', '']);
});

test('a drop-off at the same place keeps its stop id and its contact, and takes a new contact', () => {
  const order = withDropOffs(dropOff(1), dropOff(2));
  expect(planned(order, sent(dropOff(1)), sent(dropOff(2), { name: 'Cai', phone: '+85251111111' }))).toEqual([
    PICK_UP,
    dropOff(1),
    dropOff(2, { name: 'Cai', phone: '+85251111111' }),
  ]);
});

test('drop-offs keep their ids in whatever order they are sent', () => {
  const order = withDropOffs(dropOff(1), dropOff(2), dropOff(3));
  const stops = planned(order, sent(dropOff(3)), sent(dropOff(1)), sent(dropOff(2)));
  expect(stops.slice(1)).toEqual([dropOff(3), dropOff(1), dropOff(2)]);
});

test('the same place is the same as a number, and is shown as it was sent last', () => {
  const order = withDropOffs(dropOff(1, { coordinates: { lat: '22.3190', lng: '114.1' } }));
  const coordinates = { lat: '22.319', lng: '114.1000' };
  expect(planned(order, sent(dropOff(1), { coordinates }))[1]).toEqual(dropOff(1, { coordinates }));
});

test.each([
  ['address', { address: '1 Nathan Road, rear' }],
  ['coordinates', { coordinates: { lat: '22.31931', lng: '114.1694' } }],
])('a drop-off with another %s is a new one, without an id', (_, changes) => {
  const edited = sent(dropOff(1), { ...changes, name: 'Cai', phone: '+85251111111' });
  expect(planned(withDropOffs(dropOff(1)), edited)[1]).toEqual({ ...edited, stopId: undefined });
});

test('identical drop-offs are matched in their order, and one more of them is new', () => {
  const twin = dropOff(2, { coordinates: dropOff(1).coordinates, address: dropOff(1).address });
  const order = withDropOffs(dropOff(1), twin);
  const third = sent(dropOff(1), { name: 'Cai', phone: '+85251111111' });
  expect(planned(order, sent(dropOff(1)), sent(dropOff(1)), third).map(({ stopId, name }) => [stopId, name])).toEqual([
    [PICK_UP.stopId, PICK_UP.name],
    [dropOff(1).stopId, dropOff(1).name],
    [twin.stopId, twin.name],
    [undefined, 'Cai'],
  ]);
  expect(planned(order, sent(dropOff(1))).map(({ stopId }) => stopId)).toEqual([PICK_UP.stopId, dropOff(1).stopId]);
});

test('a new drop-off needs a name and a phone', () => {
  const needs = (field: string) => ({
    code: 'ERR_MISSING_FIELD',
    sentence: `Drop-off 2 is new and needs a ${field}.`,
    pointer: `/data/stops/2/${field}`,
  });
  const order = orderIn('ON_GOING');
  const known = sent(dropOff(1));
  expect(faults(order, known, sent(dropOff(2)))).toEqual([needs('name'), needs('phone')]);
  expect(faults(order, known, sent(dropOff(2), { name: 'Cai' }))).toEqual([needs('phone')]);
  expect(faults(order, known, sent(dropOff(2), { name: '', phone: '+85251111111' }))).toEqual([needs('name')]);
  expect(faults(order, known, sent(dropOff(2), { name: 'Cai', phone: '+85251111111' }))).toEqual([]);
});

test('a known drop-off is not called new where its name or phone is sent empty', () => {
  expect(faults(orderIn('ON_GOING'), sent(dropOff(1), { name: '', phone: '' }))).toEqual([
    { code: 'ERR_INVALID_FIELD', sentence: 'The name of drop-off 1 must not be empty.', pointer: '/data/stops/1/name' },
    {
      code: 'ERR_INVALID_PHONE_NUMBER',
      sentence: 'The phone of drop-off 1 must be a number of Hong Kong.',
      pointer: '/data/stops/1/phone',
    },
  ]);
});

test('all faults of all drop-offs are told at once', () => {
  expect(
    faults(
      orderIn('ON_GOING'),
      sent(dropOff(1), { name: ' ' }),
      sent(dropOff(2), { phone: '+6591234567' }),
      sent(dropOff(3), { name: 'Cai' }),
    ),
  ).toMatchObject([
    { code: 'ERR_INVALID_FIELD', pointer: '/data/stops/1/name' },
    { code: 'ERR_MISSING_FIELD', pointer: '/data/stops/2/name' },
    { code: 'ERR_INVALID_PHONE_NUMBER', pointer: '/data/stops/2/phone' },
    { code: 'ERR_MISSING_FIELD', pointer: '/data/stops/3/phone' },
  ]);
});

test('a drop-off that was closed keeps its proof', () => {
  const closed = dropOff(1, { closing: CLOSING });
  const stops = planned(withDropOffs(closed, dropOff(2)), sent(dropOff(2)), sent(closed));
  expect(stops.slice(1)).toEqual([dropOff(2), closed]);
});

test('a drop-off that was closed must stay', () => {
  const order = withDropOffs(dropOff(1, { closing: CLOSING }), dropOff(2));
  expect(faults(order, sent(dropOff(2)))).toEqual([
    { code: 'ERR_ORDER_EDIT', sentence: 'The drop-off at 1 Nathan Road has been closed and must stay as it was.' },
  ]);
});

test('a drop-off that was closed stays for whom it was: another name or phone is not written over its proof', () => {
  const closed = dropOff(1, { closing: CLOSING });
  const order = withDropOffs(closed, dropOff(2));
  for (const contact of [{ name: 'Cai' }, { phone: '+85251111111' }, { name: '' }]) {
    expect(faults(order, sent(closed, contact), sent(dropOff(2)))).toEqual([
      { code: 'ERR_ORDER_EDIT', sentence: 'The drop-off at 1 Nathan Road has been closed and must stay as it was.' },
    ]);
  }
  const { name, phone } = closed;
  expect(planned(order, sent(closed, { name, phone }), sent(dropOff(2))).slice(1)).toEqual([closed, dropOff(2)]);
});

test('of several at one place each is found by its contact, and nobody gets another one’s proof', () => {
  const ann = dropOff(1, { closing: CLOSING });
  const bob = dropOff(2, { coordinates: ann.coordinates, address: ann.address });
  const order = withDropOffs(ann, bob);
  const contactOf = ({ name, phone }: OrderStop) => ({ name, phone });
  const cai = { name: 'Cai', phone: '+85251111111' };
  const [toAnn, toBob] = [sent(ann, contactOf(ann)), sent(bob, contactOf(bob))];
  expect(planned(order, toBob, toAnn).slice(1)).toEqual([bob, ann]);
  expect(planned(order, sent(bob), toAnn).slice(1)).toEqual([bob, ann]);
  expect(planned(order, sent(bob, cai), toAnn).slice(1)).toEqual([{ ...bob, ...cai }, ann]);
  expect(faults(order, toBob, sent(dropOff(3), cai))).toMatchObject([{ code: 'ERR_ORDER_EDIT' }]);
});

test('two of one name, or of one phone, at one place are told apart by the other', () => {
  const ann = dropOff(1, { closing: CLOSING });
  const there = { coordinates: ann.coordinates, address: ann.address };
  for (const shared of [{ name: ann.name }, { phone: ann.phone }]) {
    const other = dropOff(2, { ...there, ...shared });
    const [toAnn, toOther] = [ann, other].map((stop) => sent(stop, { name: stop.name, phone: stop.phone }));
    const order = withDropOffs(ann, other);
    expect(planned(order, toOther as EditedStop, toAnn as EditedStop).slice(1)).toEqual([other, ann]);
  }
});

test('an open drop-off must stay too: an order with none could never be completed', () => {
  const closed = dropOff(1, { closing: CLOSING });
  const no = {
    code: 'ERR_INSUFFICIENT_STOPS',
    sentence: 'At least one drop-off that is still open is needed.',
    pointer: '/data/stops',
  };
  expect(faults(withDropOffs(closed, dropOff(2)), sent(closed))).toEqual([no]);
  expect(faults(withDropOffs(dropOff(1)))).toEqual([no]);
  expect(faults(withDropOffs(closed, dropOff(2)), sent(closed), sent(dropOff(2)))).toEqual([]);
});
