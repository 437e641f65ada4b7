import type { Id, PartnerId } from '../../foundation/ids.ts';
import type { MinorUnits } from '../../foundation/money.ts';
import type { Instant } from '../../foundation/time.ts';
import type { Coordinates } from '../../quotations/index.ts';
import type { OrderEvent, OrderStatus } from './order-transitions.ts';

export type OrderId = Id<'order'>;
/** A short number, as a string. */
export type DriverId = string;
export type Party = 'partner' | 'support';

/** A driver on an order, from the match on. */
export type Assignment = {
  readonly driverId: DriverId;
  readonly matchedAt: Instant;
  readonly arrivedAt: Instant | undefined;
};

/** How a drop-off ended. */
export type Closing = {
  readonly outcome: 'DELIVERED' | 'SIGNED' | 'FAILED';
  readonly at: Instant;
  /** The photo, or the picture of the signature. */
  readonly image?: string;
  /** Why it failed. */
  readonly reason?: string;
};

export type OrderStop = {
  readonly stopId: string;
  readonly coordinates: Coordinates;
  readonly address: string;
  readonly name: string;
  readonly phone: string;
  readonly remarks: string;
  /** Undefined while the drop-off is open; the pick-up has none. */
  readonly closing?: Closing;
};

/** What is delivered where and to whom; what a partner reads. */
export type Delivery = {
  readonly language: string;
  readonly specialRequests: readonly string[];
  readonly isRouteOptimized: boolean;
  readonly item?: Readonly<Record<string, unknown>>;
  readonly distanceMeters: number;
  readonly stops: readonly OrderStop[];
  readonly proofRequired: boolean;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The channel partner's own mark. */
  readonly channelPartner?: string;
  /** Where the last driver left the goods, for the next one to collect. */
  readonly handOver?: { readonly lat: number; readonly lng: number };
};

/** What the fare was made from. */
export type Pricing = {
  readonly decimals: number;
  /** Printed amounts by item, those that are zero left out. */
  readonly prices: Readonly<Record<string, string>>;
  readonly cardVersion: number;
  readonly pickUpAt: Instant;
  /** What the driver earns beside the priority fee, in minor units. */
  readonly driverFare: string;
  readonly placement: {
    readonly quotedTotal: string;
    /** With the rates of the placement; taken where it is the lower one. */
    readonly totalAtPlacement: string;
    readonly taken: 'QUOTED' | 'AT_PLACEMENT';
  };
  readonly explanation: Readonly<Record<string, unknown>>;
};

export type HistoryEntry = {
  readonly at: Instant;
  readonly event: OrderEvent | 'placed' | 'tookPlaceOf';
  readonly status: OrderStatus;
  readonly by?: Party;
  /** When we heard of it, where a device reported it late. */
  readonly receivedAt?: Instant;
  readonly driverId?: DriverId;
  readonly reason?: string;
};

type OrderFacts = {
  readonly id: OrderId;
  readonly partnerId: PartnerId;
  readonly quotationId: string;
  readonly market: string;
  readonly locode: string;
  readonly service: string;
  readonly placedAt: Instant;
  /** Undefined for an immediate order. */
  readonly scheduleAt: Instant | undefined;
  readonly currency: string;
  /** The price without the priority fee. */
  readonly fareMinor: MinorUnits;
  readonly priorityFeeMinor: MinorUnits;
  readonly giveBacks: number;
  readonly giveBacksInARow: number;
  /** Gave it back or were replaced: they are not asked again. */
  readonly formerDriverIds: readonly DriverId[];
  readonly editsUsed: number;
  readonly delivery: Delivery;
  readonly pricing: Pricing;
  readonly history: readonly HistoryEntry[];
  readonly requestHash: Buffer;
  readonly shareToken: string;
  readonly replaces: OrderId | undefined;
  readonly replacedBy: OrderId | undefined;
  /** Shared with the order that this one replaces. */
  readonly streamId: string;
  readonly eventCount: number;
  readonly revision: number;
  /** How far the partner's clock, by which all times of the order are kept, is ahead of ours: only in the sandbox. */
  readonly clockAheadMs: number;
};

/** What can be read of an order depends on where it stands: a driver only where there is one. */
type MatchingState = { readonly status: 'ASSIGNING_DRIVER'; readonly matchBy: Instant };
type OnGoingState = { readonly status: 'ON_GOING'; readonly driver: Assignment };
type PickedUpState = { readonly status: 'PICKED_UP'; readonly driver: Assignment; readonly pickedUpAt: Instant };
type CompletedState = Omit<PickedUpState, 'status'> & { readonly status: 'COMPLETED'; readonly endedAt: Instant };
type LostState = {
  readonly status: 'CANCELED' | 'REJECTED' | 'EXPIRED';
  readonly endedAt: Instant;
  /** Who had it at the end, if anyone. */
  readonly driver: Assignment | undefined;
};
export type OrderState = MatchingState | OnGoingState | PickedUpState | CompletedState | LostState;
export type MatchingOrder = OrderFacts & MatchingState;
export type OrderUnderWay = OrderFacts & (OnGoingState | PickedUpState);
export type Order = OrderFacts & OrderState;
export type { OrderFacts, OrderStatus };

/** What the clock of the order's partner shows when ours shows that time. */
export function onItsClock({ clockAheadMs }: Pick<OrderFacts, 'clockAheadMs'>, ours: Instant): Instant {
  return ours + clockAheadMs;
}

/** What ours shows at a time that is kept by the partner's clock, of an order or a parcel. */
export function onOurs({ clockAheadMs }: Pick<OrderFacts, 'clockAheadMs'>, its: Instant): Instant {
  return its - clockAheadMs;
}

export function hasPictures({ delivery }: Pick<OrderFacts, 'delivery'>): boolean {
  return delivery.stops.some(({ closing }) => closing?.image !== undefined);
}

export function totalOf({
  fareMinor,
  priorityFeeMinor,
}: Pick<OrderFacts, 'fareMinor' | 'priorityFeeMinor'>): MinorUnits {
  return fareMinor + priorityFeeMinor;
}

export function driverOf(order: Order): Assignment | undefined {
  return 'driver' in order ? order.driver : undefined;
}

export function dropOffsOf({ delivery }: Pick<OrderFacts, 'delivery'>): readonly OrderStop[] {
  return delivery.stops.slice(1);
}
