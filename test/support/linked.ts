import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Hard links where the file system allows them, else copies. */
const linked = (...args: readonly string[]) =>
  execute('cp', ['-al', ...args]).catch(() => execute('cp', ['-a', ...args]));

export async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true });
  await linked('-T', from, to);
}

/** A copy of its own, with the same owners. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await execute('cp', ['-a', from, to]);
}

/** What lies in the checkout, at the same places of another folder. */
export async function linkPlaces(places: readonly string[], to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await linked('--parents', ...places, to);
}

/** Where the packages are that the program runs on, by the lock file. A nested one comes with the one that it is in. */
export async function packagesToRun(): Promise<readonly string[]> {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean; link?: boolean }>;
  };
  return Object.entries(packages).flatMap(([place, { dev, link }]) =>
    /^node_modules\/(@[^/]+\/)?[^/]+$/.test(place) && !dev && !link && existsSync(place) ? [place] : [],
  );
}
