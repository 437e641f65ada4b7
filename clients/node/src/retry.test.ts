import { describe, expect, test } from 'vitest';
import { delayBeforeRetry, readRetryAfter } from './retry.ts';

const UNAVAILABLE = { status: 503, code: 'ERR_UNAVAILABLE' };
const after = (retryAfterSeconds: number) => ({ status: 429, code: 'ERR_RATE_LIMIT_EXCEEDED', retryAfterSeconds });

describe('what is tried again', () => {
  test.each([
    ['too many calls', 429, 'ERR_RATE_LIMIT_EXCEEDED'],
    ['a request that came in pieces', 408, 'ERR_REQUEST_TIMEOUT'],
    ['a fault of the server', 500, 'ERR_INTERNAL'],
    ['a proxy before it', 502, 'UNREADABLE_ANSWER'],
    ['the same call still running', 409, 'ERR_REQUEST_IN_PROGRESS'],
    ['no answer', undefined, 'NO_ANSWER'],
    ['no answer in time', undefined, 'TIMEOUT'],
  ])('%s', (_, status, code) => {
    expect(delayBeforeRetry({ status, code }, 1, 1, 0)).toBeGreaterThan(0);
  });

  test.each([
    ['a refusal', 422, 'ERR_INVALID_FIELD'],
    ['too little money', 402, 'ERR_INSUFFICIENT_CREDIT'],
    ['a wrong signature', 401, 'ERR_UNAUTHORIZED'],
    ['a conflict that stays one', 409, 'ERR_CANCELLATION_FORBIDDEN'],
    ['something else than this API', 200, 'UNREADABLE_ANSWER'],
    ['a certificate that nobody trusts', undefined, 'UNTRUSTED_CERTIFICATE'],
  ])('not %s', (_, status, code) => {
    expect(delayBeforeRetry({ status, code }, 1, 1, 0)).toBeUndefined();
  });

  test('as often as allowed and no more', () => {
    expect(delayBeforeRetry(UNAVAILABLE, 1, 0, 0)).toBeUndefined();
    expect(delayBeforeRetry(UNAVAILABLE, 4, 4, 0)).toBeDefined();
    expect(delayBeforeRetry(UNAVAILABLE, 5, 4, 0)).toBeUndefined();
  });
});

describe('how long it waits', () => {
  test('twice as long each time, up to eight seconds, and by luck down to the half of it', () => {
    const delays = (random: number) =>
      [1, 2, 3, 6, 7, 20].map((made) => delayBeforeRetry(UNAVAILABLE, made, 99, random));
    expect(delays(1)).toEqual([250, 500, 1_000, 8_000, 8_000, 8_000]);
    expect(delays(0)).toEqual([125, 250, 500, 4_000, 4_000, 4_000]);
  });

  test('as long as the server asks for, never less', () => {
    expect(delayBeforeRetry(after(3), 1, 4, 0)).toBe(3_000);
    expect(delayBeforeRetry(after(3), 1, 4, 1)).toBe(3_250);
    expect(delayBeforeRetry(after(0), 1, 4, 0)).toBe(0);
  });

  test('up to a minute, and leaves longer ones to the caller', () => {
    expect(delayBeforeRetry(after(60), 1, 4, 0)).toBe(60_000);
    expect(delayBeforeRetry(after(61), 1, 4, 0)).toBeUndefined();
  });
});

test('Retry-After is read as seconds or as a date', () => {
  const now = Date.UTC(2026, 10, 16, 4, 0, 0);
  expect(readRetryAfter('7', now)).toBe(7);
  expect(readRetryAfter('Mon, 16 Nov 2026 04:00:02 GMT', now)).toBe(2);
  expect(readRetryAfter('Mon, 16 Nov 2026 03:59:00 GMT', now)).toBe(0);
  expect(readRetryAfter('soon', now)).toBeUndefined();
  expect(readRetryAfter(null, now)).toBeUndefined();
});
