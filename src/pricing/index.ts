export { type CardKey, cardVersions } from './pricing-sql.ts';
export { draftCard, findCard, publishCard } from './publish-rates.ts';
export { openRateCatalogue, type RateCatalogue } from './rate-catalogue.ts';
export { versionAt } from './rules/cards-in-force.ts';
export { driverFare } from './rules/driver-fare.ts';
export { type Price, priceTrip, type Trip } from './rules/price.ts';
export type { RateCardVersion } from './rules/rate-card.ts';
export { cardFrom } from './rules/rate-card-document.ts';
