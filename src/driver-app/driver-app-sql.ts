import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';

/** Told the id of an emergency when a driver calls for help, and when somebody at the desk has seen it. */
export const EMERGENCIES_CHANNEL = 'emergencies';

export type Emergency = {
  readonly id: string;
  readonly driverId: string;
  readonly orderId: string | undefined;
  readonly point: { readonly lat: number; readonly lng: number } | undefined;
  readonly note: string;
  readonly calledAt: Instant;
  readonly receivedAt: Instant;
};

/** Kept, and told at once to every desk that listens. */
export async function insertEmergency(tx: Transaction, emergency: Emergency): Promise<void> {
  await tx.query(
    `insert into emergencies (id, driver_id, order_id, lat, lng, note, called_at, received_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      emergency.id,
      emergency.driverId,
      emergency.orderId ?? null,
      emergency.point?.lat ?? null,
      emergency.point?.lng ?? null,
      emergency.note,
      timestamp(emergency.calledAt),
      timestamp(emergency.receivedAt),
    ],
  );
  await tx.query(`select pg_notify('${EMERGENCIES_CHANNEL}', $1)`, [emergency.id]);
}

export type SeenEmergency = Emergency & {
  readonly acknowledgedAt: Instant | undefined;
  readonly acknowledgedBy: string | undefined;
};
type EmergencyRow = {
  id: string;
  driver_id: string;
  order_id: string | null;
  lat: number | null;
  lng: number | null;
  note: string;
  called_at: Date;
  received_at: Date;
  acknowledged_at: Date | null;
  acknowledged_by: string | null;
};

function emergencyFrom(row: EmergencyRow): SeenEmergency {
  return {
    id: row.id,
    driverId: row.driver_id,
    orderId: row.order_id ?? undefined,
    point: row.lat === null || row.lng === null ? undefined : { lat: row.lat, lng: row.lng },
    note: row.note,
    calledAt: row.called_at.getTime(),
    receivedAt: row.received_at.getTime(),
    acknowledgedAt: row.acknowledged_at?.getTime(),
    acknowledgedBy: row.acknowledged_by ?? undefined,
  };
}

/** Those that nobody has acknowledged, the latest first. */
export async function openEmergencies(sql: Queryable, most: number): Promise<readonly SeenEmergency[]> {
  const rows = await sql.query<EmergencyRow>(
    'select * from emergencies where acknowledged_at is null order by id desc limit $1',
    [most],
  );
  return rows.map(emergencyFrom);
}

export async function lockEmergency(tx: Transaction, id: string): Promise<SeenEmergency | undefined> {
  const [row] = await tx.query<EmergencyRow>('select * from emergencies where id = $1 for update', [id]);
  return row === undefined ? undefined : emergencyFrom(row);
}

export async function saveAcknowledgement(tx: Transaction, id: string, by: string, at: Instant): Promise<void> {
  await tx.query(
    `update emergencies set acknowledged_at = $2, acknowledged_by = $3 where id = $1
     returning pg_notify('${EMERGENCIES_CHANNEL}', id::text)`,
    [id, timestamp(at), by],
  );
}

/** A driver's calls for help, whoever saw them. */
export async function findKeptEmergencies(sql: Queryable, driverId: string): Promise<readonly SeenEmergency[]> {
  const rows = await sql.query<EmergencyRow>('select * from emergencies where driver_id = $1 order by id', [driverId]);
  return rows.map(emergencyFrom);
}

/** That there was a call stays; what was said, and where, goes. */
export async function eraseEmergencies(tx: Transaction, driverId: string): Promise<void> {
  await tx.query("update emergencies set note = '', lat = null, lng = null where driver_id = $1", [driverId]);
}

/** Whoever saw a call, by the name under which it was written down. */
export async function eraseAcknowledger(tx: Transaction, name: string): Promise<void> {
  await tx.query("update emergencies set acknowledged_by = 'Erased' where acknowledged_by = $1", [name]);
}
