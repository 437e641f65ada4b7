import { expect, test } from 'vitest';
import { type MeasuredRow, measuredRow } from './measured-row.ts';
import { plotResults, timesTheBar } from './plot.ts';

function aRow(name: string, facts: Pick<MeasuredRow, 'bar' | 'moonshot' | 'better'>, rounds: number[]): MeasuredRow {
  return measuredRow({ row: 1, name, what: 'this', against: 'that', ...facts, measure: async () => [] }, rounds, 'now');
}
const higher = { bar: 0.5, moonshot: 2, better: 'higher' } as const;
const lower = { bar: 8, moonshot: 2, better: 'lower' } as const;

test('twice as good is twice the bar, whichever way is better', () => {
  expect([0.25, 0.5, 1].map((ratio) => timesTheBar(higher, ratio))).toEqual([0.5, 1, 2]);
  expect([16, 8, 4].map((ratio) => timesTheBar(lower, ratio))).toEqual([0.5, 1, 2]);
});

test('rows that are equally far from their bars stand at the same place, with whisker and moonshot', () => {
  const rows = [aRow('first', higher, [0.5, 1, 2]), aRow('second', lower, [8, 4, 2])];
  const drawn = plotResults({ commit: 'c'.repeat(40), machine: 'a <machine>', rows });
  const places = (pattern: RegExp) => [...drawn.matchAll(pattern)].map(([, ...found]) => found.join(' '));
  const dots = places(/<circle class="met" cx="([\d.]+)"/g);
  expect(dots).toHaveLength(2);
  expect(dots[0]).toBe(dots[1]);
  const whiskers = places(/class="whisker met" x1="([\d.]+)" x2="([\d.]+)"/g);
  expect(whiskers[0]).toBe(whiskers[1]?.split(' ').reverse().join(' '));
  const [bar] = places(/class="bar" x1="([\d.]+)"/g);
  const [goal] = places(/class="goal" cx="([\d.]+)"/g);
  expect(whiskers[0]).toBe(`${bar} ${goal}`);
  expect(drawn).toContain('a &lt;machine>');
});
