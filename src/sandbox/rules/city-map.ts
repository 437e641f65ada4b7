import type { Point, Polygon } from '../../foundation/geo.ts';

/** In units of the drawing, from its upper left corner. */
export type Spot = { readonly x: number; readonly y: number };

export type CityMap = {
  readonly width: number;
  readonly height: number;
  /** The land, as the path of an SVG. */
  readonly outline: string;
  spotOf(point: Point): Spot;
};

const WIDTH = 640;
const HEIGHT = 440;
/** Around the places, so that drivers who come from near are seen. */
const MARGIN = 0.4;
/** Of names that are written large, as on a phone. */
const LETTER = { width: 9, height: 18 } as const;
const [BELOW, ABOVE] = [20, -12];

/** A drawing of the part of a city in which these places lie; north is up. */
export function drawCity(area: readonly Polygon[], places: readonly Point[]): CityMap {
  const [south, north] = rangeOf(places.map(({ lat }) => lat));
  const [west, east] = rangeOf(places.map(({ lng }) => lng));
  const middle = { lat: (south + north) / 2, lng: (west + east) / 2 };
  // A degree to the east is shorter than one to the north.
  const shortening = Math.cos((middle.lat * Math.PI) / 180);
  const perDegree = Math.min(HEIGHT / (north - south), WIDTH / ((east - west) * shortening)) / (1 + 2 * MARGIN);
  const spotOf = ({ lat, lng }: Point): Spot => ({
    x: rounded(WIDTH / 2 + (lng - middle.lng) * shortening * perDegree),
    y: rounded(HEIGHT / 2 - (lat - middle.lat) * perDegree),
  });
  const outline = area
    .flat()
    .map(
      (ring) =>
        `M${ring
          .map(([lng, lat]) => spotOf({ lat, lng }))
          .map(({ x, y }) => `${x} ${y}`)
          .join('L')}Z`,
    )
    .join('');
  return { width: WIDTH, height: HEIGHT, outline, spotOf };
}

export type Label = Spot & { readonly name: string };

/** Where each spot's name is written: below it, or above where it would run into one that is written already. */
export function labelsOf(spots: readonly Label[]): readonly Label[] {
  const labels: Label[] = [];
  for (const { name, x, y } of spots) {
    const below = { name, x, y: y + BELOW };
    labels.push(labels.some((other) => runsInto(other, below)) ? { name, x, y: y + ABOVE } : below);
  }
  return labels;
}

export function runsInto(one: Label, other: Label): boolean {
  const apart = ((one.name.length + other.name.length) * LETTER.width) / 2;
  return Math.abs(one.x - other.x) < apart && Math.abs(one.y - other.y) < LETTER.height;
}

function rangeOf(numbers: readonly number[]): readonly [least: number, most: number] {
  return [Math.min(...numbers), Math.max(...numbers)];
}

function rounded(number: number): number {
  return Math.round(number * 10) / 10;
}
