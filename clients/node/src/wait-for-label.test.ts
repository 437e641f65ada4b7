import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { wait } from './transport.ts';
import { untilPrintable } from './wait-for-label.ts';

const MADE = { url: 'https://example.test/label.pdf', status: 'GENERATED' } as const;
const BEING_MADE = { url: null, status: 'GENERATING' } as const;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Waits for a label that is there after so many looks, while time passes. */
async function waitFor(looksBefore: number, options = {}) {
  const begun = Date.now();
  let looks = 0;
  const label = untilPrintable(async () => {
    looks += 1;
    return looks > looksBefore ? MADE : BEING_MADE;
  }, options);
  label.catch(() => {});
  await vi.runAllTimersAsync();
  return { label: await label, looks, tookMs: Date.now() - begun };
}

test('a label is looked for every second until it is there', async () => {
  expect(await waitFor(0)).toEqual({ label: MADE, looks: 1, tookMs: 0 });
  expect(await waitFor(3)).toEqual({ label: MADE, looks: 4, tookMs: 3_000 });
});

test('the wait ends after its time, a minute where none is said', async () => {
  expect(await waitFor(60)).toMatchObject({ tookMs: 60_000 });
  await expect(waitFor(61)).rejects.toMatchObject({ code: 'TIMEOUT' });
  expect(await waitFor(2, { timeoutMs: 2_000 })).toMatchObject({ looks: 3 });
  await expect(waitFor(3, { timeoutMs: 2_000 })).rejects.toThrow('not drawn within 2000 ms');
});

test('the wait ends after its time also where a look takes longer', async () => {
  const begun = Date.now();
  const label = untilPrintable(({ signal }) => wait(150_000, signal).then(() => MADE), { timeoutMs: 2_500 });
  label.catch(() => {});
  await vi.runAllTimersAsync();
  await expect(label).rejects.toMatchObject({ code: 'TIMEOUT', message: expect.stringContaining('within 2500 ms') });
  expect(Date.now() - begun).toBe(2_500);
});

test('the wait may be without end', async () => {
  expect(await waitFor(3_000, { timeoutMs: Number.POSITIVE_INFINITY })).toMatchObject({ looks: 3_001 });
});

test('the wait ends when its caller wants it to', async () => {
  const reason = new Error('no longer needed');
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), 1_500);
  await expect(waitFor(99, { signal: controller.signal })).rejects.toBe(reason);
});
