import { formatExact, type MinorUnits } from '../../foundation/money.ts';
import { formatInstant, type Instant } from '../../foundation/time.ts';
import type { City, effectsOf } from '../../markets/index.ts';
import type { Price, RateCardVersion } from '../../pricing/index.ts';
import type { Distances } from '../../routing/index.ts';
import type { CheckedRequest } from './check-request.ts';

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

type Explained = {
  readonly city: City;
  readonly card: RateCardVersion;
  readonly checked: CheckedRequest;
  readonly price: Price;
  readonly before: Price | undefined;
  readonly print: (amount: MinorUnits) => string;
  readonly distances: Distances;
  readonly given: { readonly meters: number };
  readonly best: { readonly order: readonly number[]; readonly meters: number };
  readonly effects: ReturnType<typeof effectsOf>;
  readonly now: Instant;
};

/** Why this price: everything that went into it, kept with the quotation. */
export function explainQuotation({
  city,
  card,
  checked,
  price,
  before,
  print,
  distances,
  given,
  best,
  effects,
  now,
}: Explained) {
  return {
    rateCard: {
      locode: card.locode,
      service: card.service,
      version: card.version,
      judgedAt: formatInstant(now),
      rounding: { step: formatExact(card.card.rounding.step), mode: card.card.rounding.mode },
    },
    pickUpAt: formatInstant(checked.scheduleAt ?? now),
    timeZone: city.timeZone,
    route: {
      distanceMeters: best.meters,
      measuredBy: distances.source,
      ...(distances.source === 'estimate' ? { roadFactor: city.roadFactor } : {}),
      returnsToPickUp: effects.returnsToPickUp,
      ...(before === undefined
        ? {}
        : {
            optimized: {
              distanceBeforeMeters: given.meters,
              savedMeters: given.meters - best.meters,
              order: best.order,
            },
          }),
    },
    items: shownItems(price).map(({ item, amountMinor, exact, inputs }) => ({
      item,
      amount: print(amountMinor),
      beforeRounding: exact,
      inputs,
    })),
    total: print(price.totalMinor),
    driver: { needs: effects.driverNeeds, steps: effects.driverSteps },
  };
}

function shownItems({ items }: Price): Price['items'] {
  return items.filter(({ item, amountMinor }) => item === 'base' || amountMinor > 0n);
}
