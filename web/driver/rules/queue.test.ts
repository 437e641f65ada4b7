import { describe, expect, test } from 'vitest';
import type { Action } from '../day/action.ts';
import { LANES, laneOf, meaningOf, nextToSend, outgoing, pauseAfter, pauseBefore, timeToSend } from './queue.ts';

const orderId = '1000000000000000001';
const stopId = '1000000000000000002';
const waiting = (...actions: Action[]) => actions.map((action, place) => ({ action, place }));

describe('what goes out next', () => {
  test('the oldest of what is done; a call for help has a way of its own', () => {
    const all = waiting(
      { kind: 'pickUp', orderId },
      { kind: 'emergency' },
      { kind: 'goOffline' },
      { kind: 'emergency' },
    );
    expect(nextToSend(all, 'work')).toBe(all[0]);
    expect(nextToSend(all.slice(1), 'work')).toBe(all[2]);
    expect(nextToSend(all, 'help')).toBe(all[1]);
    expect(nextToSend(all.slice(0, 1), 'help')).toBeUndefined();
  });

  test('whatever is done goes by one of the lanes', () => {
    expect(LANES).toEqual(['help', 'work']);
    expect([laneOf({ kind: 'emergency' }), laneOf({ kind: 'goOffline' })]).toEqual(['help', 'work']);
  });

  const strokes = [
    [
      [0, 0],
      [9, 9],
    ],
  ];
  test.each<[Action, string, object]>([
    [{ kind: 'arrive', orderId }, `/orders/${orderId}/arrive`, {}],
    [{ kind: 'pickUp', orderId }, `/orders/${orderId}/pick-up`, {}],
    [{ kind: 'giveBack', orderId, reason: 'Flat tyre' }, `/orders/${orderId}/give-back`, { reason: 'Flat tyre' }],
    [
      { kind: 'dropOff', orderId, stopId, proof: { kind: 'NONE' } },
      `/orders/${orderId}/drop-offs/${stopId}`,
      { proof: 'NONE' },
    ],
    [
      { kind: 'dropOff', orderId, stopId, proof: { kind: 'SIGNATURE', strokes } },
      `/orders/${orderId}/drop-offs/${stopId}`,
      { proof: 'SIGNATURE', signature: { strokes } },
    ],
    [
      { kind: 'dropOff', orderId, stopId, proof: { kind: 'FAILED', reasonKey: 'NOBODY_THERE', note: 'Rang twice' } },
      `/orders/${orderId}/drop-offs/${stopId}`,
      { proof: 'FAILED', reasonKey: 'NOBODY_THERE', reason: 'Rang twice' },
    ],
    [{ kind: 'parcelPickUp', orderId, pieces: 2, note: '' }, `/parcels/${orderId}/pick-up`, { pieces: 2 }],
    [
      { kind: 'parcelFailPickUp', orderId, reasonKey: 'CLOSED' },
      `/parcels/${orderId}/fail-pick-up`,
      { reasonKey: 'CLOSED' },
    ],
    [{ kind: 'parcelDropOut', orderId, reason: 'Ill' }, `/parcels/${orderId}/drop-out`, { reason: 'Ill' }],
    [
      { kind: 'parcelFailDelivery', orderId, reasonKey: 'CLOSED', note: 'Again' },
      `/parcels/${orderId}/fail-delivery`,
      { reasonKey: 'CLOSED', reason: 'Again' },
    ],
    [{ kind: 'parcelRetry', orderId }, `/parcels/${orderId}/retry`, {}],
    [{ kind: 'parcelReturn', orderId }, `/parcels/${orderId}/return`, {}],
    [{ kind: 'goOffline' }, '/offline', {}],
    [{ kind: 'parcelPickUp', orderId, note: 'One is wet' }, `/parcels/${orderId}/pick-up`, { note: 'One is wet' }],
    [{ kind: 'emergency' }, '/emergency', {}],
    [{ kind: 'emergency', note: 'Flat tyre on the bridge' }, '/emergency', { note: 'Flat tyre on the bridge' }],
    [{ kind: 'emergency', place: { lat: 1, lng: 2 } }, '/emergency', { place: { lat: 1, lng: 2 } }],
  ])('%j', (action, path, data) => {
    expect(outgoing(action)).toEqual({ path, data });
  });

  test('a photo stays a picture until it is sent', () => {
    const photo = new Blob(['x']);
    expect(outgoing({ kind: 'parcelDeliver', orderId, proof: { kind: 'PHOTO', photo } })).toEqual({
      path: `/parcels/${orderId}/deliver`,
      data: { proof: 'PHOTO' },
      photo,
    });
  });
});

describe('the time that is sent', () => {
  const noon = Date.UTC(2026, 10, 16, 4);
  const twoHours = 7_200_000;

  test('is the device’s, put right by how far its clock was off when it was done', () => {
    const done = { doneAt: noon + twoHours, aheadMs: -twoHours };
    expect(timeToSend(done, { now: noon + 60_000, aheadMs: 0 })).toBe('2026-11-16T04:00:00.000Z');
  });

  test('where that was not known, by how far it is off now', () => {
    const clock = { now: noon - twoHours + 5, aheadMs: twoHours };
    expect(timeToSend({ doneAt: noon - twoHours }, clock)).toBe('2026-11-16T04:00:00.000Z');
  });

  test('is never later than now', () => {
    const clock = { now: noon, aheadMs: 0 };
    expect(timeToSend({ doneAt: noon - 1 }, clock)).toBe('2026-11-16T03:59:59.999Z');
    expect(timeToSend({ doneAt: noon }, clock)).toBe('2026-11-16T04:00:00.000Z');
    expect(timeToSend({ doneAt: noon + twoHours }, clock)).toBe('2026-11-16T04:00:00.000Z');
  });
});

describe('what an answer means', () => {
  const no = (status: number, code: string, pointer?: string) => meaningOf({ ok: false, status, code, pointer });

  test('done, signed out, suspended, or the time is wrong', () => {
    expect(meaningOf({ ok: true })).toBe('DONE');
    expect(no(401, 'ERR_UNAUTHORIZED')).toBe('SIGNED_OUT');
    expect(no(403, 'ERR_FORBIDDEN')).toBe('SUSPENDED');
    expect(no(422, 'ERR_INVALID_FIELD', '/data/at')).toBe('WRONG_TIME');
  });

  test.each([
    [409, 'ERR_REQUEST_IN_PROGRESS'],
    [408, 'ERR_REQUEST_TIMEOUT'],
    [429, 'ERR_RATE_LIMIT_EXCEEDED'],
    [500, 'ERR_INTERNAL'],
    [503, 'ERR_UNAVAILABLE'],
    [404, ''],
  ])('%i %s passes: it waits', (status, code) => {
    expect(no(status, code)).toBe('WAIT');
  });

  test.each([
    [404, 'ERR_ORDER_NOT_FOUND'],
    [409, 'ERR_OFFER_GONE'],
    [413, 'ERR_PAYLOAD_TOO_LARGE'],
    [422, 'ERR_INVALID_ORDER_STATUS'],
  ])('%i %s is a no', (status, code) => {
    expect(no(status, code)).toBe('REFUSED');
  });
});

test('pauses double from a second to a minute, each by chance between half and whole', () => {
  expect([pauseAfter(0, 0), pauseAfter(0, 1)]).toEqual([500, 1_000]);
  expect([pauseAfter(3, 0), pauseAfter(3, 1)]).toEqual([4_000, 8_000]);
  expect([pauseAfter(6, 1), pauseAfter(900, 1), pauseAfter(900, 0)]).toEqual([60_000, 60_000, 30_000]);
});

test('a pause that the server asks for is kept to, and never shorter than the own', () => {
  expect(pauseBefore(0, 1)).toEqual({ pauseMs: 1_000, isAskedFor: false });
  expect(pauseBefore(0, 1, 30)).toEqual({ pauseMs: 30_000, isAskedFor: true });
  expect(pauseBefore(6, 1, 30)).toEqual({ pauseMs: 60_000, isAskedFor: true });
});
