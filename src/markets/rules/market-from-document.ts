import { assertPresent } from '../../foundation/assert.ts';
import type { Polygon } from '../../foundation/geo.ts';
import { parseAmount } from '../../foundation/money.ts';
import type { City, Market, Service, SpecialRequest } from './market.ts';
import type { MarketDocument } from './market-document.ts';

/** On every mobile network, whatever the country's own numbers are. */
const EVERY_PHONE_CAN_CALL = { police: '112', ambulance: '112' };

/** From a document without faults. */
export function marketFrom(document: MarketDocument): Market {
  const { priorityFee, specialRequestGroups, specialRequests, services, cities, ...facts } = document;
  const requests = mapEntries(
    specialRequests,
    (name, { description, group, effectiveTime, offlineTime }): SpecialRequest => ({
      name,
      description,
      group,
      maxSelection: group === undefined ? 1 : (specialRequestGroups[group]?.maxSelection ?? 1),
      onlineFrom: effectiveTime === undefined ? undefined : Date.parse(effectiveTime),
      offlineFrom: offlineTime === undefined ? undefined : Date.parse(offlineTime),
    }),
  );
  const serviceByKey = mapEntries(
    services,
    (key, service): Service => ({
      key,
      description: service.description,
      dimensionsMeters: service.dimensions,
      loadKg: service.loadKg,
      specialRequests: service.specialRequests.map((name) => requests[name] as SpecialRequest),
      itemSpecification: service.itemSpecification,
    }),
  );
  return {
    ...facts,
    emergencyNumbers: document.emergencyNumbers ?? EVERY_PHONE_CAN_CALL,
    priorityFee: priorityFeeFrom(priorityFee, document.decimals),
    cities: cities.map(
      ({ locode, name, timeZone, roadFactor, area, services: keys }): City => ({
        locode,
        name,
        timeZone,
        roadFactor,
        area: area.coordinates as readonly Polygon[],
        services: keys.map((key) => serviceByKey[key] as Service),
      }),
    ),
  };
}

/** A document without bounds asks for the smallest amount there is, and leaves the maximum to the base fare. */
function priorityFeeFrom(bounds: MarketDocument['priorityFee'], decimals: number): Market['priorityFee'] {
  if (bounds === undefined) return { minimumMinor: 1n, maximumFloorMinor: 0n };
  const minor = (text: string) => assertPresent(parseAmount(text, decimals), 'the document was checked');
  return { minimumMinor: minor(bounds.minimum), maximumFloorMinor: minor(bounds.maximumFloor) };
}

function mapEntries<From, To>(record: Record<string, From>, map: (key: string, value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(key, value)]));
}
