import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';

type Bucket = { readonly isOpen: boolean; readonly keepsVersions: boolean };
type Middleware = (
  context: { get(header: string): string; readonly query: object; status: number; body: string },
  next: () => Promise<void>,
) => Promise<void>;
const VERSIONED = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>';

/** A real server that speaks S3, with one bucket, and the settings that lead to it. */
export async function startObjectStore({ isOpen, keepsVersions }: Partial<Bucket> = {}) {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'waybill-s3-'));
  const configureBuckets = [{ name: 'files', configs: [] }];
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets });
  // This one lets everybody in, and knows no versions.
  const { middleware } = server as unknown as { middleware: Middleware[] };
  middleware.unshift(async (context, next) => {
    if (!isOpen && context.get('authorization') === '') context.status = 403;
    else if (keepsVersions && 'versioning' in context.query) context.body = VERSIONED;
    else await next();
  });
  const { port } = await server.run();
  return {
    env: {
      WAYBILL_FILES: 's3',
      WAYBILL_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      WAYBILL_S3_REGION: 'ap-east-1',
      WAYBILL_S3_BUCKET: 'files',
      WAYBILL_S3_ACCESS_KEY: 'S3RVER',
      WAYBILL_S3_SECRET_KEY: 'hunter2',
    },
    async stop(): Promise<void> {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
