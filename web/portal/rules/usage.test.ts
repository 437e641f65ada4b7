import { expect, test } from 'vitest';
import { allowedWords, byUse, clockTime, lastUsed } from './usage.ts';

const usage = (api: string, calls: number | undefined, refused = 0, allowed = 30) => ({
  api,
  allowed,
  refused,
  busiest: calls === undefined ? null : { calls },
});

test('those that were refused come first, then the nearest to their limits; unused ones are apart', () => {
  const { used, unused } = byUse([
    usage('quiet', undefined),
    usage('wide', 20, 0, 300),
    usage('half', 15),
    usage('only refused', undefined, 1),
    usage('refused', 1, 2),
  ]);
  expect(used.map(({ api }) => api)).toEqual(['refused', 'only refused', 'half', 'wide']);
  expect(unused.map(({ api }) => api)).toEqual(['quiet']);
});

test('a limit is told by the minute, and by the second where there is one', () => {
  expect(allowedWords({ allowed: 50, allowedASecond: null })).toBe('50 calls a minute');
  expect(allowedWords({ allowed: 3_000, allowedASecond: 200 })).toBe('3,000 calls a minute, and 200 a second');
});

test('a time is that on the clock of whoever looks, with two digits each', () => {
  expect(clockTime(new Date(2026, 10, 16, 9, 5).toISOString())).toBe('09:05');
  expect(clockTime(new Date(2026, 10, 16, 17, 30, 59).toISOString())).toBe('17:30');
});

test('the key that was used last is looked at first', () => {
  const key = (apiKey: string, lastUsedAt: string | null) => ({ apiKey, lastUsedAt });
  const older = key('older', '2026-11-15T10:00:00.00Z');
  const newer = key('newer', '2026-11-16T10:00:00.00Z');
  expect(lastUsed([key('never', null), older, newer])?.apiKey).toBe('newer');
  expect(lastUsed([newer, older])?.apiKey).toBe('newer');
  expect(lastUsed([key('never', null), key('nor this', null)])?.apiKey).toBe('never');
  expect(lastUsed([])).toBeUndefined();
});
