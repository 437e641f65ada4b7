import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../foundation/time.ts';
import { isSessionAlive } from './session-life.ts';

const NOON = Date.UTC(2026, 10, 16, 12);
const session = { createdAt: NOON, lastSeenAt: NOON, endedAt: undefined };

test.each([
  ['console', 12 * HOUR_MS],
  ['portal', 7 * DAY_MS],
] as const)('at the %s it ends when it was not used for %i ms', (desk, idleMs) => {
  expect(isSessionAlive(session, desk, NOON + idleMs - 1)).toBe(true);
  expect(isSessionAlive(session, desk, NOON + idleMs)).toBe(false);
});

test('after 30 days it ends, however much it was used', () => {
  const used = { ...session, lastSeenAt: NOON + 30 * DAY_MS - 1 };
  expect(isSessionAlive(used, 'portal', NOON + 30 * DAY_MS - 1)).toBe(true);
  expect(isSessionAlive(used, 'portal', NOON + 30 * DAY_MS)).toBe(false);
});

test('what was ended is over', () => {
  expect(isSessionAlive({ ...session, endedAt: NOON }, 'portal', NOON)).toBe(false);
});
