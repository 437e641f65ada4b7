export { createDistances, type Distances, type MeasureDistances } from './distances.ts';
export { createStopOrderFinder, type StopOrderFinder } from './find-stop-order.ts';
export { type Geocoder, noGeocoder } from './geocoder.ts';
export { openGeocoder, openRoutingEngine } from './open-routing.ts';
export { lengthOf } from './rules/stop-order.ts';
export { metersPerSecond, type VehicleKind } from './rules/vehicle-speed.ts';
export { createWays, type FindWay } from './ways.ts';
