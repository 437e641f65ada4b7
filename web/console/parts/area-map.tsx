import { boundsOf } from '../../shared/map/bounds.ts';
import { DeskMap } from '../map/desk-map.tsx';
import type { ShownArea } from '../map/draw-area.ts';

type Props = { readonly market: string; readonly name: string; readonly shown: ShownArea };

const draw = async () => (await import('../map/draw-area.ts')).drawArea;

export function AreaMap({ market, name, shown }: Props) {
  return (
    <DeskMap
      key={market}
      market={market}
      draw={draw}
      shown={shown}
      sketch={<AreaSketch name={name} shown={shown} />}
      className="h-[32rem] rounded-card border border-line xl:h-[calc(100dvh-16rem)] xl:min-h-[32rem]"
    />
  );
}

const SIZE = 1_000;
const MARGIN = 40;

/** The outline on a plain sheet, north up. */
function AreaSketch({ name, shown: { area, isCrossing } }: Omit<Props, 'market'>) {
  const points = area.flat(2).map(([lng, lat]) => ({ lng, lat }));
  const [west, south, east, north] = boundsOf(points) ?? [0, 0, 1, 1];
  const shrink = Math.cos((((north + south) / 2) * Math.PI) / 180);
  const scale = (SIZE - 2 * MARGIN) / Math.max((east - west) * shrink, north - south, 1e-9);
  const spot = ([lng, lat]: readonly [number, number]) =>
    `${(MARGIN + (lng - west) * shrink * scale).toFixed(1)},${(MARGIN + (north - lat) * scale).toFixed(1)}`;
  const path = area.flatMap((rings) => rings.map((ring) => `M${ring.map(spot).join('L')}Z`)).join('');
  return (
    <svg
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      role="img"
      aria-label={`Service area of ${name}`}
      className="map-sketch size-full"
    >
      <path
        d={path}
        fillRule="evenodd"
        strokeWidth="4"
        className={isCrossing ? 'fill-bad/20 stroke-bad' : 'fill-accent/20 stroke-accent'}
      />
    </svg>
  );
}
