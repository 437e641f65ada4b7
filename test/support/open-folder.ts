import { chmod, mkdtemp, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Where Linux keeps files in memory. Programs may not be run from there everywhere. */
const IN_MEMORY = '/dev/shm';
const ROOM_NEEDED = 4 * 1024 ** 3;

/** A folder for a run, which the embedded database's own user may enter: so its data lies inside, and goes with it. */
export function openFolder(name: string): Promise<string> {
  return openFolderIn(os.tmpdir(), name);
}

/** The same for data alone: in memory where there is room, since a database of its own for each test file is many files made and thrown away. */
export async function openDataFolder(name: string): Promise<string> {
  const room = await statfs(IN_MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return openFolderIn(room >= ROOM_NEEDED ? IN_MEMORY : os.tmpdir(), name);
}

async function openFolderIn(place: string, name: string): Promise<string> {
  const folder = await mkdtemp(path.join(place, `waybill-${name}-`));
  await chmod(folder, 0o711);
  return folder;
}
