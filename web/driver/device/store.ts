import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Action, Queued } from '../day/action.ts';
import { photoOf, withPhoto } from '../rules/proof-photo.ts';

/** An action on its way; one that was refused stays until the driver has read why. */
export type Entry = Queued & {
  /** Its place in the order of sending, given by the store. */
  readonly place: number;
  /** How far the server's clock was ahead when it was done. */
  readonly aheadMs?: number | undefined;
  /** The time that was sent: the same call again must be the same to the byte. */
  readonly at?: string;
  /** The server did not like its time once, and it was worked out anew. */
  readonly timeMended?: boolean;
  /** It was sent before with a larger photo, by another Request-ID: the server may have taken it. */
  readonly wasLarger?: boolean;
  /** The server's no. */
  readonly sentence?: string;
};
export type NewEntry = Omit<Entry, 'place'>;

/** Where the device was; its time by the server's clock. */
export type KeptPosition = {
  readonly driverId: string;
  readonly lat: number;
  readonly lng: number;
  readonly at: number;
  readonly accuracyMeters: number;
  readonly headingDegrees: number;
};

/** An entry as it lies on the phone: a photo as the picture it is, which every version of this app reads, or as bytes. */
type Row = Omit<NewEntry, 'action'> & { readonly place?: number; readonly action: Action<ArrayBuffer | Blob> };

interface Tables extends DBSchema {
  kept: { key: string; value: unknown };
  queue: { key: number; value: Row; indexes: { driver: string } };
  positions: { key: number; value: KeptPosition; indexes: { driver: string } };
}

const NAME = 'waybill-driver';
const VERSION = 1;
type Store = IDBPDatabase<Tables>;
let opened: Promise<Store> | undefined;

/** A phone so full, or a browser so private, that there is no store at all. */
class NoStore extends Error {}

function open(): Promise<Store> {
  opened ??= openDB<Tables>(NAME, VERSION, {
    upgrade(store, before) {
      if (before < 1) {
        store.createObjectStore('kept');
        store.createObjectStore('queue', { keyPath: 'place', autoIncrement: true }).createIndex('driver', 'driverId');
        store.createObjectStore('positions', { autoIncrement: true }).createIndex('driver', 'driverId');
      }
    },
    // A newer version of the app wants to change the form of the store: it must not wait for this one.
    blocking(_current, _wanted, event) {
      (event.target as IDBDatabase).close();
      opened = undefined;
    },
    terminated() {
      opened = undefined;
    },
  }).catch((error: unknown) => {
    opened = undefined;
    throw new NoStore(String(error));
  });
  return opened;
}

/** True of the one failure that a driver can do something about. */
export function isStorageFull(error: unknown): boolean {
  return error instanceof NoStore || (error instanceof DOMException && error.name === 'QuotaExceededError');
}

/** A store that the browser has closed behind our back, as phones do to apps in the background, is opened anew. */
async function inStore<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
  try {
    return await work(await open());
  } catch (error) {
    if (isStorageFull(error)) throw error;
    opened = undefined;
    return work(await open());
  }
}

/** What can be had again, or is only remembered better, is not worth a failure where the phone has no room. */
async function ifThereIsRoom<Result>(work: (store: Store) => Promise<Result>, otherwise: Result): Promise<Result> {
  try {
    return await inStore(work);
  } catch (error) {
    if (isStorageFull(error)) return otherwise;
    throw error;
  }
}

/** What was last known under a name; undefined where nothing is. */
export async function kept<Value>(name: string): Promise<Value | undefined> {
  return (await ifThereIsRoom((store) => store.get('kept', name), undefined)) as Value | undefined;
}

/** False where there was no room for it. */
export function keep(name: string, value: unknown): Promise<boolean> {
  return ifThereIsRoom((store) => store.put('kept', value, name).then(() => true), false);
}

export function dropKept(prefix: string): Promise<void> {
  const names = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
  return ifThereIsRoom((store) => store.delete('kept', names), undefined);
}

/** Changes for which there is no room: they hold until the app is closed. Undefined: it is gone. */
const unsaved = new Map<number, Entry | undefined>();

/** In the order in which they were done, those that were refused too. */
export async function entriesOf(driverId: string): Promise<readonly Entry[]> {
  const found = await ifThereIsRoom((store) => store.getAllFromIndex('queue', 'driver', driverId), []);
  return (found as readonly (Row & Pick<Entry, 'place'>)[]).flatMap((row) =>
    unsaved.has(row.place) ? (unsaved.get(row.place) ?? []) : { ...row, action: asPictured(row.action) },
  );
}

function asPictured(action: Row['action']): Action {
  return withPhoto(action, new Blob([photoOf(action) ?? ''], { type: 'image/jpeg' }));
}

/** Safari takes no picture into its store in a private window, nor always elsewhere: there its bytes are kept. */
async function keepRow(entry: NewEntry, save: (row: Row) => Promise<unknown>): Promise<void> {
  try {
    await save(entry);
  } catch (error) {
    const photo = photoOf(entry.action);
    if (photo === undefined || isStorageFull(error)) throw error;
    // What the phone can no longer read is told as lost when it is to be sent.
    const bytes = await photo.arrayBuffer().catch(() => new ArrayBuffer());
    await save({ ...entry, action: withPhoto(entry.action, bytes) });
  }
}

/** Returns when it is safe on the phone; throws where there is no room. */
export function addEntry(entry: NewEntry): Promise<void> {
  return inStore((store) =>
    keepRow(entry, async (row) => {
      const transaction = store.transaction('queue', 'readwrite', { durability: 'strict' });
      await Promise.all([transaction.store.add(row), transaction.done]);
    }),
  );
}

export function changeEntry(entry: Entry): Promise<void> {
  return saveOrRemember(entry.place, entry, (store) => keepRow(entry, (row) => store.put('queue', row)));
}

export function removeEntry({ place }: Pick<Entry, 'place'>): Promise<void> {
  return saveOrRemember(place, undefined, (store) => store.delete('queue', place));
}

async function saveOrRemember(
  place: number,
  entry: Entry | undefined,
  save: (store: Store) => Promise<unknown>,
): Promise<void> {
  unsaved.set(place, entry);
  const isSaved = await ifThereIsRoom((store) => save(store).then(() => true), false);
  if (isSaved) unsaved.delete(place);
}

/** Newest win: beyond `most` the oldest goes. */
export function addPosition(position: KeptPosition, most: number): Promise<void> {
  return ifThereIsRoom(async (opened) => {
    const transaction = opened.transaction('positions', 'readwrite');
    const { store } = transaction;
    const makeWay = async () => {
      const [oldest] = (await store.count()) < most ? [] : await store.getAllKeys(undefined, 1);
      if (oldest !== undefined) await store.delete(oldest);
      await store.add(position);
    };
    await Promise.all([makeWay(), transaction.done]);
  }, undefined);
}

type Positions = { readonly keys: readonly number[]; readonly positions: readonly KeptPosition[] };

export function oldestPositions(driverId: string, most: number): Promise<Positions> {
  return ifThereIsRoom<Positions>(
    async (store) => {
      const index = store.transaction('positions').store.index('driver');
      const [keys, positions] = await Promise.all([index.getAllKeys(driverId, most), index.getAll(driverId, most)]);
      return { keys, positions };
    },
    { keys: [], positions: [] },
  );
}

export function removePositions(keys: readonly number[]): Promise<void> {
  return ifThereIsRoom(async (store) => {
    const transaction = store.transaction('positions', 'readwrite');
    await Promise.all([...keys.map((key) => transaction.store.delete(key)), transaction.done]);
  }, undefined);
}

/** What only eases work and can be had again makes room for what cannot. */
export async function makeRoom(driverId: string): Promise<void> {
  await ifThereIsRoom((store) => store.clear('positions'), undefined);
  await dropKept(`${driverId}/read/`);
}
