import type { MarketCatalogue } from '../markets/index.ts';
import { vehicleOf } from '../quotations/index.ts';
import { metersPerSecond } from '../routing/index.ts';

type Trip = { readonly locode: string; readonly service: string };

/** Metres a second along the straight line, which is shorter than the road, so many times as fast as in life. */
export function straightSpeed(catalogue: MarketCatalogue, { locode, service }: Trip, speed: number): number {
  const { roadFactor = 1 } = catalogue.city(locode) ?? {};
  return (metersPerSecond(vehicleOf(service)) / roadFactor) * speed;
}
