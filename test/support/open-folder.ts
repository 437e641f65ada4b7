import { chmod, mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** A folder for a run, which the embedded database's own user may enter: so its data lies inside, and goes with it. */
export async function openFolder(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), `waybill-${name}-`));
  await chmod(folder, 0o711);
  return folder;
}
