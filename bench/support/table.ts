import type { MeasuredRow } from './results.ts';
import { spread } from './statistics.ts';

const WIDTHS = [3, 22, 8, 14, 9, 10] as const;

export const TABLE_HEAD = line(['#', 'row', 'ratio', 'spread', 'bar', 'moonshot', '']);

export function tableLine({ row, name, ratio, rounds, bar, moonshot, better }: MeasuredRow): string {
  const [low, high] = spread(rounds);
  const sign = better === 'higher' ? '≥' : '≤';
  return line([
    String(row),
    name,
    printed(ratio),
    `${printed(low)}–${printed(high)}`,
    `${sign} ${bar}`,
    `${sign} ${moonshot}`,
    verdict({ ratio, bar, moonshot, better }),
  ]);
}

export function verdict({ ratio, bar, moonshot, better }: Pick<MeasuredRow, 'ratio' | 'bar' | 'moonshot' | 'better'>) {
  const reaches = (mark: number) => (better === 'higher' ? ratio >= mark : ratio <= mark);
  return reaches(moonshot) ? 'moonshot' : reaches(bar) ? 'met' : 'not met';
}

/** Three digits that matter: 0.86, 12.3, 0.024. */
export function printed(ratio: number): string {
  return ratio >= 100
    ? ratio.toFixed(0)
    : ratio >= 10
      ? ratio.toFixed(1)
      : ratio >= 0.1
        ? ratio.toFixed(2)
        : ratio.toFixed(3);
}

function line(cells: readonly string[]): string {
  return `${cells.map((cell, index) => cell.padEnd(WIDTHS[index] ?? 0)).join(' ')}`.trimEnd();
}
