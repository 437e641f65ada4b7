import { type Instant, SECOND_MS } from '../../foundation/time.ts';
import type { Share } from '../../partners/index.ts';

/** A share of the pushes each, and a delay for all of them. */
export type PushFaults = {
  readonly duplicate?: Share;
  readonly drop?: Share;
  readonly delaySeconds?: number;
  readonly reorder?: Share;
};

/** What goes wrong with an event on purpose, the first time that it is pushed. */
export type Fate = {
  readonly isDropped: boolean;
  readonly isDoubled: boolean;
  /** Comes after the next event of its stream. */
  readonly isOvertaken: boolean;
  readonly delayMs: number;
};
type FatedPush = {
  readonly fate: Fate;
  /** When the event got its place in the log. */
  readonly since: Instant;
  /** Pushed before, however that went. */
  readonly wasTried: boolean;
};
type Plan<Push> =
  | { readonly push: Push; readonly outcome: 'send' | 'double' | 'drop' }
  | { readonly waitUntil: Instant };

/** How long an event waits for the next one of its stream; after that it goes first after all. */
export const LONGEST_HOLD_MS = 10 * SECOND_MS;
const LOOK_AGAIN_MS = 500;

/** What happens to the first event of a stream that waits, where the partner has asked for faults; `next` is the one after it. */
export function planPush<Push extends FatedPush>(first: Push, next: Push | undefined, now: Instant): Plan<Push> {
  if (first.wasTried) return { push: first, outcome: 'send' };
  const readyAt = first.since + first.fate.delayMs;
  if (now < readyAt) return { waitUntil: readyAt };
  if (!first.fate.isOvertaken || next?.wasTried === true) return { push: first, outcome: outcomeOf(first) };
  if (next === undefined) {
    const heldUntil = readyAt + LONGEST_HOLD_MS;
    return now < heldUntil
      ? { waitUntil: Math.min(now + LOOK_AGAIN_MS, heldUntil) }
      : { push: first, outcome: outcomeOf(first) };
  }
  const nextReadyAt = next.since + next.fate.delayMs;
  return now < nextReadyAt ? { waitUntil: nextReadyAt } : { push: next, outcome: outcomeOf(next) };
}

function outcomeOf({ fate: { isDropped, isDoubled } }: FatedPush): 'send' | 'double' | 'drop' {
  if (isDropped) return 'drop';
  return isDoubled ? 'double' : 'send';
}
