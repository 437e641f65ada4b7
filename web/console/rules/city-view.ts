import type { CityNow } from '../types.ts';

export type CityFilters = {
  /** '' for all. */
  readonly orders: string;
  readonly drivers: string;
  readonly service: string;
  /** Only orders that wait longer than this, in minutes. */
  readonly longerThan: number;
};

type ShownDriver = {
  readonly kind: 'driver';
  readonly id: string;
  readonly service: string;
  readonly state: string;
  readonly lat: number;
  readonly lng: number;
  readonly orderId: string | null;
};
export type ShownOrder = {
  readonly kind: 'order';
  readonly id: string;
  readonly service: string;
  readonly isWaiting: boolean;
  readonly status: string;
  readonly lat: number;
  readonly lng: number;
  /** Since when it waits; of one for later, from when on drivers are asked. */
  readonly since: string;
  readonly driverId: string | null;
};
export type ShownCity = { readonly drivers: readonly ShownDriver[]; readonly orders: readonly ShownOrder[] };

const MINUTE_MS = 60_000;

export function cityView(now: CityNow | undefined, filters: CityFilters, at: number): ShownCity {
  const isService = (service: string) => filters.service === '' || service === filters.service;
  const drivers = (now?.drivers ?? []).map(
    ([id, service, state, lat, lng, orderId]): ShownDriver => ({
      kind: 'driver',
      id,
      service,
      state,
      lat,
      lng,
      orderId,
    }),
  );
  const orders = (now?.orders ?? []).map(
    ([id, service, status, lat, lng, since, driverId]): ShownOrder => ({
      kind: 'order',
      id,
      service,
      status,
      isWaiting: status === 'ASSIGNING_DRIVER',
      lat,
      lng,
      since,
      driverId,
    }),
  );
  return {
    drivers: drivers.filter(({ service, state }) => isService(service) && ['', state].includes(filters.drivers)),
    orders: orders.filter(
      ({ service, isWaiting, since }) =>
        isService(service) &&
        ['', isWaiting ? 'waiting' : 'underWay'].includes(filters.orders) &&
        (filters.longerThan === 0 || (isWaiting && waitedMinutes(since, at) >= filters.longerThan)),
    ),
  };
}

export function waitedMinutes(since: string, at: number): number {
  return Math.max(0, Math.floor((at - Date.parse(since)) / MINUTE_MS));
}
