import { readFile, writeFile } from 'node:fs/promises';
import type { Row } from '../row.ts';
import type { MeasuredRow, Results } from './measured-row.ts';
import { spread } from './statistics.ts';
import { markOf, printed, verdict } from './table.ts';

export const PAGES = ['README.md', 'docs/guide/scaling.md'];
const BETWEEN_MARKS = /(<!-- bench -->\n)[\s\S]*?(<!-- end of bench -->)/;

/** Writes what was measured into the pages that show it. */
export async function publish(rows: readonly Row[], results: Results | undefined): Promise<void> {
  for (const page of PAGES) await writeFile(page, withTable(await readFile(page, 'utf8'), rows, results));
}

/** A page with the table of all rows between its marks. */
export function withTable(page: string, rows: readonly Row[], results: Results | undefined): string {
  const table = describeResults(rows, results);
  return page.replace(BETWEEN_MARKS, (_, begin: string, end: string) => `${begin}\n${table}\n\n${end}`);
}

function describeResults(rows: readonly Row[], results: Results | undefined): string {
  const sorted = [...rows].sort((a, b) => a.row - b.row);
  return [
    '| # | Row | Measured | Compared with | Bar | Moonshot | Ratio | From–to | |',
    '|---|---|---|---|---|---|---|---|---|',
    ...sorted.map((row) => {
      const found = results?.rows.find(({ name }) => name === row.name);
      const facts = [
        row.row,
        `\`${row.name}\``,
        row.what,
        row.against,
        markOf(row, row.bar),
        markOf(row, row.moonshot),
      ];
      return `| ${[...facts, ...(found === undefined ? ['–', '–', 'not measured yet'] : outcome(found))].join(' | ')} |`;
    }),
    ...(results === undefined
      ? []
      : ['', `Medians of alternating rounds on ${results.machine}; ${describeCommits(results.rows)}.`]),
  ].join('\n');
}

function outcome(row: MeasuredRow): readonly string[] {
  const [low, high] = spread(row.rounds);
  return [`**${printed(row.ratio)}**`, `${printed(low)}–${printed(high)}`, verdict(row)];
}

/** One commit, or each with its rows where they were not measured together. */
function describeCommits(measured: readonly MeasuredRow[]): string {
  const commits = [...new Set(measured.map(({ commit }) => commit))];
  const short = (commit: string) => `\`${commit.slice(0, 10)}\``;
  if (commits.length === 1) return `commit ${short(commits[0] as string)}`;
  const named = commits.map((commit) => {
    const rows = measured.filter((row) => row.commit === commit).map(({ row }) => row);
    return `${short(commit)} (${rows.join(', ')})`;
  });
  return `commits ${named.join(', ')}`;
}
