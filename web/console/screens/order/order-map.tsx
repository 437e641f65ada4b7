import { useMemo } from 'react';
import { isPickedUp } from '../../../shared/desk/rules/is-picked-up.ts';
import { useData } from '../../../shared/desk/use-data.ts';
import { DeliveryMap } from '../../../shared/map/delivery-map.tsx';
import type { OrderRecord } from '../../types.ts';

type TrackPoint = { readonly lat: number; readonly lng: number };

/** The stops, the way that was driven, and where the driver is. */
export function OrderMap({ order }: { readonly order: OrderRecord }) {
  const { data: track } = useData<readonly TrackPoint[]>(`/orders/${order.orderId}/track`, undefined, {
    everyMs: 15_000,
  });
  const { market, status, stops, driverNow } = order;
  const view = useMemo(
    () => ({
      market,
      stops: stops.map((stop, index) => ({
        lat: Number(stop.lat),
        lng: Number(stop.lng),
        kind: index === 0 ? ('pickUp' as const) : ('dropOff' as const),
        label: index === 0 ? `Pick-up at ${stop.address}` : `Drop-off ${index} at ${stop.address}`,
        closed: index === 0 ? isPickedUp(status) : stop.closing !== null,
        failed: stop.closing?.outcome === 'FAILED',
      })),
      route: track ?? [],
      driver: driverNow?.place === null || driverNow === null ? undefined : driverNow.place,
    }),
    [market, status, stops, driverNow, track],
  );
  return <DeliveryMap view={view} className="h-80 rounded-card border border-line" />;
}
