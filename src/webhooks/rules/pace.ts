import { type Instant, SECOND_MS } from '../../foundation/time.ts';

/** How much one process sends at once, and how much all of them together send to one receiver. */
export const MOST_AT_ONCE = 128;
const MOST_TO_A_RECEIVER = 8;

/** When half of all places are taken, each receiver gets one: many slow ones cannot take them all. */
export function placesPerReceiver(taken: number): number {
  return taken < MOST_AT_ONCE / 2 ? MOST_TO_A_RECEIVER : 1;
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
  if (pace.failingStreamId === undefined) return { ...pace, failingStreamId: streamId };
  if (pace.failures === 0 && pace.failingStreamId === streamId) return pace;
  // Sent before the pause began: it says nothing new.
  if (pace.nextTryAt !== undefined && pace.nextTryAt > now) return pace;
  const pause = PAUSES_MS[Math.min(pace.failures, PAUSES_MS.length - 1)] as number;
  return { ...pace, failures: pace.failures + 1, nextTryAt: now + pause };
}
