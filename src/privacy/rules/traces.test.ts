import { expect, test } from 'vitest';
import type { PartnerId } from '../../foundation/ids.ts';
import { tracesOf } from './traces.ts';

const stop = { stopId: '1', name: 'Ben', address: '750 Nathan Road', phone: '+852', remarks: '' };
const partnerId = '7' as PartnerId;

test('calls are known by the ids in them, and by words that are the person’s own and long enough to tell', () => {
  const others = { ...stop, stopId: '2', name: 'Cidonia', address: '1 Queen’s Road', phone: '+853' };
  const orders = [{ id: '10', partnerId, quotationId: '11', delivery: { stops: [stop, others] } }];
  const parcels = [
    { id: '20', partnerId, quotationId: '21', shipment: { stops: [others, { ...stop, stopId: '3', name: 'Benn' }] } },
  ];
  expect(tracesOf({ orders, parcels, driverId: undefined, driven: [] }, { phone: '+852' })).toEqual({
    partnerIds: ['7'],
    ids: ['10', '11', '20', '21', '1', '3'],
    marks: [],
    words: ['750 Nathan Road', 'Benn'],
  });
});

test('calls are known by an email address too, for in them it is not masked', () => {
  const found = { orders: [], parcels: [], driverId: undefined, driven: [] };
  expect(tracesOf(found, { phone: '+85256847124', email: 'ben@example.com' }).words).toEqual(['ben@example.com']);
});

test('calls about a driver are known by where the number stands, and are those of partners who had the driver', () => {
  const found = { orders: [], parcels: [], driverId: '100001', driven: [{ partnerId }, { partnerId }] };
  expect(tracesOf(found, { phone: '+852' })).toEqual({
    partnerIds: ['7'],
    ids: [],
    marks: ['"driverId":"100001"', '/drivers/100001 ', '/drivers/100001?'],
    words: [],
  });
});
