import type { Instant } from '../../foundation/time.ts';

export type OfferTimes = {
  /** How long before its time a scheduled order is offered; 30 minutes unless an operator says otherwise. */
  readonly aheadMs: number;
  /** How long a driver may think; 25 seconds unless an operator says otherwise. */
  readonly lifeMs: number;
};

type Timed = {
  /** Since when the partner has been waiting for a driver. */
  readonly waitingSince: Instant;
  /** Undefined for an immediate order. */
  readonly scheduleAt: Instant | undefined;
};

/** An immediate order at once, a scheduled one some time before it is due. */
export function offeredFrom({ waitingSince, scheduleAt }: Timed, aheadMs: number): Instant {
  return scheduleAt === undefined ? waitingSince : Math.max(waitingSince, scheduleAt - aheadMs);
}

export function isOfferable(order: Timed, now: Instant, aheadMs: number): boolean {
  return now >= offeredFrom(order, aheadMs);
}

/** Time that counts as waiting: a scheduled order does not wait before it is offered. */
export function waitedMs(order: Timed, now: Instant, aheadMs: number): number {
  return Math.max(0, now - offeredFrom(order, aheadMs));
}

export function offerEndsAt(offeredAt: Instant, lifeMs: number): Instant {
  return offeredAt + lifeMs;
}

/** Exactly at its end an offer has lapsed. */
export function hasLapsed(endsAt: Instant, now: Instant): boolean {
  return now >= endsAt;
}

/** Who let an offer lapse may not have seen it, and is asked again after this. */
const ASKED_AGAIN_AFTER_MS = 5 * 60_000;

type Answered = { readonly state: string; readonly answeredAt: Instant | undefined };

/** Who declined is not asked again. */
export function isAskedAgain({ state, answeredAt }: Answered, now: Instant): boolean {
  return state === 'lapsed' && answeredAt !== undefined && now >= answeredAt + ASKED_AGAIN_AFTER_MS;
}
