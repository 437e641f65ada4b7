import type { MeasuredRow } from './measured-row.ts';
import { spread } from './statistics.ts';

const WIDTHS = [3, 22, 8, 14, 8, 9] as const;

export const TABLE_HEAD = line(['#', 'row', 'ratio', 'from–to', 'bar', 'moonshot', '']);

export function tableLine(row: MeasuredRow): string {
  const [low, high] = spread(row.rounds);
  return line([
    String(row.row),
    row.name,
    printed(row.ratio),
    `${printed(low)}–${printed(high)}`,
    markOf(row, row.bar),
    markOf(row, row.moonshot),
    verdict(row),
  ]);
}

type Judged = Pick<MeasuredRow, 'ratio' | 'bar' | 'moonshot' | 'better'>;

export function verdict({ ratio, bar, moonshot, better }: Judged): 'moonshot' | 'met' | 'not met' {
  const reaches = (mark: number) => (better === 'higher' ? ratio >= mark : ratio <= mark);
  return reaches(moonshot) ? 'moonshot' : reaches(bar) ? 'met' : 'not met';
}

/** What a bar or moonshot asks for: "≥ 0.7". */
export function markOf({ better }: Pick<MeasuredRow, 'better'>, mark: number): string {
  return `${better === 'higher' ? '≥' : '≤'} ${mark}`;
}

/** With the digits that matter. */
export function printed(ratio: number): string {
  if (ratio >= 100) return ratio.toFixed(0);
  if (ratio >= 10) return ratio.toFixed(1);
  return ratio.toFixed(ratio >= 0.1 ? 2 : 3);
}

function line(cells: readonly string[]): string {
  return cells
    .map((cell, index) => cell.padEnd(WIDTHS[index] ?? 0))
    .join(' ')
    .trimEnd();
}
