import { IDLE } from './blocks.ts';
import type { Results } from './measured-row.ts';

export type Profiled = {
  readonly name: string;
  readonly calls: number;
  /** Microseconds of the server's main thread, by block. */
  readonly blocks: ReadonlyMap<string, number>;
  readonly databaseMicroseconds: number;
};

const BETWEEN_MARKS = /(<!-- profile -->\n)[\s\S]*?(<!-- end of profile -->)/;
const WIDEST = 24;

/** The page with where the time of these calls goes between its marks: microseconds of each call, the largest block first. */
export function describeProfiles(
  page: string,
  profiles: readonly Profiled[],
  { machine, commit }: Pick<Results, 'machine' | 'commit'>,
): string {
  const tables = profiles.map(describeProfile).join('\n\n');
  const made = `On ${machine}; commit \`${commit.slice(0, 10)}\`.`;
  return page.replace(BETWEEN_MARKS, (_, begin: string, end: string) => `${begin}\n${tables}\n\n${made}\n\n${end}`);
}

function describeProfile({ name, calls, blocks, databaseMicroseconds }: Profiled): string {
  const busy = [...blocks].filter(([block]) => block !== IDLE).sort(([, a], [, b]) => b - a);
  const total = busy.reduce((sum, [, microseconds]) => sum + microseconds, 0);
  const idle = blocks.get(IDLE) ?? 0;
  const largest = busy[0]?.[1] ?? 1;
  const perCall = (microseconds: number) => String(Math.round(microseconds / calls));
  return [
    `### \`${name}\``,
    '',
    `${perCall(total)} µs a call in the server's main thread, which was idle for ${percent(idle, total + idle)} of the time; beside it ${perCall(databaseMicroseconds)} µs in PostgreSQL.`,
    '',
    '| Block | µs a call | Share | |',
    '|---|---|---|---|',
    ...busy.map(([block, microseconds]) => {
      const bar = '█'.repeat(Math.max(1, Math.round((WIDEST * microseconds) / largest)));
      return `| ${block} | ${perCall(microseconds)} | ${percent(microseconds, total)} | ${bar} |`;
    }),
  ].join('\n');
}

function percent(part: number, whole: number): string {
  return `${Math.round((100 * part) / whole)} %`;
}
