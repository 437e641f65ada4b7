import { Type } from 'typebox';
import { formatAllowedFrom, formatAllowedUntil, type Instant } from '../foundation/time.ts';
import { Text } from '../infrastructure/http/schema.ts';
import type { Market, Service, SpecialRequest } from './rules/market.ts';
import { isShown, timesAhead } from './rules/special-request-times.ts';

const Measure = Type.Object(
  { value: Text('Decimal number', { examples: ['1.5'] }), unit: Text('m or kg', { examples: ['m'] }) },
  { title: 'Measure', description: 'A number with its unit' },
);

const SpecialRequestWire = Type.Object(
  {
    name: Text('Value to use in `specialRequests` of a quotation', { examples: ['TOLL_FEE_1'] }),
    description: Text('What the driver does, in English'),
    parent_type: Type.Optional(
      Text('Groups requests that are alternatives to one another; absent where there are none'),
    ),
    max_selection: Type.Integer({ description: 'How many requests of the same `parent_type` one quotation may have' }),
    effective_time: Text('UTC time from which the request can be used; empty once it can'),
    offline_time: Text('UTC time at which the request will be gone; empty where none is planned'),
  },
  { title: 'SpecialRequest', description: 'An extra that can be asked for with a service' },
);

const ServiceWire = Type.Object(
  {
    key: Text('Value to use as `serviceType`', { examples: ['MOTORCYCLE'] }),
    description: Text('What fits into the vehicle, in English'),
    dimensions: Type.Object(
      { length: Measure, width: Measure, height: Measure },
      { title: 'Dimensions', description: 'The largest load, in meters' },
    ),
    load: Measure,
    specialRequests: Type.Array(SpecialRequestWire, { description: 'What can be asked for with this service' }),
    deliveryItemSpecification: Type.Object(
      {
        weightRange: Type.Optional(Type.Array(Type.String(), { description: 'Values for `weight`' })),
        categories: Type.Optional(Type.Array(Type.String(), { description: 'Values for `categories`' })),
        handlingInstructions: Type.Optional(
          Type.Array(Type.String(), { description: 'Values for `handlingInstructions`' }),
        ),
      },
      {
        title: 'ItemSpecification',
        description: 'Values for the item of a quotation; empty where the vehicle has none',
      },
    ),
  },
  { title: 'Service', description: 'A kind of vehicle' },
);

export const CityWire = Type.Object(
  {
    locode: Text('Location code: market code, space, city code', { examples: ['HK HKG'] }),
    name: Text('In English', { examples: ['Hong Kong'] }),
    services: Type.Array(ServiceWire, { description: 'The kinds of vehicles in this city' }),
  },
  { title: 'City', description: 'A city that is served' },
);

export function citiesToWire(market: Market, now: Instant) {
  return market.cities.map(({ locode, name, services }) => ({
    locode,
    name,
    services: services.map((service) => serviceToWire(service, now)),
  }));
}

function serviceToWire(service: Service, now: Instant) {
  const { length, width, height } = service.dimensionsMeters;
  const meters = (value: string) => ({ value, unit: 'm' });
  return {
    key: service.key,
    description: service.description,
    dimensions: { length: meters(length), width: meters(width), height: meters(height) },
    load: { value: service.loadKg, unit: 'kg' },
    specialRequests: service.specialRequests
      .filter((request) => isShown(request, now))
      .map((request) => specialRequestToWire(request, now)),
    deliveryItemSpecification: service.itemSpecification,
  };
}

function specialRequestToWire(request: SpecialRequest, now: Instant) {
  const { onlineFrom, offlineFrom } = timesAhead(request, now);
  return {
    name: request.name,
    description: request.description,
    ...(request.group === undefined ? {} : { parent_type: request.group }),
    max_selection: request.maxSelection,
    effective_time: onlineFrom === undefined ? '' : formatAllowedFrom(onlineFrom),
    offline_time: offlineFrom === undefined ? '' : formatAllowedUntil(offlineFrom),
  };
}
