import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Row } from '../row.ts';
import { plotResults } from './plot.ts';
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

export function hereAndNow(): Omit<Results, 'rows'> {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  const processors = os.cpus();
  const model = processors[0]?.model.trim() ?? 'unknown';
  return { commit, machine: `${processors.length} × ${model}, ${process.arch}, Node ${process.version}` };
}

export async function readResults(folder: string): Promise<Results | undefined> {
  const text = await readFile(path.join(folder, 'latest.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

export async function saveResults(folder: string, results: Results): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'latest.json'), `${JSON.stringify(results, null, 2)}\n`);
  await writeFile(path.join(folder, 'latest.svg'), plotResults(results));
}
