import type { Row } from '../row.ts';
import { median } from './statistics.ts';

/** A row as it was measured: the median of its rounds, and the commit it was measured at. */
export type MeasuredRow = Omit<Row, 'measure' | 'onlyByName'> & {
  readonly ratio: number;
  readonly rounds: readonly number[];
  readonly commit: string;
};
/** Of the latest run; rows of earlier ones keep their own commit. */
export type Results = { readonly commit: string; readonly machine: string; readonly rows: readonly MeasuredRow[] };

export function measuredRow(row: Row, rounds: readonly number[], commit: string): MeasuredRow {
  const { row: number, name, what, against, bar, moonshot, better } = row;
  return { row: number, name, ratio: median(rounds), bar, moonshot, better, rounds, what, against, commit };
}

/** Rows that were not measured again stay, unless they come from another machine. */
export function mergeResults(earlier: Results | undefined, latest: Results): Results {
  const kept = earlier?.machine === latest.machine ? earlier.rows : [];
  const isMeasured = ({ name }: MeasuredRow) => latest.rows.some((row) => row.name === name);
  const rows = [...kept.filter((row) => !isMeasured(row)), ...latest.rows];
  return { ...latest, rows: rows.sort((a, b) => a.row - b.row) };
}
