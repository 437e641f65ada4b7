import { greatCircleMeters, type Point } from '../../foundation/geo.ts';

/** Finer than this the device itself does not know, and an app that shows it would never rest. */
const STEP_METERS = 50;

/** How far it is by road, roughly, as dispatch reckons. */
export function metersToPickUp(driver: Point, goods: Point, roadFactor: number): number {
  return Math.round((greatCircleMeters(driver, goods) * roadFactor) / STEP_METERS) * STEP_METERS;
}
