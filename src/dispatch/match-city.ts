import { blockedPairs, type DocumentKind, driversWithDocuments, reachableDrivers } from '../drivers/index.ts';
import { assertPresent } from '../foundation/assert.ts';
import { type Instant, localMoment } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { Ids } from '../infrastructure/ids.ts';
import { effectsOf, type MarketCatalogue } from '../markets/index.ts';
import { findBusyDriversIn, findWaitingOrders, predecessorsOf, type SearchingOrder } from '../orders/index.ts';
import { vehicleOf } from '../quotations/index.ts';
import { metersPerSecond } from '../routing/index.ts';
import { answersFor, findCityDispatch, insertOffers, openOfferCounts, saveRounds } from './dispatch-sql.ts';
import type { EarnedLately } from './earned-per-hour.ts';
import type { MatchOutcome } from './rules/explain-match.ts';
import { broadcastRound, matchRound, type Round } from './rules/match-round.ts';
import { isAskedAgain, type OfferTimes, offerEndsAt } from './rules/offer-time.ts';
import type { CityDispatch } from './rules/pause.ts';
import type { ReachableDriver, WaitingOrder } from './rules/pool.ts';

/** What a simulated driver lacks: only partners of the sandbox who asked for such are content without. */
const HUMAN = 'HUMAN';
/** What a driver lacks without whom the operator's list of documents is not complete, or one of them has expired. */
const VALID_DOCUMENTS = 'VALID_DOCUMENTS';
/** Of each service, so that none hides the others. */
const MOST_ORDERS_A_ROUND = 2_000;

export type MatchDeps = {
  readonly ids: Ids;
  readonly catalogue: () => Promise<MarketCatalogue>;
  readonly offerTimes: OfferTimes;
  readonly silentMs: number;
  /** What every driver must have; simulated drivers have no papers. */
  readonly requiredDocuments: readonly DocumentKind[];
  readonly earnedLately: EarnedLately;
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
    mostOfAService: MOST_ORDERS_A_ROUND,
  });
  if (waiting.length === 0) return false;
  const drivers = await poolOf(deps, tx, locode, now);
  const round = await play(deps, tx, locode, city, waiting, drivers, now);
  const clocks = new Map<string, number>(waiting.map(({ id, clockAheadMs }) => [id, clockAheadMs]));
  const clockAheadOf = (orderId: string) => assertPresent(clocks.get(orderId), 'an order of the round waits');
  await insertOffers(
    tx,
    round.offers.map(({ orderId, driverId }) => ({
      ...{ id: deps.ids.next<'offer'>(), orderId, driverId },
      clockAheadMs: clockAheadOf(orderId),
    })),
    { offeredAt: now, expiresAt: offerEndsAt(now, lifeMs) },
  );
  await saveRounds(
    tx,
    [...round.explanations]
      .filter(([, { outcome }]) => isTold(outcome))
      .map(([orderId, document]) => ({
        orderId,
        offered: document.outcome === 'OFFERED',
        document: { ...document, clockAheadMs: clockAheadOf(orderId) },
      })),
    now,
  );
  return true;
}

/** That an offer stands, or that it is too early, explains nothing: the round before is kept instead. */
function isTold(outcome: MatchOutcome): boolean {
  return outcome !== 'OFFER_OPEN' && outcome !== 'NOT_YET';
}

async function play(
  { catalogue, offerTimes: { aheadMs }, requiredDocuments }: MatchDeps,
  tx: Transaction,
  locode: string,
  { mode }: CityDispatch,
  waiting: readonly SearchingOrder[],
  drivers: readonly ReachableDriver[],
  now: Instant,
): Promise<Round> {
  const replaced = await replacedBy(tx, waiting);
  const answers = await answersFor(
    tx,
    waiting.flatMap(({ id }) => [id, ...(replaced.get(id) ?? [])]),
  );
  const answersOf = groupBy(answers, ({ orderId }) => orderId);
  const blocks = await blockedPairs(tx, [...new Set(waiting.map(({ partnerId }) => partnerId))]);
  const blocksOf = groupBy(blocks, ({ partnerId }) => partnerId);
  const orders = waiting.map((order): WaitingOrder => {
    const own = [order.id, ...(replaced.get(order.id) ?? [])].flatMap((id) => answersOf.get(id) ?? []);
    return {
      id: order.id,
      service: order.service,
      metersPerSecond: metersPerSecond(vehicleOf(order.service)),
      needs: [
        ...effectsOf(order.specialRequests).driverNeeds,
        ...(order.takesSimulated ? [] : [HUMAN]),
        ...(requiredDocuments.length === 0 ? [] : [VALID_DOCUMENTS]),
      ],
      pickUp: order.goodsAt,
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
  const { roadFactor = 1 } = (await catalogue()).city(locode) ?? {};
  return (mode === 'POOL' ? matchRound : broadcastRound)(orders, drivers, now, { roadFactor, aheadMs });
}

/** By order, all in whose place it stands; most stand in nobody's. */
async function replacedBy(tx: Transaction, waiting: readonly SearchingOrder[]) {
  const ids = waiting.filter(({ replaces }) => replaces !== undefined).map(({ id }) => id);
  return ids.length === 0 ? new Map<SearchingOrder['id'], readonly string[]>() : predecessorsOf(tx, ids);
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

async function poolOf(
  deps: MatchDeps,
  tx: Transaction,
  locode: string,
  now: Instant,
): Promise<readonly ReachableDriver[]> {
  const reachable = await reachableDrivers(tx, locode, now, deps.silentMs);
  const busy = await findBusyDriversIn(tx, locode);
  const offers = await openOfferCounts(tx, locode);
  const earned = await deps.earnedLately(tx, locode, now);
  const documented = await documentedAmong(deps, tx, locode, reachable, now);
  const listOf = createCapabilityLists();
  return reachable.map(({ id, service, capabilities, isSimulated, point }) => ({
    id,
    service,
    capabilities: listOf(capabilities, isSimulated, isSimulated || documented.has(id)),
    point,
    hasOrder: busy.has(id),
    openOffers: offers.get(id) ?? 0,
    earnedPerHour: earned.get(id),
  }));
}

/** One list for all drivers who are alike: the rule looks at each list once. Those who are not alike share none as it is. */
function createCapabilityLists() {
  const known = {
    withDocuments: new Map<readonly string[], string[]>(),
    without: new Map<readonly string[], string[]>(),
  };
  return (capabilities: readonly string[], isSimulated: boolean, hasDocuments: boolean): readonly string[] => {
    const lists = hasDocuments ? known.withDocuments : known.without;
    let list = lists.get(capabilities);
    if (list === undefined) {
      list = [...capabilities, ...(isSimulated ? [] : [HUMAN]), ...(hasDocuments ? [VALID_DOCUMENTS] : [])];
      lists.set(capabilities, list);
    }
    return list;
  };
}

async function documentedAmong(
  { catalogue, requiredDocuments }: MatchDeps,
  tx: Transaction,
  locode: string,
  drivers: readonly { readonly id: string }[],
  now: Instant,
): Promise<ReadonlySet<string>> {
  if (requiredDocuments.length === 0) return new Set();
  const { timeZone = 'UTC' } = (await catalogue()).city(locode) ?? {};
  const ids = drivers.map(({ id }) => id);
  return driversWithDocuments(tx, ids, requiredDocuments, localMoment(now, timeZone).date);
}
