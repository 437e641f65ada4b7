import { Type } from 'typebox';
import { formatAllowedUntil, formatInstant } from '../foundation/time.ts';
import { Nullable, Text } from '../infrastructure/http/schema.ts';
import type { Quotation } from './rules/quotation.ts';
import type { StopWire } from './rules/requested-stop.ts';

const Coordinate = (description: string, example: string) => ({
  type: ['string', 'number', 'null'],
  description,
  examples: [example],
});

/** Where a stop is, as it is asked for. */
export const placeFields = {
  coordinates: Type.Optional(
    Type.Unsafe<NonNullable<StopWire['coordinates']> | null>({
      type: ['object', 'null'],
      properties: {
        lat: Coordinate('Latitude, up to 15 decimals', '22.3193'),
        lng: Coordinate('Longitude, up to 15 decimals', '114.1694'),
      },
    }),
  ),
  address: Type.Optional(Nullable<string>('string', 'Street address, plain text')),
};
/** Where it is, as it is answered. */
export const stopFields = {
  stopId: Text('19 digits'),
  coordinates: Type.Object({ lat: Type.String(), lng: Type.String() }),
  address: Type.String(),
};

const wrongStops = 'ERR_INSUFFICIENT_STOPS';
/** Too few and too many stops have codes of their own; in a quotation so have stops of another form. */
export const stopCountFaultCodes = { minItems: wrongStops, maxItems: 'ERR_TOO_MANY_STOPS' };
export const stopsFaultCodes = { required: wrongStops, type: wrongStops, ...stopCountFaultCodes };

const Item = Nullable<Record<string, unknown>>(
  'object',
  'What is delivered. Values are kept and given back; those of a vehicle are in GET /v3/cities.',
  {
    properties: {
      quantity: { description: 'Number of items', examples: ['2'] },
      weight: { description: 'A weight class of the vehicle, or kilograms', examples: ['LESS_THAN_3_KG'] },
      categories: { description: 'A list', examples: [['FOOD_DELIVERY']] },
      handlingInstructions: { description: 'A list', examples: [['KEEP_UPRIGHT']] },
    },
  },
);

export const QuotationData = Type.Object(
  {
    serviceType: Text('A service key from GET /v3/cities', { examples: ['MOTORCYCLE'] }),
    stops: Type.Array(Type.Object(placeFields, { description: 'A place by coordinates, address, or both' }), {
      minItems: 2,
      maxItems: 16,
      description: 'The pick-up, then 1 to 15 drop-offs',
      'x-fault-codes': stopsFaultCodes,
    }),
    language: Text('Language key valid for the market', { examples: ['en_HK'] }),
    scheduleAt: Type.Optional(Nullable<string>('string', 'Pick-up time, at most 30 days ahead; absent: at once')),
    specialRequests: Type.Optional(
      Nullable<string[]>('array', 'Names from GET /v3/cities that fit the service', {
        items: { type: 'string' },
        maxItems: 50,
      }),
    ),
    isRouteOptimized: Type.Optional(Nullable<boolean>('boolean', 'Drop-offs in the provably shortest order')),
    item: Type.Optional(Item),
  },
  { 'x-fault-codes': { type: wrongStops } },
);

export const PriceWire = Text('Decimal number');
export const DistanceWire = Type.Object({ value: Text('Whole number'), unit: Text('m') });

export const QuotationWire = Type.Object({
  quotationId: Text('19 digits; used to place an order'),
  scheduleAt: Text('Pick-up time; for an immediate order the time of the quotation'),
  expiresAt: Text('Until then an order can be placed with it: 5 minutes'),
  serviceType: Type.String(),
  specialRequests: Type.Optional(Type.Array(Type.String())),
  language: Type.String(),
  stops: Type.Array(Type.Object(stopFields), { description: 'In the order in which they are driven' }),
  isRouteOptimized: Type.Boolean(),
  priceBreakdown: Type.Object(
    {
      base: PriceWire,
      extraMileage: Type.Optional(PriceWire),
      multiStopSurcharge: Type.Optional(PriceWire),
      surcharge: Type.Optional(PriceWire),
      specialRequests: Type.Optional(PriceWire),
      minimumSurcharge: Type.Optional(PriceWire),
      vat: Type.Optional(PriceWire),
      adminFee: Type.Optional(PriceWire),
      totalBeforeOptimization: Type.Optional(PriceWire),
      totalExcludePriorityFee: PriceWire,
      total: PriceWire,
      currency: Type.String(),
    },
    { description: 'Items that are zero are left out; the others add up to the total' },
  ),
  item: Type.Optional(Type.Unknown()),
  distance: DistanceWire,
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
