import type { DriverOrder, Me, Offer, Parcel, ParcelWork } from '../api/types.ts';
import { createObserved } from '../device/observed.ts';
import { keep, kept } from '../device/store.ts';
import { tellOtherTabs } from '../device/tabs.ts';
import { asSeen, withParcel } from '../rules/as-seen.ts';
import { session } from '../session/session.ts';
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

/** Two things that the server tells apart: the driver's shift, order and offers, and the parcels of the day. */
export type Subject = 'work' | 'parcels';
type News = {
  readonly work: Partial<Pick<KnownWork, 'me' | 'order' | 'offers'>>;
  readonly parcels: Partial<Pick<KnownWork, 'parcels' | 'parcelsRevision'>>;
};

const nameOf = (driverId: string) => `${driverId}/work`;
const learned = { work: 0, parcels: 0 };

/**
 * For whoever asks the server, to be called when the answer is there: two answers, or an answer and the stream, do not
 * come in the order in which they were given, and only where nothing else was learned meanwhile is one the newest for sure.
 */
export function asking(subject: Subject): () => boolean {
  const before = learned[subject];
  return () => learned[subject] === before;
}

/** Offers are not kept: they stand for seconds. */
export async function recall(driverId: string): Promise<void> {
  const lasting = (await kept<Lasting>(nameOf(driverId))) ?? NOTHING;
  const now = session.get();
  // Signed out while it was read.
  if (now.state !== 'signedIn' || now.driverId !== driverId) return;
  const offers = known.get()?.driverId === driverId ? (known.get()?.offers ?? []) : [];
  learned.work++;
  learned.parcels++;
  known.set({ ...lasting, driverId, offers });
}

export function learn<About extends Subject>(driverId: string, subject: About, news: News[About]): void {
  const before = known.get();
  // The answer to a call of somebody who has signed out since.
  if (before?.driverId !== driverId) return;
  learned[subject]++;
  const next = { ...before, ...news };
  known.set(next);
  const { me, order, parcels, parcelsRevision } = next;
  void keep(nameOf(driverId), { me, order, parcels, parcelsRevision } satisfies Lasting).then(() =>
    tellOtherTabs('work'),
  );
}

const UNDER_WAY: readonly DriverOrder['status'][] = ['ON_GOING', 'PICKED_UP'];

/** Once it is over there is none, as the server would say if asked. */
const underWay = (order: DriverOrder | null) => (order !== null && UNDER_WAY.includes(order.status) ? order : null);

/** An order as it is after a step of the driver. */
export function learnOrder(driverId: string, order: DriverOrder): void {
  if (known.get()?.order?.orderId !== order.orderId) return;
  learn(driverId, 'work', { order: underWay(order) });
}

export function learnParcel(driverId: string, parcel: Parcel): void {
  const work = known.get()?.parcels;
  if (work === undefined) return;
  learn(driverId, 'parcels', { parcels: withParcel(work, parcel) });
}

export const subjectOf = ({ kind }: Action): Subject => (kind.startsWith('parcel') ? 'parcels' : 'work');

/** What the server has taken, where its answer says nothing more or may be outdated: it stands as the driver has seen it since it was done. */
export function learnDone(driverId: string, action: Action, at: number): void {
  const { me, order = null, parcels } = known.get() ?? {};
  const seen = asSeen({ onlineSince: me?.onlineSince ?? null, order, parcels }, [{ action, at }]);
  if (subjectOf(action) === 'parcels') learn(driverId, 'parcels', { parcels: seen.parcels });
  else {
    const { onlineSince } = seen;
    learn(driverId, 'work', { me: me && { ...me, onlineSince }, order: underWay(seen.order) });
  }
}
