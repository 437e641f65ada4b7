import type { DriverOrder, Me, Offer, Parcel, ParcelWork } from '../api/types.ts';
import { createObserved } from '../device/observed.ts';
import { keep, kept } from '../device/store.ts';
import { tellOtherTabs } from '../device/tabs.ts';
import { asSeen } from '../rules/as-seen.ts';
import type { Action } from './action.ts';

type Lasting = {
  readonly me: Me | undefined;
  readonly order: DriverOrder | null;
  readonly parcels: ParcelWork | undefined;
  readonly parcelsRevision: string | undefined;
};
/** What the server last said to the driver who is signed in. */
export type KnownWork = Lasting & { readonly driverId: string; readonly offers: readonly Offer[] };

const NOTHING: Lasting = { me: undefined, order: null, parcels: undefined, parcelsRevision: undefined };
/** Undefined while nobody is signed in. */
export const known = createObserved<KnownWork | undefined>(undefined);

const nameOf = (driverId: string) => `${driverId}/work`;
let learned = 0;

/** Two answers, or an answer and the stream, do not come in the order in which the server gave them: whether anything came in between tells whether one is the newest for sure. */
export function learnedSoFar(): number {
  return learned;
}

/** Offers are not kept: they stand for seconds. */
export async function recall(driverId: string): Promise<void> {
  const lasting = (await kept<Lasting>(nameOf(driverId))) ?? NOTHING;
  const offers = known.get()?.driverId === driverId ? (known.get()?.offers ?? []) : [];
  learned++;
  known.set({ ...lasting, driverId, offers });
}

export function learn(driverId: string, news: Partial<Omit<KnownWork, 'driverId'>>): void {
  const before = known.get();
  // The answer to a call of somebody who has signed out since.
  if (before?.driverId !== driverId) return;
  learned++;
  const next = { ...before, ...news };
  known.set(next);
  const { me, order, parcels, parcelsRevision } = next;
  void keep(nameOf(driverId), { me, order, parcels, parcelsRevision } satisfies Lasting).then(() =>
    tellOtherTabs('work'),
  );
}

const UNDER_WAY: readonly DriverOrder['status'][] = ['ON_GOING', 'PICKED_UP'];

/** An order as it is after a step of the driver; once it is over there is none, as the server would say if asked. */
export function learnOrder(driverId: string, order: DriverOrder): void {
  if (known.get()?.order?.orderId !== order.orderId) return;
  learn(driverId, { order: UNDER_WAY.includes(order.status) ? order : null });
}

/** What the server has taken without an answer of its own: it stands as the driver has seen it since it was done. */
export function learnDone(driverId: string, action: Action, at: number): void {
  const { me, order = null, parcels } = known.get() ?? {};
  if (me === undefined) return;
  const { onlineSince, ...seen } = asSeen({ onlineSince: me.onlineSince, order, parcels }, [{ action, at }]);
  learn(driverId, { me: { ...me, onlineSince }, ...seen });
}

export function learnParcel(driverId: string, parcel: Parcel): void {
  const work = known.get()?.parcels;
  if (work === undefined) return;
  const parcels = work.parcels.map((one) => (one.orderId === parcel.orderId ? parcel : one));
  learn(driverId, { parcels: { ...work, parcels } });
}
