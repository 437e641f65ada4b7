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

/** Areas may have thousands of corners, and every stop is held against them: an edge all on one side of the latitude is passed over. */
function placeInRing({ lat, lng }: Point, ring: Ring): 'inside' | 'border' | 'outside' {
  let inside = false;
  for (let corner = 1; corner < ring.length; corner++) {
    const from = ring[corner - 1] as Position;
    const to = ring[corner] as Position;
    const lat1 = from[1];
    const lat2 = to[1];
    if ((lat1 > lat && lat2 > lat) || (lat1 < lat && lat2 < lat)) continue;
    const lng1 = from[0];
    const lng2 = to[0];
    const turn = (lng2 - lng1) * (lat - lat1) - (lat2 - lat1) * (lng - lng1);
    if (turn === 0 && lng >= Math.min(lng1, lng2) && lng <= Math.max(lng1, lng2)) return 'border';
    if (lat1 > lat !== lat2 > lat && turn > 0 === lat2 > lat1) inside = !inside;
  }
  return inside ? 'inside' : 'outside';
}

type Edge = {
  readonly number: number;
  readonly from: Position;
  readonly to: Position;
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
};

/**
 * The numbers of two edges of the ring that cross or touch where they should not; of several such pairs the first. From west to east, each
 * edge is held only against those that begin before it ends: against all, thousands of corners would take many seconds.
 */
export function findCrossing(ring: Ring): readonly [number, number] | undefined {
  const edges = edgesOf(ring).toSorted((one, other) => one.west - other.west);
  let found: Pair | undefined;
  for (const [index, edge] of edges.entries()) {
    for (let next = index + 1; next < edges.length; next++) {
      const other = edges[next] as Edge;
      if (other.west > edge.east) break;
      if (other.south > edge.north || other.north < edge.south) continue;
      const pair = edge.number < other.number ? ([edge, other] as const) : ([other, edge] as const);
      if ((found === undefined || comesBefore(pair, found)) && doMeet(pair, edges.length)) found = pair;
    }
  }
  return found === undefined ? undefined : [found[0].number, found[1].number];
}

function edgesOf(ring: Ring): Edge[] {
  return ring.slice(1).map((to, number) => {
    const from = ring[number] as Position;
    return {
      number,
      from,
      to,
      west: Math.min(from[0], to[0]),
      east: Math.max(from[0], to[0]),
      south: Math.min(from[1], to[1]),
      north: Math.max(from[1], to[1]),
    };
  });
}

type Pair = readonly [Edge, Edge];

function comesBefore([one, two]: Pair, [first, second]: Pair): boolean {
  return one.number < first.number || (one.number === first.number && two.number < second.number);
}

function doMeet([one, two]: Pair, edges: number): boolean {
  const neighbours = two.number === one.number + 1 || (one.number === 0 && two.number === edges - 1);
  return (neighbours ? foldsBack : segmentsMeet)(one.from, one.to, two.from, two.to);
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
