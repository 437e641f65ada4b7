import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { addAppPages } from '../infrastructure/http/app-pages.ts';
import type { WebFiles } from '../infrastructure/http/web-files.ts';

const hidden = { schema: { hide: true } as object };
const PAGE = 'driver/index.html';
/** Under names that stay: phones remember them. */
const LASTING_FILES = {
  'manifest.webmanifest': 'application/manifest+json; charset=utf-8',
  'icons/icon-192.png': 'image/png',
  'icons/icon-512.png': 'image/png',
  'icons/maskable-512.png': 'image/png',
  'icons/apple-180.png': 'image/png',
} as const;

/** The app that drivers carry. */
export function addDriverPages(app: FastifyInstance, webFiles: WebFiles): void {
  addAppPages(app, webFiles, 'driver');
  for (const [name, type] of Object.entries(LASTING_FILES)) {
    app.get(`/driver/${name}`, hidden, async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=86400')
        .type(type)
        .send(await webFiles.read(`driver/${name}`)),
    );
  }
  app.get('/driver/service-worker.js', hidden, async (_request, reply) =>
    reply
      .headers({
        'content-security-policy': webFiles.policy,
        'cache-control': 'no-cache',
        // The map's own worker is a script under /assets/, which it is asked for only where its scope holds that path.
        'service-worker-allowed': '/',
      })
      .type('text/javascript; charset=utf-8')
      .send(await serviceWorker(webFiles)),
  );
}

/** With the list of what it keeps in front: another build makes another worker, by which phones notice it. */
async function serviceWorker({ entry, read }: WebFiles): Promise<string> {
  const files = ['/driver', ...Object.keys(LASTING_FILES).map((name) => `/driver/${name}`), ...entry(PAGE).everything];
  const [page, worker] = await Promise.all([read(PAGE), read(entry('driver/service-worker.ts').script.slice(1))]);
  const version = createHash('sha256').update(page).update(files.join()).digest('base64url').slice(0, 12);
  return `self.BUILD = ${JSON.stringify({ version, files })};\n${worker.toString('utf8')}`;
}
