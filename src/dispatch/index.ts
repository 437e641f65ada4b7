export { acceptOffer, declineOffer } from './answer-offer.ts';
export { findCityDispatch, saveCityDispatch, spreadsSince } from './dispatch-sql.ts';
export { type EarningsPerHour, earningsBetween } from './earnings-between.ts';
export { matchByHand } from './match.ts';
export { type OpenOffer, readOpenOffers } from './read-offers.ts';
