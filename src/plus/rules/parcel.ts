import type { Id, PartnerId } from '../../foundation/ids.ts';
import type { Instant } from '../../foundation/time.ts';
import type { Stop } from '../../quotations/index.ts';
import { isEnd, type ParcelEvent, type ParcelStatus } from './parcel-transitions.ts';

export type ParcelId = Id<'parcel'>;
export type PlusQuotationId = Id<'plusQuotation'>;

export const DELIVERY_STAGES = ['LAST_MILE', 'FIRST_MILE'] as const;
export type DeliveryStage = (typeof DELIVERY_STAGES)[number];

export type ParcelStop = Stop & { readonly name: string; readonly phone: string; readonly remarks: string };
/** What is sent, in the partner's own words. */
export type Item = Readonly<Record<string, unknown>>;
type Metadata = Readonly<Record<string, unknown>>;

/** A promise to carry one parcel, for a price that the client and the operator have agreed on elsewhere. */
export type PlusQuotation = {
  readonly id: PlusQuotationId;
  readonly partnerId: PartnerId;
  readonly market: string;
  readonly locode: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  readonly scheduleAt: Instant;
  readonly deliverBy: Instant;
  readonly document: {
    readonly deliveryStage: DeliveryStage;
    /** The client named the deadline; otherwise it is the usual one. */
    readonly isDeadlineGiven: boolean;
    readonly stops: readonly [Stop, Stop];
    readonly item?: Item;
    readonly distanceMeters: number;
  };
};

/** When something was done, and when we heard of it where that was later. */
export type Moment = { readonly at: Instant; readonly receivedAt?: Instant | undefined };

export type Actor = 'partner' | 'driver' | 'support';

/** How many pieces were taken, and anything worth knowing of them. */
export type PickUpForm = { readonly pieces?: number | undefined; readonly note?: string | undefined };

/** One thing that happened, with the status after it. */
export type Entry = {
  readonly at: Instant;
  readonly event: 'placed' | ParcelEvent;
  readonly status: ParcelStatus;
  readonly by: Actor;
  readonly driverId?: string;
  readonly reason?: string;
  /** What the driver wrote down at the pick-up. */
  readonly form?: PickUpForm;
  /** When we heard of it, where that was later than it happened. */
  readonly receivedAt?: Instant;
};

/** How the drop-off ended. */
export type DropOff = {
  readonly outcome: 'DELIVERED' | 'SIGNED' | 'FAILED';
  readonly at: Instant;
  readonly image?: string;
  readonly reason?: string;
};

type FieldChange = { readonly field: string; readonly from: unknown; readonly to: unknown };
export type Edit = { readonly at: Instant; readonly by: Actor; readonly changes: readonly FieldChange[] };

/** What the client asked for; an edit may change all of it. */
export type Shipment = {
  readonly deliveryStage: DeliveryStage;
  readonly isDeadlineGiven: boolean;
  readonly stops: readonly [ParcelStop, ParcelStop];
  readonly item?: Item;
  readonly metadata?: Metadata;
  readonly channelPartner?: string;
  readonly distanceMeters: number;
  readonly dropOff?: DropOff;
};

/** The scheduled variant's order: one box from one place to another, known to its client by a reference of theirs. */
export type Parcel = {
  readonly id: ParcelId;
  readonly partnerId: PartnerId;
  readonly quotationId: PlusQuotationId;
  readonly clientRef: string;
  readonly market: string;
  readonly locode: string;
  readonly status: ParcelStatus;
  readonly placedAt: Instant;
  readonly updatedAt: Instant;
  readonly scheduleAt: Instant;
  readonly deliverBy: Instant;
  readonly endedAt: Instant | undefined;
  /** Whoever has it, or had it last. */
  readonly driverId: string | undefined;
  readonly shipment: Shipment;
  /** Oldest first. */
  readonly history: readonly Entry[];
  readonly edits: readonly Edit[];
  readonly tags: readonly string[];
  readonly label: Label;
  /** A driver has it, and an edit or another try has made the plan wrong. */
  readonly needsPlan: boolean;
  readonly requestHash: Buffer;
  readonly shareToken: string;
  readonly eventCount: number;
  readonly revision: number;
  /** How far the partner's clock, by which all times of the parcel are kept, is ahead of ours: only in the sandbox. */
  readonly clockAheadMs: number;
};

/** `fileKey` is there once the label has been drawn. */
export type Label = { readonly wanted: false } | { readonly wanted: true; readonly fileKey: string | undefined };

/** What the clock of the parcel's partner shows at a moment on ours. */
export function onItsClock({ clockAheadMs }: Pick<Parcel, 'clockAheadMs'>, { at, receivedAt }: Moment): Moment {
  return {
    at: at + clockAheadMs,
    ...(receivedAt === undefined ? {} : { receivedAt: receivedAt + clockAheadMs }),
  };
}

export function isInProgress({ status }: Pick<Parcel, 'status'>): boolean {
  return !isEnd(status);
}

/** Who has given it back before the pick-up, or was taken off it. */
export function formerDriversOf({ history }: Pick<Parcel, 'history'>): readonly string[] {
  return history.flatMap(({ event, driverId }) =>
    event === 'driverDroppedOut' && driverId !== undefined ? [driverId] : [],
  );
}

export function hasFailedBefore({ history }: Pick<Parcel, 'history'>): boolean {
  return history.some(({ event }) => event === 'pickUpFailed' || event === 'deliveryFailed');
}
