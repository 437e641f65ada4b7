import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../foundation/time.ts';
import { actionTime } from './action-time.ts';

const noon = Date.UTC(2026, 10, 16, 4);
const told = (ms: number) => new Date(noon + ms).toISOString();

test.each([undefined, null])('without a time of the device (%s) it is done now', (given) => {
  expect(actionTime(given, noon)).toEqual({ accepted: noon });
});

test('what is no time is told so', () => {
  expect(actionTime('just now', noon)).toEqual({
    refused: 'ERR_INVALID_FIELD',
    sentence: '"at" must be a time such as 2026-11-16T04:00:00Z.',
    pointer: '/data/at',
  });
});

test('what was done without signal keeps its own time, up to a day', () => {
  expect(actionTime(told(-5 * SECOND_MS), noon)).toEqual({ accepted: noon - 5 * SECOND_MS });
  expect(actionTime('2026-11-16T11:30:00+08:00', noon)).toEqual({ accepted: noon - 30 * MINUTE_MS });
  expect(actionTime(told(-DAY_MS), noon)).toEqual({ accepted: noon - DAY_MS });
  expect(actionTime(told(-DAY_MS - 1), noon)).toEqual({
    refused: 'ERR_INVALID_FIELD',
    sentence: '"at" must not be older than a day.',
    pointer: '/data/at',
  });
});

test('a clock up to a minute fast counts as now, a faster one is refused', () => {
  expect(actionTime(told(1), noon)).toEqual({ accepted: noon });
  expect(actionTime(told(MINUTE_MS), noon)).toEqual({ accepted: noon });
  expect(actionTime(told(MINUTE_MS + 1), noon)).toEqual({
    refused: 'ERR_INVALID_FIELD',
    sentence: 'The time of the device is more than a minute ahead. Set its clock.',
    pointer: '/data/at',
  });
});

test.each(['', 'noon', '1794801600000', '2026-02-30T04:00:00Z'])('"%s" is no time', (given) => {
  expect(actionTime(given, noon)).toMatchObject({ refused: 'ERR_INVALID_FIELD', pointer: '/data/at' });
});

test('whatever is taken is never later than now and never older than a day', () => {
  fc.assert(
    fc.property(fc.integer({ min: -3 * DAY_MS, max: DAY_MS }), (ms) => {
      const decision = actionTime(told(ms), noon);
      expect('accepted' in decision).toBe(ms >= -DAY_MS && ms <= MINUTE_MS);
      if ('accepted' in decision) expect(decision.accepted).toBe(noon + Math.min(0, ms));
    }),
  );
});
