import type { SimulatedDriver } from '../drivers/index.ts';
import type { Instant } from '../foundation/time.ts';
import type { MarketCatalogue } from '../markets/index.ts';
import type { Search } from '../orders/index.ts';
import type { Look, Simulations } from './look-at-all.ts';
import { headings, stroll } from './rules/roam.ts';
import { arrivalAt, type Place, placeAt } from './rules/way.ts';
import { reportOf } from './trip.ts';
import { straightSpeed } from './vehicle-speed.ts';

type Placed = SimulatedDriver & { readonly position: Place };

/** Those of the fleet who have no order: who thinks an offer over stands, some go where they are wanted, the others stroll. */
export function roamAll(catalogue: MarketCatalogue, { drivers, orders, offers, searches, simulations, now }: Look) {
  const idle = drivers.filter(
    (one): one is Placed => one.isOnline && one.position !== undefined && !orders.has(one.driver.id),
  );
  const free = idle.filter(({ driver }) => !offers.has(driver.id));
  const going = headings(
    free.map(({ driver, position }) => ({ ...driver, place: position })),
    searches,
  );
  const placeOf = ({ driver, position }: Placed): Place => {
    const search = going.get(driver.id);
    if (search !== undefined) return approach(catalogue, position, search, simulations, now);
    return offers.has(driver.id) ? { ...position, at: now } : stroll(driver.phone, position, now);
  };
  return idle.map((one) => reportOf(one.driver, undefined, [placeOf(one)], now));
}

function approach(
  catalogue: MarketCatalogue,
  from: Place,
  search: Search,
  simulations: Simulations,
  now: Instant,
): Place {
  const { speed = 1 } = simulations.get(search.partnerId) ?? {};
  const thereAt = arrivalAt(from, search.goodsAt, straightSpeed(catalogue, search, speed));
  return placeAt(from, search.goodsAt, thereAt, now);
}
