import { median, spread } from '../../support/statistics.ts';
import type { Bound } from './bound.ts';
import type { Vitals } from './vitals.ts';

const NAMES = ['residentMegabytes', 'heapMegabytes', 'files', 'databaseConnections'] as const;
type Name = (typeof NAMES)[number];
/** In the second fifth of the time, when all is warm, and in the last: the median, of the heap the least, which is what a collection has left. */
type Trend = { readonly early: number; readonly late: number };

export type SoakFigures = { readonly seconds: number; readonly calls: number } & Readonly<Record<Name, Trend>>;

export function summariseSoak(seconds: number, calls: readonly number[], seen: readonly Vitals[]): SoakFigures {
  const fifth = Math.floor(seen.length / 5);
  const trend = (name: Name): Trend => {
    const values = seen.map((vitals) => vitals[name]);
    const typical = (some: readonly number[]) => (name === 'heapMegabytes' ? spread(some)[0] : median(some));
    return { early: typical(values.slice(fifth, 2 * fifth)), late: typical(values.slice(-fifth)) };
  };
  const trends = Object.fromEntries(NAMES.map((name) => [name, trend(name)])) as Record<Name, Trend>;
  return { seconds, calls: Math.round(calls.reduce((sum, each) => sum + each, 0)), ...trends };
}

/** Memory breathes; a leak of a hundred bytes a call would not fit in. */
const MOST_GROWTH = 1.25;
/** Sockets and files that happen to be open. */
const MOST_MORE_FILES = 16;
/** The pool opens and closes some as it needs them. */
const MOST_MORE_CONNECTIONS = 2;

export function boundsOfSoak(found: SoakFigures): readonly Bound[] {
  const { residentMegabytes: resident, heapMegabytes: heap, files, databaseConnections: connections } = found;
  return [
    { what: 'calls, each answered with a success', figure: found.calls, holds: found.calls > 0 },
    {
      what: `megabytes of memory in the last fifth of the time; ${resident.early} in the second`,
      figure: resident.late,
      holds: resident.late <= MOST_GROWTH * resident.early,
    },
    {
      what: `megabytes of heap when it was collected in the last fifth of the time; ${heap.early} in the second`,
      figure: heap.late,
      holds: heap.late <= MOST_GROWTH * heap.early,
    },
    {
      what: `open files and sockets in the last fifth of the time; ${files.early} in the second`,
      figure: files.late,
      holds: files.late <= files.early + MOST_MORE_FILES,
    },
    {
      what: `connections to the database in the last fifth of the time; ${connections.early} in the second`,
      figure: connections.late,
      holds: connections.late <= connections.early + MOST_MORE_CONNECTIONS,
    },
  ];
}
