import { Type } from 'typebox';
import { formatAllowedUntil, formatInstant } from '../foundation/time.ts';
import type { Quotation } from './rules/quotation.ts';

const Text = (description: string, examples?: readonly string[]) =>
  Type.String({ description, ...(examples === undefined ? {} : { examples: [...examples] }) });
const Coordinate = (description: string, example: string) =>
  Type.Unsafe<string | number | null>({ type: ['string', 'number', 'null'], description, examples: [example] });
const wrongStops = 'ERR_INSUFFICIENT_STOPS';

const StopWireIn = Type.Object(
  {
    coordinates: Type.Optional(
      Type.Unsafe<{ lat?: string | number | null; lng?: string | number | null } | null>({
        type: ['object', 'null'],
        properties: {
          lat: Coordinate('Latitude, up to 15 decimals', '22.3193'),
          lng: Coordinate('Longitude, up to 15 decimals', '114.1694'),
        },
      }),
    ),
    address: Type.Optional(
      Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Street address, plain text' }),
    ),
  },
  { description: 'A place by coordinates, address, or both' },
);

const Item = Type.Unsafe<Record<string, unknown> | null>({
  type: ['object', 'null'],
  description: 'What is delivered. Values are kept and given back; those of a vehicle are in GET /v3/cities.',
  properties: {
    quantity: { description: 'Number of items', examples: ['2'] },
    weight: { description: 'A weight class of the vehicle, or kilograms', examples: ['LESS_THAN_3_KG'] },
    categories: { description: 'A list', examples: [['FOOD_DELIVERY']] },
    handlingInstructions: { description: 'A list', examples: [['KEEP_UPRIGHT']] },
  },
});

export const QuotationData = Type.Object(
  {
    serviceType: Text('A service key from GET /v3/cities', ['MOTORCYCLE']),
    stops: Type.Array(StopWireIn, {
      minItems: 2,
      maxItems: 16,
      description: 'The pick-up, then 1 to 15 drop-offs',
      'x-fault-codes': { required: wrongStops, type: wrongStops, minItems: wrongStops, maxItems: 'ERR_TOO_MANY_STOPS' },
    }),
    language: Text('Language key valid for the market', ['en_HK']),
    scheduleAt: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'Pick-up time, at most 30 days ahead; absent: at once',
      }),
    ),
    specialRequests: Type.Optional(
      Type.Unsafe<string[] | null>({
        type: ['array', 'null'],
        items: { type: 'string' },
        maxItems: 50,
        description: 'Names from GET /v3/cities that fit the service',
      }),
    ),
    isRouteOptimized: Type.Optional(
      Type.Unsafe<boolean | null>({
        type: ['boolean', 'null'],
        description: 'Drop-offs in the provably shortest order',
      }),
    ),
    item: Type.Optional(Item),
  },
  { 'x-fault-codes': { type: wrongStops } },
);

const Price = Type.String({ description: 'Decimal number' });

export const QuotationWire = Type.Object({
  quotationId: Text('19 digits; used to place an order'),
  scheduleAt: Text('Pick-up time; for an immediate order the time of the quotation'),
  expiresAt: Text('Until then an order can be placed with it: 5 minutes'),
  serviceType: Type.String(),
  specialRequests: Type.Optional(Type.Array(Type.String())),
  language: Type.String(),
  stops: Type.Array(
    Type.Object({
      stopId: Text('19 digits'),
      coordinates: Type.Object({ lat: Type.String(), lng: Type.String() }),
      address: Type.String(),
    }),
    { description: 'In the order in which they are driven' },
  ),
  isRouteOptimized: Type.Boolean(),
  priceBreakdown: Type.Object(
    {
      base: Price,
      extraMileage: Type.Optional(Price),
      multiStopSurcharge: Type.Optional(Price),
      surcharge: Type.Optional(Price),
      specialRequests: Type.Optional(Price),
      minimumSurcharge: Type.Optional(Price),
      vat: Type.Optional(Price),
      adminFee: Type.Optional(Price),
      totalBeforeOptimization: Type.Optional(Price),
      totalExcludePriorityFee: Price,
      total: Price,
      currency: Type.String(),
    },
    { description: 'Items that are zero are left out; the others add up to the total' },
  ),
  item: Type.Optional(Type.Unknown()),
  distance: Type.Object({ value: Text('Whole number'), unit: Text('m') }),
});

export const ExplanationWire = Type.Unknown({
  description: 'Rate card version, route, and each price item with its inputs and its amount before rounding',
});

export function quotationToWire({ id, createdAt, expiresAt, service, document }: Quotation) {
  return {
    quotationId: id,
    scheduleAt: formatInstant(document.scheduleAt ?? createdAt),
    expiresAt: formatAllowedUntil(expiresAt),
    serviceType: service,
    ...(document.specialRequests.length === 0 ? {} : { specialRequests: document.specialRequests }),
    language: document.language,
    stops: document.stops,
    isRouteOptimized: document.isRouteOptimized,
    priceBreakdown: {
      ...document.prices,
      totalExcludePriorityFee: document.total,
      total: document.total,
      currency: document.currency,
    },
    ...(document.item === undefined ? {} : { item: document.item }),
    distance: { value: String(document.distanceMeters), unit: 'm' },
  };
}
