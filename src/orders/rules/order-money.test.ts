import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aDelivery, after, dropOff, NOON, orderIn, PICK_UP, somePricing } from '../../../test/support/an-order.ts';
import type { Decision } from '../../foundation/decision.ts';
import { HOUR_MS, type Instant, MINUTE_MS } from '../../foundation/time.ts';
import type { Movement } from '../../wallet/index.ts';
import { changeOf } from '../../wallet/rules/transfer.ts';
import { decideCancellation, decideSupportCancellation } from './cancellation.ts';
import { decideArrival, decideDropOff, decidePickUp } from './delivering.ts';
import { decideEdit } from './edit.ts';
import { expiryDue, orderAt } from './expiry.ts';
import { decideAcceptance, decideDriverChange, decideGiveBack } from './matching.ts';
import { driverOf, type Order, type Party, totalOf } from './order.ts';
import type { OrderChange } from './order-change.ts';
import { heldFor, moneyKeysOf, movementsOf } from './order-money.ts';
import { ORDER_STATUSES } from './order-transitions.ts';
import { decidePriorityFee } from './priority-fee.ts';

const LATER = NOON + 40 * MINUTE_MS;
const { id: orderId } = orderIn('ON_GOING');
const priced = { fareMinor: 100n, priorityFeeMinor: 20n, pricing: somePricing({ driverFare: '80' }) };
const edited = (fareMinor: bigint) => (order: Order) =>
  decideEdit(
    order,
    { stops: order.delivery.stops, distanceMeters: 1, fareMinor, pricing: order.pricing },
    'support',
    LATER,
  );

test.each(ORDER_STATUSES)('an order that is %s holds its total while it is open and nothing after', (status) => {
  const isOpen = ['ASSIGNING_DRIVER', 'ON_GOING', 'PICKED_UP'].includes(status);
  expect(heldFor(orderIn(status, priced))).toBe(isOpen ? 120n : 0n);
});

test('at completion the total is captured, and the driver earns a share and the whole fee', () => {
  const before = orderIn('PICKED_UP', priced);
  const done = after(decideDropOff(before, undefined, { outcome: 'DELIVERED' }, LATER));
  expect(movementsOf(before, done)).toEqual([
    { kind: 'capture', amountMinor: 120n, key: `order/${orderId}/capture`, orderId },
    { kind: 'earning', amountMinor: 100n, key: `order/${orderId}/earning`, orderId, at: LATER },
  ]);
});

test('whatever is moved for an order can be found by its keys', () => {
  const order = orderIn('ON_GOING', { ...priced, revision: 7 });
  const ended = after(decideSupportCancellation(order, LATER, undefined));
  const done = after(decideDropOff(orderIn('PICKED_UP', priced), undefined, { outcome: 'DELIVERED' }, LATER));
  const moved = [
    ...movementsOf(order, after(edited(150n)(order))),
    ...movementsOf(order, ended),
    ...movementsOf(orderIn('PICKED_UP', priced), done),
  ];
  expect(moved.map(({ kind }) => kind)).toEqual(['hold', 'release', 'capture', 'earning']);
  expect(moneyKeysOf({ ...order, revision: 8 })).toEqual(expect.arrayContaining(moved.map(({ key }) => key)));
  expect(moneyKeysOf(order)).toContain(`order/${order.id}/hold`);
});

test('what the first change of an order has moved is found as well as what the last one has', () => {
  for (const revision of [1, 2, 7]) {
    const order = orderIn('ON_GOING', { ...priced, revision });
    const moved = movementsOf(order, after(edited(150n)(order)));
    expect(moved.map(({ key }) => key)).toEqual([`order/${orderId}/change/${revision}`]);
    for (const later of [revision + 1, 8])
      expect(moneyKeysOf({ ...order, revision: later })).toEqual(expect.arrayContaining(moved.map(({ key }) => key)));
  }
});

test('the driver earns at the time on our clock, also where the partner’s is ahead', () => {
  const before = orderIn('PICKED_UP', { ...priced, clockAheadMs: HOUR_MS });
  const done = after(decideDropOff(before, undefined, { outcome: 'DELIVERED' }, LATER));
  expect(movementsOf(before, done).map(({ kind, at }) => [kind, at])).toEqual([
    ['capture', undefined],
    ['earning', LATER - HOUR_MS],
  ]);
});

test('a failed drop-off is paid like any other', () => {
  const before = orderIn('PICKED_UP', priced);
  const failed = after(decideDropOff(before, undefined, { outcome: 'FAILED', reason: 'Nobody there' }, LATER));
  expect(movementsOf(before, failed).map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
    ['capture', 120n],
    ['earning', 100n],
  ]);
});

test.each([
  ['cancelled', orderIn('ASSIGNING_DRIVER', priced), (order: Order) => decideCancellation(order, LATER)],
  [
    'cancelled by support under way',
    orderIn('PICKED_UP', priced),
    (order: Order) => decideSupportCancellation(order, LATER, undefined),
  ],
  ['rejected', orderIn('ON_GOING', priced), (order: Order) => decideGiveBack(order, LATER, { inARow: 1, total: 1 })],
])('an order that is %s releases everything and pays nobody', (_, before, decide) => {
  expect(movementsOf(before, after(decide(before)))).toEqual([
    { kind: 'release', amountMinor: 120n, key: `order/${orderId}/release`, orderId },
  ]);
});

test('an order that expires releases everything', () => {
  const before = orderIn('ASSIGNING_DRIVER', priced);
  expect(movementsOf(before, orderAt(before, before.matchBy))).toEqual([
    { kind: 'release', amountMinor: 120n, key: `order/${orderId}/release`, orderId },
  ]);
});

test('a higher price holds the difference, a lower one releases it, the same moves nothing', () => {
  const before = orderIn('ON_GOING', { ...priced, revision: 4 });
  const key = `order/${orderId}/change/4`;
  expect(movementsOf(before, after(edited(101n)(before)))).toEqual([{ kind: 'hold', amountMinor: 1n, key, orderId }]);
  expect(movementsOf(before, after(edited(99n)(before)))).toEqual([{ kind: 'release', amountMinor: 1n, key, orderId }]);
  expect(movementsOf(before, after(edited(100n)(before)))).toEqual([]);
});

test('a priority fee holds what it adds', () => {
  const before = orderIn('ASSIGNING_DRIVER', priced);
  const paying = after(decidePriorityFee(before, '50', { minimumMinor: 1n, maximumFloorMinor: 100n }, LATER));
  expect(movementsOf(before, paying)).toMatchObject([{ kind: 'hold', amountMinor: 30n }]);
});

test('a give-back within the limits, an arrival and a pick-up move nothing', () => {
  const onGoing = orderIn('ON_GOING', priced);
  expect(movementsOf(onGoing, after(decideGiveBack(onGoing, LATER, { inARow: 2, total: 5 })))).toEqual([]);
  expect(movementsOf(onGoing, after(decideArrival(onGoing, LATER)))).toEqual([]);
  expect(movementsOf(onGoing, after(decidePickUp(onGoing, LATER)))).toEqual([]);
});

test('an order that costs nothing moves nothing', () => {
  const free = orderIn('PICKED_UP', { fareMinor: 0n, pricing: somePricing({ driverFare: '0' }) });
  expect(movementsOf(free, after(decideDropOff(free, undefined, { outcome: 'DELIVERED' }, LATER)))).toEqual([]);
  const looking = orderIn('ASSIGNING_DRIVER', { fareMinor: 0n });
  expect(movementsOf(looking, after(decideCancellation(looking, LATER)))).toEqual([]);
});

type Decide = (order: Order, now: Instant) => Decision<OrderChange>;
/** One thing that somebody tries; what the order's state does not allow is refused and changes nothing. */
type Attempt = { readonly afterMs: number; readonly decide: Decide };
const weighted = (weight: number, arbitrary: fc.Arbitrary<Decide>) => ({ weight, arbitrary });
const anyFee = fc.nat({ max: 310 }).map(
  (fee): Decide =>
    (order, now) =>
      decidePriorityFee(order, String(fee), { minimumMinor: 1n, maximumFloorMinor: 100n }, now),
);
const anyEdit = fc.tuple(fc.bigInt({ min: 0n, max: 200n }), fc.constantFrom<Party>('partner', 'support')).map(
  ([fareMinor, by]): Decide =>
    (order, now) => {
      const pricing = { ...order.pricing, driverFare: ((fareMinor * 4n) / 5n).toString() };
      return decideEdit(order, { stops: order.delivery.stops, distanceMeters: 1, fareMinor, pricing }, by, now);
    },
);
const anyAcceptance = fc.nat({ max: 9 }).map(
  (driver): Decide =>
    (order, now) =>
      decideAcceptance(order, String(driver), now),
);
const anyDecide = fc.oneof(
  weighted(6, anyAcceptance),
  weighted(
    3,
    fc.constant((order, now) => decideGiveBack(order, now, { inARow: 2, total: 5 })),
  ),
  weighted(
    1,
    fc.constant((order, now) => decideDriverChange(order, driverOf(order)?.driverId ?? '', 'DRIVER_LATE', now)),
  ),
  weighted(1, fc.constant(decideArrival)),
  weighted(4, fc.constant(decidePickUp)),
  weighted(
    6,
    fc.constant((order, now) => decideDropOff(order, undefined, { outcome: 'SIGNED' }, now)),
  ),
  weighted(2, anyFee),
  weighted(2, anyEdit),
  weighted(1, fc.constant(decideCancellation)),
  weighted(
    1,
    fc.constant((order, now) => decideSupportCancellation(order, now, undefined)),
  ),
);
const anyAttempts: fc.Arbitrary<readonly Attempt[]> = fc.array(
  fc.record({
    afterMs: fc.oneof(
      { weight: 15, arbitrary: fc.nat({ max: 10 * MINUTE_MS }) },
      { weight: 1, arbitrary: fc.nat({ max: 150 * MINUTE_MS }) },
    ),
    decide: anyDecide,
  }),
  { minLength: 1, maxLength: 30, size: 'max' },
);

/** What one attempt leads to, timers included; the same order where it was refused. */
function attempt(order: Order, { decide }: Attempt, now: Instant): Order {
  const decision = decide(orderAt(order, now), now);
  const change = 'accepted' in decision ? decision.accepted : expiryDue(order, now);
  return change === undefined ? order : (change.at(-1) as OrderChange[0]).order;
}

test('over any life of an order, what is held for it is its total while it is open and nothing after', () => {
  const reached = new Set<string>();
  const delivery = aDelivery({ stops: [PICK_UP, dropOff(1), dropOff(2)] });
  fc.assert(
    fc.property(anyAttempts, (attempts) => {
      let order: Order = orderIn('ASSIGNING_DRIVER', { delivery });
      let now = NOON;
      const booked: Movement[] = [{ kind: 'hold', amountMinor: totalOf(order), key: 'placed' }];
      for (const next of attempts) {
        now += next.afterMs;
        const changed = attempt(order, next, now);
        if (changed === order) continue;
        booked.push(...movementsOf(order, changed));
        order = { ...changed, revision: order.revision + 1 };
        expect(changeOf('held', booked)).toBe('endedAt' in order ? 0n : totalOf(order));
      }
      reached.add(order.status);
      expect(new Set(booked.map(({ key }) => key)).size).toBe(booked.length);
      expect(booked.every(({ amountMinor }) => amountMinor > 0n)).toBe(true);
      const isCompleted = order.status === 'COMPLETED';
      const isLost = 'endedAt' in order && !isCompleted;
      expect(changeOf('partner', booked)).toBe(isLost ? 0n : -totalOf(order));
      const earned = BigInt(order.pricing.driverFare) + order.priorityFeeMinor;
      expect(changeOf('driver', booked)).toBe(isCompleted ? earned : 0n);
      expect(changeOf('sales', booked)).toBe(isCompleted ? totalOf(order) - earned : 0n);
    }),
    { numRuns: 400 },
  );
  expect([...reached].sort()).toEqual([...ORDER_STATUSES].sort());
});
