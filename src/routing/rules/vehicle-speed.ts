import { HOUR_MS, SECOND_MS } from '../../foundation/time.ts';

export type VehicleKind = 'foot' | 'bicycle' | 'motorcycle' | 'car' | 'truck';

/** Along the road in a city, stops and traffic included. */
const KILOMETERS_PER_HOUR: Readonly<Record<VehicleKind, number>> = {
  foot: 5,
  bicycle: 14,
  motorcycle: 25,
  car: 22,
  truck: 18,
};

/** How far a vehicle comes along the road in a second. */
export function metersPerSecond(vehicle: VehicleKind): number {
  return (KILOMETERS_PER_HOUR[vehicle] * 1_000 * SECOND_MS) / HOUR_MS;
}
