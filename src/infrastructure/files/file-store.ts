import path from 'node:path';
import { assert } from '../../foundation/assert.ts';
import { DeliveryError } from '../../foundation/errors.ts';
import type { Settings } from '../config/settings.ts';
import type { Log } from '../log.ts';
import { openDiskFiles } from './disk-files.ts';
import { contentTypeOf, isFileKey } from './file-key.ts';
import type { FilePlace } from './file-place.ts';

type StoredFile = { readonly bytes: Buffer; readonly contentType: string };

/** Files under keys that we make ourselves. A key is used once, so what lies under it never changes. */
export type FileStore = {
  /** Whole or not at all. The key's ending says the content type as well. */
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  get(key: string): Promise<StoredFile | undefined>;
  /** No matter whether there is one. */
  remove(key: string): Promise<void>;
};

export async function openFileStore(settings: Settings, log: Log): Promise<FileStore> {
  return createFileStore(await openPlace(settings), log);
}

/** What speaks S3 is large, and read only where it is spoken: it would cost every command a seventh of its start. */
export async function openPlace(settings: Settings): Promise<FilePlace> {
  if (settings.files !== 's3') return openDiskFiles(path.join(settings.dataFolder, 'files'));
  const { openS3Files } = await import('./s3-files.ts');
  return openS3Files(settings);
}

/** A place that fails is an outage, told in the log and to callers who may come again. */
function createFileStore(place: FilePlace, log: Log): FileStore {
  const reach = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      log.error({ err: error }, 'the file store cannot be reached');
      throw Object.assign(new DeliveryError('ERR_UNAVAILABLE'), { cause: error });
    }
  };
  return {
    async put(key, bytes, contentType) {
      assert(contentTypeOf(key) === contentType, `${key} is no key of a file of type ${contentType}`);
      await reach(place.write(key, bytes, contentType));
    },
    async get(key) {
      const contentType = contentTypeOf(key);
      assert(contentType !== undefined, `${key} is no file key`);
      const bytes = await reach(place.read(key));
      return bytes === undefined ? undefined : { bytes, contentType };
    },
    async remove(key) {
      assert(isFileKey(key), `${key} is no file key`);
      await reach(place.remove(key));
    },
  };
}
