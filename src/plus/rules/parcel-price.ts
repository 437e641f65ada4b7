import {
  EXACT_ONE,
  type Exact,
  exactFromMinor,
  type MinorUnits,
  minorFromExact,
  roundToStep,
} from '../../foundation/money.ts';

/** What one parcel costs, each kilometer and each kilogram of it. A part of a kilometer or kilogram costs that part. */
export type ParcelRates = { readonly perParcel: Exact; readonly perKm: Exact; readonly perKg: Exact };

/** What a client has agreed to in a market: a city's own rates, or else those of all cities. */
export type PriceList = {
  readonly allCities: ParcelRates | undefined;
  readonly cities: ReadonlyMap<string, ParcelRates>;
};

export type PricedParcel = {
  readonly locode: string;
  readonly distanceMeters: number;
  /** Undefined where the client gave no weight in numbers; that costs nothing. */
  readonly kilograms: Exact | undefined;
};

/** The parts are exact; only their sum is rounded. */
export type ParcelPrice = {
  readonly base: Exact;
  readonly distance: Exact;
  readonly weight: Exact;
  readonly totalMinor: MinorUnits;
};

/** Undefined where nothing was agreed on for the city: nobody may take that for free. */
export function priceParcel(
  list: PriceList | undefined,
  { locode, distanceMeters, kilograms = 0n }: PricedParcel,
  decimals: number,
): ParcelPrice | undefined {
  const rates = list?.cities.get(locode) ?? list?.allCities;
  if (rates === undefined) return undefined;
  const base = rates.perParcel;
  const distance = (rates.perKm * BigInt(distanceMeters)) / 1000n;
  const weight = (rates.perKg * kilograms) / EXACT_ONE;
  const total = roundToStep(base + distance + weight, exactFromMinor(1n, decimals), 'HALF_UP');
  return { base, distance, weight, totalMinor: minorFromExact(total, decimals) };
}
