import { expect, test } from 'vitest';
import { formatIn } from './format.ts';

const hongKong = formatIn('en', 'Asia/Hong_Kong');
const noon = Date.UTC(2026, 10, 16, 4);

test.each([
  ['en', '120.50', 'HKD', 'HK$120.50'],
  ['zh-HK', '120.50', 'HKD', 'HK$120.50'],
  ['ja', '1200', 'JPY', '￥1,200'],
  ['id', '15000', 'IDR', 'Rp 15.000'],
  ['pt-BR', '-8.00', 'BRL', '-R$ 8,00'],
  ['en', '0.00', 'HKD', 'HK$0.00'],
])('money in %s: %s %s', (language, amount, currency, written) => {
  expect(formatIn(language, undefined).money(amount, currency).replace(/\s/g, ' ')).toBe(written);
});

test('times are those of the city, wherever the phone is', () => {
  expect(hongKong.time('2026-11-16T04:00:00Z')).toBe('12:00');
  expect(hongKong.time('2026-11-15T16:00:00Z')).toBe('00:00');
  expect(formatIn('en', 'America/Sao_Paulo').time('2026-11-16T04:00:00Z')).toBe('01:00');
});

test('another day is named, today is not; the day is the city’s', () => {
  expect(hongKong.moment('2026-11-15T16:00:00Z', noon)).toBe('00:00');
  expect(hongKong.moment('2026-11-15T15:59:59Z', noon)).toBe('Sun, Nov 15, 23:59');
});

test('a day of the calendar is the same in every zone', () => {
  expect(formatIn('en', 'America/Sao_Paulo').calendarDay('2026-11-16')).toBe('Mon, Nov 16');
});

test.each([
  [0, '0 m'],
  [994, '990 m'],
  [999, '1 km'],
  [1000, '1 km'],
  [1260, '1.3 km'],
  [9940, '9.9 km'],
  [10_499, '10 km'],
])('%i metres', (meters, written) => {
  expect(hongKong.distance(meters)).toBe(written);
});
