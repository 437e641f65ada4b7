import { type MinorUnits, shareOf } from '../../foundation/money.ts';
import type { Price } from './price.ts';
import type { RateCard } from './rate-card.ts';

/** Where a card says nothing of it. */
export const USUAL_DRIVER_SHARE = '0.8';

/** What a driver earns by a price: a share of it without VAT, and tolls in full. A priority fee comes on top. */
export function driverFare(card: RateCard, { totalMinor, vatMinor, tollsMinor }: Price): MinorUnits {
  return shareOf(totalMinor - vatMinor - tollsMinor, card.driverShare) + tollsMinor;
}
