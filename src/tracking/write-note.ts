import { tellDrivers } from '../drivers/index.ts';
import type { Instant } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import type { Tracked } from './read-delivery.ts';
import { readNote } from './rules/note.ts';
import { insertNote, tellWatchers } from './tracking-sql.ts';

export type NoteRefusal = 'noteEmpty' | 'noteTooLong' | 'notesFull';
const REFUSAL_OF = { empty: 'noteEmpty', tooLong: 'noteTooLong' } as const;

/** Kept, and told to the driver who has the delivery; why not, where it is not. */
export async function writeNote(
  database: Database,
  { delivery, view }: Tracked,
  stopId: string,
  given: string,
  now: Instant,
): Promise<NoteRefusal | undefined> {
  const stop = view.dropOffs.find((dropOff) => dropOff.stopId === stopId);
  if (stop?.can.note !== true) return 'notesFull';
  const note = readNote(given);
  if ('fault' in note) return REFUSAL_OF[note.fault];
  const { streamId, driverId } = delivery;
  return database.inTransaction(async (tx) => {
    if (!(await insertNote(tx, { streamId, stopId, text: note.text }, now))) return 'notesFull';
    await tellDrivers(tx, driverId === undefined ? [] : [driverId]);
    await tellWatchers(tx, streamId);
    return undefined;
  });
}
