import { readMarketMap, readStreets } from '../../shared/map/map-data.ts';
import { known } from '../day/known.ts';

/** Has the worker keep what the maps of the driver's market are drawn from, before they are needed without signal. */
export function fetchMapAhead(): () => void {
  let fetched: string | undefined;
  const look = () => {
    const market = known.get()?.me?.market;
    if (market === undefined || market === fetched) return;
    fetched = market;
    void navigator.serviceWorker?.ready.then(() => Promise.all([readMarketMap(market), readStreets()]));
  };
  look();
  return known.subscribe(look);
}
