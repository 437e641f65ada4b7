import type { Point } from '../foundation/geo.ts';
import type { VehicleKind } from './rules/vehicle-speed.ts';

export type RoutingSource = 'estimate' | 'valhalla' | 'osrm';

/** One that knows the streets. It speaks over wires, so whoever asks looks at its answers before using them. */
export type RoutingEngine = {
  readonly source: RoutingSource;
  /** Metres, [from][to], for all points at once; a pair without a way between is NaN. */
  matrix(points: readonly Point[], vehicle: VehicleKind, signal: AbortSignal): Promise<number[][]>;
  /** The line along the streets through all points in their order. */
  way(points: readonly Point[], vehicle: VehicleKind, signal: AbortSignal): Promise<Point[]>;
};
