import { chmod, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode, explainDataFolderFault } from './operator-error.ts';
import { systemRandom } from './random.ts';

/** The folder must let others pass through, for a database server that runs as another user; its files stay closed. */
const FOLDER_MODE = 0o711;

export async function prepareDataFolder(folder: string): Promise<void> {
  const probe = path.join(folder, `.probe-${systemRandom.uuid()}`);
  try {
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    // An empty file fits on a full disk; this one does not.
    await writeFile(probe, Buffer.alloc(64 * 1024), { mode: 0o600 });
  } catch (error) {
    throw explainDataFolderFault(error, folder);
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
}

/** Writes a file whole or not at all, also when the machine stops in the middle. */
export async function writeWhole(file: string, content: string | Buffer, mode: number): Promise<void> {
  const draft = `${file}.${systemRandom.uuid()}`;
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: FOLDER_MODE });
    await writeFile(draft, content, { mode, flush: true });
    await chmod(draft, mode);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw explainDataFolderFault(error, path.dirname(file));
  }
}

export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw explainDataFolderFault(error, path.dirname(file));
  }
}

/** The file's text; made where there is none. Of several processes that make it at once, one wins and all get its text. */
export async function writeOnce(file: string, make: () => string, mode: number): Promise<string> {
  const known = await readIfThere(file);
  if (known !== undefined) return known;
  const draft = `${file}.${systemRandom.uuid()}`;
  await writeWhole(draft, make(), mode);
  await link(draft, file).catch((error) => {
    if (errorCode(error) !== 'EEXIST') throw explainDataFolderFault(error, path.dirname(file));
  });
  await rm(draft, { force: true });
  return (await readIfThere(file)) as string;
}
