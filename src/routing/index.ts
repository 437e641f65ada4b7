export { createDistances, type Distances, type MeasureDistances } from './distances.ts';
export { createStopOrderFinder, type StopOrderFinder } from './find-stop-order.ts';
export { type Geocoder, noGeocoder } from './geocoder.ts';
export { openDistanceEngine, openGeocoder } from './open-routing.ts';
export { lengthOf } from './rules/stop-order.ts';
