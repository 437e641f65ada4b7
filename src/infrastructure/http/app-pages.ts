import type { FastifyInstance } from 'fastify';
import type { WebFiles } from './web-files.ts';

const hidden = { schema: { hide: true } as object };

/** A browser app under its name; which screen it shows is its own affair. What lies under its v1/ is never a page. */
export function addAppPages(app: FastifyInstance, webFiles: WebFiles, name: string): void {
  const page = `${name}/index.html`;
  app.get(`/${name}`, hidden, async (_request, reply) => webFiles.sendApp(reply, page));
  app.get<{ Params: { '*': string } }>(`/${name}/*`, hidden, async ({ params }, reply) => {
    if (params['*'].startsWith('v1/')) return reply.callNotFound();
    return webFiles.sendApp(reply, page);
  });
}
