import { findCrossing, type Position } from '../../../src/foundation/geo.ts';

/** Polygons of rings of corners, longitude first; the last corner of a ring is its first one again. */
export type Area = readonly (readonly (readonly Position[])[])[];
/** One corner: in which polygon, which ring of it, and the how manieth. */
export type CornerAt = { readonly polygon: number; readonly ring: number; readonly corner: number };

const FEWEST_CORNERS = 3;
/** About a tenth of a meter. */
const DECIMALS = 6;

export function ringAt(area: Area, { polygon, ring }: Omit<CornerAt, 'corner'>): readonly Position[] {
  return area[polygon]?.[ring] ?? [];
}

/** Without the last one, which is the first again. */
export function cornersOf(ring: readonly Position[]): readonly Position[] {
  return ring.slice(0, -1);
}

function withRing(area: Area, at: Omit<CornerAt, 'corner'>, corners: readonly Position[]): Area {
  const closed = [...corners, corners[0] as Position];
  return area.map((polygon, p) =>
    p !== at.polygon ? polygon : polygon.map((ring, r) => (r === at.ring ? closed : ring)),
  );
}

export function moveCorner(area: Area, at: CornerAt, [lng, lat]: Position): Area {
  const to: Position = [rounded(lng), rounded(lat)];
  const corners = cornersOf(ringAt(area, at)).map((corner, index) => (index === at.corner ? to : corner));
  return withRing(area, at, corners);
}

/** After the one named; in the middle of the line that begins there, unless a place is given. */
export function insertCorner(area: Area, at: CornerAt, place?: Position): Area {
  const corners = cornersOf(ringAt(area, at));
  const [from, to] = [corners[at.corner], corners[(at.corner + 1) % corners.length]];
  if (from === undefined || to === undefined) return area;
  const [lng, lat] = place ?? middleOf(from, to);
  const added: Position = [rounded(lng), rounded(lat)];
  return withRing(area, at, [...corners.slice(0, at.corner + 1), added, ...corners.slice(at.corner + 1)]);
}

/** A ring keeps three corners at least. */
export function removeCorner(area: Area, at: CornerAt): Area {
  const corners = cornersOf(ringAt(area, at));
  if (corners.length <= FEWEST_CORNERS) return area;
  return withRing(
    area,
    at,
    corners.filter((_, index) => index !== at.corner),
  );
}

export function middleOf([lngA, latA]: Position, [lngB, latB]: Position): Position {
  return [(lngA + lngB) / 2, (latA + latB) / 2];
}

/** The first ring that crosses itself, with the corners after which the lines begin that meet. */
export function crossingIn(
  area: Area,
): { readonly polygon: number; readonly ring: number; readonly lines: readonly [number, number] } | undefined {
  for (const [polygon, rings] of area.entries())
    for (const [ring, corners] of rings.entries()) {
      const lines = findCrossing(corners);
      if (lines !== undefined) return { polygon, ring, lines };
    }
  return undefined;
}

function rounded(degrees: number): number {
  return Number(degrees.toFixed(DECIMALS));
}
