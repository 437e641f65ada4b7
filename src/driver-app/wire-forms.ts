import { type TSchema, Type } from 'typebox';
import { formatAmount } from '../foundation/money.ts';
import { earningOf, type Order } from '../orders/index.ts';

export const optional = <T extends TSchema>(form: T) => Type.Optional(form);
export const At = optional(
  Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'When it was done, by the clock of the device, where there was no signal; at most a day ago',
  }),
);
const Degrees = (limit: number) => Type.Number({ minimum: -limit, maximum: limit });
export const place = { lat: Degrees(90), lng: Degrees(180) };
export const NothingElse = Type.Object({});
export const ActionData = Type.Object({ at: At });
export const Text = (description: string, example?: string) =>
  Type.String({ description, ...(example === undefined ? {} : { examples: [example] }) });
export const Nullable = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });
export const Time = (description: string) => Text(description, '2026-11-16T04:00:00.00Z');
const Coordinates = Type.Object({ lat: Text('Latitude', '22.3193'), lng: Text('Longitude', '114.1694') });
export const HandOver = Type.Object(place, {
  description: 'Where the last driver left the goods, to collect them there',
});
const Earning = Type.Object(
  { amount: Text('Decimal number'), currency: Text('ISO 4217', 'HKD') },
  { description: 'What the driver gets for the order' },
);
export const Distance = Type.Object({ value: Text('Whole number'), unit: Text('Always m') });
export const where = { stopId: Text('19 digits'), coordinates: Coordinates, address: Type.String() };
export const work = {
  serviceType: Text('A service key of the city', 'MOTORCYCLE'),
  scheduleAt: Time('When to pick up'),
  earning: Earning,
  distance: Distance,
  specialRequests: Type.Array(Type.String(), { description: 'Keys of the special requests' }),
};

export function earningToWire(order: Order) {
  return { amount: formatAmount(earningOf(order), order.pricing.decimals), currency: order.currency };
}
