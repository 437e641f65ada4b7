import { assertPresent } from '../foundation/assert.ts';
import { orThrow } from '../foundation/decision.ts';
import { DeliveryError, refuseFaults } from '../foundation/errors.ts';
import { formatAmount } from '../foundation/money.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { MarketCatalogue } from '../markets/index.ts';
import { cityOf, type PricingDeps, priceStops } from '../quotations/index.ts';
import { changeOrder, type OrderKey } from './change-order.ts';
import { type EditedStopWire, findEditFaults, readEditedStops } from './read-edit.ts';
import type { ReadOrder } from './read-order.ts';
import { decideEdit, decideEditable, type EditResult, type PlannedStop, planEdit } from './rules/edit.ts';
import type { Order, OrderStop, Party } from './rules/order.ts';
import type { PhoneFault } from './rules/order-request.ts';
import type { ChangeDeps } from './save-change.ts';

export type EditDeps = ChangeDeps &
  PricingDeps & {
    readonly catalogue: MarketCatalogue;
    readonly readOrder: ReadOrder;
    readonly phoneFault: (market: string) => PhoneFault;
  };

type Edit = { readonly stops: readonly EditedStopWire[]; readonly by: Party };
type InTransaction<T> = (work: (tx: Transaction) => Promise<Order>) => Promise<T>;

const MOST_TRIES = 5;

/**
 * The way is measured and priced first and the order changed afterwards, so that no transaction waits for a map; an order that has
 * changed in between is looked at again.
 */
export async function editOrder<T>(
  deps: EditDeps,
  key: OrderKey,
  now: Instant,
  edit: Edit,
  inTransaction: InTransaction<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const order = orThrow(decideEditable(await deps.readOrder(key, now), edit.by));
    const result = await prepareEdit(deps, order, edit);
    try {
      return await inTransaction((tx) =>
        changeOrder(deps, tx, key, now, (current, at) => {
          if (current.revision !== order.revision) throw new ChangedMeanwhile();
          return decideEdit(current, result, edit.by, at);
        }),
      );
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
      if (tries === MOST_TRIES) throw new DeliveryError('ERR_UNAVAILABLE');
    }
  }
}

class ChangedMeanwhile extends Error {}

async function prepareEdit(deps: EditDeps, order: Order, edit: Edit): Promise<EditResult> {
  const market = deps.catalogue.market(order.market);
  const phoneFault = deps.phoneFault(order.market);
  refuseFaults(findEditFaults(edit.stops, phoneFault));
  const plan = planEdit(order, readEditedStops(edit.stops), phoneFault);
  if ('faults' in plan) throw new DeliveryError(plan.faults);
  // An order stays in its city, whose card it is priced by.
  const city = cityOf(
    deps.catalogue,
    { ...market, cities: market.cities.filter(({ locode }) => locode === order.locode) },
    plan.stops,
  );
  const { cardVersion, pickUpAt, decimals, placement } = order.pricing;
  const priced = await priceStops(deps, {
    market,
    city,
    card: assertPresent(
      deps.rates.cardOfVersion(order.locode, order.service, cardVersion),
      'a card that priced an order stays known',
    ),
    stops: plan.stops,
    specialRequests: order.delivery.specialRequests,
    isRouteOptimized: order.delivery.isRouteOptimized,
    pickUpAt,
    judgedAt: order.placedAt,
  });
  const { totalBeforeOptimization, ...prices } = priced.prices;
  return {
    stops: priced.order.map((index) => withId(deps, plan.stops[index] as PlannedStop)),
    distanceMeters: priced.distanceMeters,
    fareMinor: priced.totalMinor,
    pricing: {
      decimals,
      prices,
      cardVersion,
      pickUpAt,
      driverFare: priced.driverFareMinor.toString(),
      placement,
      explanation: {
        ...priced.explanation,
        edited: { totalBefore: formatAmount(order.fareMinor, decimals) },
      },
    },
  };
}

function withId({ ids }: EditDeps, stop: PlannedStop): OrderStop {
  return { ...stop, stopId: stop.stopId ?? ids.next<'stop'>() };
}
