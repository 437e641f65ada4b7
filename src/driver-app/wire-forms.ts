import { type TSchema, Type } from 'typebox';
import { formatAmount } from '../foundation/money.ts';
import { earningOf, type Order } from '../orders/index.ts';
import { DistanceWire } from '../quotations/index.ts';

export const optional = <T extends TSchema>(form: T) => Type.Optional(form);
export const At = optional(
  Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'When it was done, by the clock of the device, where there was no signal; at most a day ago',
  }),
);
const Degrees = (name: string, limit: number) =>
  Type.Number({ minimum: -limit, maximum: limit, description: `${name} in degrees` });
const place = { lat: Degrees('Latitude', 90), lng: Degrees('Longitude', 180) };
export const Place = Type.Object(place, { title: 'Place', description: 'Where the device was' });
export const NothingElse = Type.Object({}, { title: 'Nothing', description: 'No field is needed' });
export const ActionData = Type.Object({ at: At }, { title: 'DriverAction', description: 'When it was done' });
export const Text = (description: string, example?: string) =>
  Type.String({ description, ...(example === undefined ? {} : { examples: [example] }) });
export const Nullable = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });
export const Time = (description: string) => Text(`${description}; UTC, ISO 8601`, '2026-11-16T04:00:00.00Z');
export const HandOver = Type.Object(place, {
  title: 'HandOver',
  description: 'Where the last driver left the goods, to collect them there',
});
const Earning = Type.Object(
  { amount: Text('Decimal number', '48'), currency: Text('ISO 4217', 'HKD') },
  { title: 'Earning', description: 'What the driver gets for the order' },
);
export const work = {
  serviceType: Text('A service key of the city', 'MOTORCYCLE'),
  scheduleAt: Time('When to pick up'),
  earning: Earning,
  distance: DistanceWire,
  specialRequests: Type.Array(Type.String(), { description: 'Keys of the special requests' }),
};

export function earningToWire(order: Order) {
  return { amount: formatAmount(earningOf(order), order.pricing.decimals), currency: order.currency };
}
