/** Where the device was at a moment, in milliseconds. */
export type TimedPlace = { readonly lat: number; readonly lng: number; readonly at: number };

const CLOSE_MS = 5_000;
const CLOSE_METERS = 25;
const EARTH_RADIUS_METERS = 6_371_000;

/** Worth keeping after the last one: some time later, or some way off. */
export function isNews(last: TimedPlace | undefined, next: TimedPlace): boolean {
  if (last === undefined) return true;
  return Math.abs(next.at - last.at) >= CLOSE_MS || metersBetween(last, next) >= CLOSE_METERS;
}

/** Over some hundred metres a map is flat. */
function metersBetween(one: TimedPlace, other: TimedPlace): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const north = radians(other.lat - one.lat);
  const east = radians(other.lng - one.lng) * Math.cos(radians((one.lat + other.lat) / 2));
  return EARTH_RADIUS_METERS * Math.hypot(north, east);
}
