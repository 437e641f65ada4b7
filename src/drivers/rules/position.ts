import type { Point } from '../../foundation/geo.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '../../foundation/time.ts';

/** Where a driver was, and when by the clock of the device. */
export type TimedPoint = Point & { readonly at: Instant };
export type ReportedPosition = TimedPoint & {
  readonly accuracyMeters?: number | undefined;
  readonly headingDegrees?: number | undefined;
};

export type PositionRefusal = 'OUT_OF_RANGE' | 'FROM_THE_FUTURE' | 'TOO_OLD' | 'TOO_FREQUENT';
/** What a position is good for: the driver's latest, a place on the track only, or nothing. */
export type PositionVerdict =
  | { readonly use: 'LATEST' | 'TRACK_ONLY'; readonly isJump: boolean }
  | { readonly use: 'NONE'; readonly reason: PositionRefusal };

const FURTHEST_AHEAD_MS = 60 * SECOND_MS;
const OLDEST_MS = DAY_MS;
const SHORTEST_PAUSE_MS = SECOND_MS;
const FASTEST_METERS_AN_HOUR = 1_000_000;
/** A first position may itself be the wrong one: after this time the next one is believed whatever it says. */
const DOUBT_ENDS_AFTER_MS = 2 * MINUTE_MS;
const EARTH_RADIUS_METERS = 6_371_008.8;

/** `previous`: the driver's latest position so far. A simulated driver may be as fast as the sandbox likes. */
export function judgePosition(
  previous: TimedPoint | undefined,
  next: TimedPoint,
  now: Instant,
  isSimulated = false,
): PositionVerdict {
  if (!isOnEarth(next) || !Number.isFinite(next.at)) return { use: 'NONE', reason: 'OUT_OF_RANGE' };
  if (next.at > now + FURTHEST_AHEAD_MS) return { use: 'NONE', reason: 'FROM_THE_FUTURE' };
  if (next.at < now - OLDEST_MS) return { use: 'NONE', reason: 'TOO_OLD' };
  if (previous === undefined) return { use: 'LATEST', isJump: false };
  const pauseMs = next.at - previous.at;
  if (pauseMs < 0) return { use: 'TRACK_ONLY', isJump: false };
  if (isSimulated) return { use: 'LATEST', isJump: false };
  if (pauseMs < SHORTEST_PAUSE_MS) return { use: 'NONE', reason: 'TOO_FREQUENT' };
  const isJump = metersBetween(previous, next) > (FASTEST_METERS_AN_HOUR * pauseMs) / HOUR_MS;
  return { use: isJump && pauseMs < DOUBT_ENDS_AFTER_MS ? 'TRACK_ONLY' : 'LATEST', isJump };
}

function isOnEarth({ lat, lng }: Point): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
}

/** The straight line through the earth: short enough for telling a jump, right at every corner of the map. */
function metersBetween(from: Point, to: Point): number {
  const [x1, y1, z1] = onUnitSphere(from);
  const [x2, y2, z2] = onUnitSphere(to);
  return EARTH_RADIUS_METERS * Math.hypot(x2 - x1, y2 - y1, z2 - z1);
}

function onUnitSphere({ lat, lng }: Point): readonly [number, number, number] {
  const [north, east] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180];
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)];
}
