import type { PartnerId } from '../foundation/ids.ts';
import { clockAheadMs } from '../partners/index.ts';
import type {
  Assignment,
  Delivery,
  HistoryEntry,
  Order,
  OrderFacts,
  OrderId,
  OrderStatus,
  Pricing,
} from './rules/order.ts';

export type OrderRow = {
  id: OrderId;
  partner_id: PartnerId;
  quotation_id: string;
  market: string;
  locode: string;
  service: string;
  status: OrderStatus;
  placed_at: Date;
  schedule_at: Date | null;
  match_by: Date | null;
  driver_id: string | null;
  matched_at: Date | null;
  arrived_at: Date | null;
  picked_up_at: Date | null;
  ended_at: Date | null;
  currency: string;
  fare_minor: string;
  priority_fee_minor: string;
  give_backs: number;
  give_backs_in_a_row: number;
  former_driver_ids: string[];
  edits_used: number;
  document: Delivery;
  pricing: Pricing;
  history: HistoryEntry[];
  request_hash: Buffer;
  share_token: string;
  replaces_id: OrderId | null;
  replaced_by_id: OrderId | null;
  stream_id: string;
  event_count: number;
  revision: number;
  clock_ahead_ms: string;
};
export const ORDER_COLUMNS = `id, partner_id, quotation_id, market, locode, service, status, placed_at, schedule_at, match_by, driver_id,
  matched_at, arrived_at, picked_up_at, ended_at, currency, fare_minor, priority_fee_minor, give_backs, give_backs_in_a_row,
  former_driver_ids, edits_used, document, pricing, history, request_hash, share_token, replaces_id, replaced_by_id, stream_id,
  event_count, revision, ${clockAheadMs('partner_id')} as clock_ahead_ms`;

export function orderFrom(row: OrderRow): Order {
  const facts: OrderFacts = {
    id: row.id,
    partnerId: row.partner_id,
    quotationId: row.quotation_id,
    market: row.market,
    locode: row.locode,
    service: row.service,
    placedAt: row.placed_at.getTime(),
    scheduleAt: row.schedule_at?.getTime(),
    currency: row.currency,
    fareMinor: BigInt(row.fare_minor),
    priorityFeeMinor: BigInt(row.priority_fee_minor),
    giveBacks: row.give_backs,
    giveBacksInARow: row.give_backs_in_a_row,
    formerDriverIds: row.former_driver_ids,
    editsUsed: row.edits_used,
    delivery: row.document,
    pricing: row.pricing,
    history: row.history,
    requestHash: row.request_hash,
    shareToken: row.share_token,
    replaces: row.replaces_id ?? undefined,
    replacedBy: row.replaced_by_id ?? undefined,
    streamId: row.stream_id,
    eventCount: row.event_count,
    revision: row.revision,
    clockAheadMs: Number(row.clock_ahead_ms),
  };
  // The table's own checks promise that each status has what its type says.
  const state = {
    status: row.status,
    matchBy: row.match_by?.getTime(),
    driver: assignmentFrom(row),
    pickedUpAt: row.picked_up_at?.getTime(),
    endedAt: row.ended_at?.getTime(),
  };
  const shown = STATE_FIELDS[row.status].map((field) => [field, state[field]]);
  return { ...facts, ...Object.fromEntries(shown) } as Order;
}

const LOST = ['status', 'driver', 'endedAt'] as const;
const STATE_FIELDS = {
  ASSIGNING_DRIVER: ['status', 'matchBy'],
  ON_GOING: ['status', 'driver'],
  PICKED_UP: ['status', 'driver', 'pickedUpAt'],
  COMPLETED: ['status', 'driver', 'pickedUpAt', 'endedAt'],
  CANCELED: LOST,
  REJECTED: LOST,
  EXPIRED: LOST,
} as const satisfies Record<OrderStatus, readonly string[]>;

function assignmentFrom({ driver_id, matched_at, arrived_at }: OrderRow): Assignment | undefined {
  if (driver_id === null || matched_at === null) return undefined;
  return { driverId: driver_id, matchedAt: matched_at.getTime(), arrivedAt: arrived_at?.getTime() };
}
