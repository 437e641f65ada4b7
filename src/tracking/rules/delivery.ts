import type { Point } from '../../foundation/geo.ts';
import type { PartnerId } from '../../foundation/ids.ts';
import type { Instant } from '../../foundation/time.ts';
import type { VehicleKind } from '../../routing/index.ts';

export const STAGES = [
  'searching',
  'collecting',
  'atPickUp',
  'delivering',
  'pickUpFailed',
  'delivered',
  'partlyDelivered',
  'notDelivered',
  'returned',
  'cancelled',
  'unserved',
  'closed',
] as const;
/** Where a delivery stands, in words that hold for both variants. */
export type Stage = (typeof STAGES)[number];

export type StepKind =
  | 'placed'
  | 'driverFound'
  | 'arrivedAtPickUp'
  | 'pickedUp'
  | 'pickUpFailed'
  | 'handedOver'
  | 'signed'
  | 'notDelivered'
  | 'triedAgain'
  | 'returned'
  | 'cancelled'
  | 'unserved'
  | 'closed';
/** `stopId`: of the drop-off that it happened at. */
export type Step = { readonly kind: StepKind; readonly at: Instant; readonly stopId?: string };

export type Place = { readonly stopId: string; readonly address: string; readonly point: Point };

export type Closing = {
  readonly outcome: 'DELIVERED' | 'SIGNED' | 'FAILED';
  readonly at: Instant;
  readonly image?: string;
  readonly reason?: string;
};

export type DropOff = Place & {
  readonly phone: string;
  readonly closing: Closing | undefined;
  /** Something can still happen here. */
  readonly isOpen: boolean;
};

/** What is on its way to somebody, whichever variant it was ordered by. All times are kept by its partner's clock. */
export type Delivery = {
  readonly variant: 'order' | 'parcel';
  readonly id: string;
  /** What notifications of its changes name; shared with what takes its place. */
  readonly streamId: string;
  readonly shareToken: string;
  readonly partnerId: PartnerId;
  readonly market: string;
  readonly locode: string;
  /** What the way is drawn for. */
  readonly vehicle: VehicleKind;
  readonly stage: Stage;
  readonly scheduleAt: Instant | undefined;
  /** What has happened, in the order of time. */
  readonly steps: readonly Step[];
  readonly driverId: string | undefined;
  /** From when on the driver may be seen; undefined while nobody has it, and after its end. */
  readonly driverSeenFrom: Instant | undefined;
  readonly pickUp: Place;
  /** Where the goods are until they are picked up. */
  readonly goodsAt: Point;
  readonly dropOffs: readonly DropOff[];
  readonly clockAheadMs: number;
};

/** The goods are still to be collected. */
export function isBeforePickUp({ stage }: Pick<Delivery, 'stage'>): boolean {
  return stage === 'searching' || stage === 'collecting' || stage === 'atPickUp';
}

/** A driver has it, or is to get it. */
export function isUnderWay({ stage }: Pick<Delivery, 'stage'>): boolean {
  return isBeforePickUp({ stage }) || stage === 'delivering';
}
