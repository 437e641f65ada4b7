import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readNamedText, writeNamed } from './named-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'waybill-named-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('a file with what is kept of people is for whoever had it written, and for nobody else on the machine', async () => {
  const file = path.join(folder, 'person.json');
  await writeNamed(file, '{}');
  expect(await readFile(file, 'utf8')).toBe('{}');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

const TEXT = '{"name":"São Paulo 台北"}';
const UTF_16 = Buffer.from(`\uFEFF${TEXT}`, 'utf16le');
test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with the mark of an editor', Buffer.from(`\uFEFF${TEXT}`)],
  ['UTF-16, as PowerShell writes what is redirected', UTF_16],
  ['UTF-16 the other way round', Buffer.from(UTF_16).swap16()],
])('a document is read that is written in %s', async (_name, bytes) => {
  const file = path.join(folder, 'document.json');
  await writeFile(file, bytes);
  expect(await readNamedText(file)).toBe(TEXT);
});

test('one in an older encoding is refused: its letters would be lost', async () => {
  const file = path.join(folder, 'old.json');
  await writeFile(file, Buffer.from('{"name":"São Paulo"}', 'latin1'));
  await expect(readNamedText(file)).rejects.toThrow(`${file} is not written in UTF-8. Save it as UTF-8.`);
});
