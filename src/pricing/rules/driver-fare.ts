import { type MinorUnits, shareOf } from '../../foundation/money.ts';
import type { Price } from './price.ts';
import type { RateCard } from './rate-card.ts';

/** What a driver earns by a price: a share of it without VAT, and tolls in full. A priority fee comes on top. */
export function driverFare(card: RateCard, { totalMinor, vatMinor, tollsMinor }: Price): MinorUnits {
  return shareOf(totalMinor - vatMinor - tollsMinor, card.driverShare) + tollsMinor;
}
