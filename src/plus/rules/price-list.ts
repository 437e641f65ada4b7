import { type Static, Type } from 'typebox';
import Value from 'typebox/value';
import { assertPresent } from '../../foundation/assert.ts';
import { type Exact, parseExact } from '../../foundation/money.ts';
import type { Instant } from '../../foundation/time.ts';
import type { ParcelRates, PriceList } from './parcel-price.ts';

const closed = { additionalProperties: false };
const Amount = Type.String({ pattern: '^(0|[1-9][0-9]{0,11})(\\.[0-9]{1,4})?$' });
const Rates = Type.Object({ perParcel: Amount, perKm: Amount, perKg: Amount }, closed);

/** A price list as an operator writes it: amounts as decimals in the market's currency. */
const PriceListDocument = Type.Object(
  {
    market: Type.String(),
    allCities: Type.Optional(Rates),
    cities: Type.Optional(Type.Record(Type.String(), Rates)),
  },
  closed,
);
export type PriceListDocument = Static<typeof PriceListDocument>;

export type PriceListFault = { readonly path: string; readonly sentence: string };

/** What is wrong with the form of a document; an empty list where nothing is. */
export function findPriceListFaults(document: unknown): readonly PriceListFault[] {
  const faults = formFaults(document);
  if (faults.length > 0) return faults;
  const { allCities, cities = {} } = document as PriceListDocument;
  if (allCities !== undefined || Object.keys(cities).length > 0) return [];
  return [{ path: '/', sentence: 'must have prices in allCities, in cities, or in both' }];
}

/** Prices for a city that the market does not have are a slip of the pen. */
export function findCityFaults(
  { cities = {} }: PriceListDocument,
  locodes: readonly string[],
): readonly PriceListFault[] {
  return Object.keys(cities)
    .filter((locode) => !locodes.includes(locode))
    .map((locode) => ({ path: `/cities/${locode}`, sentence: `must be one of ${locodes.join(', ')}` }));
}

/** The first list may reach back to parcels that are delivered already. A later one must not change what they cost. */
export function mayHoldFrom(holdsFrom: Instant, isFirst: boolean, now: Instant): boolean {
  return isFirst || holdsFrom >= now;
}

/** From a document without faults. */
export function priceListFrom({ allCities, cities = {} }: PriceListDocument): PriceList {
  return {
    allCities: allCities === undefined ? undefined : ratesFrom(allCities),
    cities: new Map(Object.entries(cities).map(([locode, rates]) => [locode, ratesFrom(rates)])),
  };
}

function ratesFrom({ perParcel, perKm, perKg }: Static<typeof Rates>): ParcelRates {
  return { perParcel: exact(perParcel), perKm: exact(perKm), perKg: exact(perKg) };
}

function exact(text: string): Exact {
  return assertPresent(parseExact(text), 'the form of the document was checked');
}

function formFaults(document: unknown): readonly PriceListFault[] {
  return Value.Errors(PriceListDocument, document)
    .filter(({ keyword }) => keyword !== 'boolean')
    .flatMap(({ keyword, instancePath, message, params }): PriceListFault[] => {
      const { additionalProperties = [], requiredProperties = [] } = params as Readonly<Record<string, string[]>>;
      if (keyword === 'additionalProperties')
        return additionalProperties.map((name) => ({
          path: `${instancePath}/${name}`,
          sentence: 'is not a key that is known here',
        }));
      if (keyword === 'required')
        return requiredProperties.map((name) => ({ path: `${instancePath}/${name}`, sentence: 'is missing' }));
      const sentence = keyword === 'pattern' ? 'must be a decimal such as "12.5", with at most 4 decimals' : message;
      return [{ path: instancePath || '/', sentence }];
    });
}
