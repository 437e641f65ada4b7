import { type TSchema, Type } from 'typebox';
import type { OpenOffer } from '../dispatch/index.ts';
import type { Driver } from '../drivers/index.ts';
import { formatAmount } from '../foundation/money.ts';
import { formatInstant } from '../foundation/time.ts';
import { effectsOf } from '../markets/index.ts';
import { earningOf, type Order } from '../orders/index.ts';
import { stepsOf } from './rules/driver-steps.ts';

const optional = <T extends TSchema>(form: T) => Type.Optional(form);
export const At = optional(
  Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'When it was done, by the clock of the device, where there was no signal; at most a day ago',
  }),
);
const Degrees = (limit: number) => Type.Number({ minimum: -limit, maximum: limit });
const place = { lat: Degrees(90), lng: Degrees(180) };

export const SignInCodeData = Type.Object({ phone: Type.String({ maxLength: 40 }) });
export const SignInData = Type.Object({
  phone: Type.String({ maxLength: 40 }),
  code: Type.String({ maxLength: 20 }),
  device: optional(Type.String({ maxLength: 200, description: 'How the driver tells this device from others' })),
});
export const PositionsData = Type.Object({
  positions: Type.Array(
    Type.Object({
      lat: Type.Number(),
      lng: Type.Number(),
      at: Type.String({ description: 'By the clock of the device' }),
      accuracyMeters: optional(Type.Number({ description: '-1 where the device does not know' })),
      headingDegrees: optional(Type.Number({ description: '-1 where the device does not know' })),
    }),
    { minItems: 1, maxItems: 100, description: 'All since the last report' },
  ),
});
export const NothingElse = Type.Object({});
export const ActionData = Type.Object({ at: At });
export const GiveBackData = Type.Object({ at: At, reason: Type.String({ minLength: 1, maxLength: 500 }) });
export const DropOffData = Type.Object({
  at: At,
  proof: Type.Enum(['NONE', 'PHOTO', 'SIGNATURE', 'FAILED'], {
    description: 'NONE only where the order asks for no proof',
  }),
  photo: optional(Type.String({ description: 'JPEG, PNG or WebP of up to 10 MB, in base64' })),
  signature: optional(
    Type.Object({
      strokes: optional(
        Type.Array(Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), { maxItems: 5_000 }), {
          maxItems: 500,
        }),
      ),
      picture: optional(Type.String({ description: 'PNG in base64' })),
    }),
  ),
  reason: optional(Type.String({ maxLength: 500, description: 'Why it failed' })),
  place: optional(Type.Object(place)),
});
export const EmergencyData = Type.Object({
  at: At,
  place: optional(Type.Object({ lat: Type.Number(), lng: Type.Number() })),
  note: optional(Type.String({ description: 'The first 500 characters are kept' })),
});

export const Anything = (description: string) => Type.Unknown({ description });

export function driverToWire({ id, name, phone, plate, service, locode, languages }: Driver) {
  return { driverId: id, name, phone, plateNumber: plate, serviceType: service, city: locode, languages };
}

function earningToWire(order: Order) {
  return { amount: formatAmount(earningOf(order), order.pricing.decimals), currency: order.currency };
}

/** Enough to decide by: contacts come with the match. */
export function offerToWire({ offer, order }: OpenOffer) {
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
    scheduleAt: formatInstant(order.scheduleAt ?? order.placedAt),
    earning: earningToWire(order),
    distance: { value: String(order.delivery.distanceMeters), unit: 'm' },
    pickUp: order.delivery.handOver === undefined ? pickUp : { ...pickUp, handOver: order.delivery.handOver },
    dropOffs,
    specialRequests: order.delivery.specialRequests,
  };
}

export function orderToDriver(order: Order) {
  const { delivery } = order;
  return {
    orderId: order.id,
    status: order.status,
    serviceType: order.service,
    scheduleAt: formatInstant(order.scheduleAt ?? order.placedAt),
    earning: earningToWire(order),
    distance: { value: String(delivery.distanceMeters), unit: 'm' },
    proofRequired: delivery.proofRequired,
    specialRequests: delivery.specialRequests,
    ...(delivery.item === undefined ? {} : { item: delivery.item }),
    ...(delivery.handOver === undefined ? {} : { handOver: delivery.handOver }),
    stops: delivery.stops.map(({ stopId, coordinates, address, name, phone, remarks, closing }) => ({
      stopId,
      coordinates,
      address,
      // Whoever has delivered needs nobody's number any more.
      ...('endedAt' in order ? {} : { name, phone, remarks }),
      ...(closing === undefined ? {} : { closed: { outcome: closing.outcome, at: formatInstant(closing.at) } }),
    })),
    steps: stepsOf(order, effectsOf(delivery.specialRequests)),
  };
}
