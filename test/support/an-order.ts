import { type Decision, orThrow } from '../../src/foundation/decision.ts';
import type { PartnerId } from '../../src/foundation/ids.ts';
import { HOUR_MS, type Instant, MINUTE_MS } from '../../src/foundation/time.ts';
import type {
  Assignment,
  Delivery,
  Order,
  OrderFacts,
  OrderId,
  OrderState,
  OrderStatus,
  OrderStop,
  Pricing,
} from '../../src/orders/rules/order.ts';
import type { OrderChange, Step } from '../../src/orders/rules/order-change.ts';

/** In Hong Kong. Orders are placed then, matched after 1 minute, picked up after 30 and over after 60. */
export const NOON: Instant = Date.UTC(2026, 10, 16, 4);
export const MATCHED_AT: Instant = NOON + MINUTE_MS;

export const PICK_UP: OrderStop = {
  stopId: '2000000000000000000',
  coordinates: { lat: '22.2810', lng: '114.1580' },
  address: '1 Queen’s Road Central',
  name: 'Ada',
  phone: '+85256847123',
  remarks: 'At the back',
};
const STREETS = [22.3193, 22.336, 22.391];

/** The first, second … drop-off. */
export function dropOff(number: number, changes: Partial<OrderStop> = {}): OrderStop {
  return {
    stopId: `200000000000000000${number}`,
    coordinates: { lat: String(STREETS[number - 1] ?? 22.4), lng: '114.1694' },
    address: `${number} Nathan Road`,
    name: `Ben ${number}`,
    phone: `+8525684713${number}`,
    remarks: '',
    ...changes,
  };
}

export function aDelivery(changes: Partial<Delivery> = {}): Delivery {
  return {
    language: 'en_HK',
    specialRequests: [],
    isRouteOptimized: false,
    distanceMeters: 5_321,
    stops: [PICK_UP, dropOff(1)],
    proofRequired: false,
    ...changes,
  };
}

export function somePricing(changes: Partial<Pricing> = {}): Pricing {
  return {
    decimals: 0,
    prices: { base: '60', extraMileage: '24' },
    cardVersion: 1,
    pickUpAt: NOON,
    driverFare: '67',
    placement: { quotedTotal: '84', totalAtPlacement: '84', taken: 'QUOTED' },
    explanation: {},
    ...changes,
  };
}

const FACTS: OrderFacts = {
  id: '1000000000000000001' as OrderId,
  partnerId: '1000000000000000002' as PartnerId,
  quotationId: '1000000000000000003',
  market: 'HK',
  locode: 'HK HKG',
  service: 'MOTORCYCLE',
  placedAt: NOON,
  scheduleAt: undefined,
  currency: 'HKD',
  fareMinor: 84n,
  priorityFeeMinor: 0n,
  giveBacks: 0,
  giveBacksInARow: 0,
  formerDriverIds: [],
  editsUsed: 0,
  delivery: aDelivery(),
  pricing: somePricing(),
  history: [{ at: NOON, event: 'placed', status: 'ASSIGNING_DRIVER', by: 'partner' }],
  requestHash: Buffer.alloc(32, 1),
  shareToken: 'dGhpcy1pcy1hLXRva2Vu_Q',
  replaces: undefined,
  replacedBy: undefined,
  streamId: '1000000000000000001',
  eventCount: 1,
  revision: 1,
  clockAheadMs: 0,
};

const DRIVER: Assignment = { driverId: '70', matchedAt: MATCHED_AT, arrivedAt: undefined };
const pickedUpAt = NOON + 30 * MINUTE_MS;
const endedAt = NOON + HOUR_MS;
const STATES: Readonly<Record<OrderStatus, OrderState>> = {
  ASSIGNING_DRIVER: { status: 'ASSIGNING_DRIVER', matchBy: NOON + 2 * HOUR_MS },
  ON_GOING: { status: 'ON_GOING', driver: DRIVER },
  PICKED_UP: { status: 'PICKED_UP', driver: { ...DRIVER, arrivedAt: pickedUpAt }, pickedUpAt },
  COMPLETED: { status: 'COMPLETED', driver: { ...DRIVER, arrivedAt: pickedUpAt }, pickedUpAt, endedAt },
  CANCELED: { status: 'CANCELED', driver: undefined, endedAt },
  REJECTED: { status: 'REJECTED', driver: undefined, endedAt },
  EXPIRED: { status: 'EXPIRED', driver: undefined, endedAt },
};

type OrderIn<S extends OrderStatus> = Order & { readonly status: S };

/** An order of 84 HKD with one drop-off, in the status asked for; what is driven is driven by driver 70. */
export function orderIn<S extends OrderStatus>(status: S, changes: Partial<OrderIn<S>> = {}): OrderIn<S> {
  return { ...FACTS, ...STATES[status], ...changes } as OrderIn<S>;
}

/** The order after a change that must have been accepted. */
export function after(decision: Decision<OrderChange>): Order {
  return (orThrow(decision).at(-1) as Step).order;
}
