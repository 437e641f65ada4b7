import { expect, test } from 'vitest';
import { aDelivery, dropOff, NOON, orderIn, PICK_UP, somePricing } from '../../../test/support/an-order.ts';
import { MINUTE_MS } from '../../foundation/time.ts';
import type { Closing } from './order.ts';
import { ORDER_STATUSES } from './order-transitions.ts';
import { marketOfEvents, orderDetailsView, orderView, pricesOf, stopsView } from './order-view.ts';

const LINKS = {
  share: (token: string) => `https://localhost:8443/track/${token}`,
  file: (fileKey: string, partnerId: string) => `https://localhost:8443/files/${fileKey}?owner=${partnerId}`,
};
const LATER = NOON + 40 * MINUTE_MS + 999;

test('a partner reads this of an order, key for key', () => {
  const order = orderIn('ASSIGNING_DRIVER');
  expect(JSON.stringify(orderView(order, LINKS))).toBe(
    JSON.stringify({
      orderId: '1000000000000000001',
      quotationId: '1000000000000000003',
      priceBreakdown: {
        base: '60',
        extraMileage: '24',
        totalExcludePriorityFee: '84',
        total: '84',
        currency: 'HKD',
      },
      driverId: '',
      shareLink: 'https://localhost:8443/track/dGhpcy1pcy1hLXRva2Vu_Q',
      status: 'ASSIGNING_DRIVER',
      distance: { value: '5321', unit: 'm' },
      stops: [
        {
          stopId: '2000000000000000000',
          coordinates: { lat: '22.2810', lng: '114.1580' },
          address: '1 Queen’s Road Central',
          name: 'Ada',
          phone: '+85256847123',
          remarks: 'At the back',
        },
        {
          stopId: '2000000000000000001',
          coordinates: { lat: '22.3193', lng: '114.1694' },
          address: '1 Nathan Road',
          name: 'Ben 1',
          phone: '+85256847131',
        },
      ],
    }),
  );
});

test('item, metadata and the channel partner’s mark are there where they were given', () => {
  const given = { item: { weight: 'LESS_THAN_3_KG' }, metadata: { a: [1, { b: null }] } };
  const view = orderView(orderIn('ON_GOING', { delivery: aDelivery({ ...given, channelPartner: 'Shop 7' }) }), LINKS);
  expect(view).toMatchObject({ ...given, partner: 'Shop 7' });
  for (const field of ['item', 'metadata', 'partner'])
    expect(orderView(orderIn('ON_GOING'), LINKS)).not.toHaveProperty(field);
});

test('what the order’s inside needs is not shown', () => {
  const handOver = { lat: 22.3, lng: 114.1 };
  const view = orderView(
    orderIn('ON_GOING', { delivery: aDelivery({ handOver }), formerDriverIds: ['987654'] }),
    LINKS,
  );
  expect(view).not.toHaveProperty('handOver');
  expect(JSON.stringify(view)).not.toContain('987654');
});

test.each(ORDER_STATUSES)('an order that is %s shows its driver where it has one, and never null', (status) => {
  const hasDriver = ['ON_GOING', 'PICKED_UP', 'COMPLETED'].includes(status);
  expect(orderView(orderIn(status), LINKS)).toMatchObject({ status, driverId: hasDriver ? '70' : '' });
});

test('a fee of zero is left out, one that is not stands in the prices and beside them', () => {
  const without = orderView(orderIn('ASSIGNING_DRIVER'), LINKS);
  expect(without).not.toHaveProperty('priorityFee');
  expect(without.priceBreakdown).not.toHaveProperty('priorityFee');
  const paying = orderView(orderIn('ASSIGNING_DRIVER', { priorityFeeMinor: 1n }), LINKS);
  expect(paying.priorityFee).toBe('1');
  expect(paying.priceBreakdown).toEqual({
    base: '60',
    extraMileage: '24',
    priorityFee: '1',
    totalExcludePriorityFee: '84',
    total: '85',
    currency: 'HKD',
  });
});

test('totals are there also where they are zero', () => {
  const free = orderIn('ON_GOING', { fareMinor: 0n, pricing: somePricing({ prices: { base: '0' } }) });
  expect(pricesOf(free)).toEqual({ base: '0', totalExcludePriorityFee: '0', total: '0', currency: 'HKD' });
});

test('amounts have the decimals of their market', () => {
  const pricing = somePricing({ decimals: 1, prices: { base: '10.0', extraMileage: '2.5' } });
  const order = orderIn('ON_GOING', { currency: 'MYR', fareMinor: 125n, priorityFeeMinor: 5n, pricing });
  expect(pricesOf(order)).toEqual({
    base: '10.0',
    extraMileage: '2.5',
    priorityFee: '0.5',
    totalExcludePriorityFee: '12.5',
    total: '13.0',
    currency: 'MYR',
  });
});

test('remarks are left out of a stop that has none', () => {
  const stops = stopsView(
    {
      delivery: aDelivery({ stops: [PICK_UP, dropOff(1), dropOff(2, { remarks: 'Ring' })] }),
      partnerId: orderIn('ON_GOING').partnerId,
    },
    LINKS,
  );
  expect(stops.map((stop) => stop.remarks)).toEqual(['At the back', undefined, 'Ring']);
  expect(stops[1]).not.toHaveProperty('remarks');
});

const closed = (closing: Closing, proofRequired = true) =>
  stopsView(
    {
      delivery: aDelivery({ proofRequired, stops: [PICK_UP, dropOff(1, { closing }), dropOff(2)] }),
      partnerId: orderIn('ON_GOING').partnerId,
    },
    LINKS,
  );

test('where proof is asked for, every drop-off has some, and the pick-up none', () => {
  const closing = { outcome: 'DELIVERED', at: LATER, image: 'proofs/1.jpg' } as const;
  const [pickUp, first, second] = closed(closing);
  expect(pickUp).not.toHaveProperty('POD');
  expect(first?.POD).toEqual({
    status: 'DELIVERED',
    image: LINKS.file('proofs/1.jpg', orderIn('ON_GOING').partnerId),
    deliveredAt: '2026-11-16T04:40:00.00Z',
  });
  expect(second?.POD).toEqual({ status: 'PENDING' });
});

test('where proof is not asked for, no stop shows any, closed or not', () => {
  for (const stop of closed({ outcome: 'DELIVERED', at: LATER }, false)) expect(stop).not.toHaveProperty('POD');
});

test('a signature is shown with its picture, a failure with its reason and without a time of delivery', () => {
  expect(closed({ outcome: 'SIGNED', at: LATER, image: 'proofs/2.png' })[1]?.POD).toEqual({
    status: 'SIGNED',
    image: LINKS.file('proofs/2.png', orderIn('ON_GOING').partnerId),
    deliveredAt: '2026-11-16T04:40:00.00Z',
  });
  expect(closed({ outcome: 'FAILED', at: LATER, reason: 'Nobody there' })[1]?.POD).toEqual({
    status: 'FAILED',
    reason: 'Nobody there',
  });
});

test('whoever asks for one order reads beside it what was written for each stop, the pick-up first', () => {
  const stops = [PICK_UP, dropOff(1, { remarks: 'Ring twice' }), dropOff(2)];
  const order = orderIn('ON_GOING', { delivery: aDelivery({ stops }) });
  expect(orderDetailsView(order, LINKS)).toEqual({
    ...orderView(order, LINKS),
    remarks: ['At the back', 'Ring twice', ''],
  });
});

test('links and markets are written as the contract writes them', () => {
  expect(marketOfEvents('HK HKG')).toBe('HK_HKG');
});
