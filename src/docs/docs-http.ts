import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { assertPresent } from '../foundation/assert.ts';
import { DeliveryError } from '../foundation/errors.ts';
import type { WebFiles } from '../infrastructure/http/web-files.ts';
import { keptBy } from '../infrastructure/kept.ts';
import { inProject } from '../infrastructure/project-folder.ts';
import { chapterContent, docsPage, guideContent, type Shelf, startOf } from './docs-page.ts';
import { GUIDE_GROUPS } from './rules/guides.ts';
import { type Guide, renderGuide } from './rules/markdown.ts';
import { chaptersOf, type Document } from './rules/reference.ts';
import { searchIndex } from './rules/search-index.ts';

const FOLDER = inProject('docs/guide/');
const ENTRY = 'docs/main.ts';
const hidden = { schema: { hide: true } as object };

/** The guides and the reference of the API, made when they are first asked for. */
export function addDocsPages(app: FastifyInstance, webFiles: WebFiles): void {
  const kept = keptBy(() => readSite(app, webFiles));
  const site = () => kept('site');

  const sendPage = (reply: FastifyReply, page: string | undefined): FastifyReply => {
    if (page === undefined) throw new DeliveryError('ERR_NOT_FOUND');
    return reply
      .headers({ 'content-security-policy': webFiles.policy, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(page);
  };

  for (const start of ['/docs', '/docs/'])
    app.get(start, hidden, async (_request, reply) => sendPage(reply, (await site()).pages.get('/docs')));
  app.get('/docs/search.json', hidden, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send((await site()).index),
  );
  for (const route of ['/docs/:name', '/docs/reference/:name'])
    app.get<{ Params: { name: string } }>(route, hidden, async ({ params }, reply) =>
      sendPage(reply, (await site()).pages.get(route.replace(':name', params.name))),
    );
}

async function readSite(app: FastifyInstance, webFiles: WebFiles) {
  const guides = await readGuides();
  const chapters = chaptersOf(app.swagger() as unknown as Document);
  const shelf: Shelf = {
    groups: GUIDE_GROUPS.map(({ title, names }) => ({
      title,
      guides: names.map((name) => {
        const guide = assertPresent(guides.get(name), `there is a guide ${name}.md`);
        return { name, title: guide.title, summary: guide.summary };
      }),
    })),
    chapters,
    entry: webFiles.entry(ENTRY),
  };
  const contents = [
    startOf(shelf),
    ...[...guides].map(([name, guide]) =>
      guideContent(name, { ...guide, contents: guide.sections.filter(({ depth }) => depth === 2 || depth === 3) }),
    ),
    ...chapters.map(chapterContent),
  ];
  return {
    pages: new Map(contents.map((content) => [content.address, docsPage(shelf, content)])),
    index: searchIndex(guides, chapters),
  };
}

async function readGuides(): Promise<Map<string, Guide>> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.md'));
  const texts = files.map(async (file): Promise<[string, Guide]> => {
    return [path.basename(file, '.md'), renderGuide(await readFile(path.join(FOLDER, file), 'utf8'))];
  });
  return new Map(await Promise.all(texts));
}
