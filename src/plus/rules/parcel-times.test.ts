import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../foundation/time.ts';
import { readEditedTimes, readTimes } from './parcel-times.ts';

const noon = Date.UTC(2026, 10, 16, 4);
const iso = (instant: number) => new Date(instant).toISOString();
/** Times so many milliseconds from noon, and from the pick-up to the deadline. */
const given = (ahead: number, time?: number) => ({
  scheduleAt: iso(noon + ahead),
  ...(time === undefined ? {} : { deliveryBy: iso(noon + ahead + time) }),
});
const late = (sentence: string) => ({
  faults: [{ code: 'ERR_INVALID_SCHEDULE_TIME', sentence, pointer: '/data/scheduleAt' }],
});
const close = (sentence: string) => ({
  faults: [{ code: 'ERR_INVALID_FIELD', sentence, pointer: '/data/deliveryBy' }],
});
const noTime = (field: string) => ({
  code: 'ERR_INVALID_FIELD',
  sentence: `${field} must be a time with a zone such as 2026-11-20T09:30:00.00Z.`,
  pointer: `/data/${field}`,
});

test.each([
  ['a quotation', readTimes],
  ['an edit', readEditedTimes],
])('in %s the pick-up is later than now, and at most 30 days ahead', (_, read) => {
  const wanted = 2 * HOUR_MS;
  const tooEarly = late('scheduleAt must be later than now; it can be from 2026-11-16T04:00:01.00Z on.');
  expect(read(given(-1, wanted), noon)).toEqual(tooEarly);
  expect(read(given(0, wanted), noon)).toEqual(tooEarly);
  expect(read(given(1, wanted), noon)).toMatchObject({ scheduleAt: noon + 1 });
  expect(read(given(30 * DAY_MS, wanted), noon)).toMatchObject({ scheduleAt: noon + 30 * DAY_MS });
  expect(read(given(30 * DAY_MS + 1, wanted), noon)).toEqual(
    late('scheduleAt must not be more than 30 days ahead; it can be until 2026-12-16T04:00:00.00Z.'),
  );
});

test('a quotation is delivered an hour after the pick-up at the earliest; exactly an hour is allowed', () => {
  const tooClose = close('deliveryBy must be at least 1 hour after scheduleAt.');
  expect(readTimes(given(DAY_MS, -HOUR_MS), noon)).toEqual(tooClose);
  expect(readTimes(given(DAY_MS, HOUR_MS - 1), noon)).toEqual(tooClose);
  expect(readTimes(given(DAY_MS, HOUR_MS), noon)).toEqual({
    scheduleAt: noon + DAY_MS,
    deliverBy: noon + DAY_MS + HOUR_MS,
    isDeadlineGiven: true,
  });
});

test('an edit is delivered more than an hour after the pick-up; exactly an hour is not enough', () => {
  const tooClose = close('deliveryBy must be more than 1 hour after scheduleAt.');
  expect(readEditedTimes(given(DAY_MS, HOUR_MS - 1), noon)).toEqual(tooClose);
  expect(readEditedTimes(given(DAY_MS, HOUR_MS), noon)).toEqual(tooClose);
  expect(readEditedTimes(given(DAY_MS, HOUR_MS + 1), noon)).toEqual({
    scheduleAt: noon + DAY_MS,
    deliverBy: noon + DAY_MS + HOUR_MS + 1,
    isDeadlineGiven: true,
  });
});

test.each([undefined, null])('without a deadline (%s) it is four hours after the pick-up', (deliveryBy) => {
  expect(readTimes({ ...given(DAY_MS), deliveryBy }, noon)).toEqual({
    scheduleAt: noon + DAY_MS,
    deliverBy: noon + DAY_MS + 4 * HOUR_MS,
    isDeadlineGiven: false,
  });
});

test.each(['', 'tomorrow', '2026-11-17', '2026-11-17T04:00:00', '1794888000000', '2026-02-30T04:00:00Z'])(
  '"%s" is no time, in either field',
  (text) => {
    expect(readTimes({ scheduleAt: text }, noon)).toEqual({ faults: [noTime('scheduleAt')] });
    expect(readTimes({ ...given(DAY_MS), deliveryBy: text }, noon)).toEqual({ faults: [noTime('deliveryBy')] });
    expect(readTimes({ scheduleAt: text, deliveryBy: text }, noon)).toEqual({
      faults: [noTime('scheduleAt'), noTime('deliveryBy')],
    });
  },
);

test('offsets and fractions are read; faults of both times are told at once', () => {
  const times = { scheduleAt: '2026-11-17T12:00:00+08:00', deliveryBy: '2026-11-17T05:00:00.5Z' };
  expect(readTimes(times, noon)).toMatchObject({
    scheduleAt: noon + DAY_MS,
    deliverBy: noon + DAY_MS + HOUR_MS + 500,
  });
  expect(readTimes(given(-1, 0), noon)).toMatchObject({
    faults: [{ pointer: '/data/scheduleAt' }, { pointer: '/data/deliveryBy' }],
  });
});

test('whatever an edit takes, a quotation takes too, and what is taken keeps the limits', () => {
  const near = fc.integer({ min: -2 * HOUR_MS, max: 2 * HOUR_MS });
  const ahead = fc.oneof(
    near,
    near.map((ms) => ms + 30 * DAY_MS),
  );
  fc.assert(
    fc.property(ahead, near, (start, time) => {
      const [quoted, edited] = [readTimes(given(start, time), noon), readEditedTimes(given(start, time), noon)];
      const isInTime = start > 0 && start <= 30 * DAY_MS;
      expect('faults' in quoted).toBe(!(isInTime && time >= HOUR_MS));
      expect('faults' in edited).toBe(!(isInTime && time > HOUR_MS));
    }),
  );
});
