import type { Exact, MinorUnits } from '../../foundation/money.ts';
import { DAY_MS, type Instant, localMoment, localTimeText } from '../../foundation/time.ts';
import { kilogramsOf } from './kilograms.ts';
import { type ParcelPrice, type PriceList, priceParcel } from './parcel-price.ts';

/** A month of a calendar, such as "2026-11". */
export type Month = string;

export type DeliveredParcel = {
  readonly id: string;
  readonly clientRef: string;
  readonly locode: string;
  readonly deliveredAt: Instant;
  readonly distanceMeters: number;
  /** In the client's own words. */
  readonly weight: string | undefined;
};

export type StatementLine = {
  readonly number: number;
  /** By the clock on the wall of its city. */
  readonly deliveredAt: string;
  readonly orderId: string;
  readonly clientRef: string;
  readonly city: string;
  readonly distanceMeters: number;
  readonly kilograms: Exact | undefined;
  /** Undefined where no price list held in the city when the parcel was delivered. */
  readonly price: ParcelPrice | undefined;
};

export type StatementTotals = {
  readonly parcels: number;
  readonly unpriced: number;
  readonly distanceMeters: number;
  readonly kilograms: Exact;
  readonly totalMinor: MinorUnits;
};

export const NO_LINES: StatementTotals = { parcels: 0, unpriced: 0, distanceMeters: 0, kilograms: 0n, totalMinor: 0n };

/** Drivers who were offline may report for a day what they did. */
const LATEST_REPORT_MS = DAY_MS;

/** Whether the month lies ahead in every zone, may still get parcels, or is over everywhere and all that happened in it is known. */
export function stateOfMonth(month: Month, timeZones: readonly string[], now: Instant): 'ahead' | 'open' | 'final' {
  if (timeZones.every((timeZone) => monthAt(now, timeZone) < month)) return 'ahead';
  return timeZones.every((timeZone) => monthAt(now - LATEST_REPORT_MS, timeZone) > month) ? 'final' : 'open';
}

/** Reaches a day beyond both ends, and so holds the month of every time zone. */
export function spanAround(month: Month): { readonly from: Instant; readonly to: Instant } {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return { from: Date.UTC(year, number - 1) - DAY_MS, to: Date.UTC(year, number) + DAY_MS };
}

export function isOfMonth(deliveredAt: Instant, timeZone: string, month: Month): boolean {
  return monthAt(deliveredAt, timeZone) === month;
}

function monthAt(instant: Instant, timeZone: string): Month {
  return localMoment(instant, timeZone).date.slice(0, 7);
}

type Circumstances = {
  readonly number: number;
  readonly city: { readonly name: string; readonly timeZone: string };
  /** The price list that held at the delivery. */
  readonly list: PriceList | undefined;
  readonly decimals: number;
};

export function lineOf(parcel: DeliveredParcel, { number, city, list, decimals }: Circumstances): StatementLine {
  const { id, clientRef, locode, deliveredAt, distanceMeters } = parcel;
  const kilograms = kilogramsOf(parcel);
  return {
    number,
    deliveredAt: localTimeText(deliveredAt, city.timeZone),
    orderId: id,
    clientRef,
    city: city.name,
    distanceMeters,
    kilograms,
    price: priceParcel(list, { locode, distanceMeters, kilograms }, decimals),
  };
}

export function withLine(
  totals: StatementTotals,
  { distanceMeters, kilograms = 0n, price }: StatementLine,
): StatementTotals {
  return {
    parcels: totals.parcels + 1,
    unpriced: totals.unpriced + (price === undefined ? 1 : 0),
    distanceMeters: totals.distanceMeters + distanceMeters,
    kilograms: totals.kilograms + kilograms,
    totalMinor: totals.totalMinor + (price?.totalMinor ?? 0n),
  };
}

/** What a reader must know before paying. */
export function remarksOn({ unpriced }: StatementTotals, isFinal: boolean): readonly string[] {
  const remarks: string[] = [];
  if (unpriced === 1) remarks.push('UNPRICED: 1 parcel has no price and is not in the total.');
  if (unpriced > 1) remarks.push(`UNPRICED: ${unpriced} parcels have no price and are not in the total.`);
  if (!isFinal) remarks.push('PROVISIONAL: deliveries of this month can still come in.');
  return remarks;
}
