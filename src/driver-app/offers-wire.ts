import { Type } from 'typebox';
import { formatInstant } from '../foundation/time.ts';
import { onOurs } from '../orders/index.ts';
import { DistanceWire, StopForm, stopFields } from '../quotations/index.ts';
import type { OfferInReach } from './read-work-now.ts';
import { earningToWire, HandOver, optional, Text, Time, work } from './wire-forms.ts';

export const OfferWire = Type.Object(
  {
    offerId: Text('19 digits'),
    orderId: Text('19 digits'),
    expiresAt: Time('Exactly then it has lapsed'),
    ...work,
    distanceToPickUp: optional(
      Type.Object(DistanceWire.properties, {
        description: 'Roughly, by road; absent while nobody knows where the driver is',
      }),
    ),
    pickUp: Type.Object(
      { ...stopFields, handOver: optional(HandOver) },
      { title: 'OfferPickUp', description: 'Where the goods are' },
    ),
    dropOffs: Type.Array(StopForm, { description: 'In the order of the way' }),
  },
  { title: 'Offer', description: 'Enough to decide by; contacts come with the match' },
);

/** Enough to decide by: contacts come with the match. */
export function offerToWire({ offer, order, metersToPickUp }: OfferInReach) {
  const [pickUp, ...dropOffs] = order.delivery.stops.map(({ stopId, coordinates, address }) => ({
    stopId,
    coordinates,
    address,
  }));
  return {
    offerId: offer.id,
    orderId: order.id,
    expiresAt: formatInstant(offer.expiresAt),
    serviceType: order.service,
    scheduleAt: formatInstant(onOurs(order, order.scheduleAt ?? order.placedAt)),
    earning: earningToWire(order),
    distance: { value: String(order.delivery.distanceMeters), unit: 'm' },
    ...(metersToPickUp === undefined ? {} : { distanceToPickUp: { value: String(metersToPickUp), unit: 'm' } }),
    pickUp: order.delivery.handOver === undefined ? pickUp : { ...pickUp, handOver: order.delivery.handOver },
    dropOffs,
    specialRequests: order.delivery.specialRequests,
  };
}
