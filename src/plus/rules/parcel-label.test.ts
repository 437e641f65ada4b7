import { expect, test } from 'vitest';
import { aShipment, parcelIn, RECIPIENT_STOP, SENDER_STOP } from '../../../test/support/a-parcel.ts';
import type { Parcel, ParcelId } from './parcel.ts';
import { batchKeyOf, isSameLabel, labelKeyOf, labelOf } from './parcel-label.ts';

const item = { quantity: 2, weight: '3', categories: ['BOOKS'], handlingInstructions: ['FRAGILE'] };
const parcel = parcelIn('AWAIT_DRIVER', { shipment: aShipment({ item }) });
const shipped = (changes: Partial<Parcel['shipment']>): Partial<Parcel> => ({
  shipment: { ...parcel.shipment, ...changes },
});

test('a label lies where those of earlier versions are looked for, one for each state of a parcel', () => {
  expect(labelKeyOf('1000000000000000001', 3)).toBe('labels/1000000000000000001-3.pdf');
  expect(batchKeyOf('2000000000000000002')).toBe('labels/batches/2000000000000000002.pdf');
});

test('a label says who sends what to whom, and when', () => {
  expect(labelOf(parcel, 'Asia/Hong_Kong')).toEqual({
    orderId: parcel.id,
    clientRef: 'BOX-1',
    deliveryStage: 'LAST_MILE',
    locode: 'HK HKG',
    timeZone: 'Asia/Hong_Kong',
    scheduleAt: parcel.scheduleAt,
    deliveryBy: parcel.deliverBy,
    pickUp: { name: 'Ada', phone: '+85256847123', address: '1 Queen’s Road Central', remarks: undefined },
    dropOff: {
      name: 'Ben',
      phone: '+85256847124',
      address: '750 Nathan Road',
      remarks: 'Second door\r\nring twice',
    },
    item: { quantity: '2', weight: '3', handlingInstructions: ['FRAGILE'] },
  });
});

test.each([
  [undefined, undefined],
  [{}, { quantity: undefined, weight: undefined, handlingInstructions: [] }],
  [
    { quantity: null, weight: ['3'], handlingInstructions: 'FRAGILE' },
    { quantity: undefined, weight: undefined, handlingInstructions: [] },
  ],
  [
    { quantity: '', weight: 0.5, handlingInstructions: ['A', 7, null, {}, 'B'] },
    { quantity: '', weight: '0.5', handlingInstructions: ['A', '7', 'B'] },
  ],
])('of the item %j only what is text or a number is printed', (given, printed) => {
  const { item: _, ...rest } = parcel.shipment;
  const shipment = { ...rest, ...(given === undefined ? {} : { item: given }) };
  expect(labelOf({ ...parcel, shipment }, 'UTC').item).toEqual(printed);
});

const [one, other] = [SENDER_STOP, RECIPIENT_STOP];
test.each<[string, Partial<Parcel>]>([
  ['id', { id: '1000000000000000009' as ParcelId }],
  ['reference', { clientRef: 'BOX-2' }],
  ['city', { locode: 'SG SIN' }],
  ['pick-up time', { scheduleAt: parcel.scheduleAt + 1_000 }],
  ['deadline', { deliverBy: parcel.deliverBy + 1_000 }],
  ['stage', shipped({ deliveryStage: 'FIRST_MILE' })],
  ['name', shipped({ stops: [{ ...one, name: 'Zoe' }, other] })],
  ['phone', shipped({ stops: [one, { ...other, phone: '+85256847999' }] })],
  ['address', shipped({ stops: [one, { ...other, address: 'Elsewhere' }] })],
  ['remarks', shipped({ stops: [one, { ...other, remarks: '' }] })],
  ['quantity', shipped({ item: { ...item, quantity: 3 } })],
  ['weight', shipped({ item: { ...item, weight: '4' } })],
  ['handling', shipped({ item: { ...item, handlingInstructions: [] } })],
])('another %s needs another label', (_, changes) => {
  expect(isSameLabel(parcel, { ...parcel, ...changes })).toBe(false);
});

test.each<[string, Partial<Parcel>]>([
  ['status', { status: 'DELIVERING', driverId: '7', revision: 9 }],
  ['coordinates', shipped({ stops: [{ ...one, coordinates: { lat: '1', lng: '2' } }, other] })],
  ['distance', shipped({ distanceMeters: 1 })],
  ['metadata', shipped({ metadata: { shelf: 'A7' } })],
  ['categories', shipped({ item: { ...item, categories: [] } })],
  ['way of writing a number', shipped({ item: { ...item, quantity: '2', weight: 3 } })],
])('another %s does not', (_, changes) => {
  expect(isSameLabel(parcel, { ...parcel, ...changes })).toBe(true);
});
