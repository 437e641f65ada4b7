import { expect, test } from 'vitest';
import type { City } from './market.ts';
import { marketTimeZone } from './market-time-zone.ts';

const city = (timeZone: string) => ({ timeZone }) as City;

test('a market has the clock of its first city, and one without cities UTC', () => {
  expect(marketTimeZone({ cities: [city('America/Sao_Paulo'), city('America/Bahia')] })).toBe('America/Sao_Paulo');
  expect(marketTimeZone({ cities: [] })).toBe('UTC');
});
