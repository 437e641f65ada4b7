export type MapPoint = { readonly lat: number; readonly lng: number };

export type MapStop = MapPoint & {
  readonly kind: 'pickUp' | 'dropOff';
  /** What somebody hears who cannot see the map. */
  readonly label: string;
  /** Nothing is left to do there. */
  readonly closed: boolean;
  /** It was closed because nothing could be handed over. */
  readonly failed?: boolean | undefined;
};

/** All that a map of a delivery shows. */
export type MapView = {
  /** Undefined until it is known. */
  readonly market: string | undefined;
  readonly stops: readonly MapStop[];
  readonly route: readonly MapPoint[];
  readonly driver?: (MapPoint & { readonly headingDegrees?: number | undefined }) | undefined;
  /** What is shown while there is no stop: the corners of a city. */
  readonly frame?: readonly MapPoint[] | undefined;
};

/** Where whoever looks at a map may also change it. */
export type MapHand = {
  /** A place that was pressed. */
  press(at: MapPoint): void;
  /** A stop, by its number, that was carried to another place. */
  carry(index: number, to: MapPoint): void;
};

/** What a map says, in the language of its page. */
export type MapWords = {
  readonly map: string;
  readonly driver: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly sources: string;
};

export const ENGLISH_MAP_WORDS: MapWords = {
  map: 'Map of the delivery',
  driver: 'Driver',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  sources: 'Sources of the map',
};

/** What stands in a stop's marker: drop-offs are counted, the pick-up is not one of them. */
export function signsOf(stops: readonly MapStop[]): readonly string[] {
  let dropOffs = 0;
  return stops.map(({ kind, closed, failed }) => {
    if (kind === 'dropOff') dropOffs += 1;
    if (closed) return failed ? '✕' : '✓';
    return kind === 'pickUp' ? '' : String(dropOffs);
  });
}

export function pointsOf({ stops, route, driver, frame = [] }: MapView): readonly MapPoint[] {
  const points = [...stops, ...route, ...(driver === undefined ? [] : [driver])];
  return points.length === 0 ? frame : points;
}

/** The same as long as the map need not be turned to something else: the driver moves, the delivery stays. */
export function sceneOf({ market, stops, frame = [] }: MapView): string {
  return [market, ...[...stops, ...frame].map(({ lat, lng }) => `${lat},${lng}`)].join(' ');
}
