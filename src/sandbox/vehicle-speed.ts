import { SPEED_KM_PER_HOUR } from '../dispatch/index.ts';
import type { MarketCatalogue } from '../markets/index.ts';
import { vehicleOf } from '../quotations/index.ts';

type Trip = { readonly locode: string; readonly service: string };

/** Metres a second along the straight line, which is shorter than the road, so many times as fast as in life. */
export function straightSpeed(catalogue: MarketCatalogue, { locode, service }: Trip, speed: number): number {
  const { roadFactor = 1 } = catalogue.city(locode) ?? {};
  return (SPEED_KM_PER_HOUR[vehicleOf(service)] / 3.6 / roadFactor) * speed;
}
