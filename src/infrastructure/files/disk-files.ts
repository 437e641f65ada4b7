import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { writeWhole } from '../data-folder.ts';
import { errorCode } from '../operator-error.ts';
import type { FilePlace } from './file-place.ts';

/** Files of this machine. Processes on several machines need a folder that they share, or an object store. */
export function openDiskFiles(folder: string): FilePlace {
  const fileOf = (key: string) => path.join(folder, ...key.split('/'));
  return {
    name: 'the data folder',
    write: (key, bytes) => writeWhole(fileOf(key), bytes, 0o600),
    async read(key) {
      try {
        return await readFile(fileOf(key));
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return undefined;
        throw error;
      }
    },
    remove: (key) => rm(fileOf(key), { force: true }),
    isOpenToAll: async () => false,
    keepsVersions: async () => false,
  };
}
