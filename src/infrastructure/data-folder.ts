import { chmod, link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from './config/settings.ts';
import { errorCode, explainDataFolderFault, OperatorError } from './operator-error.ts';
import { systemRandom } from './random.ts';

/** The folder must let others pass through, for a database server that runs as another user; its files stay closed. */
const FOLDER_MODE = 0o711;

type Kept = Pick<Settings, 'databaseUrl' | 'masterKey' | 'tls' | 'environment' | 'files'>;

/** Whether anything is kept on this machine's disk. The sandbox writes down its demo partner there. */
export function needsDataFolder({ databaseUrl, masterKey, tls, environment, files }: Kept): boolean {
  const isElsewhere = databaseUrl !== undefined && masterKey !== undefined && tls !== 'local' && files !== 'disk';
  return !isElsewhere || environment === 'sandbox';
}

/** Whether there is nothing yet. What this user may not look at is there, and so is a path that leads through a file. */
export async function isAbsent(place: string): Promise<boolean> {
  return stat(place).then(
    () => false,
    (error) => errorCode(error) === 'ENOENT',
  );
}

export async function prepareDataFolder(folder: string): Promise<void> {
  const probe = path.join(folder, `.probe-${systemRandom.uuid()}`);
  try {
    await makeFolder(folder);
    // An empty file fits on a full disk; this one does not.
    await writeFile(probe, Buffer.alloc(64 * 1024), { mode: 0o600 });
  } catch (error) {
    throw explainDataFolderFault(error, folder);
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
}

/** With those above it. Node's own way tries for ever where a folder is there and no other can be made in it, as in /proc. */
async function makeFolder(folder: string): Promise<void> {
  if (await isMade(folder)) return;
  const above = path.dirname(folder);
  await makeFolder(above);
  // Whoever else has just made the one above is no reason to give up.
  if (!(await isMade(folder)))
    throw new OperatorError(`Nothing can be made in ${above}. Choose another folder with WAYBILL_DATA.`);
}

/** Whether the folder is there now; where what is above it is missing, it is not. */
async function isMade(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { mode: FOLDER_MODE });
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return false;
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return true;
    throw error;
  }
}

/** Writes a file whole or not at all, also when the machine stops in the middle. */
export async function writeWhole(file: string, content: string | Buffer, mode: number): Promise<void> {
  const draft = `${file}.${systemRandom.uuid()}`;
  try {
    await makeFolder(path.dirname(file));
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
