import type { Point } from '../../foundation/geo.ts';
import { type Instant, MINUTE_MS, SECOND_MS } from '../../foundation/time.ts';
import type { Scenario } from './scenario.ts';
import { arrivalAt, type Place } from './way.ts';

/** An order under way as its driver sees it; all times by our clock. */
export type Errand = {
  readonly scenario: Scenario;
  readonly giveBacks: number;
  /** How many drivers have had it before. */
  readonly formerDrivers: number;
  /** It has taken another order's place. */
  readonly isSuccessor: boolean;
  readonly scheduledAt: Instant | undefined;
  readonly matchedAt: Instant;
  readonly arrivedAt: Instant | undefined;
  readonly pickedUpAt: Instant | undefined;
  readonly goodsAt: Point;
  readonly dropOffs: readonly { readonly point: Point; readonly closedAt: Instant | undefined }[];
};

export type Pace = {
  /** How much faster than life. */
  readonly speed: number;
  /** Along the straight line, at that speed. */
  readonly metersPerSecond: number;
  /** What the driver takes at a door, in life. */
  readonly handlingMs: number;
};

/** What happens to an order next and when, unless something else does before; until then its driver goes to a place. */
export type Step = {
  readonly kind: 'ARRIVE' | 'PICK_UP' | 'GIVE_BACK' | 'DROP_OFF' | 'FAIL_DROP_OFF' | 'REPLACE';
  readonly at: Instant;
  readonly to: Point;
  readonly thereAt: Instant;
  /** Which drop-off. */
  readonly dropOff: number;
};

const THINKS_BETTER_OF_IT_AFTER_MS = 30 * SECOND_MS;
const SUPPORT_STEPS_IN_AFTER_MS = 20 * SECOND_MS;
/** By the partner's clock and at any speed: later than the time from which another driver can be asked for. */
const LATE_MS = 20 * MINUTE_MS;
const SLOW_PICK_UP_MS = 30 * MINUTE_MS;

export function nextStep(errand: Errand, last: Place, pace: Pace): Step {
  return errand.pickedUpAt === undefined ? nextBeforePickUp(errand, last, pace) : nextDropOff(errand, pace);
}

function nextBeforePickUp(errand: Errand, last: Place, pace: Pace): Step {
  const { scenario, matchedAt, arrivedAt, scheduledAt, goodsAt: to } = errand;
  const sets = { ...last, at: Math.max(last.at, matchedAt) };
  const thereAt = arrivedAt ?? Math.max(arrivalAt(sets, to, pace.metersPerSecond), latestOf(errand));
  const step = (kind: Step['kind'], at: Instant): Step => ({ kind, at, to, thereAt, dropOff: 0 });
  if (isGivenBack(errand)) return step('GIVE_BACK', matchedAt + inLife(THINKS_BETTER_OF_IT_AFTER_MS, pace));
  if (scenario === 'SUPPORT_REPLACES' && !errand.isSuccessor)
    return step('REPLACE', matchedAt + inLife(SUPPORT_STEPS_IN_AFTER_MS, pace));
  if (arrivedAt === undefined) return step('ARRIVE', thereAt);
  const handlingMs = scenario === 'SLOW_PICKUP' ? SLOW_PICK_UP_MS : pace.handlingMs;
  // Nobody hands the goods of a scheduled order out before their time.
  return step('PICK_UP', Math.max(arrivedAt + inLife(handlingMs, pace), scheduledAt ?? 0));
}

/** What takes so long in life. */
function inLife(ms: number, { speed }: Pace): number {
  return Math.round(ms / speed);
}

function isGivenBack({ scenario, giveBacks }: Errand): boolean {
  const times = scenario === 'REJECT_ONCE' ? 1 : scenario === 'REJECT_TWICE' ? 2 : 0;
  return giveBacks < times;
}

/** Only the first driver is late: whoever comes instead is not. */
function latestOf({ scenario, formerDrivers, matchedAt }: Errand): Instant {
  return scenario === 'DRIVER_LATE' && formerDrivers === 0 ? matchedAt + LATE_MS : matchedAt;
}

/** Each drop-off in its turn, from where and when the one before was closed. */
function nextDropOff({ scenario, pickedUpAt, goodsAt, dropOffs }: Errand, pace: Pace): Step {
  const dropOff = dropOffs.findIndex(({ closedAt }) => closedAt === undefined);
  const { point: to } = dropOffs[dropOff] as Errand['dropOffs'][number];
  const from = dropOffs.reduce<Place>(
    (latest, { point, closedAt }) =>
      closedAt !== undefined && closedAt >= latest.at ? { ...point, at: closedAt } : latest,
    { ...goodsAt, at: pickedUpAt as Instant },
  );
  const thereAt = arrivalAt(from, to, pace.metersPerSecond);
  const isFirst = dropOffs.every(({ closedAt }) => closedAt === undefined);
  const kind = scenario === 'POD_FAILED' && isFirst ? 'FAIL_DROP_OFF' : 'DROP_OFF';
  return { kind, at: thereAt + inLife(pace.handlingMs, pace), to, thereAt, dropOff };
}
