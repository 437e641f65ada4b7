import { isInside, type Point, type Polygon } from '../../foundation/geo.ts';
import { SECOND_MS } from '../../foundation/time.ts';
import { seeded, seedOf } from './seeded.ts';
import { awayFrom } from './way.ts';

/** Of each service that is ordered in a city. */
export const FLEET_SIZE = 12;
/** Another one makes other fleets. */
const SEED = 'waybill';

/** The number that makes the nth driver of a city's fleet. */
export function fleetNumber(locode: string, service: string, nth: number): number {
  return seedOf(`${SEED}/${locode}/${service}/${nth}`);
}

const NEAREST_METERS = 300;
const FARTHEST_METERS = 2_500;

/** Where a driver begins: near where one is wanted, and where the city is served. */
export function beginsAt(number: number, wantedAt: Point, area: readonly Polygon[]): Point {
  const random = seeded(number);
  const bearing = random() * 2 * Math.PI;
  const meters = NEAREST_METERS + random() * (FARTHEST_METERS - NEAREST_METERS);
  const nearer = [1, 0.5, 0.25].map((share) => awayFrom(wantedAt, meters * share, bearing));
  return nearer.find((point) => isInside(point, area)) ?? wantedAt;
}

export type Habits = {
  /** Before an offer is answered. */
  readonly thinkMs: number;
  /** At each door. */
  readonly handlingMs: number;
};

/** One driver is quick, another takes time, but each is always the same. */
export function habitsOf(phone: string): Habits {
  const random = seeded(seedOf(phone));
  return {
    thinkMs: Math.round((2 + random() * 6) * SECOND_MS),
    handlingMs: Math.round((60 + random() * 120) * SECOND_MS),
  };
}

/** How a driver proves a drop-off. */
export function proofOf(phone: string, dropOff: number): 'PHOTO' | 'SIGNATURE' {
  return seeded(seedOf(`${phone}/${dropOff}`))() < 0.7 ? 'PHOTO' : 'SIGNATURE';
}
