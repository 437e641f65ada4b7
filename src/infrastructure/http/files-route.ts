import type { FastifyInstance } from 'fastify';
import { DeliveryError } from '../../foundation/errors.ts';
import type { Instant } from '../../foundation/time.ts';
import type { FileLinks } from '../file-links.ts';
import type { FileStore } from '../files/file-store.ts';

type FileRouteOptions = {
  readonly files: FileStore;
  readonly links: FileLinks;
  /** The time on the clock of the link's owner. */
  readonly nowOf: (owner: string) => Instant | Promise<Instant>;
};
const PDF = 'application/pdf';
type Given = { Params: { key: string }; Querystring: Readonly<Record<string, unknown>> };

/** Shows a file to whoever has a living link to it. */
export function addFileRoute(app: FastifyInstance, { files, links, nowOf }: FileRouteOptions): void {
  app.get<Given>('/files/:key', { schema: { hide: true } as object }, async ({ params, query }, reply) => {
    const fileKey = links.opens({ ...query, key: params.key }, await nowOf(String(query.owner)));
    const file = fileKey === undefined ? undefined : await files.get(fileKey);
    if (fileKey === undefined || file === undefined) {
      throw new DeliveryError(
        'ERR_NOT_FOUND',
        'This link leads to nothing any more. Read the order again for a new one.',
      );
    }
    return reply
      .header('cache-control', 'private')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', file.contentType === PDF ? `attachment; filename="${nameOf(fileKey)}"` : 'inline')
      .type(file.contentType)
      .send(file.bytes);
  });
}

/** Without one a browser names the file by the link, which nobody can read. */
function nameOf(fileKey: string): string {
  return fileKey.replaceAll('/', '-');
}
