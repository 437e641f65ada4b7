import { useMemo } from 'react';
import { DeliveryMap } from '../../shared/map/delivery-map.tsx';
import { usePlace } from '../device/positions.ts';
import { useMapWords } from './use-map-words.ts';

/** Where the driver is in the city. */
export function PlaceMap({ market, className }: { readonly market: string; readonly className: string }) {
  const words = useMapWords('home.map');
  const { place } = usePlace();
  const view = useMemo(() => ({ market, stops: [], route: [], driver: place }), [market, place]);
  return <DeliveryMap view={view} words={words} className={className} />;
}
