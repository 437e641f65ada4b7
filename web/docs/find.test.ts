import { expect, test } from 'vitest';
import { find } from './find.ts';

const entryOf = (title: string, words = '') => ({ address: `/docs/${title}`, title, page: 'Orders', words });
const entries = [
  entryOf('Life of an order', 'It begins with a quotation.'),
  entryOf('A quotation'),
  entryOf('Quotation, explained'),
  entryOf('Cancel'),
];
const titles = (asked: string) => find(entries, asked).map(({ title }) => title);

test('what is called so comes before what only says so', () => {
  expect(titles('quotation')).toEqual(['Quotation, explained', 'A quotation', 'Life of an order']);
});

test('all words are asked for, in any case and any order', () => {
  expect(titles('LIFE quotation')).toEqual(['Life of an order']);
  expect(titles('cancel quotation')).toEqual([]);
});

test('nothing is asked, nothing is found; and never more than can be looked at', () => {
  expect(titles('  ')).toEqual([]);
  expect(
    find(
      Array.from({ length: 40 }, () => entryOf('Cancel')),
      'cancel',
    ),
  ).toHaveLength(12);
});
