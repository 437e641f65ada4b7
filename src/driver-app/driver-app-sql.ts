import type { Instant } from '../foundation/time.ts';
import { type Transaction, timestamp } from '../infrastructure/database/database.ts';

const EMERGENCIES_CHANNEL = 'emergencies';

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
