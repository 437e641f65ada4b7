import { boundsOf } from './bounds.ts';
import { type MapPoint, type MapView, pointsOf } from './view.ts';

type Spot = { readonly x: number; readonly y: number };
export type Sketch = {
  /** As the `d` of an SVG path; empty where there is no route. */
  readonly route: string;
  readonly stops: readonly Spot[];
  readonly driver: Spot | undefined;
};

const MARGIN = 36;
/** A delivery around the corner does not fill the whole picture with one street. */
const LEAST_SPAN = 0.000_02;

/** Route and stops on a plain sheet of that size, north up, as large as fits. */
export function sketchOf(view: MapView, width: number, height: number): Sketch {
  const points = pointsOf(view).map(projected);
  const box = boundsOf(points.map(({ x, y }) => ({ lng: x, lat: y })));
  if (box === undefined) return { route: '', stops: [], driver: undefined };
  const [west, top, east, bottom] = box;
  const scale = Math.min(
    Math.max(1, width - 2 * MARGIN) / Math.max(LEAST_SPAN, east - west),
    Math.max(1, height - 2 * MARGIN) / Math.max(LEAST_SPAN, bottom - top),
  );
  const place = (point: MapPoint): Spot => {
    const { x, y } = projected(point);
    return {
      x: Math.round(width / 2 + (x - (west + east) / 2) * scale),
      y: Math.round(height / 2 + (y - (top + bottom) / 2) * scale),
    };
  };
  return {
    route: view.route
      .map(place)
      .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`)
      .join(''),
    stops: view.stops.map(place),
    driver: view.driver && place(view.driver),
  };
}

/** The projection of web maps: the whole world is one wide and one high. */
function projected({ lat, lng }: MapPoint): Spot {
  const sine = Math.sin((lat * Math.PI) / 180);
  return { x: lng / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
}
