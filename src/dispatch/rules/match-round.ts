import type { Instant } from '../../foundation/time.ts';
import { assignCheapest } from './assignment.ts';
import { findCandidates } from './candidates.ts';
import { createDriverPool, type DriverPool } from './driver-pool.ts';
import {
  explainLook,
  explainSkipped,
  type Look,
  type MatchExplanation,
  type MatchOutcome,
  type ScoredCandidate,
} from './explain-match.ts';
import { isOfferable, waitedMs } from './offer-time.ts';
import type { ReachableDriver, RoundSettings, WaitingOrder } from './pool.ts';
import { type OrderClaim, type Score, scoreOf, WEIGHTS } from './score.ts';

type NewOffer = { readonly orderId: string; readonly driverId: string; readonly score: Score };

export type Round = {
  readonly offers: readonly NewOffer[];
  /** By order. */
  readonly explanations: ReadonlyMap<string, MatchExplanation>;
};

type PlayRound = (
  orders: readonly WaitingOrder[],
  drivers: readonly ReachableDriver[],
  now: Instant,
  settings: RoundSettings,
) => Round;

type Mode = {
  readonly offersPerOrder: number;
  readonly offersPerDriver: number;
  /** For each look, whom its order is offered to. */
  readonly choose: (looks: readonly Look[], driverCount: number) => readonly (readonly ScoredCandidate[])[];
};

const POOL: Mode = { offersPerOrder: 1, offersPerDriver: 1, choose: chooseTogether };
const BROADCAST: Mode = { offersPerOrder: 10, offersPerDriver: 3, choose: chooseMany };

/** The whole pool at once: one offer an order and one a driver, at the least cost together. */
export const matchRound: PlayRound = (orders, drivers, now, settings) => play(POOL, orders, drivers, now, settings);

/** Every order to all who are near, ten at most; who accepts first has it. */
export const broadcastRound: PlayRound = (orders, drivers, now, settings) =>
  play(BROADCAST, orders, drivers, now, settings);

function play(mode: Mode, ...[orders, drivers, now, settings]: Parameters<PlayRound>): Round {
  const explanations = new Map<string, MatchExplanation>();
  const due: WaitingOrder[] = [];
  for (const order of orders) {
    const outcome = whySkipped(order, mode, now, settings);
    if (outcome === undefined) due.push(order);
    else explanations.set(order.id, explainSkipped(outcome, drivers.length, now));
  }
  const looks = lookAtAll(due, drivers, mode, now, settings);
  const chosen = mode.choose(looks, drivers.length);
  for (const [index, look] of looks.entries())
    explanations.set(look.order.id, explainLook(look, chosen[index] ?? [], drivers.length, now));
  const offers = looks.flatMap(({ order }, index) =>
    (chosen[index] ?? []).map(({ driver, score }) => ({ orderId: order.id, driverId: driver.id, score })),
  );
  return { offers, explanations };
}

function whySkipped(
  order: WaitingOrder,
  { offersPerOrder }: Mode,
  now: Instant,
  { aheadMs }: RoundSettings,
): MatchOutcome | undefined {
  if (!isOfferable(order, now, aheadMs)) return 'NOT_YET';
  return order.askedDriverIds.length < offersPerOrder ? undefined : 'OFFER_OPEN';
}

function lookAtAll(
  orders: readonly WaitingOrder[],
  drivers: readonly ReachableDriver[],
  { offersPerDriver }: Mode,
  now: Instant,
  settings: RoundSettings,
): readonly Look[] {
  const [first] = orders;
  if (first === undefined) return [];
  const isFree = ({ hasOrder, openOffers }: ReachableDriver) => !hasOrder && openOffers < offersPerDriver;
  const pool = createDriverPool(drivers, first.pickUp, isFree);
  return orders.map((order) => lookAt(order, pool, now, settings));
}

function lookAt(order: WaitingOrder, pool: DriverPool, now: Instant, settings: RoundSettings): Look {
  const found = findCandidates(order, pool, now, settings);
  const claim: OrderClaim = {
    metersPerSecond: order.metersPerSecond,
    roadFactor: settings.roadFactor,
    waitedMs: waitedMs(order, now, settings.aheadMs),
    fareMinor: order.fareMinor,
    priorityFeeMinor: order.priorityFeeMinor,
    usualPerHour: found.usualPerHour,
  };
  const candidates = found.candidates.map(({ number, driver, meters }) => {
    const score = scoreOf(claim, { meters, earnedPerHour: driver.earnedPerHour });
    return { number, driver, meters, score };
  });
  return { ...found, order, candidates: candidates.sort((a, b) => a.score.cost - b.score.cost) };
}

function chooseTogether(looks: readonly Look[], driverCount: number): readonly (readonly ScoredCandidate[])[] {
  const rows = looks.map(({ candidates }) => ({
    candidates: candidates.map(({ number, score }) => ({ column: number, cost: score.cost })),
    unmatchedCost: WEIGHTS.leftWaiting,
  }));
  const { columns } = assignCheapest(rows, driverCount);
  return looks.map(({ candidates }, index) => candidates.filter(({ number }) => number === columns[index]));
}

/** Who has waited longer or pays more goes first, until the drivers have enough offers. */
function chooseMany(looks: readonly Look[], driverCount: number): readonly (readonly ScoredCandidate[])[] {
  const given = new Uint8Array(driverCount);
  const chosen: ScoredCandidate[][] = looks.map(() => []);
  const claimOf = ({ candidates: [first] }: Look) => (first?.score.ageBonus ?? 0) + (first?.score.feeBonus ?? 0);
  const inTurn = [...looks.entries()].sort(([, a], [, b]) => claimOf(b) - claimOf(a));
  for (const [index, { order, candidates }] of inTurn) {
    const open = candidates.filter(
      ({ number, driver }) => driver.openOffers + (given[number] as number) < BROADCAST.offersPerDriver,
    );
    chosen[index] = open.slice(0, BROADCAST.offersPerOrder - order.askedDriverIds.length);
    for (const { number } of chosen[index]) given[number] = (given[number] as number) + 1;
  }
  return chosen;
}
