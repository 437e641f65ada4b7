export { acceptOffer, declineOffer } from './answer-offer.ts';
export { DRIVERS_CHANNEL, findCityDispatch, saveCityDispatch, spreadsSince, tellDrivers } from './dispatch-sql.ts';
export { matchByHand } from './match.ts';
export { type OpenOffer, readOpenOffers } from './read-offers.ts';
