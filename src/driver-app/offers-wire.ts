import { Type } from 'typebox';
import { formatInstant } from '../foundation/time.ts';
import { onOurs } from '../orders/index.ts';
import type { OfferInReach } from './read-work-now.ts';
import { Distance, earningToWire, HandOver, optional, Text, Time, where, work } from './wire-forms.ts';

export const OfferWire = Type.Object(
  {
    offerId: Text('19 digits'),
    orderId: Text('19 digits'),
    expiresAt: Time('Exactly then it has lapsed'),
    ...work,
    distanceToPickUp: optional(
      Type.Object(Distance.properties, {
        description: 'Roughly, by road; absent while nobody knows where the driver is',
      }),
    ),
    pickUp: Type.Object({ ...where, handOver: optional(HandOver) }),
    dropOffs: Type.Array(Type.Object(where), { description: 'In the order of the way' }),
  },
  { description: 'Enough to decide by; contacts come with the match' },
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
