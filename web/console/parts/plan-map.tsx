import type { PlanWire } from '../../../src/console/plus-wire.ts';
import { DeskMap } from '../map/desk-map.tsx';

type Props = { readonly market: string; readonly routes: PlanWire['routes'] };

const draw = async () => (await import('../map/draw-plan.ts')).drawPlan;

/** Each route in a colour of its own; the list beside it says the same. */
export function PlanMap({ market, routes }: Props) {
  return (
    <DeskMap
      key={`${market} ${routes.map(({ driverId }) => driverId).join()}`}
      market={market}
      draw={draw}
      shown={routes}
      sketch={<p className="grid size-full place-items-center text-quiet">The map is on its way.</p>}
      className="h-96 rounded-card border border-line xl:sticky xl:top-4 xl:h-[calc(100dvh-16rem)] xl:min-h-96"
    />
  );
}
