import type { Settings } from '../config/settings.ts';
import { systemRandom } from '../random.ts';
import { reasonOf } from '../reason.ts';
import type { FilePlace } from './file-place.ts';
import { openPlace } from './file-store.ts';

const VERSIONS = ', which keeps earlier versions: what is erased stays there until a rule of the bucket ends them';

/** Stores a file, reads it and takes it away again, and says where files are kept; throws what is wrong with that place. */
export async function examineFiles(settings: Settings): Promise<string> {
  const place = await openPlace(settings);
  try {
    await tryOut(place, `doctor/${systemRandom.uuid()}.png`);
  } catch (error) {
    throw new Error(`${place.name} cannot be used: ${reasonOf(error)}`);
  }
  return `kept in ${place.name}${(await place.keepsVersions()) ? VERSIONS : ''}`;
}

async function tryOut(place: FilePlace, key: string): Promise<void> {
  await place.write(key, Buffer.from('waybill doctor'), 'image/png');
  try {
    if ((await place.read(key)) === undefined) throw new Error('what was stored is not there');
    if (await place.isOpenToAll(key)) throw new Error('anybody can read what lies there; make it private');
  } finally {
    await place.remove(key);
  }
  // A key that may not look there is refused.
  await place.read(key);
}
