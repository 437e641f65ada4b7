export { createDistances, type Distances, type MeasureDistances } from './distances.ts';
export { createStopOrderFinder, type StopOrderFinder } from './find-stop-order.ts';
export { type Geocoder, noGeocoder } from './geocoder.ts';
export { openGeocoder, openRoutingEngine } from './open-routing.ts';
export { lengthOf } from './rules/stop-order.ts';
export { metersPerSecond, travelMs, type VehicleKind } from './rules/travel-time.ts';
export { createWays, type FindWay } from './ways.ts';
