import { setTimeout as wait } from 'node:timers/promises';
import { SECOND_MS } from '../foundation/time.ts';
import type { Clock } from '../infrastructure/clock.ts';

const MOST_WAITING = 100;

type Parts = { readonly perSecond: number; readonly longestWaitMs: number; readonly clock: Clock };

/** Lets callers through one by one at an even pace. Whoever would wait too long is refused at once. */
export function createPace({ perSecond, longestWaitMs, clock }: Parts): () => Promise<void> {
  const intervalMs = SECOND_MS / perSecond;
  let nextStartAt = Number.NEGATIVE_INFINITY;
  let waiting = 0;
  return async () => {
    const now = clock.now();
    // The line is never longer than this, so a start beyond it means that the clock was set back.
    const clockWentBack = nextStartAt > now + longestWaitMs + intervalMs;
    const startAt = clockWentBack ? now : Math.max(now, nextStartAt);
    if (startAt - now > longestWaitMs || waiting >= MOST_WAITING)
      throw new Error('too many are waiting in line already');
    nextStartAt = startAt + intervalMs;
    if (startAt === now) return;
    waiting += 1;
    await wait(startAt - now).finally(() => {
      waiting -= 1;
    });
  };
}
