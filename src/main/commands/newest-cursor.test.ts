import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newestCursor } from './newest-cursor.ts';

const PAGE = 200;

/** A log with these cursors, and how often it was asked. */
function logOf(cursors: readonly number[]) {
  const log = {
    calls: 0,
    async read(after: string) {
      log.calls += 1;
      const found = cursors.filter((cursor) => cursor > Number(after));
      const data = found.slice(0, PAGE).map((cursor) => ({ cursor: String(cursor) }));
      return { data, next: found.length > PAGE ? (data.at(-1)?.cursor ?? null) : null };
    },
  };
  return log;
}

test('without events it is the beginning, after one call', async () => {
  const log = logOf([]);
  expect([await newestCursor(log.read), log.calls]).toEqual(['0', 1]);
});

test('on the first page it takes one call; with one event more it takes more', async () => {
  const cursors = Array.from({ length: PAGE + 1 }, (_, index) => index + 7);
  const fitting = logOf(cursors.slice(1));
  expect([await newestCursor(fitting.read), fitting.calls]).toEqual([String(PAGE + 7), 1]);
  const larger = logOf(cursors);
  expect(await newestCursor(larger.read)).toBe(String(PAGE + 7));
  expect(larger.calls).toBeGreaterThan(1);
});

test('it is the last one, however the cursors lie', async () => {
  const logs = fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 900 });
  await fc.assert(
    fc.asyncProperty(logs, async (unsorted) => {
      const cursors = unsorted.sort((a, b) => a - b);
      expect(await newestCursor(logOf(cursors).read)).toBe(String(cursors.at(-1)));
    }),
    { numRuns: 50 },
  );
});

test('a hundred thousand events take fewer than thirty calls', async () => {
  const log = logOf(Array.from({ length: 100_000 }, (_, index) => index * 3 + 1));
  expect(await newestCursor(log.read)).toBe('299998');
  expect(log.calls).toBeLessThan(30);
});
