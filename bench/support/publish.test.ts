import { expect, test } from 'vitest';
import type { Row } from '../row.ts';
import { measuredRow } from './measured-row.ts';
import { withTable } from './publish.ts';

const read: Row = {
  row: 4,
  name: 'order-read',
  what: 'reads',
  against: 'bare reads',
  bar: 0.55,
  moonshot: 0.85,
  better: 'higher',
  measure: async () => [],
};
const routes: Row = {
  ...read,
  row: 6,
  name: 'routes',
  what: 'p99',
  against: 'alone',
  bar: 1.5,
  moonshot: 1.1,
  better: 'lower',
};
const page = 'Before\n\n<!-- bench -->\nold\n<!-- end of bench -->\n\nAfter\n';

test('the table stands between the marks, in the order of the numbers, and nothing else changes', () => {
  const rows = [measuredRow(read, [0.5, 0.6, 0.61], 'a'.repeat(40)), measuredRow(routes, [1.2], 'a'.repeat(40))];
  expect(withTable(page, [routes, read], { commit: 'a'.repeat(40), machine: '2 × Some processor', rows })).toBe(`Before

<!-- bench -->

| # | Row | Measured | Compared with | Bar | Moonshot | Ratio | From–to | |
|---|---|---|---|---|---|---|---|---|
| 4 | \`order-read\` | reads | bare reads | ≥ 0.55 | ≥ 0.85 | **0.60** | 0.50–0.61 | met |
| 6 | \`routes\` | p99 | alone | ≤ 1.5 | ≤ 1.1 | **1.20** | 1.20–1.20 | met |

Medians of alternating rounds on 2 × Some processor; commit \`aaaaaaaaaa\`.

<!-- end of bench -->

After
`);
});

test('a row that was not measured says so, and rows measured at other commits name theirs', () => {
  const rows = [measuredRow(read, [0.5], 'a'.repeat(40)), measuredRow(routes, [1], 'b'.repeat(40))];
  const unmeasured = { ...read, row: 9, name: 'positions' };
  const text = withTable(page, [read, routes, unmeasured], { commit: 'b'.repeat(40), machine: 'here', rows });
  expect(text).toContain(
    '| 4 | `order-read` | reads | bare reads | ≥ 0.55 | ≥ 0.85 | **0.50** | 0.50–0.50 | not met |',
  );
  expect(text).toContain('| 6 | `routes` | p99 | alone | ≤ 1.5 | ≤ 1.1 | **1.00** | 1.00–1.00 | moonshot |');
  expect(text).toContain('| 9 | `positions` | reads | bare reads | ≥ 0.55 | ≥ 0.85 | – | – | not measured yet |');
  expect(text).toContain('on here; commits `aaaaaaaaaa` (4), `bbbbbbbbbb` (6).');
});
