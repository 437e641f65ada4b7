import { call } from '../api/call.ts';
import type { Me, ParcelWork } from '../api/types.ts';
import { learn } from './known.ts';

const PROBE_MS = 10_000;

/** Everything anew; throws `NoSignal` where the server is not reached. */
export async function readWork(driverId: string): Promise<void> {
  const answer = await call<Me>('GET', '/me', { signal: AbortSignal.timeout(PROBE_MS) });
  if (answer.ok) learn(driverId, { me: answer.data, order: answer.data.order });
}

export async function readParcels(driverId: string, parcelsRevision: string | undefined): Promise<void> {
  const answer = await call<ParcelWork>('GET', '/parcels');
  if (answer.ok) learn(driverId, { parcels: answer.data, parcelsRevision });
}
