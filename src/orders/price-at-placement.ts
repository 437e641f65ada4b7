import { formatAmount, type MinorUnits } from '../foundation/money.ts';
import type { Instant } from '../foundation/time.ts';
import type { Market } from '../markets/index.ts';
import {
  driverFare,
  isPriced,
  type Price,
  priceTrip,
  type RateCardVersion,
  type RateCatalogue,
} from '../pricing/index.ts';
import { explainPrice, pricesOf, type QuotationRecord } from '../quotations/index.ts';
import type { Pricing } from './rules/order.ts';
import { choosePrice } from './rules/placement-price.ts';

/** The trip of the quotation, priced anew; for an immediate order the pick-up is now. */
export function priceAtPlacement(
  rates: RateCatalogue,
  quotation: QuotationRecord,
  market: Market,
  now: Instant,
): { fareMinor: MinorUnits; pricing: Pricing } {
  const { locode, service, document, trip, explanation } = quotation;
  const city = market.cities.find((candidate) => candidate.locode === locode);
  const pickUpAt = document.scheduleAt ?? now;
  const card = rates.cardAt(locode, service, now);
  const isSold = card !== undefined && trip.specialRequests.every((name) => isPriced(card.card, name));
  const current =
    city === undefined || !isSold
      ? undefined
      : priceTrip(card.card, { ...trip, pickUp: rates.pickUpMoment(market.market, city.timeZone, pickUpAt) });
  const print = (amount: MinorUnits) => formatAmount(amount, market.decimals);
  const taken = choosePrice(quotation.totalMinor, current?.totalMinor);
  const placement = {
    quotedTotal: document.total,
    totalAtPlacement: print(current?.totalMinor ?? quotation.totalMinor),
    taken,
  };
  const common = { decimals: market.decimals, placement };
  if (taken === 'AT_PLACEMENT' && card !== undefined && current !== undefined) {
    return {
      fareMinor: current.totalMinor,
      pricing: {
        ...common,
        prices: pricesOf(current, undefined, print),
        cardVersion: card.version,
        pickUpAt,
        driverFare: driverFare(card.card, current).toString(),
        explanation: { ...explanation, ...explainPrice(card, current, print, now, pickUpAt) },
      },
    };
  }
  const quoted = quotedPrice(rates, quotation);
  const { totalBeforeOptimization, ...prices } = document.prices;
  return {
    fareMinor: quotation.totalMinor,
    pricing: {
      ...common,
      prices,
      cardVersion: versionOf(quotation),
      pickUpAt: document.scheduleAt ?? quotation.createdAt,
      driverFare: driverFare(quoted.card.card, quoted.price).toString(),
      explanation,
    },
  };
}

function quotedPrice(rates: RateCatalogue, quotation: QuotationRecord): { card: RateCardVersion; price: Price } {
  const card = rates.cardOfVersion(quotation.locode, quotation.service, versionOf(quotation));
  if (card === undefined) throw new Error(`the card of quotation ${quotation.id} is not known`);
  return { card, price: priceTrip(card.card, quotation.trip) };
}

function versionOf({ explanation }: QuotationRecord): number {
  return (explanation as { rateCard: { version: number } }).rateCard.version;
}
