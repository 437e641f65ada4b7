import { Type } from 'typebox';
import { formatAllowedUntil, formatInstant } from '../foundation/time.ts';
import { AsKept, Nullable, OneOf, Taken, Text, Time } from '../infrastructure/http/schema.ts';
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
      title: 'NewCoordinates',
      type: ['object', 'null'],
      description: 'In degrees; where they are missing, the address is looked up',
      properties: {
        lat: Coordinate('Latitude, up to 15 decimals', '22.3193'),
        lng: Coordinate('Longitude, up to 15 decimals', '114.1694'),
      },
    }),
  ),
  address: Type.Optional(
    Nullable<string>('string', 'Street address, plain text; where it is missing, the coordinates are looked up'),
  ),
};
const Coordinates = Type.Object(
  {
    lat: Text('Latitude, as it was given', { examples: ['22.3193'] }),
    lng: Text('Longitude, as it was given', { examples: ['114.1694'] }),
  },
  { title: 'Coordinates', description: 'In degrees, as text' },
);
/** Where it is, as it is answered. */
export const stopFields = {
  stopId: Text('19 digits', { examples: ['1586470163640590341'] }),
  coordinates: Coordinates,
  address: Text('Street address, as it was given or found'),
};
export const StopForm = Type.Object(stopFields, { title: 'Stop', description: 'A place on the way' });
export const NewStop = Type.Object(placeFields, {
  title: 'NewStop',
  description: 'A place by coordinates, address, or both',
});

const wrongStops = 'ERR_INSUFFICIENT_STOPS';
/** Too few and too many stops have codes of their own; in a quotation so have stops of another form. */
export const stopCountFaultCodes = { minItems: wrongStops, maxItems: 'ERR_TOO_MANY_STOPS' };
export const stopsFaultCodes = { required: wrongStops, type: wrongStops, ...stopCountFaultCodes };

/** Of both variants; values are never refused, so what is given back may be of any type. */
export const ItemData = Taken<Record<string, unknown> | null>(
  { type: ['object', 'null'] },
  Type.Object(
    {
      quantity: Type.Optional(Text('Number of items', { examples: ['2'] })),
      weight: Type.Optional(
        Text('A weight class of the vehicle; for PLUS kilograms', { examples: ['LESS_THAN_3_KG', '3.5'] }),
      ),
      categories: Type.Optional(
        Type.Array(Type.String(), { description: 'What kind of thing', examples: [['FOOD_DELIVERY']] }),
      ),
      handlingInstructions: Type.Optional(
        Type.Array(Type.String(), { description: 'How to handle it', examples: [['KEEP_UPRIGHT']] }),
      ),
    },
    {
      title: 'NewItem',
      description:
        'What is delivered. Values are kept and given back; those that a vehicle knows are in GET /v3/cities.',
    },
  ),
);
/** As it is given back, where it was given. */
export const KeptItem = Type.Optional(
  AsKept({
    title: 'Item',
    type: 'object',
    description: 'What is delivered, as it was given; absent where it was not',
    properties: {
      quantity: { description: 'Number of items' },
      weight: { description: 'A weight class of the vehicle; for PLUS kilograms' },
      categories: { description: 'What kind of thing' },
      handlingInstructions: { description: 'How to handle it' },
    },
    additionalProperties: true,
  }),
);

export const QuotationData = Type.Object(
  {
    serviceType: Text('A service key from GET /v3/cities', { examples: ['MOTORCYCLE'] }),
    stops: Type.Array(NewStop, {
      minItems: 2,
      maxItems: 16,
      description: 'The pick-up, then 1 to 15 drop-offs',
      'x-fault-codes': stopsFaultCodes,
    }),
    language: Text('Language key valid for the market', { examples: ['en_HK'] }),
    scheduleAt: Type.Optional(
      Nullable<string>('string', 'Pick-up time, ISO 8601, at most 30 days ahead; absent: at once'),
    ),
    specialRequests: Type.Optional(
      Nullable<string[]>('array', 'Names from GET /v3/cities that fit the service', {
        items: { type: 'string' },
        maxItems: 50,
      }),
    ),
    isRouteOptimized: Type.Optional(
      Nullable<boolean>('boolean', 'Drop-offs in the provably shortest order; false where not given'),
    ),
    item: Type.Optional(ItemData),
  },
  { title: 'NewQuotation', description: 'What is to be delivered, and how', 'x-fault-codes': { type: wrongStops } },
);

export const PriceWire = (description: string) => Text(`${description}; decimal number`);
const PriceItem = (description: string) => Type.Optional(PriceWire(description));

/** Of quotations and of orders. */
export const PriceBreakdown = Type.Object(
  {
    base: PriceWire('The way that the base price includes'),
    extraMileage: PriceItem('The way beyond that'),
    multiStopSurcharge: PriceItem('For further drop-offs'),
    surcharge: PriceItem('By time of day or holiday'),
    specialRequests: PriceItem('All special requests together'),
    minimumSurcharge: PriceItem('What was missing to the least price of the service'),
    vat: PriceItem('Tax'),
    adminFee: PriceItem('Only in the market PH'),
    totalBeforeOptimization: PriceItem(
      'Only of a quotation whose route was optimised: what the given order would cost',
    ),
    priorityFee: PriceItem('Only of an order that has one'),
    totalExcludePriorityFee: PriceWire('What the drive costs'),
    total: PriceWire('What is to be paid'),
    currency: Text('ISO 4217', { examples: ['HKD'] }),
  },
  { title: 'PriceBreakdown', description: 'Items that are zero are left out; the others add up to the total' },
);
export const DistanceWire = Type.Object(
  { value: Text('Whole number', { examples: ['4580'] }), unit: Text('Always m', { examples: ['m'] }) },
  { title: 'Distance', description: 'Along the streets, over all stops' },
);

export const QuotationWire = Type.Object(
  {
    quotationId: Text('19 digits; used to place an order', { examples: ['1586470163640590336'] }),
    scheduleAt: Time('Pick-up time; for an immediate order the time of the quotation'),
    expiresAt: Time('Until then an order can be placed with it: 5 minutes after the quotation'),
    serviceType: Text('As it was given', { examples: ['MOTORCYCLE'] }),
    specialRequests: Type.Optional(
      Type.Array(Type.String(), { description: 'As they were given; absent where there are none' }),
    ),
    language: Text('As it was given', { examples: ['en_HK'] }),
    stops: Type.Array(StopForm, { description: 'In the order in which they are driven' }),
    isRouteOptimized: Type.Boolean({ description: 'Whether the drop-offs were put into the shortest order' }),
    priceBreakdown: PriceBreakdown,
    item: KeptItem,
    distance: DistanceWire,
  },
  { title: 'Quotation', description: 'A price that holds for 5 minutes' },
);

const ExplainedItem = Type.Object(
  {
    item: Text('Its name in the price breakdown', { examples: ['extraMileage'] }),
    amount: PriceWire('As it stands in the price breakdown'),
    beforeRounding: PriceWire('The same before it was rounded'),
    inputs: Type.Object(
      {},
      { additionalProperties: true, description: 'What it was made from: rates, meters, tiers, fees, times' },
    ),
  },
  { title: 'ExplainedItem', description: 'An item of the price' },
);
const ExplainedRoute = Type.Object(
  {
    distanceMeters: Type.Integer({ description: 'The way that is priced' }),
    measuredBy: OneOf(['estimate', 'valhalla', 'osrm'], 'How it was measured; estimate: by the straight line'),
    roadFactor: Type.Optional(
      Type.Number({ description: 'How much longer the road is than the straight line; only of an estimate' }),
    ),
    returnsToPickUp: Type.Boolean({ description: 'Whether the way back is driven too' }),
    optimized: Type.Optional(
      Type.Object(
        {
          distanceBeforeMeters: Type.Integer({ description: 'The way in the order that was given' }),
          savedMeters: Type.Integer({ description: 'How much shorter it became' }),
          order: Type.Array(Type.Integer(), { description: 'Which of the given stops comes when, counted from 0' }),
        },
        { title: 'ExplainedOrderOfStops', description: 'Only where the shortest order was asked for' },
      ),
    ),
  },
  { title: 'ExplainedRoute', description: 'The way that is priced' },
);
const ExplainedCard = Type.Object(
  {
    locode: Text('The city', { examples: ['HK HKG'] }),
    service: Text('The service', { examples: ['MOTORCYCLE'] }),
    version: Type.Integer({ description: 'Which edition of the rates' }),
    judgedAt: Time('When it was chosen'),
    rounding: Type.Object(
      {
        step: PriceWire('To multiples of this'),
        mode: OneOf(['HALF_UP', 'UP'], 'Which way'),
      },
      { title: 'Rounding', description: 'How each item is rounded' },
    ),
  },
  { title: 'ExplainedCard', description: 'The rates that made the price' },
);
/** Of a quotation, and of the order that it has bought. */
export const explanationFields = {
  rateCard: ExplainedCard,
  pickUpAt: Time('The time whose surcharges hold'),
  timeZone: Text('Of the city', { examples: ['Asia/Hong_Kong'] }),
  route: ExplainedRoute,
  items: Type.Array(ExplainedItem, { description: 'They add up to the total' }),
  total: PriceWire('What is to be paid'),
};
/** What the special requests want of a driver. */
export const explainedDriverFields = {
  needs: Type.Array(Type.String(), { description: 'What a driver must have to be asked' }),
  steps: Type.Array(
    Type.Object(
      {
        kind: Text('What to do', { examples: ['WAIT'] }),
        at: OneOf(['PICK_UP', 'DROP_OFF', 'WAY'], 'Where'),
        allowedMinutes: Type.Optional(Type.Integer({ description: 'Of QUEUE and WAIT: how long is paid for' })),
        request: Type.Optional(Text('Of PAY_TOLL: the special request')),
      },
      { title: 'ExplainedStep', description: 'Something that a special request adds' },
    ),
    { description: 'What the driver does beside driving' },
  ),
};

export const ExplanationWire = AsKept(
  Type.Object(
    {
      ...explanationFields,
      driver: Type.Object(explainedDriverFields, {
        title: 'ExplainedDriver',
        description: 'What the special requests want of a driver',
      }),
    },
    { title: 'PriceExplanation', description: 'Why this price' },
  ),
);

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
