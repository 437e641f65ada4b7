import type { Evidence } from './journal.ts';

/** How the effect of a write is counted, straight from the tables: an API that had lost it could not be asked. */
const rows = (sql: string, ...values: readonly unknown[]): Evidence => ({ sql, values });

const setting = (name: string, sql: string, ...values: readonly unknown[]): Evidence => ({
  sql,
  values,
  setting: `${name} ${values[0]}`,
});

export const seen = {
  quotation: (id: string) => rows('select count(*) from quotations where id = $1', id),
  plusQuotation: (id: string) => rows('select count(*) from plus_quotations where id = $1', id),
  orderOf: (quotationId: string) =>
    rows('select count(*) from orders where quotation_id = $1 and replaces_id is null', quotationId),
  parcel: (partnerId: string, clientRef: string) =>
    rows('select count(*) from parcels where partner_id = $1 and client_ref = $2', partnerId, clientRef),
  /** How often an order or parcel came into a status, by what its partner is told. */
  status: (orderId: string, status: string) =>
    rows(
      `select count(*) from events where stream_id = coalesce((select stream_id from orders where id = $1), $1)
       and type like '%ORDER_STATUS_CHANGED' and data -> 'order' ->> 'status' = $2
       and data -> 'order' ->> 'orderId' = $1::text`,
      orderId,
      status,
    ),
  /** The same for a status that a parcel was in once before, by itself. */
  statusAgain: (orderId: string, status: string) =>
    rows(
      `select count(*) - 1 as count from events where stream_id = $1 and data -> 'order' ->> 'status' = $2`,
      orderId,
      status,
    ),
  edits: (orderId: string) => rows('select edits_used as count from orders where id = $1', orderId),
  parcelEdits: (orderId: string) =>
    rows('select json_array_length(edits) as count from parcels where id = $1', orderId),
  /** Each priority fee is held by a transfer of its own, after the fare's. */
  fees: (orderId: string) =>
    rows("select count(*) - 1 as count from ledger_transfers where order_id = $1 and kind = 'hold'", orderId),
  formerDrivers: (orderId: string) =>
    rows('select cardinality(former_driver_ids) as count from orders where id = $1', orderId),
  rateCard: (locode: string, service: string, version: number) =>
    rows(
      'select count(*) from rate_card_versions where locode = $1 and service = $2 and version = $3',
      locode,
      service,
      version,
    ),
  labels: (batchId: string) => rows('select count(*) from label_batches where id = $1', batchId),
  webhook: (partnerId: string, url: string) =>
    setting('webhook', 'select count(*) from webhook_receivers where partner_id = $1 and url = $2', partnerId, url),
  simulation: (partnerId: string, speed: number) =>
    setting(
      'simulation',
      'select count(*) from partner_simulations where partner_id = $1 and speed = $2',
      partnerId,
      speed,
    ),
  faults: (partnerId: string, delaySeconds: number) =>
    setting(
      'faults',
      "select count(*) from webhook_faults where partner_id = $1 and (document ->> 'delaySeconds')::numeric = $2",
      partnerId,
      delaySeconds,
    ),
  /** Every step of this partner's clock is as long as the others. */
  clockSteps: (partnerId: string, stepSeconds: number) =>
    rows(
      'select coalesce(max(ahead_ms), 0) / ($2 * 1000) as count from partner_clocks where partner_id = $1',
      partnerId,
      stepSeconds,
    ),
  /** What somebody did at a desk, by its reason, which nothing else has. */
  act: (action: string, reason: string) =>
    rows('select count(*) from audit_entries where action = $1 and reason = $2', action, reason),
  /** The same where a desk asks for no reason: how often somebody did it to one thing. */
  actOn: (personId: string, action: string, subjectId: string) =>
    rows(
      'select count(*) from audit_entries where person_id = $1 and action = $2 and subject_id = $3',
      personId,
      action,
      subjectId,
    ),
  person: (email: string) => rows('select count(*) from people where email = $1', email),
  deskSessions: (personId: string) => rows('select count(*) from desk_sessions where person_id = $1', personId),
  endedDeskSession: (sessionId: string) =>
    rows('select count(*) from desk_sessions where id = $1 and ended_at is not null', sessionId),
  deviceNamed: (device: string) => rows('select count(*) from driver_sessions where device = $1', device),
  endedDevice: (device: string) =>
    rows('select count(*) from driver_sessions where device = $1 and ended_at is not null', device),
  shifts: (driverId: string) => rows('select count(*) from driver_shifts where driver_id = $1', driverId),
  endedShifts: (driverId: string) =>
    rows('select count(*) from driver_shifts where driver_id = $1 and offline_at is not null', driverId),
  emergency: (note: string) => rows('select count(*) from emergencies where note = $1', note),
  offer: (offerId: string, state: string) =>
    rows('select count(*) from offers where id = $1 and state = $2', offerId, state),
  giveBacks: (orderId: string) => rows('select give_backs as count from orders where id = $1', orderId),
  arrived: (orderId: string) => rows('select count(*) from orders where id = $1 and arrived_at is not null', orderId),
  proof: (orderId: string, stopId: string) =>
    rows('select count(*) from proofs where order_id = $1 and stop_id = $2', orderId, stopId),
  track: (orderId: string, at: string) =>
    rows('select count(*) from driver_tracks where order_id = $1 and at = $2::timestamptz(0)', orderId, at),
  note: (text: string) => rows('select count(*) from recipient_notes where text = $1', text),
  near: (deliveryId: string, stopId: string) =>
    rows('select count(*) from near_messages where delivery_id = $1 and stop_id = $2', deliveryId, stopId),
  wrongParcel: (deliveryId: string, stopId: string) =>
    rows('select count(*) from wrong_parcel_reports where delivery_id = $1 and stop_id = $2', deliveryId, stopId),
};
