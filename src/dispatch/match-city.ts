import { blockedPairs, onlineMsByDriver, reachableDrivers, shiftsSince } from '../drivers/index.ts';
import type { Point } from '../foundation/geo.ts';
import { HOUR_MS, type Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { Ids } from '../infrastructure/ids.ts';
import { effectsOf, type MarketCatalogue } from '../markets/index.ts';
import { findBusyDrivers, findWaitingOrders, type MatchingOrder } from '../orders/index.ts';
import { vehicleOf } from '../quotations/index.ts';
import { earningsSince } from '../wallet/index.ts';
import {
  answersFor,
  type CityDispatch,
  findCityDispatch,
  insertOffers,
  openOfferCounts,
  saveRounds,
  tellDrivers,
} from './dispatch-sql.ts';
import type { MatchOutcome } from './rules/explain-match.ts';
import { spreadOf } from './rules/fairness.ts';
import { broadcastRound, matchRound, type Round } from './rules/match-round.ts';
import { isAskedAgain, type OfferTimes, offerEndsAt } from './rules/offer-time.ts';
import type { ReachableDriver, WaitingOrder } from './rules/pool.ts';

const MOST_ORDERS_A_ROUND = 2_000;
const EARNINGS_LOOKED_AT_MS = 4 * HOUR_MS;
/** Less time online says little about what a driver earns. */
const LEAST_ONLINE_MS = HOUR_MS / 2;

export type MatchDeps = {
  readonly ids: Ids;
  readonly catalogue: () => Promise<MarketCatalogue>;
  readonly offerTimes: OfferTimes;
  readonly silentMs: number;
  /** Takes how unevenly the drivers of a city earn. */
  readonly earningsSpread: (locode: string, spread: number) => void;
};

/** One round for a city: who is asked to take what. False where nothing waits. */
export async function matchCity(deps: MatchDeps, tx: Transaction, locode: string, now: Instant): Promise<boolean> {
  const { aheadMs, lifeMs } = deps.offerTimes;
  const city = await findCityDispatch(tx, locode);
  if (city.paused) return false;
  const waiting = await findWaitingOrders(tx, locode, {
    now,
    scheduledUntil: now + aheadMs,
    withoutServices: city.pausedServices,
    most: MOST_ORDERS_A_ROUND,
  });
  if (waiting.length === 0) return false;
  const drivers = await poolOf(deps, tx, locode, now);
  const round = await play(deps, tx, city, waiting, drivers, now);
  await insertOffers(
    tx,
    round.offers.map(({ orderId, driverId }) => ({
      id: deps.ids.next<'offer'>(),
      orderId,
      driverId,
      offeredAt: now,
      expiresAt: offerEndsAt(now, lifeMs),
    })),
  );
  await saveRounds(
    tx,
    [...round.explanations]
      .filter(([, { outcome }]) => isTold(outcome))
      .map(([orderId, document]) => ({
        orderId,
        at: now,
        offered: document.outcome === 'OFFERED',
        document,
      })),
  );
  await tellDrivers(
    tx,
    round.offers.map(({ driverId }) => driverId),
  );
  return true;
}

/** That an offer stands, or that it is too early, explains nothing: the round before is kept instead. */
function isTold(outcome: MatchOutcome): boolean {
  return outcome !== 'OFFER_OPEN' && outcome !== 'NOT_YET';
}

async function play(
  { catalogue, offerTimes: { aheadMs } }: MatchDeps,
  tx: Transaction,
  { mode }: CityDispatch,
  waiting: readonly MatchingOrder[],
  drivers: readonly ReachableDriver[],
  now: Instant,
): Promise<Round> {
  const answers = await answersFor(
    tx,
    waiting.flatMap(({ id, replaces }) => (replaces === undefined ? [id] : [id, replaces])),
  );
  const answersOf = groupBy(answers, ({ orderId }) => orderId);
  const blocks = await blockedPairs(tx, [...new Set(waiting.map(({ partnerId }) => partnerId))]);
  const blocksOf = groupBy(blocks, ({ partnerId }) => partnerId);
  const orders = waiting.map((order): WaitingOrder => {
    const own = [order.id, order.replaces ?? ''].flatMap((id) => answersOf.get(id) ?? []);
    return {
      id: order.id,
      service: order.service,
      vehicle: vehicleOf(order.service),
      needs: effectsOf(order.delivery.specialRequests).driverNeeds,
      pickUp: pickUpOf(order),
      waitingSince: order.placedAt,
      scheduleAt: order.scheduleAt,
      fareMinor: order.fareMinor,
      priorityFeeMinor: order.priorityFeeMinor,
      formerDriverIds: order.formerDriverIds,
      refusedDriverIds: own
        .filter((answer) => answer.state !== 'open' && !isAskedAgain(answer, now))
        .map(({ driverId }) => driverId),
      askedDriverIds: own.filter(({ state }) => state === 'open').map(({ driverId }) => driverId),
      blockedDriverIds: (blocksOf.get(order.partnerId) ?? []).map(({ driverId }) => driverId),
    };
  });
  const first = waiting[0] as MatchingOrder;
  const city = (await catalogue()).market(first.market).cities.find(({ locode }) => locode === first.locode);
  const settings = { roadFactor: city?.roadFactor ?? 1, aheadMs };
  return (mode === 'POOL' ? matchRound : broadcastRound)(orders, drivers, now, settings);
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Where the goods are: at the pick-up, or where the last driver left them. */
function pickUpOf({ delivery }: MatchingOrder): Point {
  const { lat, lng } = delivery.handOver ?? delivery.stops[0]?.coordinates ?? { lat: 0, lng: 0 };
  return { lat: Number(lat), lng: Number(lng) };
}

async function poolOf(
  deps: MatchDeps,
  tx: Transaction,
  locode: string,
  now: Instant,
): Promise<readonly ReachableDriver[]> {
  const reachable = await reachableDrivers(tx, locode, now, deps.silentMs);
  const ids = reachable.map(({ id }) => id);
  const busy = await findBusyDrivers(tx, ids);
  const offers = await openOfferCounts(tx, ids);
  const since = now - EARNINGS_LOOKED_AT_MS;
  const earned = await earningsSince(tx, ids, since);
  const online = onlineMsByDriver(await shiftsSince(tx, locode, since), since, now);
  const perHour = (id: string) => {
    const ms = online.get(id) ?? 0;
    return ms < LEAST_ONLINE_MS ? undefined : (Number(earned.get(id) ?? 0n) * HOUR_MS) / ms;
  };
  const pool = reachable.map(({ id, service, capabilities, point }) => ({
    id,
    service,
    capabilities,
    point,
    hasOrder: busy.has(id),
    openOffers: offers.get(id) ?? 0,
    earnedPerHour: perHour(id),
  }));
  deps.earningsSpread(locode, spreadOf(pool.flatMap(({ earnedPerHour }) => earnedPerHour ?? [])));
  return pool;
}
