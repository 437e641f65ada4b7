import { SECOND_MS } from '../foundation/time.ts';
import { stopwatchMs } from './clock.ts';
import type { Log } from './log.ts';

export const REMIND_AFTER_MS = 30 * SECOND_MS;
const MOST_FAULTS = 20;

/** Something that goes wrong again and again while its cause lasts. */
export type Trouble = {
  /** Each fault is told when it begins, and every half minute. */
  met(error: unknown): void;
  /** What worked: the next time it begins anew. */
  over(): void;
};

export function createTrouble(log: Log, message: string, nowMs: () => number = stopwatchMs): Trouble {
  const told = new Map<string, { readonly atMs: number; untold: number }>();
  return {
    met(error) {
      const reason = String(error);
      const before = told.get(reason);
      const atMs = nowMs();
      if (before !== undefined && atMs - before.atMs < REMIND_AFTER_MS) {
        before.untold++;
        return;
      }
      const times = (before?.untold ?? 0) + 1;
      log.warn({ err: error, ...(times > 1 && { times }) }, message);
      // Whatever names something else each time is news each time.
      if (told.size > MOST_FAULTS) told.clear();
      told.set(reason, { atMs, untold: 0 });
    },
    over: () => told.clear(),
  };
}
