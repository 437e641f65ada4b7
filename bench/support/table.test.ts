import { expect, test } from 'vitest';
import { printed, verdict } from './table.ts';

test('a ratio meets its bar from the bar on, and the moonshot from the moonshot on', () => {
  const higher = (ratio: number) => verdict({ ratio, bar: 0.7, moonshot: 1.3, better: 'higher' });
  expect([0.699, 0.7, 1.299, 1.3].map(higher)).toEqual(['not met', 'met', 'met', 'moonshot']);
  const lower = (ratio: number) => verdict({ ratio, bar: 1.5, moonshot: 1.1, better: 'lower' });
  expect([1.501, 1.5, 1.101, 1.1].map(lower)).toEqual(['not met', 'met', 'met', 'moonshot']);
});

test('a ratio is printed with the digits that matter', () => {
  expect([0.02449, 0.1, 0.8649, 9.994, 10, 99.94, 100, 1234.5].map(printed)).toEqual([
    '0.024',
    '0.10',
    '0.86',
    '9.99',
    '10.0',
    '99.9',
    '100',
    '1235',
  ]);
});
