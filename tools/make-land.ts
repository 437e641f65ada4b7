import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Polygon, Position, Ring } from '../src/foundation/geo.ts';

/** Writes data/land: the land around each market's cities, cut from Natural Earth's map of the world (public domain). */
const MARGIN_DEGREES = 1;
/** About 11 metres, much finer than the map. */
const DECIMALS = 4;

type Box = readonly [west: number, south: number, east: number, north: number];
type MarketFile = { readonly cities: readonly { readonly area: { readonly coordinates: readonly Polygon[] } }[] };

const topology = JSON.parse(
  await readFile(fileURLToPath(import.meta.resolve('world-atlas/land-10m.json')), 'utf8'),
) as Topology<{ land: GeometryCollection }>;
const land = feature(topology, topology.objects.land).features.flatMap(({ geometry }): readonly Polygon[] => {
  if (geometry.type === 'MultiPolygon') return geometry.coordinates as unknown as readonly Polygon[];
  return geometry.type === 'Polygon' ? [geometry.coordinates as unknown as Polygon] : [];
});

for (const file of await readdir('data/markets')) {
  const { cities } = JSON.parse(await readFile(`data/markets/${file}`, 'utf8')) as MarketFile;
  const boxes = joined(cities.map(({ area }) => grown(boxOf(area.coordinates.flat(2)))));
  const features = boxes.map((box) => ({
    type: 'Feature',
    bbox: box,
    properties: {},
    geometry: { type: 'MultiPolygon', coordinates: land.flatMap((polygon) => cut(polygon, box)) },
  }));
  const lines = features.map((one) => JSON.stringify(one)).join(',\n');
  await writeFile(`data/land/${file}`, `{"type":"FeatureCollection","features":[\n${lines}\n]}\n`);
}

function boxOf(positions: readonly Position[]): Box {
  const [lngs, lats] = [positions.map(([lng]) => lng), positions.map(([, lat]) => lat)];
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)];
}

function grown([west, south, east, north]: Box): Box {
  const margin = MARGIN_DEGREES;
  return [rounded(west - margin), rounded(south - margin), rounded(east + margin), rounded(north + margin)];
}

/** Boxes that touch become one, so that nothing is drawn twice. */
function joined(boxes: readonly Box[]): readonly Box[] {
  const touch = (a: Box, b: Box) => a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
  for (const [index, box] of boxes.entries()) {
    const other = boxes.findIndex((candidate, at) => at > index && touch(box, candidate));
    if (other < 0) continue;
    const both = [box, boxes[other] as Box];
    const corners = both.flatMap(([west, south, east, north]): Position[] => [
      [west, south],
      [east, north],
    ]);
    return joined([...boxes.filter((one) => !both.includes(one)), boxOf(corners)]);
  }
  return boxes;
}

/** What of a polygon lies within the box; holes that lie outside are dropped. */
function cut([outer, ...holes]: Polygon, box: Box): readonly Polygon[] {
  const within = cutRing(outer as Ring, box);
  return within === undefined
    ? []
    : [[within, ...holes.flatMap((hole) => [cutRing(hole, box) ?? []].filter((ring) => ring.length > 0))]];
}

/** One side of the box after the other. */
function cutRing(ring: Ring, [west, south, east, north]: Box): Ring | undefined {
  const sides: readonly [axis: 0 | 1, at: number, keepsAbove: boolean][] = [
    [0, west, true],
    [1, south, true],
    [0, east, false],
    [1, north, false],
  ];
  let open: readonly Position[] = ring.slice(1);
  for (const [axis, at, keepsAbove] of sides) {
    const isKept = (position: Position) => (keepsAbove ? position[axis] >= at : position[axis] <= at);
    open = open.flatMap((to, index) => {
      const from = open.at(index - 1) as Position;
      const crossing = isKept(from) === isKept(to) ? [] : [meet(from, to, axis, at)];
      return isKept(to) ? [...crossing, to] : crossing;
    });
  }
  const neat = open.map(([lng, lat]): Position => [rounded(lng), rounded(lat)]);
  const distinct = neat.filter(([lng, lat], index) => {
    const [lngBefore, latBefore] = neat.at(index - 1) as Position;
    return lng !== lngBefore || lat !== latBefore;
  });
  return distinct.length < 3 ? undefined : [...distinct, distinct[0] as Position];
}

function meet(from: Position, to: Position, axis: 0 | 1, at: number): Position {
  const share = (at - from[axis]) / (to[axis] - from[axis]);
  const other = from[(1 - axis) as 0 | 1] + (to[(1 - axis) as 0 | 1] - from[(1 - axis) as 0 | 1]) * share;
  return axis === 0 ? [at, other] : [other, at];
}

function rounded(degrees: number): number {
  return Number(degrees.toFixed(DECIMALS));
}
