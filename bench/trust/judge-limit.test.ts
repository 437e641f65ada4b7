import { expect, test } from 'vitest';
import { mostWithin } from './judge-limit.ts';

const call = (sentAt: number, answeredAt = sentAt + 10) => ({ sentAt, answeredAt });

test('calls are counted within a stretch, wherever it begins', () => {
  expect(mostWithin([], 1_000)).toBe(0);
  expect(mostWithin([call(0), call(500), call(980)], 1_000)).toBe(3);
  expect(mostWithin([call(0), call(900), call(1_100), call(1_500)], 1_000)).toBe(3);
});

test('a call that may have been taken after the stretch is not counted in it', () => {
  expect(mostWithin([call(0), call(500, 999)], 1_000)).toBe(2);
  expect(mostWithin([call(0), call(500, 1_000)], 1_000)).toBe(1);
});
