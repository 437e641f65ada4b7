import { SPEED_KM_PER_HOUR } from '../dispatch/index.ts';
import type { MarketCatalogue } from '../markets/index.ts';
import { vehicleOf } from '../quotations/index.ts';

type Trip = { readonly market: string; readonly locode: string; readonly service: string };

/** Metres a second along the straight line, which is shorter than the road, so many times as fast as in life. */
export function straightSpeed(catalogue: MarketCatalogue, { market, locode, service }: Trip, speed: number): number {
  const city = catalogue.market(market).cities.find((candidate) => candidate.locode === locode);
  return (SPEED_KM_PER_HOUR[vehicleOf(service)] / 3.6 / (city?.roadFactor ?? 1)) * speed;
}
