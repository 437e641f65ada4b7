import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import Value from 'typebox/value';
import { findCrossing, isInside, type Polygon, type Position, samePosition } from '../../foundation/geo.ts';
import { parseAmount } from '../../foundation/money.ts';
import { isTimeZone } from '../../foundation/time.ts';

const closed = { additionalProperties: false };
const Key = Type.String({ pattern: '^[A-Z0-9][A-Z0-9_]*$' });
const Decimal = Type.String({ pattern: '^(0|[1-9][0-9]*)(\\.[0-9]+)?$' });
const Amount = Type.String({ pattern: '^(0|[1-9][0-9]{0,11})(\\.[0-9]{1,4})?$' });
const Time = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$' });
const ShortNumber = Type.String({ pattern: '^[0-9]{3,6}$' });
const Sentence = Type.String({ minLength: 1, maxLength: 200 });
const Names = Type.Array(Key, { uniqueItems: true });
const Place = Type.Object({ name: Sentence, lat: Type.Number(), lng: Type.Number() }, closed);
const Coordinates = Type.Tuple(
  [Type.Number({ minimum: -180, maximum: 180 }), Type.Number({ minimum: -90, maximum: 90 })],
  { minItems: 2, maxItems: 2 },
);

/** One market as its data file holds it: data/markets/<market>.json. */
const MarketDocument = Type.Object(
  {
    market: Type.String({ pattern: '^[A-Z]{2}$' }),
    name: Sentence,
    currency: Type.String({ pattern: '^[A-Z]{3}$' }),
    decimals: Type.Integer({ minimum: 0, maximum: 3 }),
    callingCode: Type.String({ pattern: '^[1-9][0-9]{0,2}$' }),
    emergencyNumbers: Type.Optional(Type.Object({ police: ShortNumber, ambulance: ShortNumber }, closed)),
    languages: Type.Array(Type.String({ pattern: '^[a-z]{2}_[A-Z]{2}$' }), { minItems: 1, uniqueItems: true }),
    plus: Type.Boolean(),
    priorityFee: Type.Optional(Type.Object({ minimum: Amount, maximumFloor: Amount }, closed)),
    specialRequestGroups: Type.Record(
      Type.String({ pattern: '^.{1,200}$' }),
      Type.Object({ maxSelection: Type.Integer({ minimum: 1 }) }, closed),
      closed,
    ),
    specialRequests: Type.Record(
      Key,
      Type.Object(
        {
          description: Sentence,
          group: Type.Optional(Sentence),
          effectiveTime: Type.Optional(Time),
          offlineTime: Type.Optional(Time),
        },
        closed,
      ),
      closed,
    ),
    services: Type.Record(
      Key,
      Type.Object(
        {
          description: Sentence,
          dimensions: Type.Object({ length: Decimal, width: Decimal, height: Decimal }, closed),
          loadKg: Decimal,
          specialRequests: Names,
          itemSpecification: Type.Object(
            {
              weightRange: Type.Optional(Names),
              categories: Type.Optional(Names),
              handlingInstructions: Type.Optional(Names),
            },
            closed,
          ),
        },
        closed,
      ),
      closed,
    ),
    cities: Type.Array(
      Type.Object(
        {
          locode: Type.String({ pattern: '^[A-Z]{2} [A-Z0-9]{3}$' }),
          name: Sentence,
          timeZone: Type.String(),
          roadFactor: Type.Number({ minimum: 1, maximum: 3 }),
          services: Type.Array(Key, { minItems: 1, uniqueItems: true }),
          area: Type.Object(
            {
              type: Type.Literal('MultiPolygon'),
              coordinates: Type.Array(Type.Array(Type.Array(Coordinates, { minItems: 4 }), { minItems: 1 }), {
                minItems: 1,
              }),
            },
            closed,
          ),
          inside: Type.Array(Place, { minItems: 2 }),
          outside: Type.Array(Place, { minItems: 2 }),
        },
        closed,
      ),
      { minItems: 1 },
    ),
  },
  closed,
);
export type MarketDocument = Static<typeof MarketDocument>;
/** Compiled, because every start checks all that ships. */
const marketDocument = Compile(MarketDocument);

export type DocumentFault = { readonly path: string; readonly sentence: string };

/** Everything that is wrong with a document, each with the path to it; an empty list where nothing is. */
export function findDocumentFaults(document: unknown): readonly DocumentFault[] {
  const formFaults = findFormFaults(document);
  if (formFaults.length > 0) return formFaults;
  const market = document as MarketDocument;
  return [
    ...priorityFeeFaults(market),
    ...Object.entries(market.specialRequests).flatMap(([name, request]) => requestFaults(market, name, request)),
    ...Object.entries(market.services).flatMap(([key, service]) =>
      unknownNames(
        service.specialRequests,
        market.specialRequests,
        `/services/${key}/specialRequests`,
        'special request',
      ),
    ),
    ...market.cities.flatMap((city, index) => cityFaults(market, city, `/cities/${index}`)),
  ];
}

function findFormFaults(document: unknown): readonly DocumentFault[] {
  if (marketDocument.Check(document)) return [];
  return Value.Errors(MarketDocument, document)
    .filter(({ keyword }) => keyword !== 'boolean')
    .flatMap(({ keyword, instancePath, message, params }): DocumentFault[] => {
      const names = params as { additionalProperties?: string[]; requiredProperties?: string[] };
      if (keyword === 'additionalProperties') {
        return (names.additionalProperties ?? []).map((name) => ({
          path: `${instancePath}/${name}`,
          sentence: 'is not a key that is known here',
        }));
      }
      if (keyword === 'required') {
        return (names.requiredProperties ?? []).map((name) => ({
          path: `${instancePath}/${name}`,
          sentence: 'is missing',
        }));
      }
      return [{ path: instancePath || '/', sentence: message }];
    });
}

function priorityFeeFaults({ priorityFee, decimals }: MarketDocument): DocumentFault[] {
  if (priorityFee === undefined) return [];
  const minimum = parseAmount(priorityFee.minimum, decimals);
  const maximumFloor = parseAmount(priorityFee.maximumFloor, decimals);
  const faults: DocumentFault[] = [];
  if (minimum === undefined || minimum === 0n) {
    faults.push({ path: '/priorityFee/minimum', sentence: `must be more than 0 with at most ${decimals} decimals` });
  }
  if (maximumFloor === undefined) {
    faults.push({ path: '/priorityFee/maximumFloor', sentence: `must have at most ${decimals} decimals` });
  } else if (minimum !== undefined && maximumFloor < minimum) {
    faults.push({ path: '/priorityFee/maximumFloor', sentence: 'must not be less than minimum' });
  }
  return faults;
}

function requestFaults(
  market: MarketDocument,
  name: string,
  { group, effectiveTime, offlineTime }: MarketDocument['specialRequests'][string],
): DocumentFault[] {
  const path = `/specialRequests/${name}`;
  const faults: DocumentFault[] = [];
  if (group !== undefined && !Object.hasOwn(market.specialRequestGroups, group)) {
    faults.push({ path: `${path}/group`, sentence: `names "${group}", which is not in specialRequestGroups` });
  }
  for (const [key, time] of Object.entries({ effectiveTime, offlineTime })) {
    if (time !== undefined && !isTime(time)) faults.push({ path: `${path}/${key}`, sentence: `"${time}" is no time` });
  }
  if (
    effectiveTime !== undefined &&
    offlineTime !== undefined &&
    Date.parse(offlineTime) <= Date.parse(effectiveTime)
  ) {
    faults.push({ path: `${path}/offlineTime`, sentence: 'must be later than effectiveTime' });
  }
  return faults;
}

/** The 30th of February has the right form and is none. */
function isTime(text: string): boolean {
  const parsed = new Date(text);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 19) === text.slice(0, 19);
}

function unknownNames(names: readonly string[], known: object, path: string, noun: string): DocumentFault[] {
  return names.flatMap((name, index) =>
    Object.hasOwn(known, name)
      ? []
      : [{ path: `${path}/${index}`, sentence: `names ${name}, a ${noun} that is not defined` }],
  );
}

function cityFaults(market: MarketDocument, city: MarketDocument['cities'][number], path: string): DocumentFault[] {
  const faults = unknownNames(city.services, market.services, `${path}/services`, 'service');
  if (!city.locode.startsWith(`${market.market} `)) {
    faults.push({ path: `${path}/locode`, sentence: `must begin with "${market.market} "` });
  }
  if (market.cities.filter(({ locode }) => locode === city.locode).length > 1) {
    faults.push({ path: `${path}/locode`, sentence: `${city.locode} stands here more than once` });
  }
  if (!isTimeZone(city.timeZone))
    faults.push({ path: `${path}/timeZone`, sentence: `"${city.timeZone}" is no time zone` });
  const polygons = city.area.coordinates as readonly Polygon[];
  const areaFaults = polygons.flatMap((polygon, p) =>
    polygon.flatMap((ring, r) => ringFaults(ring, `${path}/area/coordinates/${p}/${r}`)),
  );
  if (areaFaults.length > 0) return [...faults, ...areaFaults];
  return [...faults, ...placeFaults(city, polygons, path)];
}

function ringFaults(ring: readonly Position[], path: string): DocumentFault[] {
  const [first, last] = [ring[0] as Position, ring.at(-1) as Position];
  if (!samePosition(first, last)) return [{ path, sentence: 'is not closed: its last position must equal its first' }];
  const crossing = findCrossing(ring);
  if (crossing === undefined) return [];
  return [{ path, sentence: `crosses itself: the lines after positions ${crossing[0]} and ${crossing[1]} meet` }];
}

function placeFaults(
  city: MarketDocument['cities'][number],
  polygons: readonly Polygon[],
  path: string,
): DocumentFault[] {
  return (['inside', 'outside'] as const).flatMap((side) =>
    city[side].flatMap((place, index) =>
      isInside(place, polygons) === (side === 'inside')
        ? []
        : [{ path: `${path}/${side}/${index}`, sentence: `${place.name} is not ${side} the area` }],
    ),
  );
}
