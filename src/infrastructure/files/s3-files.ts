import { S3mini } from 's3mini';
import { fetch } from 'undici';
import { assertPresent } from '../../foundation/assert.ts';
import { SECOND_MS } from '../../foundation/time.ts';
import type { Settings } from '../config/settings.ts';
import type { FilePlace } from './file-place.ts';

const TIME_LIMIT_MS = 10 * SECOND_MS;

type S3Settings = Pick<Settings, 's3Endpoint' | 's3Region' | 's3Bucket' | 's3AccessKey' | 's3SecretKey'>;

/** Any object store that speaks S3, the bucket named in the path. */
export function openS3Files(settings: S3Settings): FilePlace {
  const given = (name: keyof S3Settings) =>
    assertPresent(settings[name], `${name} is read together with WAYBILL_FILES`);
  const bucket = new S3mini({
    endpoint: `${given('s3Endpoint').replace(/\/+$/, '')}/${given('s3Bucket')}`,
    region: given('s3Region'),
    accessKeyId: given('s3AccessKey'),
    secretAccessKey: given('s3SecretKey'),
    requestAbortTimeout: TIME_LIMIT_MS,
    // Node's own goes by the agent that undici has left for it, and one of another version refuses what is uploaded.
    fetch: fetch as unknown as typeof globalThis.fetch,
  });
  return {
    async write(key, bytes, contentType) {
      await bucket.putObject(key, bytes, contentType);
    },
    async read(key) {
      const bytes = await bucket.getObjectArrayBuffer(key);
      return bytes === null ? undefined : Buffer.from(bytes);
    },
    async remove(key) {
      await bucket.deleteObject(key);
    },
  };
}
