export { acceptOffer, declineOffer } from './answer-offer.ts';
export { findCityDispatch, saveCityDispatch, spreadsSince } from './dispatch-sql.ts';
export { matchByHand } from './match.ts';
export { type OpenOffer, readOpenOffers } from './read-offers.ts';
