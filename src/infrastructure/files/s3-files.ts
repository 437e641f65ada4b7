import { S3mini, S3ServiceError } from 's3mini';
import { fetch } from 'undici';
import { assertPresent } from '../../foundation/assert.ts';
import { SECOND_MS } from '../../foundation/time.ts';
import type { Settings } from '../config/settings.ts';
import type { FilePlace } from './file-place.ts';
import { type StoreWork, wordsOfRefusal } from './store-refusal.ts';

const TIME_LIMIT_MS = 10 * SECOND_MS;

type S3Settings = Pick<Settings, 's3Endpoint' | 's3Region' | 's3Bucket' | 's3AccessKey' | 's3SecretKey'>;

/** Any object store that speaks S3, the bucket named in the path. */
export function openS3Files(settings: S3Settings): FilePlace {
  const given = (name: keyof S3Settings) =>
    assertPresent(settings[name], `${name} is read together with WAYBILL_FILES`);
  const address = `${given('s3Endpoint').replace(/\/+$/, '')}/${given('s3Bucket')}`;
  const bucket = new S3mini({
    endpoint: address,
    region: given('s3Region'),
    accessKeyId: given('s3AccessKey'),
    secretAccessKey: given('s3SecretKey'),
    requestAbortTimeout: TIME_LIMIT_MS,
    // Node's own goes by the agent that undici has left for it, and one of another version refuses what is uploaded.
    fetch: fetch as unknown as typeof globalThis.fetch,
  });
  return {
    name: `bucket ${given('s3Bucket')} at ${given('s3Endpoint')}`,
    async write(key, bytes, contentType) {
      await inWords('storing a file', bucket.putObject(key, bytes, contentType));
    },
    async read(key) {
      const bytes = await inWords('reading a file', bucket.getObjectArrayBuffer(key));
      return bytes === null ? undefined : Buffer.from(bytes);
    },
    async remove(key) {
      await inWords('removing a file', bucket.deleteObject(key));
    },
    /** Asked as somebody would who has no key. */
    async isOpenToAll(key) {
      const signal = AbortSignal.timeout(TIME_LIMIT_MS);
      const answer = await fetch(`${address}/${key}`, { redirect: 'manual', signal }).catch(() => undefined);
      await answer?.body?.cancel();
      return answer?.status === 200;
    },
    /** Not every store knows versions, and not every key may ask for them. */
    async keepsVersions() {
      return (await bucket.getBucketVersioning().catch(() => 'Off')) === 'Enabled';
    },
  };
}

async function inWords<T>(work: StoreWork, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof S3ServiceError)) throw error;
    const { status, serviceCode, body } = error;
    const code = serviceCode === 'Unknown' ? undefined : serviceCode;
    throw new Error(wordsOfRefusal({ status, code, body }, work));
  }
}
