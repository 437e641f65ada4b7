export { acceptOffer, declineOffer } from './answer-offer.ts';
export { assignByHand } from './assign-by-hand.ts';
export {
  erasePauser,
  findCityDispatch,
  listCityDispatch,
  lockCityDispatch,
  PAUSES_CHANNEL,
  saveCityDispatch,
  spreadsSince,
} from './dispatch-sql.ts';
export { DISPATCH_EVENTS } from './dispatch-wire.ts';
export { type EarningsPerHour, earningsBetween } from './earnings-between.ts';
export { explainOrder } from './explain-order.ts';
export { type AskedDriver, type DriversForDeps, listDriversFor } from './list-drivers-for.ts';
export { matchByHand } from './match.ts';
export { pauseCity, resumeCity } from './pause-city.ts';
export { type OpenOffer, readOpenOffers } from './read-offers.ts';
export { type QueuedOrder, readQueue, whyOrdersWait } from './read-queue.ts';
export { replaceWithDriver } from './replace-with-driver.ts';
export { offeredFrom } from './rules/offer-time.ts';
export { type CityDispatch, type Pause, pausedAs, pausesOf } from './rules/pause.ts';
export { stopAsking } from './stop-asking.ts';
export { takeOffByHand } from './take-off-by-hand.ts';
