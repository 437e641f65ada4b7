import { Type } from 'typebox';
import { offeredFrom, type Pause } from '../dispatch/index.ts';
import type { DriverState } from '../drivers/index.ts';
import { formatInstant } from '../foundation/time.ts';
import type { City, Market } from '../markets/index.ts';
import type { OpenOrder } from '../orders/index.ts';
import type { Alerts } from './read-alerts.ts';
import type { CityNow } from './read-city.ts';
import { Reason } from './reason.ts';

export const CityParams = Type.Object({ city: Type.String({ description: 'For example "HK HKG"' }) });
export const PauseData = Type.Object({
  service: Type.Optional(Type.String({ maxLength: 40, description: 'All of them where none is named' })),
  reason: Reason,
});
export const ReasonData = Type.Object({ reason: Reason });
export const LiveQuery = Type.Object({ city: Type.Optional(Type.String()) });

type Counts = { readonly waiting: number; readonly underWay: number; readonly online: number };

export function cityToWire(market: Market, city: City, counts: Counts, pauses: readonly Pause[]) {
  const [west, south, east, north] = boundsOf(city);
  return {
    city: city.locode,
    name: city.name,
    market: market.market,
    timeZone: city.timeZone,
    services: city.services.map(({ key }) => key),
    languages: market.languages,
    bounds: { west, south, east, north },
    pauses: pauses.map(pauseToWire),
    ...counts,
  };
}
export type CityWire = ReturnType<typeof cityToWire>;

function boundsOf({ area }: City): readonly [number, number, number, number] {
  const points = area.flatMap(([outer = []]) => outer);
  const [lngs, lats] = [points.map(([lng]) => lng), points.map(([, lat]) => lat)];
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)];
}

function pauseToWire({ service, note }: Pause) {
  return {
    service: service ?? null,
    reason: note?.reason ?? null,
    by: note?.by ?? null,
    at: note === undefined ? null : formatInstant(note.at),
  };
}

function emergencyToWire({ emergency, driver }: Alerts['emergencies'][number]) {
  return {
    emergencyId: emergency.id,
    driverId: emergency.driverId,
    driverName: driver?.name ?? '',
    driverPhone: driver?.phone ?? '',
    city: driver?.locode ?? '',
    orderId: emergency.orderId ?? null,
    place: emergency.point ?? null,
    note: emergency.note,
    calledAt: formatInstant(emergency.calledAt),
  };
}
export type EmergencyWire = ReturnType<typeof emergencyToWire>;

export function alertsToWire({ emergencies, pauses }: Alerts, nameOf: (locode: string) => string) {
  return {
    emergencies: emergencies.map(emergencyToWire),
    pauses: pauses.map((pause) => ({ city: pause.locode, cityName: nameOf(pause.locode), ...pauseToWire(pause) })),
  };
}
export type LiveWire = ReturnType<typeof alertsToWire> & { readonly now: string; readonly city?: CityNowWire };

type DriverNowWire = readonly [
  driverId: string,
  service: string,
  state: DriverState,
  lat: number,
  lng: number,
  orderId: string | null,
];
type OrderNowWire = readonly [
  orderId: string,
  service: string,
  status: OpenOrder['status'],
  lat: number,
  lng: number,
  /** Since when it waits, as the queue counts it. */
  since: string,
  driverId: string | null,
];
export type CityNowWire = { readonly drivers: readonly DriverNowWire[]; readonly orders: readonly OrderNowWire[] };

/** Rows and not objects: there may be thousands of them, every two seconds. */
export function cityNowToWire({ drivers, orders }: CityNow, offerAheadMs: number): CityNowWire {
  return {
    drivers: drivers.map(
      ({ id, service, state, point, orderId }) =>
        [id, service, state, rounded(point.lat), rounded(point.lng), orderId ?? null] as const,
    ),
    orders: orders.map(
      ({ id, service, status, goodsAt, driverId, ...order }) =>
        [
          id,
          service,
          status,
          rounded(goodsAt.lat),
          rounded(goodsAt.lng),
          formatInstant(offeredFrom(order, offerAheadMs)),
          driverId ?? null,
        ] as const,
    ),
  };
}

/** To a metre: a phone that lies still tells a little less than that anew each time. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}
