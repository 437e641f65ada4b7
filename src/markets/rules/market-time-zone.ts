import type { Market } from './market.ts';

/** By whose clock a market's months and its times without a zone are: that of its first city. */
export function marketTimeZone({ cities }: Pick<Market, 'cities'>): string {
  return cities[0]?.timeZone ?? 'UTC';
}
