import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aDelivery, after, dropOff, MATCHED_AT, NOON, orderIn, PICK_UP } from '../../../test/support/an-order.ts';
import { type Decision, orThrow } from '../../foundation/decision.ts';
import { DAY_MS, MINUTE_MS } from '../../foundation/time.ts';
import { decideCancellation, decideSupportCancellation } from './cancellation.ts';
import { decideArrival, decideDropOff, decidePickUp } from './delivering.ts';
import { decideEdit } from './edit.ts';
import { expiryDue } from './expiry.ts';
import { decideAcceptance, decideDriverChange, decideGiveBack } from './matching.ts';
import type { Order, OrderId, OrderStop, Party } from './order.ts';
import type { OrderChange } from './order-change.ts';
import { dropOffTold, eventsOf, orderCreated, orderReplaced, statusChanged, statusTold } from './order-events.ts';
import { orderDetailsView, orderView } from './order-view.ts';
import { decidePriorityFee } from './priority-fee.ts';
import { decideReplacement } from './replacement.ts';

const LINKS = {
  share: (token: string) => `https://localhost:8443/track/${token}`,
  file: (fileKey: string, partnerId: string) => `https://localhost:8443/files/${fileKey}?owner=${partnerId}`,
};
const LATER = NOON + 40 * MINUTE_MS;
const LATER_PRINTED = '2026-11-16T04:40:00.00Z';
const BOUNDS = { minimumMinor: 1n, maximumFloorMinor: 100n };
const LIMITS = { inARow: 2, total: 5 };

const events = (before: Order, decision: Decision<OrderChange>, balanceMinor?: bigint) =>
  eventsOf(before, orThrow(decision), { links: LINKS, balanceMinor });
const edit = (order: Order, fareMinor: bigint, by: Party = 'partner') =>
  decideEdit(
    order,
    { stops: [PICK_UP, dropOff(2)], distanceMeters: 9_000, fareMinor, pricing: order.pricing },
    by,
    LATER,
  );
const typesOf = (list: readonly { type: string }[]) => list.map(({ type }) => type);
/** Partners compare bytes: the order of keys counts too. */
const printed = (data: unknown) => JSON.stringify(data);

test('the first push says that there was no status before, key for key', () => {
  const first = statusChanged(orderIn('ASSIGNING_DRIVER'), '', NOON, LINKS);
  expect(first.type).toBe('ORDER_STATUS_CHANGED');
  expect(printed(first.data)).toBe(
    printed({
      order: {
        orderId: '1000000000000000001',
        scheduleAt: '2026-11-16T04:00:00.00Z',
        shareLink: 'https://localhost:8443/track/dGhpcy1pcy1hLXRva2Vu_Q',
        market: 'HK_HKG',
        createdAt: '2026-11-16T04:00:00.00Z',
        driverId: '',
        previousStatus: '',
        status: 'ASSIGNING_DRIVER',
      },
      updatedAt: '2026-11-16T04:00:00.00Z',
    }),
  );
});

test('only an event of a status tells of one, also where others show the one that the order has', () => {
  const order = orderIn('ON_GOING');
  expect(statusTold(statusChanged(order, 'ASSIGNING_DRIVER', NOON, LINKS))).toBe('ON_GOING');
  expect(statusTold(orderCreated(order, NOON, LINKS))).toBeUndefined();
  for (const type of ['ORDER_STATUS_CHANGED', 'POD_STATUS_CHANGED'])
    expect(statusTold({ type, data: null })).toBeUndefined();
});

test('an order is told as created with all that a GET shows, key for key, where the partner has chosen that', () => {
  const order = orderIn('ASSIGNING_DRIVER', { delivery: aDelivery({ metadata: { reference: 'R1' } }) });
  const { type, choice, data } = orderCreated(order, NOON, LINKS);
  expect([type, choice]).toEqual(['ORDER_CREATED', 'ORDER_CREATED']);
  expect(printed(data)).toBe(printed({ order: orderDetailsView(order, LINKS), updatedAt: '2026-11-16T04:00:00.00Z' }));
});

test('a scheduled order says for when', () => {
  const { data } = statusChanged(orderIn('ASSIGNING_DRIVER', { scheduleAt: NOON + DAY_MS }), '', NOON, LINKS);
  expect(data).toMatchObject({
    order: { scheduleAt: '2026-11-17T04:00:00.00Z', createdAt: '2026-11-16T04:00:00.00Z' },
  });
});

test('a match is told with the driver', () => {
  const before = orderIn('ASSIGNING_DRIVER');
  expect(events(before, decideAcceptance(before, '70', LATER))).toMatchObject([
    {
      type: 'ORDER_STATUS_CHANGED',
      data: {
        order: { previousStatus: 'ASSIGNING_DRIVER', status: 'ON_GOING', driverId: '70' },
        updatedAt: LATER_PRINTED,
      },
    },
  ]);
});

test.each([
  ['a pick-up', orderIn('ON_GOING'), decidePickUp(orderIn('ON_GOING'), LATER), 'PICKED_UP', '70'],
  [
    'the last drop-off',
    orderIn('PICKED_UP'),
    decideDropOff(orderIn('PICKED_UP'), undefined, { outcome: 'DELIVERED' }, LATER),
    'COMPLETED',
    '70',
  ],
  ['a give-back', orderIn('PICKED_UP'), decideGiveBack(orderIn('PICKED_UP'), LATER, LIMITS), 'ASSIGNING_DRIVER', ''],
  [
    'a driver change',
    orderIn('ON_GOING'),
    decideDriverChange(orderIn('ON_GOING'), '70', 'DRIVER_LATE', LATER),
    'ASSIGNING_DRIVER',
    '',
  ],
])('%s is told once, without a word of cancelling', (_, before, decision, status, driverId) => {
  const [event, ...more] = events(before, decision);
  expect(more).toEqual([]);
  expect(event?.data.order).toMatchObject({ previousStatus: before.status, status, driverId });
  expect(event?.data.order).not.toHaveProperty('cancelParty');
  expect(event?.data.order).not.toHaveProperty('cancelReason');
});

test('an expired order is told with the time of its deadline', () => {
  const before = orderIn('ASSIGNING_DRIVER');
  const change = expiryDue(before, before.matchBy + DAY_MS) as OrderChange;
  const [event] = eventsOf(before, change, { links: LINKS, balanceMinor: undefined });
  expect(event?.data).toMatchObject({
    order: { previousStatus: 'ASSIGNING_DRIVER', status: 'EXPIRED' },
    updatedAt: '2026-11-16T06:00:00.00Z',
  });
  expect(event?.data.order).not.toHaveProperty('cancelParty');
});

test('one give-back too many is told in two pushes', () => {
  const before = orderIn('ON_GOING', { giveBacks: 1, giveBacksInARow: 1 });
  const pushes = events(before, decideGiveBack(before, LATER, LIMITS));
  expect(typesOf(pushes)).toEqual(['ORDER_STATUS_CHANGED', 'ORDER_STATUS_CHANGED']);
  expect(pushes.map(({ data }) => data.order)).toMatchObject([
    { previousStatus: 'ON_GOING', status: 'ASSIGNING_DRIVER', driverId: '' },
    { previousStatus: 'ASSIGNING_DRIVER', status: 'REJECTED', driverId: '' },
  ]);
});

test('what leaves status and price as they were is not told', () => {
  const onGoing = orderIn('ON_GOING');
  const twoStops = orderIn('PICKED_UP', { delivery: aDelivery({ stops: [PICK_UP, dropOff(1), dropOff(2)] }) });
  expect(events(onGoing, decideArrival(onGoing, LATER))).toEqual([]);
  expect(events(twoStops, decideDropOff(twoStops, undefined, { outcome: 'DELIVERED' }, LATER))).toEqual([]);
});

describe('the proof of a drop-off', () => {
  const twoStops = [PICK_UP, dropOff(1), dropOff(2)];
  const pickedUp = orderIn('PICKED_UP', { delivery: aDelivery({ stops: twoStops, proofRequired: true }) });
  const image = '1000000000000000001/a.jpg';
  const close = (order: Order, result: Parameters<typeof decideDropOff>[2], stopId?: string) =>
    decideDropOff(order, stopId, result, LATER);

  const halfDone = after(close(pickedUp, { outcome: 'DELIVERED', image }));

  test.each([
    [
      'a photo',
      { outcome: 'DELIVERED', image },
      {
        status: 'DELIVERED',
        image: `https://localhost:8443/files/${image}?owner=1000000000000000002`,
        deliveredAt: LATER_PRINTED,
      },
    ],
    [
      'a signature',
      { outcome: 'SIGNED', image },
      {
        status: 'SIGNED',
        image: `https://localhost:8443/files/${image}?owner=1000000000000000002`,
        deliveredAt: LATER_PRINTED,
      },
    ],
    ['a failure', { outcome: 'FAILED', reason: 'Fermé 門' }, { status: 'FAILED', reason: 'Ferme ?' }],
  ] as const)('is told when it is %s, key for key, where the partner has chosen that', (_, result, stop) => {
    const [event, ...more] = events(pickedUp, close(pickedUp, result));
    expect(more).toEqual([]);
    expect([event?.type, event?.choice]).toEqual(['POD_STATUS_CHANGED', 'POD_STATUS_CHANGED']);
    expect(printed(event?.data)).toBe(
      printed({
        order: { orderId: '1000000000000000001' },
        stop: { stopId: dropOff(1).stopId, ...stop },
        updatedAt: LATER_PRINTED,
      }),
    );
    expect(event && statusTold(event)).toBe(stop.status);
  });

  test('is told by its number where there are several, and by none once it was edited away', () => {
    const [event] = events(halfDone, close(halfDone, { outcome: 'SIGNED', image }));
    const told = (...stops: readonly OrderStop[]) =>
      event && dropOffTold(orderIn('PICKED_UP', { delivery: aDelivery({ stops: [PICK_UP, ...stops] }) }), event);
    expect(told(dropOff(1), dropOff(2))).toBe(2);
    expect(told(dropOff(2), dropOff(1))).toBe(1);
    expect(told(dropOff(2))).toBeUndefined();
    expect(told(dropOff(1), dropOff(3))).toBeUndefined();
    for (const other of [
      { type: 'POD_STATUS_CHANGED', data: null },
      { type: 'ORDER_STATUS_CHANGED', data: event?.data },
    ])
      expect(dropOffTold(halfDone, other)).toBeUndefined();
  });

  test('is told before the end of the order that it brings', () => {
    const pushes = events(halfDone, close(halfDone, { outcome: 'SIGNED', image }));
    expect(typesOf(pushes)).toEqual(['POD_STATUS_CHANGED', 'ORDER_STATUS_CHANGED']);
    expect(pushes[0]?.data.stop).toMatchObject({ stopId: dropOff(2).stopId, status: 'SIGNED' });
  });

  test('is not told of an order that asks for none', () => {
    const before = orderIn('PICKED_UP', { delivery: aDelivery({ stops: twoStops }) });
    expect(events(before, close(before, { outcome: 'FAILED', reason: 'Closed' }))).toEqual([]);
  });

  test('is as it was after a give-back and after an edit, which tells of new drop-offs itself', () => {
    const givenBack = decideGiveBack(halfDone, LATER, LIMITS);
    expect(typesOf(events(halfDone, givenBack))).toEqual(['ORDER_STATUS_CHANGED']);
    const onGoing = orderIn('ON_GOING', { delivery: halfDone.delivery });
    const stops = [...halfDone.delivery.stops, dropOff(3)];
    const edited = decideEdit(
      onGoing,
      { stops, distanceMeters: 1, fareMinor: 84n, pricing: onGoing.pricing },
      'partner',
      LATER,
    );
    expect(typesOf(events(onGoing, edited))).toEqual(['ORDER_EDITED']);
  });
});

test('a cancellation says who cancelled and, where it is known, why', () => {
  const order = orderIn('ON_GOING');
  const [byPartner] = events(order, decideCancellation(order, MATCHED_AT + 1));
  expect(printed(byPartner?.data)).toBe(
    printed({
      order: {
        orderId: '1000000000000000001',
        scheduleAt: '2026-11-16T04:00:00.00Z',
        shareLink: 'https://localhost:8443/track/dGhpcy1pcy1hLXRva2Vu_Q',
        market: 'HK_HKG',
        createdAt: '2026-11-16T04:00:00.00Z',
        driverId: '70',
        previousStatus: 'ON_GOING',
        status: 'CANCELED',
        cancelParty: 'USER',
      },
      updatedAt: '2026-11-16T04:01:00.00Z',
    }),
  );
  const reasonOf = (reason: string | undefined) =>
    events(order, decideSupportCancellation(order, LATER, reason))[0]?.data.order;
  expect(reasonOf('Road closed')).toMatchObject({ cancelParty: 'CUSTOMER_SUPPORT', cancelReason: 'Road closed' });
  expect(reasonOf(undefined)).toMatchObject({ cancelParty: 'CUSTOMER_SUPPORT' });
  expect(reasonOf(undefined)).not.toHaveProperty('cancelReason');
});

test('a priority fee is told as a change of the amount, key for key', () => {
  const before = orderIn('ASSIGNING_DRIVER', { priorityFeeMinor: 10n });
  const [event, ...more] = events(before, decidePriorityFee(before, '20', BOUNDS, LATER), 4_896n);
  expect(more).toEqual([]);
  expect(event?.type).toBe('ORDER_AMOUNT_CHANGED');
  expect(printed(event?.data)).toBe(
    printed({
      order: {
        orderId: '1000000000000000001',
        market: 'HK_HKG',
        status: 'ASSIGNING_DRIVER',
        price: { currency: 'HKD', subtotal: '84', subTotal: '84', priorityFee: '20', totalPrice: '104' },
      },
      balance: { currency: 'HKD', amount: '4896' },
      updatedAt: LATER_PRINTED,
    }),
  );
});

test('amounts of an event have the decimals of their market', () => {
  const before = orderIn('ON_GOING', {
    currency: 'MYR',
    locode: 'MY KUL',
    fareMinor: 125n,
    pricing: { ...orderIn('ON_GOING').pricing, decimals: 1 },
  });
  const [, amount] = events(before, edit(before, 130n), 7n);
  expect(amount?.data).toMatchObject({
    order: {
      market: 'MY_KUL',
      price: { currency: 'MYR', subtotal: '13.0', subTotal: '13.0', priorityFee: '0.0', totalPrice: '13.0' },
    },
    balance: { currency: 'MYR', amount: '0.7' },
  });
});

test('an edit is told with what was before and what is now, key for key, then its new amount', () => {
  const before = orderIn('ON_GOING');
  const pushes = events(before, edit(before, 100n), 900n);
  expect(typesOf(pushes)).toEqual(['ORDER_EDITED', 'ORDER_AMOUNT_CHANGED']);
  expect(printed(pushes[0]?.data)).toBe(
    printed({
      editReason: 'CLIENT_REQUEST',
      editParty: 'USER',
      previousData: { stops: orderView(before, LINKS).stops },
      order: orderView(after(edit(before, 100n)), LINKS),
      updatedAt: LATER_PRINTED,
    }),
  );
});

test('an edit by support says so', () => {
  const before = orderIn('ON_GOING');
  const [event] = events(before, edit(before, 100n, 'support'), 900n);
  expect(event?.data).toMatchObject({ editReason: 'OTHERS', editParty: 'CUSTOMER_SUPPORT' });
});

test('an edit that costs the same is no change of the amount, one that costs less is', () => {
  const before = orderIn('ON_GOING');
  expect(typesOf(events(before, edit(before, 84n)))).toEqual(['ORDER_EDITED']);
  expect(typesOf(events(before, edit(before, 83n), 1n))).toEqual(['ORDER_EDITED', 'ORDER_AMOUNT_CHANGED']);
});

test('a replacement names the new order and the old one, key for key', () => {
  const before = orderIn('ON_GOING');
  const next = { id: '1000000000000000099' as OrderId, shareToken: 'another' };
  const { ended, successor } = orThrow(decideReplacement(before, next, LATER, 'Wrong address'));
  const { type, data } = orderReplaced(before, successor, LATER);
  expect(type).toBe('ORDER_REPLACED');
  expect(printed(data)).toBe(
    printed({
      order: { orderId: '1000000000000000099' },
      prevOrderId: '1000000000000000001',
      updatedAt: LATER_PRINTED,
    }),
  );
  expect(statusChanged(ended.order, before.status, LATER, LINKS).data.order).toMatchObject({
    orderId: '1000000000000000001',
    status: 'CANCELED',
    cancelParty: 'CUSTOMER_SUPPORT',
    cancelReason: 'Wrong address',
  });
  expect(statusChanged(successor, '', LATER, LINKS).data.order).toMatchObject({
    orderId: '1000000000000000099',
    previousStatus: '',
    status: 'ON_GOING',
    driverId: '70',
    shareLink: 'https://localhost:8443/track/another',
  });
});

test('whatever support writes as a reason, a status event keeps to ASCII', () => {
  const order = orderIn('ON_GOING');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (reason) => {
      const [event] = events(order, decideSupportCancellation(order, LATER, reason));
      expect(printed(event?.data)).toMatch(/^\p{ASCII}*$/u);
    }),
  );
});

test('letters lose their accents in a reason, and what ASCII cannot say becomes a question mark', () => {
  const order = orderIn('ON_GOING');
  const told = (reason: string) => events(order, decideSupportCancellation(order, LATER, reason))[0]?.data.order;
  expect(told('Café fermé: 100 % "plein"')).toMatchObject({ cancelReason: 'Cafe ferme: 100 % "plein"' });
  expect(told('道路 closed 😀')).toMatchObject({ cancelReason: '?? closed ?' });
});

/** Where an object without a key stands in a value. */
function emptyObjects(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (!Array.isArray(value) && Object.keys(value).length === 0) return [path];
  return Object.entries(value).flatMap(([key, inner]) => emptyObjects(inner, `${path}/${key}`));
}

test('an event has no empty object in it, whatever the partner gave as metadata and item', () => {
  const anyGiven = fc.option(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), { nil: undefined });
  fc.assert(
    fc.property(anyGiven, anyGiven, (metadata, item) => {
      const delivery = aDelivery({
        ...(metadata === undefined ? {} : { metadata }),
        ...(item === undefined ? {} : { item }),
      });
      const before = orderIn('ON_GOING', { delivery });
      const told = [...events(before, edit(before, 100n), 0n), orderCreated(before, LATER, LINKS)];
      for (const { data } of told) expect(emptyObjects(data)).toEqual([]);
    }),
    {
      examples: [
        [{}, {}],
        [{ a: {} }, undefined],
        [{ a: [{}], b: { c: { d: {} } } }, { categories: [] }],
      ],
    },
  );
});

test('an edited order is told with its item and its metadata', () => {
  const given = { metadata: { reference: 'R1' }, item: { quantity: '2', weight: 'LESS_THAN_3_KG' } };
  const before = orderIn('ON_GOING', { delivery: aDelivery(given) });
  expect(events(before, edit(before, 84n))[0]?.data.order).toMatchObject(given);
});

test('only what is empty is left out of an edited order', () => {
  const metadata = { keep: null, none: {}, list: [1, {}, [], { deep: {} }], text: '', zero: 0, no: false };
  const before = orderIn('ON_GOING', { delivery: aDelivery({ metadata, item: {} }) });
  const [event] = events(before, edit(before, 84n));
  expect(event?.data.order).toMatchObject({
    metadata: { keep: null, list: [1, []], text: '', zero: 0, no: false },
  });
  expect(event?.data.order).not.toHaveProperty('item');
  expect(event?.data.order).not.toHaveProperty('metadata.none');
});
