import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../foundation/time.ts';
import { LANGUAGES } from './language.ts';
import { shownTime } from './shown-time.ts';

/** 12:05 in Hong Kong. */
const NOW = Date.UTC(2026, 10, 16, 4, 5);
const HONG_KONG = 'Asia/Hong_Kong';
/** Indonesians write a point. */
const clock = (time: string, language: string) => (language === 'id' ? time.replace(':', '.') : time);

test.each(LANGUAGES)('%s: today is a clock alone, in the city’s own time', (language) => {
  expect(shownTime(NOW + 2 * HOUR_MS, NOW, language, HONG_KONG)).toBe(clock('14:05', language));
  expect(shownTime(NOW, NOW, language, 'America/Sao_Paulo')).toBe(clock('01:05', language));
});

test.each(LANGUAGES)('%s: what comes in twelve hours or later on another day has the day named', (language) => {
  const soon = NOW + 12 * HOUR_MS - MINUTE_MS;
  expect(shownTime(soon, NOW, language, HONG_KONG)).toBe(clock('00:04', language));
  const tomorrow = shownTime(soon + MINUTE_MS, NOW, language, HONG_KONG);
  expect(tomorrow).toContain('17');
  expect(tomorrow).toContain(clock('00:05', language));
  const morning = NOW - 12 * HOUR_MS;
  expect(shownTime(morning + 23 * HOUR_MS, morning, language, HONG_KONG)).toBe(clock('23:05', language));
});

test('a day is named by its weekday and its month', () => {
  for (const part of ['Tue', '17', 'Nov']) expect(shownTime(NOW + 20 * HOUR_MS, NOW, 'en', HONG_KONG)).toContain(part);
});

test.each(LANGUAGES)('%s: what was yesterday has the day named', (language) => {
  const midnight = NOW - 12 * HOUR_MS - 5 * MINUTE_MS;
  expect(shownTime(midnight, midnight + MINUTE_MS, language, HONG_KONG)).toBe(clock('00:00', language));
  const yesterday = shownTime(midnight - MINUTE_MS, midnight, language, HONG_KONG);
  expect(yesterday).toContain('15');
  expect(yesterday).toContain(clock('23:59', language));
});
