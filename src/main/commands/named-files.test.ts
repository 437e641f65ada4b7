import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeNamed } from './named-files.ts';

test('a file with what is kept of people is for whoever had it written, and for nobody else on the machine', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'waybill-named-'));
  const file = path.join(folder, 'person.json');
  try {
    await writeNamed(file, '{}');
    expect(await readFile(file, 'utf8')).toBe('{}');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
});
