import type { Id, PartnerId } from '../../foundation/ids.ts';
import type { MinorUnits } from '../../foundation/money.ts';
import { type Instant, MINUTE_MS } from '../../foundation/time.ts';

export type QuotationId = Id<'quotation'>;
type StopId = Id<'stop'>;

/** Coordinates as the partner gave them, digit for digit. */
export type Coordinates = { readonly lat: string; readonly lng: string };
export type Stop = { readonly stopId: StopId; readonly coordinates: Coordinates; readonly address: string };

/** What the partner asked for and was promised. */
export type Quotation = {
  readonly id: QuotationId;
  readonly partnerId: PartnerId;
  readonly market: string;
  readonly locode: string;
  readonly service: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  readonly document: QuotationDocument;
  readonly totalMinor: MinorUnits;
};

export type QuotationDocument = {
  readonly language: string;
  /** Undefined for an immediate order. */
  readonly scheduleAt: Instant | undefined;
  readonly specialRequests: readonly string[];
  /** In the order in which they are driven; the first is the pick-up. */
  readonly stops: readonly Stop[];
  readonly isRouteOptimized: boolean;
  readonly item: Readonly<Record<string, unknown>> | undefined;
  readonly distanceMeters: number;
  readonly currency: string;
  /** Printed amounts by item, those that are zero left out; with the total before optimisation where there was one. */
  readonly prices: Readonly<Record<string, string>>;
  readonly total: string;
};

/** At exactly five minutes a quotation is dead. */
export const QUOTATION_LIFE_MS = 5 * MINUTE_MS;
