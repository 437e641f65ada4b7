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

test.each(LANGUAGES)('%s: another day is named', (language) => {
  const lastOfToday = NOW + 12 * HOUR_MS - 6 * MINUTE_MS;
  expect(shownTime(lastOfToday, NOW, language, HONG_KONG)).toBe(clock('23:59', language));
  const tomorrow = shownTime(lastOfToday + MINUTE_MS, NOW, language, HONG_KONG);
  expect(tomorrow).toContain('17');
  expect(tomorrow).toContain(clock('00:00', language));
});
