import { expect, test } from 'vitest';
import { mostAtOnce } from './shed-load.ts';

test('a process that has had nothing to do takes 256 at once', () => {
  expect(mostAtOnce(0)).toBe(256);
  expect(mostAtOnce(256)).toBe(256);
});

test('one that answers more in a second takes as many as it answers', () => {
  expect(mostAtOnce(257)).toBe(257);
  expect(mostAtOnce(2_000)).toBe(2_000);
});
