import type { MarketRow } from '../../../src/portal/places-wire.ts';
import { useData } from '../../shared/desk/use-data.ts';

/** The partner's markets with their cities. */
export function useMarkets(): readonly MarketRow[] | undefined {
  return useData<readonly MarketRow[]>('/markets').data;
}
