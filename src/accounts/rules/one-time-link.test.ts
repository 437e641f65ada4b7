import { expect, test } from 'vitest';
import { accepted } from '../../foundation/decision.ts';
import { DAY_MS, HOUR_MS } from '../../foundation/time.ts';
import { decideLink, linkExpiresAt, mayAskForReset, type OneTimeLink, purposeOfLink } from './one-time-link.ts';

const NOON = Date.UTC(2026, 10, 16, 12);
const link: OneTimeLink = { desk: 'portal', status: 'active', expiresAt: NOON, endedAt: undefined };

test('an invitation lives for seven days, a reset for an hour', () => {
  expect(linkExpiresAt('invitation', NOON)).toBe(NOON + 7 * DAY_MS);
  expect(linkExpiresAt('reset', NOON)).toBe(NOON + HOUR_MS);
  expect(purposeOfLink({ hasPassword: false })).toBe('invitation');
  expect(purposeOfLink({ hasPassword: true })).toBe('reset');
});

test('a link is good until it expires, once, at its own desk, for somebody who is not disabled', () => {
  expect(decideLink(link, 'portal', NOON - 1)).toEqual(accepted(link));
  for (const [dead, desk, now] of [
    [link, 'portal', NOON],
    [link, 'console', NOON - 1],
    [{ ...link, endedAt: NOON - 2 }, 'portal', NOON - 1],
    [{ ...link, status: 'disabled' as const }, 'portal', NOON - 1],
    [undefined, 'portal', NOON - 1],
  ] as const)
    expect(decideLink(dead, desk, now)).toEqual({
      refused: 'ERR_NOT_FOUND',
      sentence: 'This link is not valid any more: it works once, and not for long. Ask for a new one.',
    });
});

test('three links in an hour, and the next when the first of them is an hour old', () => {
  const earlier = [NOON, NOON + 1, NOON + 2];
  expect(mayAskForReset(earlier.slice(1), NOON + 3)).toBe(true);
  expect(mayAskForReset(earlier, NOON + HOUR_MS - 1)).toBe(false);
  expect(mayAskForReset(earlier, NOON + HOUR_MS)).toBe(true);
});
