import type { Point } from '../../foundation/geo.ts';
import type { MinorUnits } from '../../foundation/money.ts';
import type { Instant } from '../../foundation/time.ts';

/** An order that looks for a driver, as far as matching looks at it. */
export type WaitingOrder = {
  readonly id: string;
  readonly service: string;
  /** How fast what it is driven with comes along the road. */
  readonly metersPerSecond: number;
  /** What a driver must have: equipment, helpers. */
  readonly needs: readonly string[];
  /** Where the goods are: at the pick-up, or where the last driver left them. */
  readonly pickUp: Point;
  /** Since when the partner has been waiting, also where a driver gave the order back. */
  readonly waitingSince: Instant;
  /** Undefined for an immediate order. */
  readonly scheduleAt: Instant | undefined;
  readonly fareMinor: MinorUnits;
  readonly priorityFeeMinor: MinorUnits;
  /** Gave it back or were replaced. */
  readonly formerDriverIds: readonly string[];
  /** Declined it, or let it lapse a moment ago. */
  readonly refusedDriverIds: readonly string[];
  /** Have an offer of it that still stands. */
  readonly askedDriverIds: readonly string[];
  /** Kept from this partner's orders. */
  readonly blockedDriverIds: readonly string[];
};

/** A driver who is online and has been heard of lately; the others are not passed in. */
export type ReachableDriver = {
  readonly id: string;
  readonly service: string;
  readonly capabilities: readonly string[];
  readonly point: Point;
  readonly hasOrder: boolean;
  readonly openOffers: number;
  /** Minor units per hour online in the last hours; undefined while too little is known to judge. */
  readonly earnedPerHour: number | undefined;
};

export type RoundSettings = {
  /** How much longer a way by road is than the straight line, in this city. */
  readonly roadFactor: number;
  /** How long before its time a scheduled order is offered. */
  readonly aheadMs: number;
};
