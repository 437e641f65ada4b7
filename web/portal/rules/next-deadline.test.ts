import { expect, test } from 'vitest';
import { secondsToNext } from './next-deadline.ts';

const NOW = '2026-11-16T04:00:00.00Z';

test('the first time that lies ahead counts, to the second', () => {
  const times = [null, undefined, '2026-11-16T04:10:00.00Z', '2026-11-16T04:05:00.00Z', '2026-11-16T03:00:00.00Z'];
  expect(secondsToNext(NOW, times)).toBe(300);
});

test('what is over, or now, does not count', () => {
  expect(secondsToNext(NOW, [NOW, '2026-11-16T03:59:59.00Z', null])).toBeUndefined();
  expect(secondsToNext(NOW, ['2026-11-16T04:00:01.00Z'])).toBe(1);
});
