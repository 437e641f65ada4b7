import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { keptBy } from '../kept.ts';
import { OperatorError } from '../operator-error.ts';
import { inProject } from '../project-folder.ts';
import { type Build, entryOf, fileOf, type WebEntry } from './web-build.ts';

const FOLDER = inProject('dist/web/');
const ICON = 'shared/desk/icon.svg';
const hidden = { schema: { hide: true } as object };

/** The browser apps as they were built, served under names that change with their content. */
export type WebFiles = {
  /** What a page names to be the app of that source, such as "tracking/main.ts". */
  entry(source: string): WebEntry;
  /** The page of an app, such as "driver/index.html". */
  sendApp(reply: FastifyReply, page: string): Promise<FastifyReply>;
  /** A file of the build by its path in it. */
  read(file: string): Promise<Buffer>;
  /** For pages that are rendered here and take scripts and styles of the build. */
  readonly policy: string;
};

/** `mapHosts`: where the operator's maps come from, beside this origin. */
export async function addWebFiles(app: FastifyInstance, mapHosts: readonly string[]): Promise<WebFiles> {
  const build = await readBuild();
  await app.register(fastifyStatic, {
    root: path.join(FOLDER, 'assets'),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    decorateReply: false,
  });
  const policy = policyOf(mapHosts);
  const read = keptBy((file: string) => readFile(path.join(FOLDER, file)));
  // Asked for by browsers where a page names none.
  app.get('/favicon.ico', hidden, async (_request, reply) =>
    reply
      .header('cache-control', 'max-age=86400')
      .type('image/svg+xml')
      .send(await read(fileOf(build, ICON))),
  );
  return {
    read,
    policy,
    entry: (source) => entryOf(build, source),
    async sendApp(reply, page) {
      return reply
        .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
        .type('text/html; charset=utf-8')
        .send(await read(page));
    },
  };
}

/** Nothing is asked of any host but those, and no script or style stands inside a page. */
function policyOf(hosts: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' data: blob:", ...hosts].join(' '),
    ["connect-src 'self'", ...hosts].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

async function readBuild(): Promise<Build> {
  try {
    return JSON.parse(await readFile(path.join(FOLDER, 'manifest.json'), 'utf8')) as Build;
  } catch (error) {
    throw new OperatorError(`The browser apps are not built. Build them with: npm run build (${String(error)})`);
  }
}
