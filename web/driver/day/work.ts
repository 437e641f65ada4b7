import { useSyncExternalStore } from 'react';
import { ignoreNoSignal } from '../api/call.ts';
import type { DriverOrder, Me, Offer, ParcelWork } from '../api/types.ts';
import { aheadMs, serverTimeOf } from '../device/clock.ts';
import { contact } from '../device/connection.ts';
import { createObserved } from '../device/observed.ts';
import { attempts, entries, entriesChanged, loseSightOf, sendUnkept, taken, wakeOutbox } from '../device/outbox.ts';
import { makeSmaller } from '../device/photo.ts';
import { addEntry, isStorageFull, makeRoom, type NewEntry, removeEntry } from '../device/store.ts';
import { asSeen } from '../rules/as-seen.ts';
import { type Connection, connectionOf } from '../rules/contact.ts';
import { photoOf, withPhoto } from '../rules/proof-photo.ts';
import { signedInDriver } from '../session/session.ts';
import type { Action, Queued } from './action.ts';
import { known } from './known.ts';
import { readWork } from './read-work.ts';

export type Work = {
  readonly connection: Connection;
  /** When the server last spoke, by the device. */
  readonly seenAt: number | undefined;
  /** Undefined while it is read for the first time. */
  readonly me: Me | undefined;
  /** As seen: what waits to be sent counts as done. One that is done with the last drop-off is COMPLETED until the server knows, then null. */
  readonly order: DriverOrder | null;
  readonly offers: readonly Offer[];
  readonly parcels: ParcelWork | undefined;
  /** Oldest first. */
  readonly waiting: readonly Queued[];
  /** The server said no; until the driver has read it. */
  readonly refused: readonly (Queued & { readonly sentence: string })[];
};

export const work = createObserved<Work>(present());
for (const source of [contact, known, entries, attempts, taken]) source.subscribe(() => work.set(present()));

export function useWork(): Work {
  return useSyncExternalStore(work.subscribe, work.get);
}

function present(): Work {
  const { me, order = null, parcels, offers = [], driverId } = known.get() ?? {};
  const mine = entries.get().filter((entry) => entry.driverId === driverId);
  const waiting = mine.flatMap((entry) =>
    entry.sentence === undefined ? [{ ...entry, ...attempts.get().get(entry.id) }] : [],
  );
  const refused = mine.flatMap((entry) =>
    entry.sentence === undefined ? [] : [{ ...entry, sentence: entry.sentence }],
  );
  const done = [...taken.get().filter((entry) => entry.driverId === driverId), ...waiting];
  const untold = done.map(({ action, doneAt }) => ({ action, at: serverTimeOf(doneAt) }));
  const seen = asSeen({ onlineSince: me?.onlineSince ?? null, order, parcels }, untold);
  return {
    connection: connectionOf(contact.get()),
    seenAt: contact.get().seenAt,
    me: me && { ...me, onlineSince: seen.onlineSince },
    order: seen.order,
    offers,
    parcels: seen.parcels,
    waiting,
    refused,
  };
}

export type Kept = { readonly kept: true } | { readonly kept: false; readonly because: 'STORAGE_FULL' };

/** Returns when it is safe on the phone, or done; it is sent as soon as there is signal. */
export async function act(action: Action): Promise<Kept> {
  const driverId = await signedInDriver();
  if (driverId === undefined) throw new Error('Nobody is signed in.');
  const id = crypto.randomUUID();
  const entry: NewEntry = { id, driverId, action, doneAt: Date.now(), aheadMs: aheadMs(), tries: 0 };
  if (!(await isAdded(entry)) && !(await isAdded(await squeezed(entry)))) {
    return (await sendUnkept(entry)) ? { kept: true } : { kept: false, because: 'STORAGE_FULL' };
  }
  await entriesChanged(driverId);
  wakeOutbox();
  return { kept: true };
}

async function isAdded(entry: NewEntry): Promise<boolean> {
  try {
    await addEntry(entry);
    return true;
  } catch (error) {
    // Phones fail in more ways than by being full, and for the driver they come to the same.
    if (!isStorageFull(error)) reportError(error);
    return false;
  }
}

/** The phone is full: what can be had again goes, and the photo becomes smaller. */
async function squeezed(entry: NewEntry): Promise<NewEntry> {
  await makeRoom(entry.driverId).catch(reportError);
  const photo = photoOf(entry.action);
  return photo === undefined ? entry : { ...entry, action: withPhoto(entry.action, await makeSmaller(photo)) };
}

/** The driver has read why the server said no. */
export async function forget(refusedId: string): Promise<void> {
  const entry = entries.get().find(({ id, sentence }) => id === refusedId && sentence !== undefined);
  if (entry === undefined) return;
  await removeEntry(entry);
  await entriesChanged(entry.driverId);
}

/** The driver has gone online again: that he had gone offline before is not to be sent after it. */
export async function stayOnline(): Promise<void> {
  loseSightOf(({ kind }) => kind === 'goOffline');
  const waiting = entries.get().filter(({ action, sentence }) => action.kind === 'goOffline' && sentence === undefined);
  for (const entry of waiting) {
    await removeEntry(entry);
    await entriesChanged(entry.driverId);
  }
}

/** Sends what waits now, and asks the server how things stand; where it is not reached the connection says so. */
export async function tryNow(): Promise<void> {
  const driverId = known.get()?.driverId;
  if (driverId === undefined) return;
  wakeOutbox();
  await readWork(driverId).catch(ignoreNoSignal);
}
