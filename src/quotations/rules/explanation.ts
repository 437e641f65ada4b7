import { formatExact, type MinorUnits } from '../../foundation/money.ts';
import { formatInstant, type Instant } from '../../foundation/time.ts';
import type { City, effectsOf } from '../../markets/index.ts';
import type { Price, RateCardVersion } from '../../pricing/index.ts';
import type { Distances } from '../../routing/index.ts';

/** Printed amounts by item, those that are zero left out but the base. */
export function pricesOf(
  price: Price,
  before: Price | undefined,
  print: (amount: MinorUnits) => string,
): Record<string, string> {
  return {
    ...Object.fromEntries(shownItems(price).map(({ item, amountMinor }) => [item, print(amountMinor)])),
    ...(before === undefined ? {} : { totalBeforeOptimization: print(before.totalMinor) }),
  };
}

/** Which card made the price, when it was chosen, and each item with its inputs and its amount before rounding. */
export function explainPrice(
  card: RateCardVersion,
  price: Price,
  print: (amount: MinorUnits) => string,
  judgedAt: Instant,
  pickUpAt: Instant,
) {
  return {
    rateCard: {
      locode: card.locode,
      service: card.service,
      version: card.version,
      judgedAt: formatInstant(judgedAt),
      rounding: { step: formatExact(card.card.rounding.step), mode: card.card.rounding.mode },
    },
    pickUpAt: formatInstant(pickUpAt),
    items: shownItems(price).map(({ item, amountMinor, exact, inputs }) => ({
      item,
      amount: print(amountMinor),
      beforeRounding: exact,
      inputs,
    })),
    total: print(price.totalMinor),
  };
}

type Way = { readonly order: readonly number[]; readonly meters: number };

/** How the way was measured and, where it was optimised, what that saved. */
export function explainRoute(
  city: City,
  distances: Distances,
  effects: ReturnType<typeof effectsOf>,
  driven: Way,
  given: Way | undefined,
) {
  return {
    distanceMeters: driven.meters,
    measuredBy: distances.source,
    ...(distances.source === 'estimate' ? { roadFactor: city.roadFactor } : {}),
    returnsToPickUp: effects.returnsToPickUp,
    ...(given === undefined
      ? {}
      : {
          optimized: {
            distanceBeforeMeters: given.meters,
            savedMeters: given.meters - driven.meters,
            order: driven.order,
          },
        }),
  };
}

function shownItems({ items }: Price): Price['items'] {
  return items.filter(({ item, amountMinor }) => item === 'base' || amountMinor > 0n);
}
