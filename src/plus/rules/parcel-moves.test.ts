import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { afterEvents, CARRIER, happen, parcelIn } from '../../../test/support/a-parcel.ts';
import { NOON } from '../../../test/support/an-order.ts';
import { accepted, orThrow } from '../../foundation/decision.ts';
import { HOUR_MS, MINUTE_MS } from '../../foundation/time.ts';
import {
  decideAssignment,
  decideCancellation,
  decideDropOff,
  decideDropOut,
  decideMove,
  decideRetry,
} from './parcel-moves.ts';
import { isEnd, PARCEL_EVENTS, PARCEL_STATUSES, statusAfter } from './parcel-transitions.ts';

const at = NOON + HOUR_MS;
const move = { at, by: 'driver' } as const;

test('a move changes the status, notes what happened, and changes nothing else', () => {
  const before = parcelIn('AWAIT_PICKUP');
  const form = { pieces: 2, note: 'wet' };
  expect(decideMove(before, 'pickedUp', { ...move, form })).toEqual(
    accepted({
      ...before,
      status: 'DELIVERING',
      updatedAt: at,
      history: [
        ...before.history,
        { at, event: 'pickedUp', status: 'DELIVERING', by: 'driver', driverId: CARRIER, form },
      ],
    }),
  );
});

test('a move that the table does not know is refused, with the status in the sentence', () => {
  expect(decideMove(parcelIn('DELIVERING'), 'pickedUp', move)).toEqual({
    refused: 'ERR_INVALID_ORDER_STATUS',
    sentence: 'Order 1000000000000000001 is DELIVERING, which does not allow this.',
  });
});

test('when we heard of it is kept where it was later than it happened, and only there', () => {
  const lastEntry = (receivedAt?: number) =>
    orThrow(decideMove(parcelIn('AWAIT_PICKUP'), 'pickedUp', { ...move, receivedAt })).history.at(-1);
  expect(lastEntry(at + 1)).toMatchObject({ at, receivedAt: at + 1 });
  expect(lastEntry(at)).not.toHaveProperty('receivedAt');
  expect(lastEntry()).not.toHaveProperty('receivedAt');
});

test('what is heard of late does not turn the time of the last change back', () => {
  const edited = parcelIn('AWAIT_PICKUP', { updatedAt: at });
  expect(orThrow(decideMove(edited, 'pickedUp', { ...move, at: at - 1 })).updatedAt).toBe(at);
  expect(orThrow(decideMove(edited, 'pickedUp', { ...move, at: at + 1 })).updatedAt).toBe(at + 1);
});

test('a plan that has become wrong is asked for while a driver goes by it, and no longer', () => {
  const wrong = { needsPlan: true };
  const after = (status: 'AWAIT_PICKUP' | 'DELIVERING', event: Parameters<typeof decideMove>[1]) =>
    orThrow(decideMove(parcelIn(status, wrong), event, move)).needsPlan;
  expect(after('AWAIT_PICKUP', 'pickedUp')).toBe(true);
  expect(after('AWAIT_PICKUP', 'pickUpFailed')).toBe(false);
  expect(after('AWAIT_PICKUP', 'driverDroppedOut')).toBe(false);
  expect(after('AWAIT_PICKUP', 'cancelled')).toBe(false);
  expect(after('DELIVERING', 'deliveryFailed')).toBe(false);
  expect(after('DELIVERING', 'delivered')).toBe(false);
});

test.each(['FAILED_PICKUP', 'FAILED'] as const)('whoever tries again what is %s needs a new plan', (status) => {
  expect(orThrow(decideRetry(parcelIn(status), move)).needsPlan).toBe(true);
});

test('a parcel is given to a driver, who may drop out and is named as the one who did', () => {
  const assigned = orThrow(decideAssignment(parcelIn('AWAIT_DRIVER'), { id: '71', locode: 'HK HKG' }, at));
  expect(assigned).toMatchObject({ status: 'AWAIT_PICKUP', driverId: '71' });
  expect(assigned.history.at(-1)).toEqual({
    at,
    event: 'driverAssigned',
    status: 'AWAIT_PICKUP',
    by: 'support',
    driverId: '71',
  });
  const waiting = orThrow(decideDropOut(assigned, { ...move, reason: 'Flat tyre' }));
  expect([waiting.status, waiting.driverId]).toEqual(['AWAIT_DRIVER', undefined]);
  expect(waiting.history.at(-1)).toMatchObject({ event: 'driverDroppedOut', driverId: '71', reason: 'Flat tyre' });
  expect(orThrow(decideAssignment(waiting, { id: '72', locode: 'HK HKG' }, at)).driverId).toBe('72');
});

test.each([
  ['FAILED_PICKUP', 'pickUpRetried', 'AWAIT_PICKUP'],
  ['FAILED', 'deliveryRetried', 'DELIVERING'],
] as const)('in %s another try is %s', (status, event, next) => {
  const after = orThrow(decideRetry(parcelIn(status), move));
  expect([after.status, after.history.at(-1)?.event]).toEqual([next, event]);
});

test.each(PARCEL_STATUSES.filter((status) => !status.startsWith('FAILED')))('in %s nothing has failed', (status) => {
  expect(decideRetry(parcelIn(status), move)).toMatchObject({ refused: 'ERR_INVALID_ORDER_STATUS' });
});

describe('a drop-off', () => {
  test('ends with how it was handed over', () => {
    const signed = { outcome: 'SIGNED', image: 'proofs/2026/11/x.png' } as const;
    const before = parcelIn('DELIVERING');
    const after = orThrow(decideDropOff(before, signed, move));
    expect(after.shipment).toEqual({ ...before.shipment, dropOff: { ...signed, at } });
    expect([after.status, after.endedAt, after.shipment.dropOff]).toEqual(['DELIVERED', at, { ...signed, at }]);
    expect(after.history.at(-1)).toMatchObject({ event: 'delivered', by: 'driver', driverId: CARRIER });
    expect(after.history.at(-1)).not.toHaveProperty('reason');
  });

  test('that failed says why, and the next try writes over it', () => {
    const failed = orThrow(decideDropOff(parcelIn('DELIVERING'), { outcome: 'FAILED', reason: 'Nobody there' }, move));
    expect([failed.status, failed.endedAt]).toEqual(['FAILED', undefined]);
    expect(failed.history.at(-1)).toMatchObject({ event: 'deliveryFailed', reason: 'Nobody there' });
    const again = orThrow(decideRetry(failed, move));
    const delivered = orThrow(decideDropOff(again, { outcome: 'DELIVERED' }, { ...move, at: at + 1 }));
    expect(delivered.shipment.dropOff).toEqual({ outcome: 'DELIVERED', at: at + 1 });
  });

  test.each(PARCEL_STATUSES.filter((status) => status !== 'DELIVERING'))('cannot be in %s', (status) => {
    for (const outcome of ['DELIVERED', 'FAILED'] as const)
      expect(decideDropOff(parcelIn(status), { outcome }, move)).toMatchObject({
        refused: 'ERR_INVALID_ORDER_STATUS',
      });
  });
});

test.each([
  ['AWAIT_DRIVER', 'CANCELED'],
  ['AWAIT_PICKUP', 'CANCELED'],
  ['DELIVERING', 'CANCELED'],
  ['FAILED_PICKUP', 'CLOSED'],
  ['FAILED', 'CLOSED'],
  ['RETURNED', 'CLOSED'],
] as const)('cancelled in %s it is %s', (status, end) => {
  const after = orThrow(decideCancellation(parcelIn(status), at, 'partner', 'Sold out'));
  expect([after.status, after.endedAt]).toEqual([end, at]);
  expect(after.history.at(-1)).toMatchObject({ event: 'cancelled', by: 'partner', reason: 'Sold out' });
});

test.each(['DELIVERED', 'CANCELED', 'CLOSED'] as const)('what is %s cannot be cancelled', (status) => {
  expect(decideCancellation(parcelIn(status), at, 'partner')).toEqual({
    refused: 'ERR_CANCELLATION_FORBIDDEN',
    sentence: `Order 1000000000000000001 is ${status}, which does not allow this.`,
  });
});

describe('whatever happens to a parcel', () => {
  const anyEvents = fc.array(fc.constantFrom(...PARCEL_EVENTS), { maxLength: 60 });
  const START = parcelIn('AWAIT_DRIVER');

  test('its history follows the table, and its last entry is the parcel', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const { history, status, endedAt, updatedAt } = afterEvents(START, events);
        expect(history.at(-1)?.status).toBe(status);
        for (const [index, entry] of history.slice(1).entries()) {
          const before = history[index];
          expect(statusAfter(before?.status ?? status, entry.event as never)).toBe(entry.status);
          expect(entry.at).toBeGreaterThan(before?.at ?? 0);
        }
        expect(endedAt !== undefined).toBe(isEnd(status));
        expect(updatedAt).toBe(history.at(-1)?.at);
        if (endedAt !== undefined) expect(endedAt).toBe(updatedAt);
      }),
    );
  });

  test('nobody has it while it waits for a driver, and from the pick-up on somebody does', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const { status, driverId } = afterEvents(START, events);
        if (status === 'AWAIT_DRIVER') expect(driverId).toBeUndefined();
        else if (!['CANCELED', 'CLOSED'].includes(status)) expect(driverId).toBe(CARRIER);
      }),
    );
  });

  test('each rule takes what the table takes, and nothing else', () => {
    fc.assert(
      fc.property(anyEvents, fc.constantFrom(...PARCEL_EVENTS), (events, event) => {
        const before = afterEvents(START, events);
        const decision = happen(before, event, NOON + 100 * MINUTE_MS);
        const next = statusAfter(before.status, event);
        expect('accepted' in decision ? decision.accepted.status : undefined).toBe(next);
      }),
    );
  });
});

test('a driver of another city is not given the parcel', () => {
  expect(decideAssignment(parcelIn('AWAIT_DRIVER'), { id: '71', locode: 'SG SIN' }, at)).toEqual({
    refused: 'ERR_INVALID_FIELD',
    sentence: 'Driver 71 works in SG SIN, and order 1000000000000000001 is in HK HKG.',
  });
});

test('what a device reports late lies after what is known already, and both times are kept', () => {
  const late = { by: 'driver', at: NOON - 1, receivedAt: NOON + 5 } as const;
  const after = orThrow(decideMove(parcelIn('AWAIT_PICKUP'), 'pickedUp', late));
  expect(after.history.at(-1)).toMatchObject({ at: NOON, receivedAt: NOON + 5 });
});
