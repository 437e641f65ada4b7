import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSourceLines, type SourceLines } from './source-lines.ts';

let folder: string;
let lines: SourceLines;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'source-lines-'));
  // Line 1 of the built file is line 3 of the source, from its third column on.
  const map = { version: 3, names: [], sources: ['../../src/orders/place-order.ts'], mappings: 'AAEE' };
  writeFileSync(path.join(folder, 'orders.js.map'), JSON.stringify(map));
  lines = openSourceLines(`${folder}/`);
});
afterAll(() => rmSync(folder, { recursive: true }));

const built = (place: string) => pathToFileURL(path.join(folder, place)).href;
const SOURCE = 'src/orders/place-order.ts';

test('a stack names the lines of the sources, everywhere in a line of the log', () => {
  const line = (places: readonly string[]) =>
    `{"stack":"Error: no\\n    at place (${places[0]})\\n    at ${places[1]}"}`;
  expect(lines.name(line([built('orders.js:1:1'), built('orders.js:1:9')]))).toBe(
    line([`${SOURCE}:3:3`, `${SOURCE}:3:3`]),
  );
});

test('what is not of the build, or has no map, stays as it is', () => {
  for (const text of ['', 'no place', built('wallet.js:1:1'), built('../orders.js:1:1'), 'file:///x/orders.js:1:1'])
    expect(lines.name(text)).toBe(text);
});
