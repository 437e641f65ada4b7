import { expect, test } from 'vitest';
import { type MeasuredRow, measuredRow, mergeResults } from './measured-row.ts';

function aRow(row: number, name: string, commit: string): MeasuredRow {
  const facts = { row, name, what: 'this', against: 'that', bar: 1, moonshot: 2, better: 'higher' } as const;
  return measuredRow({ ...facts, measure: async () => [] }, [1.5], commit);
}
const earlier = { commit: 'old', machine: 'here', rows: [aRow(1, 'orders', 'old'), aRow(4, 'order-read', 'old')] };

test('a row measured again replaces its earlier self; the others stay, with the commit they were measured at', () => {
  const latest = { commit: 'new', machine: 'here', rows: [aRow(1, 'orders', 'new'), aRow(3, 'quotations', 'new')] };
  const { commit, rows } = mergeResults(earlier, latest);
  expect(commit).toBe('new');
  expect(rows.map((row) => `${row.row} ${row.name} ${row.commit}`)).toEqual([
    '1 orders new',
    '3 quotations new',
    '4 order-read old',
  ]);
});

test('rows of another machine do not stay, and there may be none', () => {
  const latest = { commit: 'new', machine: 'elsewhere', rows: [aRow(1, 'orders', 'new')] };
  expect(mergeResults(earlier, latest)).toEqual(latest);
  expect(mergeResults(undefined, latest)).toEqual(latest);
});

test('the ratio of a row is the median of its rounds', () => {
  const facts = {
    row: 1,
    name: 'orders',
    what: 'this',
    against: 'that',
    bar: 1,
    moonshot: 2,
    better: 'higher',
  } as const;
  expect(measuredRow({ ...facts, measure: async () => [] }, [5, 1, 2], 'new')).toEqual({
    ...facts,
    ratio: 2,
    rounds: [5, 1, 2],
    commit: 'new',
  });
});
