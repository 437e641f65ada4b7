import { expect, test } from 'vitest';
import { DAY_MS } from '../../foundation/time.ts';
import { readSchedule } from './schedule.ts';

const NOW = Date.UTC(2026, 10, 16, 4, 0, 0);
const code = (text: string) => {
  const read = readSchedule(text, NOW);
  return 'fault' in read ? read.fault.code : read.at;
};
const iso = (instant: number) => new Date(instant).toISOString();

test('absent or null means at once', () => {
  expect([readSchedule(undefined, NOW), readSchedule(null, NOW)]).toEqual([{ at: undefined }, { at: undefined }]);
});

test('now is allowed, the moment before is not', () => {
  expect(code(iso(NOW))).toBe(NOW);
  expect(code(iso(NOW - 1))).toBe('ERR_INVALID_SCHEDULE_TIME');
});

test('exactly 30 days ahead is allowed, a moment more is not', () => {
  expect(code(iso(NOW + 30 * DAY_MS))).toBe(NOW + 30 * DAY_MS);
  expect(code(iso(NOW + 30 * DAY_MS + 1))).toBe('ERR_INVALID_SCHEDULE_TIME');
});

test.each([
  '2026-11-17T09:30:00Z',
  '2026-11-17T09:30:00.00Z',
  '2026-11-17T09:30:00.000000Z',
  '2026-11-17T17:30:00+08:00',
  '2026-11-17T17:30:00.5+0800',
  '2026-11-17T09:30Z',
])('%s is a time', (text) => {
  expect(code(text)).toBeTypeOf('number');
});

test.each([
  '',
  'tomorrow',
  '2026-11-17',
  '2026-11-17T09:30:00',
  '2026-13-17T09:30:00Z',
  '2026-02-30T09:30:00Z',
  '1794710607',
  '2026-11-17T25:30:00Z',
])('"%s" is no time at all', (text) => {
  expect(code(text)).toBe('ERR_INVALID_FIELD');
});

test.each([
  ['tomorrow', 'ERR_INVALID_FIELD', 'scheduleAt must be a time with a zone such as 2026-11-20T09:30:00.00Z.'],
  [iso(NOW - 1), 'ERR_INVALID_SCHEDULE_TIME', 'scheduleAt is in the past; it can be from 2026-11-16T04:00:00.00Z on.'],
  [
    iso(NOW + 31 * DAY_MS),
    'ERR_INVALID_SCHEDULE_TIME',
    'scheduleAt must not be more than 30 days ahead; it can be until 2026-12-16T04:00:00.00Z.',
  ],
])('what is wrong with "%s" is said where it stands', (text, code, sentence) => {
  expect(readSchedule(text, NOW)).toEqual({ fault: { code, sentence, pointer: '/data/scheduleAt' } });
});

test.each([1, 500, 999])('whoever obeys the times of a sentence %i ms after a full second is let in', (ms) => {
  const now = NOW + ms;
  const named = (text: string) => {
    const read = readSchedule(text, now);
    return 'fault' in read ? (/\S+(?=( on)?\.$)/.exec(read.fault.sentence)?.[0] ?? '') : '';
  };
  for (const time of [named(iso(now - 1)), named(iso(now + 31 * DAY_MS))]) {
    expect(time).toMatch(/\.00Z$/);
    expect(readSchedule(time, now)).toHaveProperty('at');
  }
});
