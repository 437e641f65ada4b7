export type Point = { readonly lat: number; readonly lng: number };
/** GeoJSON: [longitude, latitude]. */
export type Position = readonly [lng: number, lat: number];
/** Closed: the last position equals the first. */
export type Ring = readonly Position[];
/** The outer ring, then its holes. */
export type Polygon = readonly Ring[];

const EARTH_RADIUS_METERS = 6_371_008.8;

/** As the crow flies. */
export function greatCircleMeters(from: Point, to: Point): number {
  const halfSine = (degrees: number) => Math.sin(radians(degrees) / 2);
  const chord =
    halfSine(to.lat - from.lat) ** 2 +
    Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * halfSine(to.lng - from.lng) ** 2;
  // Rounding can lift the sum above 1 for opposite ends of the earth.
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.sqrt(Math.min(1, chord)));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** Inside or exactly on the border of any of the polygons. */
export function isInside(point: Point, polygons: readonly Polygon[]): boolean {
  return polygons.some(
    ([outer, ...holes]) =>
      outer !== undefined &&
      placeInRing(point, outer) !== 'outside' &&
      holes.every((hole) => placeInRing(point, hole) !== 'inside'),
  );
}

function placeInRing({ lat, lng }: Point, ring: Ring): 'inside' | 'border' | 'outside' {
  let inside = false;
  for (const [[lng1, lat1], [lng2, lat2]] of edgesOf(ring)) {
    const turn = (lng2 - lng1) * (lat - lat1) - (lat2 - lat1) * (lng - lng1);
    const withinBox =
      lng >= Math.min(lng1, lng2) &&
      lng <= Math.max(lng1, lng2) &&
      lat >= Math.min(lat1, lat2) &&
      lat <= Math.max(lat1, lat2);
    if (turn === 0 && withinBox) return 'border';
    if (lat1 > lat !== lat2 > lat && turn > 0 === lat2 > lat1) inside = !inside;
  }
  return inside ? 'inside' : 'outside';
}

/** The numbers of two edges of the ring that cross or touch where they should not. */
export function findCrossing(ring: Ring): readonly [number, number] | undefined {
  const edges = edgesOf(ring);
  for (const [i, [a, b]] of edges.entries()) {
    for (let j = i + 1; j < edges.length; j++) {
      const [c, d] = edges[j] as readonly [Position, Position];
      const neighbours = j === i + 1 || (i === 0 && j === edges.length - 1);
      if (neighbours ? foldsBack(a, b, c, d) : segmentsMeet(a, b, c, d)) return [i, j];
    }
  }
  return undefined;
}

function edgesOf(ring: Ring): readonly (readonly [Position, Position])[] {
  return ring.slice(1).map((to, index) => [ring[index] as Position, to] as const);
}

function turnOf(a: Position, b: Position, c: Position): number {
  return Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
}

function isWithinBox(a: Position, b: Position, p: Position): boolean {
  return (
    p[0] >= Math.min(a[0], b[0]) &&
    p[0] <= Math.max(a[0], b[0]) &&
    p[1] >= Math.min(a[1], b[1]) &&
    p[1] <= Math.max(a[1], b[1])
  );
}

function segmentsMeet(a: Position, b: Position, c: Position, d: Position): boolean {
  const [abc, abd, cda, cdb] = [turnOf(a, b, c), turnOf(a, b, d), turnOf(c, d, a), turnOf(c, d, b)];
  if (abc !== abd && cda !== cdb) return true;
  return (
    (abc === 0 && isWithinBox(a, b, c)) ||
    (abd === 0 && isWithinBox(a, b, d)) ||
    (cda === 0 && isWithinBox(c, d, a)) ||
    (cdb === 0 && isWithinBox(c, d, b))
  );
}

/** Neighbouring edges share a point by right; they must not run back over one another or have no length. */
function foldsBack(a: Position, b: Position, c: Position, d: Position): boolean {
  const [before, joint, after] = samePosition(b, c) ? [a, b, d] : [b, a, c];
  if (turnOf(before, joint, after) !== 0) return false;
  return (before[0] - joint[0]) * (after[0] - joint[0]) + (before[1] - joint[1]) * (after[1] - joint[1]) >= 0;
}

export function samePosition(a: Position, b: Position): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

/** A place as somebody gave it, to about a kilometre. */
export function coarsePlace({ lat, lng }: { readonly lat: string; readonly lng: string }) {
  return { lat: Number(lat).toFixed(2), lng: Number(lng).toFixed(2) };
}
