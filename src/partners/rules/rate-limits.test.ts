import { expect, test } from 'vitest';
import { LIMITED_APIS, type LimitedApi } from '../../infrastructure/http/partner-api.ts';
import { rateHeaders, rateLimitOf, retryAfterSeconds } from './rate-limits.ts';

/** The contract's table, and decision 2.11 for Edit Order and Set Webhook. */
const CALLS_A_MINUTE: [api: LimitedApi, sandbox: number, production: number][] = [
  ['PostQuotation', 30, 100],
  ['GetQuotation', 50, 300],
  ['PostOrder', 30, 100],
  ['GetOrder', 50, 300],
  ['GetDriver', 50, 300],
  ['DeleteDriver', 30, 100],
  ['DeleteOrder', 30, 100],
  ['PostPriorityFee', 30, 100],
  ['GetCities', 50, 300],
  ['PatchOrder', 30, 100],
  ['PatchWebhook', 30, 100],
  ['Sandbox', 600, 600],
];

test.each(CALLS_A_MINUTE)(
  '%s takes %i calls a minute in the sandbox and %i in production',
  (api, sandbox, production) => {
    expect(rateLimitOf(api, 'sandbox', 1)).toMatchObject({ name: api, allowed: sandbox, windowMs: 60_000 });
    expect(rateLimitOf(api, 'production', 1)).toMatchObject({ name: api, allowed: production, windowMs: 60_000 });
  },
);

test('every limited API stands in the table above', () => {
  expect(CALLS_A_MINUTE.map(([api]) => api).sort()).toEqual([...LIMITED_APIS].sort());
});

test('the factor of a key multiplies its limits', () => {
  expect(rateLimitOf('PostQuotation', 'sandbox', 4).allowed).toBe(120);
  expect(rateLimitOf('GetOrder', 'production', 10).allowed).toBe(3_000);
  expect(rateLimitOf('PostOrder', 'sandbox', 3).pace?.allowed).toBe(6);
});

test('orders have a pace of two a second, counted apart from the limit a minute', () => {
  const { pace } = rateLimitOf('PostOrder', 'production', 1);
  expect(pace).toMatchObject({ allowed: 2, windowMs: 1_000 });
  expect(pace?.name).toBe('PostOrderPace');
  expect(pace?.name).not.toBe(rateLimitOf('PostOrder', 'sandbox', 1).name);
});

test('no other API has a pace', () => {
  for (const api of LIMITED_APIS.filter((name) => name !== 'PostOrder'))
    expect(rateLimitOf(api, 'production', 1)).not.toHaveProperty('pace');
});

test('the headers carry limit, remaining and reset in both spellings, under the name of the API', () => {
  expect(rateHeaders('PostOrder', { allowed: 30, remaining: 7, resetAt: 1_700_000_000_000 })).toEqual({
    'ratelimit-limit-postorder': '30',
    'ratelimit-remaining-postorder': '7',
    'ratelimit-reset-postorder': '1700000000',
    'ratelimits-limit-postorder': '30',
    'ratelimits-remaining-postorder': '7',
    'ratelimits-reset-postorder': '1700000000',
  });
});

test('the reset header is in whole seconds, rounded up so that obeying it works', () => {
  const resetOf = (resetAt: number) =>
    rateHeaders('GetCities', { allowed: 50, remaining: 0, resetAt })['ratelimit-reset-getcities'];
  expect(resetOf(1_700_000_000_000)).toBe('1700000000');
  expect(resetOf(1_700_000_000_001)).toBe('1700000001');
  expect(resetOf(1_700_000_000_999)).toBe('1700000001');
});

test('the seconds to wait are rounded up', () => {
  const wait = (ms: number) =>
    retryAfterSeconds({ allowed: 30, remaining: 0, resetAt: 1_700_000_000_000 + ms }, 1_700_000_000_000);
  expect(wait(1_001)).toBe(2);
  expect(wait(1_000)).toBe(1);
  expect(wait(60_000)).toBe(60);
  expect(wait(60_001)).toBe(61);
});

test('the wait is never shorter than a second, also where the reset is now or past', () => {
  const wait = (ms: number) =>
    retryAfterSeconds({ allowed: 30, remaining: 0, resetAt: 1_700_000_000_000 + ms }, 1_700_000_000_000);
  expect(wait(1)).toBe(1);
  expect(wait(0)).toBe(1);
  expect(wait(-5_000)).toBe(1);
});
