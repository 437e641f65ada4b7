import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Queued } from '../work/action.ts';

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

interface Tables extends DBSchema {
  kept: { key: string; value: unknown };
  queue: { key: number; value: NewEntry & { place?: number }; indexes: { driver: string } };
  positions: { key: number; value: KeptPosition; indexes: { driver: string } };
}

const NAME = 'waybill-driver';
const VERSION = 1;
let opened: Promise<IDBPDatabase<Tables>> | undefined;

function open(): Promise<IDBPDatabase<Tables>> {
  opened ??= openDB<Tables>(NAME, VERSION, {
    upgrade(database, before) {
      if (before < 1) {
        database.createObjectStore('kept');
        database
          .createObjectStore('queue', { keyPath: 'place', autoIncrement: true })
          .createIndex('driver', 'driverId');
        database.createObjectStore('positions', { autoIncrement: true }).createIndex('driver', 'driverId');
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
  });
  return opened;
}

/** True of the one failure that a driver can do something about. */
export function isStorageFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

/** What was last known under a name; undefined where nothing is. */
export async function kept<Value>(name: string): Promise<Value | undefined> {
  return (await (await open()).get('kept', name)) as Value | undefined;
}

/** What can be asked for again is not worth a failure where the phone has no room; false there. */
export async function keep(name: string, value: unknown): Promise<boolean> {
  try {
    await (await open()).put('kept', value, name);
    return true;
  } catch (error) {
    unlessFull(error);
    return false;
  }
}

export async function dropKept(prefix: string): Promise<void> {
  const names = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
  await (await open()).delete('kept', names);
}

function unlessFull(error: unknown): void {
  if (!isStorageFull(error)) throw error;
}

/** In the order in which they were done, those that were refused too. */
export async function entriesOf(driverId: string): Promise<readonly Entry[]> {
  const found = (await (await open()).getAllFromIndex('queue', 'driver', driverId)) as Entry[];
  return found.map((entry) => unsaved.get(entry.place) ?? entry);
}

/** Returns when it is safe on the device; throws where there is no room. */
export async function addEntry(entry: NewEntry): Promise<void> {
  const transaction = (await open()).transaction('queue', 'readwrite', { durability: 'strict' });
  await Promise.all([transaction.store.add(entry), transaction.done]);
}

/** Changes for which there is no room: they hold until the app is closed. */
const unsaved = new Map<number, Entry>();

export async function changeEntry(entry: Entry): Promise<void> {
  unsaved.set(entry.place, entry);
  try {
    await (await open()).put('queue', entry);
    unsaved.delete(entry.place);
  } catch (error) {
    unlessFull(error);
  }
}

export async function removeEntry({ place }: Pick<Entry, 'place'>): Promise<void> {
  await (await open()).delete('queue', place);
  unsaved.delete(place);
}

/** Newest win: beyond `most` the oldest goes. */
export async function addPosition(position: KeptPosition, most: number): Promise<void> {
  const transaction = (await open()).transaction('positions', 'readwrite');
  const { store } = transaction;
  const makeWay = async () => {
    const [oldest] = (await store.count()) < most ? [] : await store.getAllKeys(undefined, 1);
    if (oldest !== undefined) await store.delete(oldest);
    await store.add(position);
  };
  await Promise.all([makeWay(), transaction.done]).catch(unlessFull);
}

export async function oldestPositions(driverId: string, most: number) {
  const index = (await open()).transaction('positions').store.index('driver');
  const [keys, positions] = await Promise.all([index.getAllKeys(driverId, most), index.getAll(driverId, most)]);
  return { keys, positions };
}

export async function removePositions(keys: readonly number[]): Promise<void> {
  const transaction = (await open()).transaction('positions', 'readwrite');
  await Promise.all([...keys.map((key) => transaction.store.delete(key)), transaction.done]);
}

/** What only eases work and can be had again makes room for what cannot. */
export async function makeRoom(driverId: string): Promise<void> {
  await (await open()).clear('positions');
  await dropKept(`${driverId}/read/`);
}
