import type { MinorUnits } from '../../foundation/money.ts';
import { SECOND_MS } from '../../foundation/time.ts';

/** All in seconds of driving, so that they can be weighed against the way to the pick-up. */
export const WEIGHTS = {
  /** A second waited is worth this much driving: nearer orders are served first, but nobody waits for ever. */
  secondsPerSecondWaited: 0.4,
  /** What a priority fee comes near to, however large; one as large as the fare is worth half of it. */
  mostForFee: 900,
  /** What a driver who has earned nothing is ahead of one who earns as usual: enough to decide between neighbours. */
  mostForFairness: 180,
  /** Leaving an order for the next round costs as much as this drive: offers to many go before short ways for few. */
  leftWaiting: 7_200,
};

/** Whole seconds; the lower the cost, the better the driver for the order. */
export type Score = {
  readonly pickUpSeconds: number;
  readonly ageBonus: number;
  readonly feeBonus: number;
  readonly fairnessBonus: number;
  readonly cost: number;
};

/** What is the same for all drivers of an order. */
export type OrderClaim = {
  /** Along the road, of what it is driven with. */
  readonly metersPerSecond: number;
  readonly roadFactor: number;
  readonly waitedMs: number;
  readonly fareMinor: MinorUnits;
  readonly priorityFeeMinor: MinorUnits;
  /** What drivers who can take it earn per hour on average. */
  readonly usualPerHour: number | undefined;
};

type Approach = {
  /** As the crow flies. */
  readonly meters: number;
  readonly earnedPerHour: number | undefined;
};

/** What it costs to give this order to this driver. */
export function scoreOf(order: OrderClaim, driver: Approach): Score {
  const pickUpSeconds = secondsToPickUp(order, driver);
  const ageBonus = Math.round((order.waitedMs / SECOND_MS) * WEIGHTS.secondsPerSecondWaited);
  const feeBonus = Math.round(WEIGHTS.mostForFee * shareOfFee(order));
  const fairnessBonus = Math.round(WEIGHTS.mostForFairness * shareMissing(order, driver));
  const cost = pickUpSeconds - ageBonus - feeBonus - fairnessBonus;
  return { pickUpSeconds, ageBonus, feeBonus, fairnessBonus, cost };
}

function secondsToPickUp({ roadFactor, metersPerSecond }: OrderClaim, { meters }: Approach): number {
  return Math.round((meters * roadFactor) / metersPerSecond);
}

/** 0 without a fee, a half where it equals the fare, never 1 beside a fare. */
function shareOfFee({ fareMinor, priorityFeeMinor }: OrderClaim): number {
  return priorityFeeMinor > 0n ? Number(priorityFeeMinor) / Number(priorityFeeMinor + fareMinor) : 0;
}

/** How far a driver is below what is usual: 0 for those who earn as much or more, 1 for nothing earned. */
function shareMissing({ usualPerHour }: OrderClaim, { earnedPerHour }: Approach): number {
  if (earnedPerHour === undefined || usualPerHour === undefined || usualPerHour <= 0) return 0;
  return Math.max(0, 1 - earnedPerHour / usualPerHour);
}
