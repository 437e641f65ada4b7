import { expect, test } from 'vitest';
import type { City, Market } from '../../markets/index.ts';
import { cityHint } from './city-hint.ts';

const market = (code: string, cities: Readonly<Record<string, string>>) =>
  ({
    market: code,
    cities: Object.entries(cities).map(([locode, name]) => ({ locode, name }) as City),
  }) as unknown as Market;
const MARKETS = [market('HK', { 'HK HKG': 'Hong Kong' }), market('TW', { 'TW TPE': 'Taipei', 'TW TNN': 'Tainan' })];

test.each([
  ['Hong Kong', 'Write it as "HK HKG".'],
  [' tainan', 'Write it as "TW TNN".'],
  ['TW XXX', 'In TW there is "TW TPE", Taipei; "TW TNN", Tainan.'],
  ['tw', 'In TW there is "TW TPE", Taipei; "TW TNN", Tainan.'],
  ['TW_TPE', 'In TW there is "TW TPE", Taipei; "TW TNN", Tainan.'],
  ['Twist', 'Write it as "HK HKG".'],
  ['XX XXX', 'Write it as "HK HKG".'],
  ['', 'Write it as "HK HKG".'],
])('whoever writes "%s" is told: %s', (written, hint) => {
  expect(cityHint(MARKETS, written)).toBe(hint);
});
