import { listSimulatedDrivers } from '../drivers/index.ts';
import type { PartnerId } from '../foundation/ids.ts';
import { type Instant, SECOND_MS } from '../foundation/time.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Database } from '../infrastructure/database/database.ts';
import type { City } from '../markets/index.ts';
import { listOrders } from '../orders/index.ts';
import { findSimulation } from '../partners/index.ts';
import { type DemoCity, demoCity } from './demo-city.ts';
import type { CityMap } from './rules/city-map.ts';
import { DEMO_MARKET } from './rules/demo-order.ts';

type WatchDeps = { readonly database: Database; readonly clock: Clock; readonly silentMs: number };

/** Many times what the demo places in an hour. */
const MOST_ORDERS = 200;

/** Looks once a second at most, however many ask. */
export function watchDemoCity(
  { database, clock, silentMs }: WatchDeps,
  { locode, timeZone }: City,
  map: CityMap,
  partnerId: PartnerId,
): () => Promise<DemoCity> {
  let seen: { readonly at: Instant; readonly city: Promise<DemoCity> } | undefined;
  const look = async (now: Instant): Promise<DemoCity> => {
    const orders = await listOrders(database, partnerId, DEMO_MARKET, { before: undefined, limit: MOST_ORDERS });
    const drivers = await listSimulatedDrivers(database);
    const areDriversOn = (await findSimulation(database, partnerId)).drivers === 'AUTO';
    return demoCity(map, { orders, drivers, areDriversOn, locode, timeZone, now, silentMs });
  };
  return () => {
    const now = clock.now();
    if (seen === undefined || Math.abs(now - seen.at) >= SECOND_MS) seen = { at: now, city: look(now) };
    return seen.city;
  };
}
