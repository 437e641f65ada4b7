import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('/docs lists every call of the reference, by its own rendering alone', async () => {
  const { json } = await world.send({ path: '/docs/openapi.json' });
  const { text, headers } = await world.send({ path: '/docs' });
  const calls = Object.entries(json.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [method.toUpperCase(), path]),
  );
  expect(calls.length).toBeGreaterThan(40);
  for (const [method, path] of calls) expect(text).toContain(`${method}</b> ${path}<`);
  expect(text).not.toMatch(/(src|href)="https?:/);
  expect(headers['content-security-policy']).toContain("script-src 'self'");
});

test('every link on every page leads somewhere, to an anchor that is there', async () => {
  const pages = new Map<string, string>();
  const waiting = ['/docs'];
  const links: { from: string; to: string; anchor: string | undefined }[] = [];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue;
    const answer = await world.send({ path });
    pages.set(path, answer.status === 200 ? answer.text : '');
    if (!path.startsWith('/docs') || !String(answer.headers['content-type']).startsWith('text/html')) continue;
    for (const [, href = ''] of answer.text.matchAll(/<a [^>]*href="([^"]*)"/g)) {
      if (/^https?:/.test(href)) continue;
      const [to = '', anchor] = href.split('#');
      links.push({ from: path, to: to || path, anchor });
      waiting.push(to || path);
    }
  }
  expect(pages.size).toBeGreaterThan(10);
  const dead = links.filter(
    ({ to, anchor }) => !pages.get(to) || (anchor !== undefined && !pages.get(to)?.includes(`id="${anchor}"`)),
  );
  expect(dead).toEqual([]);
});

test.each(['/docs/nothing', '/docs/reference/nothing', '/docs/quick-start.md', '/docs/__proto__'])(
  'there is nothing at %s',
  async (path) => {
    expect(await world.send({ path })).toMatchObject({ status: 404, json: { message: 'ERR_NOT_FOUND' } });
  },
);
