import { useMemo } from 'react';
import type { OrderPage } from '../../../src/portal/orders-wire.ts';
import { isPickedUp } from '../../shared/desk/rules/is-picked-up.ts';
import { DeliveryMap } from '../../shared/map/delivery-map.tsx';
import type { MapPoint } from '../../shared/map/view.ts';

type Props = { readonly order: OrderPage; readonly driver: MapPoint | undefined };

/** The stops in their order, and the driver while that may be seen. */
export function OrderMap({ order, driver }: Props) {
  const { market, stops, status, closings } = order;
  const view = useMemo(() => {
    const points = stops.map(({ coordinates, address }, index) => ({
      lat: Number(coordinates.lat),
      lng: Number(coordinates.lng),
      kind: index === 0 ? ('pickUp' as const) : ('dropOff' as const),
      label: `${index === 0 ? 'Pick-up' : `Drop-off ${index}`}: ${address}`,
      closed: index === 0 ? isPickedUp(status) : closings[index - 1] !== null,
      failed: index > 0 && closings[index - 1]?.outcome === 'FAILED',
    }));
    return { market, stops: points, route: points, driver };
  }, [market, stops, status, closings, driver]);
  return <DeliveryMap view={view} className="h-72 overflow-hidden rounded-card border border-line lg:h-96" />;
}
