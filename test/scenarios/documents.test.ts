import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSnippets, type Snippets } from '../support/snippets.ts';

const PAGES = ['README.md', 'clients/node/README.md', ...readdirSync('docs/guide').map((name) => `docs/guide/${name}`)];

let snippets: Snippets;
beforeAll(async () => {
  snippets = await openSnippets();
});
afterAll(() => snippets.close());

describe.concurrent('every block of a page does what the page says', { timeout: 120_000 }, () => {
  test.each(PAGES)('%s', async (page) => {
    for (const line of await snippets.runPage(page)) process.stdout.write(`not run: ${line}\n`);
  });
});

test('the two commands of README.md and quick-start.md are what is run here and what a submission must pass', () => {
  expect(JSON.parse(readFileSync('package.json', 'utf8')).scripts).toMatchObject({
    start: 'exec node bin/waybill.js start',
    test: 'node test/run.js',
  });
  expect(readFileSync('.ci/run', 'utf8')).toContain('npm ci && npm test');
});
