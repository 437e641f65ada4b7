import { useEffect, useRef, useState } from 'react';
import '../../shared/map/map.css';
import { fetchMap } from '../../shared/map/fetch-map.ts';
import type { ShownCity } from '../rules/city-view.ts';
import type { City } from '../types.ts';
import type { OnChoose } from './draw-city.ts';

type Props = {
  readonly city: City;
  readonly shown: ShownCity;
  readonly onChoose: OnChoose;
  readonly className: string;
};

/** Who is on the road and what waits. Until the map is there, and where the browser cannot draw one, it is a sketch. */
export function CityMap({ city, shown, onChoose, className }: Props) {
  const canvas = useRef<HTMLDivElement>(null);
  const drawn = useRef<{ update(shown: ShownCity): void; remove(): void }>(undefined);
  const latest = useRef({ shown, onChoose });
  latest.current = { shown, onChoose };
  const [isDrawn, setDrawn] = useState(false);
  const { market, bounds } = city;
  useEffect(() => {
    let isGone = false;
    setDrawn(false);
    const open = async () => {
      const { draw, ground } = await fetchMap(market, async () => (await import('./draw-city.ts')).drawCity);
      if (isGone || canvas.current === null) return;
      drawn.current = draw(
        canvas.current,
        { bounds, ...ground },
        latest.current.shown,
        (chosen) => latest.current.onChoose(chosen),
        () => setDrawn(true),
      );
    };
    // Without WebGL or without a connection the sketch stays.
    open().catch(() => undefined);
    return () => {
      isGone = true;
      drawn.current?.remove();
      drawn.current = undefined;
    };
  }, [market, bounds]);
  useEffect(() => drawn.current?.update(shown), [shown]);
  return (
    <div className={`map ${className}`}>
      <div ref={canvas} className="map-canvas" />
      {isDrawn ? undefined : <CitySketch city={city} shown={shown} />}
    </div>
  );
}

const SIZE = 1_000;

/** The same as dots on a plain sheet, north up. */
function CitySketch({ city: { bounds, name }, shown }: Pick<Props, 'city' | 'shown'>) {
  const { west, south, east, north } = bounds;
  const height = (SIZE * (north - south)) / ((east - west) * Math.cos((((north + south) / 2) * Math.PI) / 180));
  const spot = ({ lat, lng }: { readonly lat: number; readonly lng: number }) => ({
    cx: ((lng - west) / (east - west)) * SIZE,
    cy: ((north - lat) / (north - south)) * height,
  });
  return (
    <svg
      viewBox={`0 0 ${SIZE} ${Math.round(height)}`}
      role="img"
      aria-label={`Map of ${name}`}
      className="map-sketch size-full"
    >
      {shown.orders.map(({ id, isWaiting, ...place }) => (
        <circle
          key={id}
          {...spot(place)}
          r={isWaiting ? 14 : 10}
          data-order={id}
          className={isWaiting ? 'fill-note' : 'fill-info'}
        />
      ))}
      {shown.drivers.map(({ id, state, ...place }) => (
        <circle
          key={id}
          {...spot(place)}
          r={8}
          data-driver={id}
          data-state={state}
          className={state === 'FREE' ? 'fill-accent' : state === 'BUSY' ? 'fill-info' : 'fill-quiet'}
        />
      ))}
    </svg>
  );
}
