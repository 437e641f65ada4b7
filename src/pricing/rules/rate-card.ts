import type { Exact, RoundingMode } from '../../foundation/money.ts';
import type { Weekday } from '../../foundation/time.ts';

/** What a service costs in a city. All amounts exact; rounding comes last. */
export type RateCard = {
  readonly decimals: number;
  readonly rounding: { readonly step: Exact; readonly mode: RoundingMode };
  readonly baseFare: Exact;
  readonly includedMeters: number;
  /** From the included distance on; the last tier has no end. */
  readonly distanceTiers: readonly DistanceTier[];
  readonly extraStop: Exact;
  readonly minimumFare: Exact;
  readonly surcharges: readonly Surcharge[];
  readonly specialRequests: Readonly<Record<string, Fee>>;
  readonly vatRate: Exact;
  readonly adminFee: Exact;
  /** What the driver gets of a price without VAT and tolls. */
  readonly driverShare: Exact;
};

type DistanceTier = { readonly upToMeters: number | undefined; readonly perKm: Exact };
/** A fixed amount, or a share of base, mileage and stops. */
export type Fee = { readonly amount: Exact } | { readonly share: Exact };

export type Surcharge = {
  readonly name: string;
  /** Minutes of the local day, the end not included; an end before the start reaches into the next morning. */
  readonly hours: { readonly from: number; readonly to: number } | undefined;
  readonly days: readonly Weekday[] | undefined;
  readonly onHolidaysOnly: boolean;
  readonly fee: Fee;
};

/** Which published card a price was made with. Version 0 ships with the product. */
export type RateCardVersion = {
  readonly locode: string;
  readonly service: string;
  readonly version: number;
  readonly card: RateCard;
};
