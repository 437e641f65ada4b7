import type { PartnerId } from '../foundation/ids.ts';
import { clockAheadMs } from '../partners/index.ts';
import type { Edit, Entry, Parcel, ParcelId, PlusQuotationId, Shipment } from './rules/parcel.ts';
import type { ParcelStatus } from './rules/parcel-transitions.ts';

export type ParcelRow = {
  id: ParcelId;
  partner_id: PartnerId;
  quotation_id: PlusQuotationId;
  client_ref: string;
  market: string;
  locode: string;
  status: ParcelStatus;
  placed_at: Date;
  updated_at: Date;
  schedule_at: Date;
  deliver_by: Date;
  ended_at: Date | null;
  driver_id: string | null;
  document: Shipment;
  history: Entry[];
  edits: Edit[];
  tags: string[];
  wants_label: boolean;
  label_key: string | null;
  needs_plan: boolean;
  request_hash: Buffer;
  share_token: string;
  event_count: number;
  revision: number;
  clock_ahead_ms: string;
};
export const PARCEL_COLUMNS = `id, partner_id, quotation_id, client_ref, market, locode, status, placed_at, updated_at, schedule_at, deliver_by,
  ended_at, driver_id, document, history, edits, tags, wants_label, label_key, needs_plan, request_hash, share_token, event_count, revision`;
export const PARCEL_READ_COLUMNS = `${PARCEL_COLUMNS}, ${clockAheadMs('partner_id')} as clock_ahead_ms`;

export function parcelFrom(row: ParcelRow): Parcel {
  return {
    id: row.id,
    partnerId: row.partner_id,
    quotationId: row.quotation_id,
    clientRef: row.client_ref,
    market: row.market,
    locode: row.locode,
    status: row.status,
    placedAt: row.placed_at.getTime(),
    updatedAt: row.updated_at.getTime(),
    scheduleAt: row.schedule_at.getTime(),
    deliverBy: row.deliver_by.getTime(),
    endedAt: row.ended_at?.getTime(),
    driverId: row.driver_id ?? undefined,
    shipment: row.document,
    history: row.history,
    edits: row.edits,
    tags: row.tags,
    label: row.wants_label ? { wanted: true, fileKey: row.label_key ?? undefined } : { wanted: false },
    needsPlan: row.needs_plan,
    requestHash: row.request_hash,
    shareToken: row.share_token,
    eventCount: row.event_count,
    revision: row.revision,
    clockAheadMs: Number(row.clock_ahead_ms),
  };
}

/** When it is to be picked up, by our clock. */
export const ON_OUR_CLOCK = `schedule_at - ${clockAheadMs('partner_id')} * interval '1 millisecond'`;
