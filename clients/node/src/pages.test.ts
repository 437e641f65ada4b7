import { expect, test } from 'vitest';
import { itemsOf } from './pages.ts';

const PAGES: Record<string, { data: number[]; next: string | null }> = {
  first: { data: [1, 2], next: 'b' },
  b: { data: [], next: 'c' },
  c: { data: [3], next: null },
};

async function collect(from?: string, most = 99) {
  const asked: string[] = [];
  const items: number[] = [];
  const list = itemsOf(async (after = 'first') => {
    asked.push(after);
    return PAGES[after] as { data: number[]; next: string | null };
  }, from);
  for await (const item of list) if (items.push(item) === most) break;
  return { asked, items };
}

test('a list goes on from page to page to its end, also past an empty one', async () => {
  expect(await collect()).toEqual({ asked: ['first', 'b', 'c'], items: [1, 2, 3] });
});

test('a list begins where it is told to', async () => {
  expect(await collect('c')).toEqual({ asked: ['c'], items: [3] });
});

test('a page that nobody needs is not asked for', async () => {
  expect(await collect(undefined, 2)).toEqual({ asked: ['first'], items: [1, 2] });
});
