import { describe, expect, test } from 'vitest';
import { aDelivery, after, MATCHED_AT, NOON, orderIn } from '../../../test/support/an-order.ts';
import { orThrow } from '../../foundation/decision.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../foundation/time.ts';
import { decidePickUp } from './delivering.ts';
import {
  decideAcceptance,
  decideDriverChange,
  decideGiveBack,
  decideTakeOff,
  driverChangeableFrom,
} from './matching.ts';
import type { Order } from './order.ts';
import { ORDER_STATUSES } from './order-transitions.ts';

const LIMITS = { inARow: 2, total: 5 };
const LATER = NOON + 40 * MINUTE_MS;
const POSITION = { lat: 22.3, lng: 114.16 };

const accept = (order: Order, driverId: string) => after(decideAcceptance(order, driverId, LATER));
const pickUp = (order: Order) => after(decidePickUp(order, LATER));
const giveBack = (order: Order, limits = LIMITS) => after(decideGiveBack(order, LATER, limits));

test('an order that looks for a driver goes to the one who accepts', () => {
  const order = accept(orderIn('ASSIGNING_DRIVER'), '71');
  expect(order).toMatchObject({
    status: 'ON_GOING',
    driver: { driverId: '71', matchedAt: LATER, arrivedAt: undefined },
  });
  expect(order.history.at(-1)).toEqual({ at: LATER, event: 'driverAccepted', status: 'ON_GOING', driverId: '71' });
});

test.each(ORDER_STATUSES.filter((status) => status !== 'ASSIGNING_DRIVER'))(
  'nobody can accept an order that is %s',
  (status) => {
    expect(decideAcceptance(orderIn(status), '71', LATER)).toEqual({
      refused: 'ERR_INVALID_ORDER_STATUS',
      sentence: `The order is ${status}; it is not looking for a driver.`,
    });
  },
);

test('a driver who had the order before does not get it again, another does', () => {
  const order = orderIn('ASSIGNING_DRIVER', { formerDriverIds: ['70', '71'] });
  expect(decideAcceptance(order, '70', LATER)).toEqual({
    refused: 'ERR_INVALID_ORDER_STATUS',
    sentence: 'This driver had the order before and does not get it again.',
  });
  expect(decideAcceptance(order, '71', LATER)).toMatchObject({ refused: 'ERR_INVALID_ORDER_STATUS' });
  expect(decideAcceptance(order, '7', LATER)).toHaveProperty('accepted');
});

test.each(['ON_GOING', 'PICKED_UP'] as const)(
  'an order given back while %s is looked for again, for 2 hours from then',
  (status) => {
    const scheduleAt = LATER + 3 * DAY_MS;
    const change = orThrow(decideGiveBack(orderIn(status, { scheduleAt }), LATER, LIMITS, { reason: 'Puncture' }));
    expect(change).toHaveLength(1);
    expect(change[0].order).toMatchObject({
      status: 'ASSIGNING_DRIVER',
      matchBy: LATER + 2 * HOUR_MS,
      giveBacks: 1,
      giveBacksInARow: 1,
      formerDriverIds: ['70'],
    });
    expect(change[0].order.history.at(-1)).toEqual({
      at: LATER,
      event: 'driverGaveBack',
      status: 'ASSIGNING_DRIVER',
      driverId: '70',
      reason: 'Puncture',
    });
  },
);

test.each(ORDER_STATUSES.filter((status) => status !== 'ON_GOING' && status !== 'PICKED_UP'))(
  'an order that is %s cannot be given back',
  (status) => {
    expect(decideGiveBack(orderIn(status), LATER, LIMITS)).toEqual({
      refused: 'ERR_INVALID_ORDER_STATUS',
      sentence: `The order is ${status}; there is nothing to give back.`,
    });
  },
);

test('the second give-back in a row ends the order, in two steps', () => {
  const onceBack = giveBack(orderIn('ON_GOING'));
  const change = orThrow(decideGiveBack(accept(onceBack, '71'), LATER, LIMITS));
  expect(change.map(({ event, at, order }) => [event, at, order.status])).toEqual([
    ['driverGaveBack', LATER, 'ASSIGNING_DRIVER'],
    ['rejectionLimitReached', LATER, 'REJECTED'],
  ]);
  expect(change[0].order).toMatchObject({ matchBy: LATER + 2 * HOUR_MS, formerDriverIds: ['70', '71'] });
  expect(change.at(-1)?.order).toMatchObject({
    endedAt: LATER,
    driver: undefined,
    giveBacks: 2,
    giveBacksInARow: 2,
    formerDriverIds: ['70', '71'],
  });
  expect(
    change
      .at(-1)
      ?.order.history.slice(-2)
      .map(({ event }) => event),
  ).toEqual(['driverGaveBack', 'rejectionLimitReached']);
});

test('a pick-up between two give-backs makes them not in a row, but the next one is', () => {
  const afterPickUp = pickUp(accept(giveBack(orderIn('ON_GOING')), '71'));
  expect(afterPickUp).toMatchObject({ giveBacks: 1, giveBacksInARow: 0 });
  const second = giveBack(afterPickUp);
  expect(second).toMatchObject({ status: 'ASSIGNING_DRIVER', giveBacks: 2, giveBacksInARow: 1 });
  expect(giveBack(accept(second, '72'))).toMatchObject({ status: 'REJECTED', giveBacks: 3, giveBacksInARow: 2 });
});

test('five give-backs in all end the order, four do not, whatever lies between them', () => {
  let order: Order = orderIn('ASSIGNING_DRIVER');
  const statuses = ['71', '72', '73', '74', '75'].map((driverId) => {
    order = giveBack(pickUp(accept(order, driverId)));
    return order.status;
  });
  expect(statuses).toEqual([...Array(4).fill('ASSIGNING_DRIVER'), 'REJECTED']);
  expect(order).toMatchObject({
    giveBacks: 5,
    giveBacksInARow: 1,
    formerDriverIds: ['71', '72', '73', '74', '75'],
  });
});

test('an operator can set other limits', () => {
  expect(giveBack(orderIn('ON_GOING'), { inARow: 1, total: 5 }).status).toBe('REJECTED');
  expect(giveBack(orderIn('ON_GOING'), { inARow: 2, total: 1 }).status).toBe('REJECTED');
  const onceBack = orderIn('ON_GOING', { giveBacks: 1, giveBacksInARow: 1 });
  expect(giveBack(onceBack, { inARow: 3, total: 3 }).status).toBe('ASSIGNING_DRIVER');
});

test('the giving driver’s position becomes the hand-over point only after the pick-up', () => {
  const positionAfter = (status: 'ON_GOING' | 'PICKED_UP', position?: typeof POSITION) =>
    after(decideGiveBack(orderIn(status), LATER, LIMITS, position === undefined ? {} : { position })).delivery;
  expect(positionAfter('PICKED_UP', POSITION)).toEqual({ ...aDelivery(), handOver: POSITION });
  expect(positionAfter('PICKED_UP')).toEqual(aDelivery());
  expect(positionAfter('ON_GOING', POSITION)).toEqual(aDelivery());
});

test('a hand-over point stays while drivers who have not collected come and go, and is gone with the next pick-up', () => {
  const handedOver = after(decideGiveBack(orderIn('PICKED_UP'), LATER, LIMITS, { position: POSITION }));
  const next = accept(handedOver, '71');
  const elsewhere = decideGiveBack(next, LATER, { inARow: 9, total: 9 }, { position: { lat: 1, lng: 2 } });
  expect(after(elsewhere).delivery.handOver).toEqual(POSITION);
  expect(pickUp(next).delivery).toEqual(aDelivery());
});

describe('support takes the driver off', () => {
  const off = (order: Order, isBlamed = false) =>
    after(decideTakeOff(order, LATER, LIMITS, { reason: 'Puncture', position: POSITION, isBlamed }));

  test('the search goes on without that driver, and nothing counts as given back', () => {
    const order = off(orderIn('ON_GOING', { giveBacks: 1, giveBacksInARow: 1 }));
    expect(order).toMatchObject({
      status: 'ASSIGNING_DRIVER',
      matchBy: LATER + 2 * HOUR_MS,
      formerDriverIds: ['70'],
      giveBacks: 1,
      giveBacksInARow: 1,
    });
    expect(order.history.at(-1)).toEqual({
      at: LATER,
      event: 'driverChanged',
      status: 'ASSIGNING_DRIVER',
      by: 'support',
      driverId: '70',
      reason: 'Puncture',
    });
    expect(decideAcceptance(order, '70', LATER)).toHaveProperty('refused');
  });

  test.each([true, false])('whoever had the order before does not get it again either (with blame: %s)', (isBlamed) => {
    const order = off(orderIn('ON_GOING', { formerDriverIds: ['69'] }), isBlamed);
    expect(order.formerDriverIds).toEqual(['69', '70']);
    expect(decideAcceptance(order, '69', LATER)).toHaveProperty('refused');
  });

  test('a scheduled order is looked for until 2 hours after its time, and with blame for 2 hours', () => {
    const taken = (isBlamed: boolean) => off(orderIn('ON_GOING', { scheduleAt: LATER + DAY_MS }), isBlamed);
    expect(taken(false)).toMatchObject({ matchBy: LATER + DAY_MS + 2 * HOUR_MS });
    expect(taken(true)).toMatchObject({ matchBy: LATER + 2 * HOUR_MS });
  });

  test('goods on board are collected where the driver is', () => {
    expect(off(orderIn('PICKED_UP')).delivery.handOver).toEqual(POSITION);
    expect(off(orderIn('PICKED_UP'), true).delivery.handOver).toEqual(POSITION);
    expect(off(orderIn('ON_GOING')).delivery.handOver).toBeUndefined();
  });

  test('with blame it counts as given back, and one too many ends the order', () => {
    expect(off(orderIn('ON_GOING'), true)).toMatchObject({ status: 'ASSIGNING_DRIVER', giveBacks: 1 });
    expect(off(orderIn('ON_GOING'), true).history.at(-1)).toEqual({
      at: LATER,
      event: 'driverGaveBack',
      status: 'ASSIGNING_DRIVER',
      by: 'support',
      driverId: '70',
      reason: 'Puncture',
    });
    expect(off(orderIn('ON_GOING', { giveBacks: 1, giveBacksInARow: 1 }), true).status).toBe('REJECTED');
  });

  test.each(['ASSIGNING_DRIVER', 'COMPLETED', 'CANCELED', 'REJECTED', 'EXPIRED'] as const)(
    'nobody has it: %s',
    (status) => {
      expect(decideTakeOff(orderIn(status), LATER, LIMITS, { reason: 'Puncture', isBlamed: true })).toEqual({
        refused: 'ERR_INVALID_ORDER_STATUS',
        sentence: `The order is ${status}; no driver has it.`,
      });
    },
  );
});

test('the driver can be changed from exactly 15 minutes after the match on, and not 1 ms before', () => {
  const from = MATCHED_AT + 15 * MINUTE_MS;
  expect(driverChangeableFrom(orderIn('ON_GOING'))).toBe(from);
  expect(decideDriverChange(orderIn('ON_GOING'), '70', 'DRIVER_LATE', from - 1)).toEqual({
    refused: 'ERR_CHANGE_DRIVER',
    sentence: 'The driver can be changed from 15 minutes after the match on.',
  });
  expect(decideDriverChange(orderIn('ON_GOING'), '70', 'DRIVER_LATE', from)).toHaveProperty('accepted');
  expect(decideDriverChange(orderIn('ON_GOING'), '70', 'DRIVER_LATE', from + DAY_MS)).toHaveProperty('accepted');
});

test.each(['DRIVER_LATE', 'DRIVER_ASKED_CHANGE', 'DRIVER_UNRESPONSIVE', 'DRIVER_RUDE'])(
  '%s is a reason to change the driver',
  (reason) => {
    const order = after(decideDriverChange(orderIn('ON_GOING'), '70', reason, LATER));
    expect(order.history.at(-1)).toEqual({
      at: LATER,
      event: 'driverChanged',
      status: 'ASSIGNING_DRIVER',
      by: 'partner',
      driverId: '70',
      reason,
    });
  },
);

test.each([undefined, null, '', 'driver_late', 'DRIVER_LATE ', 'OTHER', 1, ['DRIVER_LATE'], {}])(
  '%j is no reason to change the driver',
  (reason) => {
    expect(decideDriverChange(orderIn('ON_GOING'), '70', reason, LATER)).toEqual({
      refused: 'ERR_CHANGE_DRIVER',
      sentence: 'The reason must be one of DRIVER_LATE, DRIVER_ASKED_CHANGE, DRIVER_UNRESPONSIVE, DRIVER_RUDE.',
      pointer: '/data/reason',
    });
  },
);

test.each(ORDER_STATUSES)('a driver who does not have an order that is %s cannot be changed', (status) => {
  const order = orderIn(status, { formerDriverIds: ['69'] });
  for (const driverId of ['69', '7', '', '700', 'x'.repeat(5_000)]) {
    expect(decideDriverChange(order, driverId, 'DRIVER_LATE', LATER)).toMatchObject({
      refused: 'ERR_DRIVER_NOT_FOUND',
    });
  }
});

test('a refusal names the driver, and does not repeat an endless id', () => {
  const sentenceFor = (driverId: string) => {
    const decision = decideDriverChange(orderIn('ON_GOING'), driverId, 'DRIVER_LATE', LATER);
    return 'sentence' in decision ? decision.sentence : undefined;
  };
  expect(sentenceFor('71')).toBe('Driver 71 does not have this order.');
  expect(sentenceFor('x'.repeat(5_000))?.length).toBeLessThan(100);
});

test.each(['PICKED_UP', 'COMPLETED'] as const)(
  'after the pick-up the driver cannot be changed: the order is %s',
  (status) => {
    expect(driverChangeableFrom(orderIn(status))).toBeUndefined();
    expect(decideDriverChange(orderIn(status), '70', 'DRIVER_LATE', LATER)).toEqual({
      refused: 'ERR_CHANGE_DRIVER',
      sentence: `The order is ${status}; its driver can be changed only while it is ON_GOING.`,
    });
  },
);

test('the driver of an order that was cancelled under way cannot be changed', () => {
  const order = orderIn('CANCELED', { driver: { driverId: '70', matchedAt: MATCHED_AT, arrivedAt: undefined } });
  expect(decideDriverChange(order, '70', 'DRIVER_LATE', LATER)).toMatchObject({ refused: 'ERR_CHANGE_DRIVER' });
});

test('a driver change is no rejection, but the driver is not asked again', () => {
  const before = orderIn('ON_GOING', { giveBacks: 1, giveBacksInARow: 1, formerDriverIds: ['69'] });
  const change = orThrow(decideDriverChange(before, '70', 'DRIVER_RUDE', LATER));
  expect(change).toHaveLength(1);
  expect(change[0].order).toMatchObject({
    status: 'ASSIGNING_DRIVER',
    giveBacks: 1,
    giveBacksInARow: 1,
    formerDriverIds: ['69', '70'],
  });
  expect(decideAcceptance(change[0].order, '70', LATER)).toHaveProperty('refused');
});

test('after a driver change an order is looked for until 2 hours after it or the scheduled time, the later one', () => {
  const matchBy = (scheduleAt: number | undefined) => {
    const order = after(decideDriverChange(orderIn('ON_GOING', { scheduleAt }), '70', 'DRIVER_LATE', LATER));
    return 'matchBy' in order ? order.matchBy : undefined;
  };
  expect(matchBy(undefined)).toBe(LATER + 2 * HOUR_MS);
  expect(matchBy(LATER - 1)).toBe(LATER + 2 * HOUR_MS);
  expect(matchBy(LATER + DAY_MS)).toBe(LATER + DAY_MS + 2 * HOUR_MS);
});

test('a give-back that was reported late starts the search for another driver when we hear of it', () => {
  const order = orderIn('ON_GOING');
  const heardAt = MATCHED_AT + 5 * 60 * 60_000;
  const decision = decideGiveBack(order, MATCHED_AT + 60_000, { inARow: 2, total: 5 }, { heardAt });
  expect(after(decision)).toMatchObject({ status: 'ASSIGNING_DRIVER', matchBy: heardAt + 2 * 60 * 60_000 });
});
