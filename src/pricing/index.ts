export { type CardKey, type CardMark, cardMarks } from './pricing-sql.ts';
export {
  draftCard,
  findCard,
  insistOnState,
  listCards,
  publishCard,
  rollBackCard,
  withdrawCard,
} from './publish-rates.ts';
export { openRateCatalogue, type RateCatalogue } from './rate-catalogue.ts';
export { type CardState, cardState } from './rules/card-state.ts';
export { versionAt } from './rules/cards-in-force.ts';
export { driverFare } from './rules/driver-fare.ts';
export { isPriced, type Price, priceTrip, type Trip } from './rules/price.ts';
export type { RateCardVersion } from './rules/rate-card.ts';
export { blankCard, cardFrom, type RateCardDocument } from './rules/rate-card-document.ts';
export { unpricedServices } from './unpriced-services.ts';
