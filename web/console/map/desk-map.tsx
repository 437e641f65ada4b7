import { useEffect, useRef, useState } from 'react';
import '../../shared/map/map.css';
import { fetchMap } from '../../shared/map/fetch-map.ts';
import type { MapGround } from '../../shared/map/map-data.ts';

export type Drawn<Shown> = { update(shown: Shown): void; remove(): void };

type Props<Shown> = {
  readonly market: string;
  /** Fetched when it is first needed: a map is large. */
  readonly draw: () => Promise<(element: HTMLElement, ground: MapGround, shown: Shown) => Drawn<Shown>>;
  readonly shown: Shown;
  /** What stands here until the map is there, and where the browser cannot draw one. */
  readonly sketch: React.ReactNode;
  readonly className: string;
};

/** A map of the desk; another `market` is another map. */
export function DeskMap<Shown>({ market, draw, shown, sketch, className }: Props<Shown>) {
  const canvas = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn<Shown>>(undefined);
  const latest = useRef({ shown, draw });
  latest.current = { shown, draw };
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    let isGone = false;
    const open = async () => {
      const { draw: onto, ground } = await fetchMap(market, latest.current.draw);
      if (isGone || canvas.current === null) return;
      drawn.current = onto(canvas.current, ground, latest.current.shown);
      setDrawn(true);
    };
    // Without WebGL or without a connection the sketch stays.
    open().catch(() => undefined);
    return () => {
      isGone = true;
      drawn.current?.remove();
      drawn.current = undefined;
      setDrawn(false);
    };
  }, [market]);
  useEffect(() => drawn.current?.update(shown), [shown]);
  return (
    <div className={`map ${className}`}>
      <div ref={canvas} className="map-canvas" />
      {isDrawn ? undefined : sketch}
    </div>
  );
}
