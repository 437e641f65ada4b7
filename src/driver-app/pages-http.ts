import type { FastifyInstance } from 'fastify';
import { DeliveryError } from '../foundation/errors.ts';
import type { WebFiles } from '../infrastructure/http/web-files.ts';

const hidden = { schema: { hide: true } as object };

/** The app that drivers carry; which screen it shows is its own affair. */
export function addDriverPages(app: FastifyInstance, webFiles: WebFiles): void {
  app.get('/driver', hidden, async (_request, reply) => webFiles.sendApp(reply, 'driver/index.html'));
  app.get<{ Params: { '*': string } }>('/driver/*', hidden, async ({ params }, reply) => {
    if (params['*'].startsWith('v1/')) throw new DeliveryError('ERR_NOT_FOUND');
    return webFiles.sendApp(reply, 'driver/index.html');
  });
}
