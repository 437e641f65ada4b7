import { Type } from 'typebox';
import { formatAllowedFrom, formatAllowedUntil, type Instant } from '../foundation/time.ts';
import type { Market, Service, SpecialRequest } from './rules/market.ts';
import { isShown, timesAhead } from './rules/special-request-times.ts';

const Measure = (unit: string) =>
  Type.Object({ value: Type.String({ description: 'Decimal number' }), unit: Type.String({ examples: [unit] }) });

const SpecialRequestWire = Type.Object({
  name: Type.String({ description: 'Value to use in specialRequests of a quotation' }),
  description: Type.String(),
  parent_type: Type.Optional(Type.String({ description: 'Groups requests that are alternatives to one another' })),
  max_selection: Type.Integer({ description: 'How many requests of the same parent_type one quotation may have' }),
  effective_time: Type.String({ description: 'UTC time from which the request can be used; empty once it can' }),
  offline_time: Type.String({ description: 'UTC time at which the request will be gone; empty where none is planned' }),
});

const ServiceWire = Type.Object({
  key: Type.String({ description: 'Value to use as serviceType' }),
  description: Type.String(),
  dimensions: Type.Object({ length: Measure('m'), width: Measure('m'), height: Measure('m') }),
  load: Measure('kg'),
  specialRequests: Type.Array(SpecialRequestWire),
  deliveryItemSpecification: Type.Object(
    {
      weightRange: Type.Optional(Type.Array(Type.String())),
      categories: Type.Optional(Type.Array(Type.String())),
      handlingInstructions: Type.Optional(Type.Array(Type.String())),
    },
    { description: 'Values for the item of a quotation; empty where the vehicle has none' },
  ),
});

export const CityWire = Type.Object({
  locode: Type.String({ description: 'Location code: market code, space, city code', examples: ['HK HKG'] }),
  name: Type.String(),
  services: Type.Array(ServiceWire),
});

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
