import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import {
  clockText,
  DAY_MS,
  formatAllowedFrom,
  formatAllowedUntil,
  formatInstant,
  HOUR_MS,
  instantOfLocal,
  isDate,
  isTimeZone,
  localMoment,
  localTimeText,
  MINUTE_MS,
  parseInstant,
  SECOND_MS,
} from './time.ts';

const NOON = Date.UTC(2026, 2, 29, 12, 0, 0);
const anyInstant = fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) });

test('the units of time build on one another', () => {
  expect([SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS]).toEqual([1_000, 60_000, 3_600_000, 86_400_000]);
});

test('a time is printed in UTC as whole seconds with two zeros', () => {
  expect(formatInstant(NOON)).toBe('2026-03-29T12:00:00.00Z');
});

test('a time loses its milliseconds when printed, up to the very last one', () => {
  expect(formatInstant(NOON + 999)).toBe('2026-03-29T12:00:00.00Z');
  expect(formatInstant(NOON + 1_000)).toBe('2026-03-29T12:00:01.00Z');
});

test('a time from which something is allowed is rounded up, unless it is a whole second', () => {
  expect(formatAllowedFrom(NOON)).toBe('2026-03-29T12:00:00.00Z');
  expect(formatAllowedFrom(NOON + 1)).toBe('2026-03-29T12:00:01.00Z');
  expect(formatAllowedFrom(NOON + 999)).toBe('2026-03-29T12:00:01.00Z');
});

test('a time until which something is allowed is rounded down, unless it is a whole second', () => {
  expect(formatAllowedUntil(NOON)).toBe('2026-03-29T12:00:00.00Z');
  expect(formatAllowedUntil(NOON + 999)).toBe('2026-03-29T12:00:00.00Z');
  expect(formatAllowedUntil(NOON - 1)).toBe('2026-03-29T11:59:59.00Z');
});

test('rounding up carries over midnight and the end of a year', () => {
  expect(formatAllowedFrom(Date.UTC(2026, 11, 31, 23, 59, 59, 1))).toBe('2027-01-01T00:00:00.00Z');
});

test('whoever obeys a printed time is let in, and never has to wait a second too long', () => {
  fc.assert(
    fc.property(anyInstant, (instant) => {
      const from = Date.parse(formatAllowedFrom(instant));
      const until = Date.parse(formatAllowedUntil(instant));
      expect(from - instant).toBeGreaterThanOrEqual(0);
      expect(from - instant).toBeLessThan(SECOND_MS);
      expect(instant - until).toBeGreaterThanOrEqual(0);
      expect(instant - until).toBeLessThan(SECOND_MS);
    }),
  );
});

test('a printed whole second reads back as itself', () => {
  fc.assert(
    fc.property(anyInstant, (instant) => {
      const wholeSecond = instant - (instant % SECOND_MS);
      expect(Date.parse(formatInstant(wholeSecond))).toBe(wholeSecond);
    }),
  );
});

test.each(['Asia/Hong_Kong', 'America/Sao_Paulo', 'UTC'])('%s is a time zone', (name) => {
  expect(isTimeZone(name)).toBe(true);
});

test.each(['', 'Asia/Atlantis', 'Hong Kong', 'GMT+8', ' UTC'])('"%s" is no time zone', (name) => {
  expect(isTimeZone(name)).toBe(false);
});

test('a moment as the clock on the wall shows it, also across midnight and summer time', () => {
  const instant = Date.UTC(2026, 10, 16, 17, 5);
  expect(localMoment(instant, 'Asia/Hong_Kong')).toEqual({ date: '2026-11-17', weekday: 'TUE', minuteOfDay: 65 });
  expect(localMoment(instant, 'America/Sao_Paulo')).toEqual({ date: '2026-11-16', weekday: 'MON', minuteOfDay: 845 });
  expect(localMoment(Date.UTC(2026, 0, 1, 0, 0), 'UTC')).toEqual({
    date: '2026-01-01',
    weekday: 'THU',
    minuteOfDay: 0,
  });
});

test('every day of the week has its name, from Sunday to Saturday', () => {
  const days = [15, 16, 17, 18, 19, 20, 21].map((day) => localMoment(Date.UTC(2026, 10, day), 'UTC').weekday);
  expect(days).toEqual(['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']);
});

test('a wall clock shows a minute from its first moment to its last, whatever it was asked before', () => {
  const minuteAt = (instant: number) => localMoment(instant, 'Asia/Hong_Kong').minuteOfDay;
  const first = Date.UTC(2026, 10, 16, 14);
  const moments = [-1, 0, 29_999, 30_000, 59_999, 60_000, 0, -1];
  expect(moments.map((ms) => minuteAt(first + ms) - 22 * 60)).toEqual([-1, 0, 0, 0, 0, 1, 0, -1]);
});

test('the wall clocks of the east strike midnight into the year 10000, and have a day of the week after it', () => {
  const last = Date.UTC(9999, 11, 31, 15, 59);
  expect(localMoment(last, 'Asia/Hong_Kong')).toEqual({ date: '9999-12-31', weekday: 'FRI', minuteOfDay: 1_439 });
  const first = { date: '+010000-01-01', weekday: 'SAT', minuteOfDay: 0 };
  expect(localMoment(last + MINUTE_MS, 'Asia/Hong_Kong')).toEqual(first);
  expect(localMoment(last + 8 * HOUR_MS, 'UTC')).toEqual({ date: '9999-12-31', weekday: 'FRI', minuteOfDay: 1_439 });
  for (const [date, minuteOfDay, instant] of [
    ['9999-12-31', 1_439, last],
    ['+010000-01-01', 0, last + MINUTE_MS],
  ] as const)
    expect(instantOfLocal(date, minuteOfDay, 'Asia/Hong_Kong')).toBe(instant);
});

test('times are read with Z or an offset, with or without seconds and fractions, and from the calendar only', () => {
  const noon = Date.UTC(2026, 10, 16, 12, 0, 0);
  for (const text of [
    '2026-11-16T12:00:00Z',
    '2026-11-16T12:00:00.00Z',
    '2026-11-16T20:00:00+08:00',
    '2026-11-16T20:00+0800',
    '2026-11-16t09:00:00-03:00',
    '2026-11-16 12:00:00z',
  ]) {
    expect([text, parseInstant(text)]).toEqual([text, noon]);
  }
  expect(parseInstant('2026-11-16T12:00:00.1239Z')).toBe(noon + 123);
  expect(parseInstant('2026-11-16T12:00:00.5Z')).toBe(noon + 500);
  expect(parseInstant('2026-11-16T12:00:00,5Z')).toBe(noon + 500);
  expect(parseInstant('2026-11-16T12:00:00.123456789Z')).toBe(noon + 123);
  expect(parseInstant(' 2026-11-16T12:00:00Z\n')).toBe(noon);
  for (const text of [
    '2026-11-16T12:00:00',
    '2026-11-31T12:00:00Z',
    '2026-11-16',
    'on 2026-11-16T12:00:00Z',
    '2026-11-16T12:00:00Z at last',
    'noon',
    '2026-11-16T24:30:00Z',
    '20261116T120000Z',
    '2026-11-16T12:00:00.Z',
    '2026-11-16T12:00:00.1234567890Z',
  ]) {
    expect([text, parseInstant(text)]).toEqual([text, undefined]);
  }
});

test('a time is the same wherever the machine stands that reads it', () => {
  const zoneHere = Intl.DateTimeFormat().resolvedOptions().timeZone;
  onTestFinished(() => {
    process.env.TZ = zoneHere;
  });
  process.env.TZ = 'Asia/Hong_Kong';
  expect(parseInstant('2026-11-16T12:00:00Z')).toBe(Date.UTC(2026, 10, 16, 12));
  expect(parseInstant('2026-11-16T20:00:00+08:00')).toBe(Date.UTC(2026, 10, 16, 12));
  expect(instantOfLocal('2026-11-16', 9 * 60, 'America/Sao_Paulo')).toBe(Date.UTC(2026, 10, 16, 12));
  expect(isDate('2026-11-16')).toBe(true);
});

test('the wall clock of a place can be read backwards', () => {
  expect(instantOfLocal('2026-11-17', 65, 'Asia/Hong_Kong')).toBe(Date.UTC(2026, 10, 16, 17, 5));
  expect(instantOfLocal('2026-11-16', 0, 'Asia/Kolkata')).toBe(Date.UTC(2026, 10, 15, 18, 30));
  expect(instantOfLocal('2026-11-16', 24 * 60, 'UTC')).toBe(Date.UTC(2026, 10, 17));
});

test('an hour that comes twice is the first of the two, and one that never comes is what follows the gap', () => {
  expect(instantOfLocal('2026-10-25', 150, 'Europe/Berlin')).toBe(Date.UTC(2026, 9, 25, 0, 30));
  expect(instantOfLocal('2026-03-29', 150, 'Europe/Berlin')).toBe(Date.UTC(2026, 2, 29, 1, 30));
  expect(instantOfLocal('2026-03-29', 180, 'Europe/Berlin')).toBe(Date.UTC(2026, 2, 29, 1, 0));
});

test('reading the wall clock there and back is the same minute, in every zone with one time all year', () => {
  const zones = fc.constantFrom(
    'Asia/Hong_Kong',
    'Asia/Jakarta',
    'Asia/Manila',
    'Asia/Taipei',
    'America/Sao_Paulo',
    'UTC',
  );
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2100, 0, 1) }), zones, (instant, zone) => {
      const { date, minuteOfDay } = localMoment(instant, zone);
      expect(instantOfLocal(date, minuteOfDay, zone)).toBe(Math.floor(instant / MINUTE_MS) * MINUTE_MS);
    }),
  );
});

test('a time beyond the years that can be printed is none', () => {
  expect(parseInstant('9999-12-31T23:59:59Z')).toBe(Date.UTC(9999, 11, 31, 23, 59, 59));
  expect(parseInstant('9999-12-31T23:59:59-00:01')).toBeUndefined();
  expect(parseInstant('0000-01-01T00:00:00+00:01')).toBeUndefined();
  expect(parseInstant('0000-01-01T00:01:00+00:01')).toBe(Date.parse('0000-01-01T00:00:00Z'));
});

test('a day is one of the calendar', () => {
  expect(['2026-11-16', '2028-02-29'].every(isDate)).toBe(true);
  expect(['2026-02-31', '2026-13-01', '0000-01-01', '16-11-2026', '+012026-11-16', 'monday', ''].some(isDate)).toBe(
    false,
  );
});

test('a wall shows hours and minutes with two digits, and where seconds are wanted those too', () => {
  expect([0, 65, 23 * 60 + 59].map(clockText)).toEqual(['00:00', '01:05', '23:59']);
  expect(localTimeText(NOON + 61 * SECOND_MS, 'Asia/Hong_Kong')).toBe('2026-03-29 20:01:01');
  expect(localTimeText(NOON + 62 * SECOND_MS - 1, 'Asia/Hong_Kong')).toBe('2026-03-29 20:01:01');
});
