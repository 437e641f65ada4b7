import { expect, test } from 'vitest';
import { pagesOf } from './statement-pages.ts';

const rowsOn = (lines: number) => pagesOf(Array(lines).fill('line'), 2, 10).map((page) => page.length);

test('a statement without lines has a page all the same', () => {
  expect(rowsOn(0)).toEqual([0]);
});

test('what closes it stands below the last line where there is room, else on a page of its own', () => {
  expect(rowsOn(8)).toEqual([8]);
  expect(rowsOn(9)).toEqual([9, 0]);
  expect(rowsOn(10)).toEqual([10, 0]);
  expect(rowsOn(11)).toEqual([10, 1]);
  expect(rowsOn(18)).toEqual([10, 8]);
  expect(rowsOn(19)).toEqual([10, 9, 0]);
});

test('every line stands on one page, in its order', () => {
  const lines = Array.from({ length: 37 }, (_, number) => number);
  expect(pagesOf(lines, 2, 10).flat()).toEqual(lines);
});
