import { type Instant, SECOND_MS } from '../../foundation/time.ts';

/** To how many receivers one process pushes at once, how many pushes it has open, and how many all processes have to one receiver. */
export const MOST_AT_ONCE = 512;
export const MOST_OPEN = 2_048;
const MOST_TO_A_RECEIVER = 8;
/** How many events of a stream are taken at once: they go one after the other, while the receiver is prompt. */
export const MOST_OF_A_STREAM = 16;
/** Longer than any receiver takes that does its work after its answer. */
export const PROMPT_MS = SECOND_MS;

export type Places = { readonly most: number; readonly perReceiver: number };

/**
 * How many pushes may begin, beside so many receivers that may still answer soon and so many pushes that are open. Receivers are counted,
 * not pushes, and after a second without an answer not even they: so one that hangs takes one place from the others for one second.
 * When half of all that may be open is, each receiver gets one: many slow ones cannot take them all.
 */
export function freePlaces(receivers: number, open: number): Places {
  return {
    most: Math.max(Math.min(MOST_AT_ONCE - receivers, MOST_OPEN - open), 0),
    perReceiver: open < MOST_OPEN / 2 ? MOST_TO_A_RECEIVER : 1,
  };
}

const FEW = 32;

/**
 * To look for one push costs as much as to look for many: while many that were found may still be answered soon, a moment is worth waiting
 * for half of them to end.
 */
export function isWorthLeasing(underWay: number, found: number): boolean {
  return underWay < FEW || underWay <= found / 2;
}

/** Of a receiver that nobody answers at: the stream that failed first, how often others failed since, and when to go on. */
export type Pace = {
  readonly failingStreamId: string | undefined;
  readonly failures: number;
  readonly nextTryAt: Instant | undefined;
};
export const FULL_PACE: Pace = { failingStreamId: undefined, failures: 0, nextTryAt: undefined };

const PAUSES_MS = [5, 10, 20, 40, 60].map((seconds) => seconds * SECOND_MS);

/**
 * One stream that gets no answer holds back no other. When a second one gets none either, the receiver is tried by one stream at a
 * time and after a pause, until it answers whatever it be.
 */
export function paceAfterSilence(pace: Pace, streamId: string, now: Instant): Pace {
  if (pace.failingStreamId === undefined) return { ...pace, failingStreamId: streamId, nextTryAt: undefined };
  if (pace.failures === 0 && pace.failingStreamId === streamId) return pace;
  // Sent before the pause began: it says nothing new.
  if (pace.nextTryAt !== undefined && pace.nextTryAt > now) return pace;
  const pause = PAUSES_MS[Math.min(pace.failures, PAUSES_MS.length - 1)] as number;
  return { ...pace, failures: pace.failures + 1, nextTryAt: now + pause };
}
