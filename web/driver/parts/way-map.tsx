import { useMemo } from 'react';
import { DeliveryMap } from '../../shared/map/delivery-map.tsx';
import type { Stop, Way } from '../api/types.ts';
import { useRead } from '../day/use-read.ts';
import { useWork } from '../day/work.ts';
import { usePlace } from '../device/positions.ts';
import { useWords } from '../words/words.ts';
import { useMapWords } from './use-map-words.ts';

type Props = {
  readonly about: 'offer.map' | 'order.map';
  /** Where its line is read. */
  readonly path: string;
  /** The pick-up, then the drop-offs. */
  readonly stops: readonly Pick<Stop, 'coordinates' | 'address' | 'closed'>[];
  readonly isPickedUp?: boolean;
  readonly className: string;
};

/** The stops, the way between them, and the driver; straight lines until the way is there. */
export function WayMap({ about, path, stops, isPickedUp = false, className }: Props) {
  const t = useWords();
  const words = useMapWords(about);
  const { me } = useWork();
  const { place } = usePlace();
  const way = useRead<Way>(path);
  const line = way.state === 'there' ? way.data.line : undefined;
  const market = me?.market;
  const view = useMemo(() => {
    const points = stops.map(({ coordinates: { lat, lng }, address, closed }, index) => ({
      lat: Number(lat),
      lng: Number(lng),
      kind: index === 0 ? ('pickUp' as const) : ('dropOff' as const),
      label: `${index === 0 ? t('order.pickUpPoint') : t('order.dropOffPoint', { number: index })}: ${address}`,
      closed: index === 0 ? isPickedUp : closed !== undefined,
      failed: closed?.outcome === 'FAILED',
    }));
    const route = line?.map(([lat = 0, lng = 0]) => ({ lat, lng })) ?? points;
    return { market, stops: points, route, driver: place };
  }, [market, stops, isPickedUp, line, place, t]);
  return <DeliveryMap view={view} words={words} className={className} />;
}
