import { percentile } from '../../support/statistics.ts';
import { type Bound, seconds as inSeconds } from './bound.ts';
import type { Answers } from './open-loop.ts';

type Group = { readonly count: number; readonly p50Ms: number; readonly p99Ms: number };

type Summary = {
  readonly taken: Group;
  /** Told to come again, with 503 or 429 and Retry-After. */
  readonly refused: Group;
  /** Any other answer, and none. */
  readonly failed: number;
  readonly takenPerSecond: number;
};

export type OverloadFigures = Summary & {
  readonly seconds: number;
  /** Calls a second that are answered where nobody asks more than that. */
  readonly capacity: number;
  readonly offered: number;
  /** Of a processor. */
  readonly senderShare: number;
  /** Of all processors, by others who share the machine. */
  readonly stolenShare: number;
  /** Orders that were acknowledged and are not there, or the other way round. */
  readonly ordersAmiss: number;
  readonly recoverySeconds: number;
  readonly capacityAfterwards: number;
  readonly residentMegabytes: { readonly before: number; readonly most: number; readonly after: number };
  /** In the first and in the second half of it. */
  readonly leastHeapMegabytes: { readonly early: number; readonly late: number };
  readonly databaseConnections: number;
};

export function summarise({ statuses, milliseconds, saysWhen }: Answers, seconds: number): Summary {
  const taken: number[] = [];
  const refused: number[] = [];
  for (const [index, status] of statuses.entries()) {
    const took = milliseconds[index] as number;
    if (status >= 200 && status < 300) taken.push(took);
    else if ((status === 503 || status === 429) && saysWhen[index] === 1) refused.push(took);
  }
  return {
    taken: groupOf(taken),
    refused: groupOf(refused),
    failed: statuses.length - taken.length - refused.length,
    takenPerSecond: Math.round(taken.length / seconds),
  };
}

function groupOf(milliseconds: readonly number[]): Group {
  if (milliseconds.length === 0) return { count: 0, p50Ms: 0, p99Ms: 0 };
  const at = (share: number) => Math.round(percentile(milliseconds, share) * 10) / 10;
  return { count: milliseconds.length, p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** What must hold at many times of what a machine can. Ratios of one run, or generous. */
const LONGEST_TAKEN_MS = 2_500;
const LEAST_OFFERED = 4.5;
/** Refusing a call takes a sixth to a fourth of answering it (decision 0020), and the sender takes its part of the same processors. */
const LEAST_GOODPUT = 0.5;
const LONGEST_RECOVERY_SECONDS = 10;
/** Of a process that has only begun to work, and whose memory breathes between two collections. */
const MOST_MEMORY = 2;
const MOST_HEAP = 2;
const MOST_DATABASE_CONNECTIONS = 8;

export function boundsOfOverload(found: OverloadFigures): readonly Bound[] {
  const { taken, refused, capacity, residentMegabytes: memory, leastHeapMegabytes: heap } = found;
  const share = (perSecond: number) => Math.round((perSecond / capacity) * 100) / 100;
  return [
    {
      what: `calls a second offered, ${share(found.offered)} × the ${capacity} that it can; others took ${Math.round(found.stolenShare * 100)} % of the machine`,
      figure: found.offered,
      holds: share(found.offered) >= LEAST_OFFERED,
    },
    {
      what: `taken and answered: half within ${inSeconds(taken.p50Ms)}, 99 of 100 within ${inSeconds(taken.p99Ms)}`,
      figure: taken.count,
      holds: taken.count > 0 && taken.p99Ms <= LONGEST_TAKEN_MS,
    },
    {
      what: `told to come again: half within ${inSeconds(refused.p50Ms)}, 99 of 100 within ${inSeconds(refused.p99Ms)}`,
      figure: refused.count,
      holds: refused.count > 0 && refused.p99Ms <= taken.p99Ms,
    },
    { what: 'answered otherwise, or not at all', figure: found.failed, holds: found.failed === 0 },
    {
      what: 'orders acknowledged and not there, or there and not acknowledged',
      figure: found.ordersAmiss,
      holds: found.ordersAmiss === 0,
    },
    {
      what: `taken a second, ${share(found.takenPerSecond)} of what it can; sender and server share the processors`,
      figure: found.takenPerSecond,
      holds: share(found.takenPerSecond) >= LEAST_GOODPUT,
    },
    {
      what: `megabytes of memory at most; ${memory.before} before, ${memory.after} afterwards`,
      figure: memory.most,
      holds: memory.most <= MOST_MEMORY * memory.before && memory.after <= MOST_MEMORY * memory.before,
    },
    {
      what: `megabytes of heap when it was collected in the second half; ${heap.early} in the first`,
      figure: heap.late,
      holds: heap.late <= MOST_HEAP * heap.early,
    },
    {
      what: 'connections to the database at most',
      figure: found.databaseConnections,
      holds: found.databaseConnections <= MOST_DATABASE_CONNECTIONS,
    },
    {
      what: `calls a second afterwards, ${share(found.capacityAfterwards)} of before; calm again after ${found.recoverySeconds.toFixed(1)} s`,
      figure: found.capacityAfterwards,
      holds: share(found.capacityAfterwards) >= LEAST_GOODPUT && found.recoverySeconds <= LONGEST_RECOVERY_SECONDS,
    },
  ];
}
