import type { DriverOrder, Me, Offer, ParcelWork } from '../api/types.ts';
import type { Queued } from './action.ts';

export type Work = {
  readonly connection: 'live' | 'offline' | 'connecting';
  /** When the server last spoke, by the device. */
  readonly seenAt: number | undefined;
  /** Undefined while it is read for the first time. */
  readonly me: Me | undefined;
  /** As seen: what waits to be sent counts as done. */
  readonly order: DriverOrder | null;
  readonly offers: readonly Offer[];
  readonly parcels: ParcelWork | undefined;
  /** Oldest first. */
  readonly waiting: readonly Queued[];
  /** The server said no; until the driver has read it. */
  readonly refused: readonly (Queued & { readonly sentence: string })[];
};
