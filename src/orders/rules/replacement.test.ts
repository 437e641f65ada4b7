import { expect, test } from 'vitest';
import { aDelivery, dropOff, NOON, orderIn, PICK_UP } from '../../../test/support/an-order.ts';
import { orThrow } from '../../foundation/decision.ts';
import { MINUTE_MS } from '../../foundation/time.ts';
import { type OrderId, totalOf } from './order.ts';
import { stateOf } from './order-change.ts';
import { heldFor } from './order-money.ts';
import { decideReplacement } from './replacement.ts';

const LATER = NOON + 10 * MINUTE_MS;
const next = { id: '1000000000000000099' as OrderId, shareToken: 'another' };

test.each(['ASSIGNING_DRIVER', 'ON_GOING'] as const)(
  'an order that is %s ends, and another stands where it stood',
  (status) => {
    const closing = { outcome: 'DELIVERED', at: NOON } as const;
    const order = orderIn(status, {
      priorityFeeMinor: 20n,
      giveBacks: 1,
      giveBacksInARow: 1,
      formerDriverIds: ['69'],
      editsUsed: 1,
      eventCount: 4,
      revision: 7,
      delivery: aDelivery({ stops: [PICK_UP, dropOff(1, { closing }), dropOff(2)] }),
    });
    const { ended, successor } = orThrow(decideReplacement(order, next, LATER, 'Wrong address'));
    expect(successor).toEqual({
      ...order,
      ...next,
      replaces: order.id,
      replacedBy: undefined,
      revision: 1,
      history: [{ at: LATER, event: 'tookPlaceOf', status, by: 'support', reason: order.id }],
    });
    expect(stateOf(successor)).toEqual(stateOf(order));
    expect(ended).toMatchObject({
      event: 'supportReplaced',
      at: LATER,
      order: { id: order.id, status: 'CANCELED', endedAt: LATER, replacedBy: next.id, shareToken: order.shareToken },
    });
    expect(ended.order.history.at(-1)).toEqual({
      at: LATER,
      event: 'supportReplaced',
      status: 'CANCELED',
      by: 'support',
      reason: 'Wrong address',
    });
    expect([heldFor(ended.order), heldFor(successor)]).toEqual([0n, totalOf(order)]);
  },
);

test('the ended order keeps who had it', () => {
  const order = orderIn('ON_GOING');
  expect(orThrow(decideReplacement(order, next, LATER, undefined)).ended.order).toMatchObject({ driver: order.driver });
  const looking = orThrow(decideReplacement(orderIn('ASSIGNING_DRIVER'), next, LATER, undefined)).ended.order;
  expect(looking).toMatchObject({ driver: undefined });
  expect(looking).not.toHaveProperty('matchBy');
});

test('without a reason none is noted', () => {
  const { ended } = orThrow(decideReplacement(orderIn('ON_GOING'), next, LATER, undefined));
  expect(ended.order.history.at(-1)).not.toHaveProperty('reason');
});

test('a replacement can be replaced in its turn', () => {
  const { successor } = orThrow(decideReplacement(orderIn('ON_GOING'), next, LATER, undefined));
  const third = { id: '1000000000000000100' as OrderId, shareToken: 'a third' };
  const again = orThrow(decideReplacement(successor, third, LATER, undefined));
  expect(again.ended.order).toMatchObject({ id: next.id, replaces: orderIn('ON_GOING').id, replacedBy: third.id });
  expect(again.successor).toMatchObject({ id: third.id, replaces: next.id, replacedBy: undefined });
  expect(again.successor.streamId).toBe(orderIn('ON_GOING').streamId);
});

test.each(['PICKED_UP', 'COMPLETED', 'CANCELED', 'REJECTED', 'EXPIRED'] as const)(
  'an order that is %s cannot be replaced',
  (status) => {
    expect(decideReplacement(orderIn(status), next, LATER, undefined)).toEqual({
      refused: 'ERR_INVALID_ORDER_STATUS',
      sentence: `The order is ${status}; it can be replaced only while it is ASSIGNING_DRIVER or ON_GOING.`,
    });
  },
);
