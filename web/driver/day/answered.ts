import type { DriverOrder } from '../api/types.ts';
import { known, learn } from './known.ts';

/** What the server has just answered is known before the stream tells it. */
export function orderTaken(order: DriverOrder): void {
  const driverId = known.get()?.driverId;
  if (driverId !== undefined) learn(driverId, { order, offers: [] });
}

export function wentOnline(onlineSince: string): void {
  const { driverId, me } = known.get() ?? {};
  if (driverId !== undefined && me !== undefined) learn(driverId, { me: { ...me, onlineSince } });
}
