import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { needsDataFolder, prepareDataFolder, writeWhole } from './data-folder.ts';

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'waybill-data-folder-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('the first files of a new month are all written, however many come at about the same time', async () => {
  const folder = await emptyFolder();
  const writeAfterTurns = async (file: string, turns: number) => {
    for (let turn = 0; turn < turns; turn += 1) await nextTurn();
    await writeWhole(file, file, 0o600);
  };
  for (let year = 2026; year < 2066; year += 1) {
    const files = [0, 1, 2, 3, 4, 5].map((number) => path.join(folder, `${year}`, '11', `${number}.jpg`));
    await Promise.all(files.map(writeAfterTurns));
    expect(await Promise.all(files.map((file) => readFile(file, 'utf8')))).toEqual(files);
  }
});

test('where a file stands in the way of a folder, nothing is written, and it is said', async () => {
  const file = path.join(await emptyFolder(), 'a-file');
  await writeWhole(file, 'whole', 0o600);
  await expect(writeWhole(path.join(file, 'below'), 'none', 0o600)).rejects.toThrow(file);
  await expect(prepareDataFolder(file)).rejects.toThrow(file);
  expect(await readFile(file, 'utf8')).toBe('whole');
});

test('a data folder is needed for any one of what may be kept elsewhere, and in the sandbox always', () => {
  const elsewhere = {
    databaseUrl: 'postgres://db.example.com/waybill',
    masterKey: Buffer.alloc(32),
    tls: 'proxy',
    environment: 'production',
    files: 's3',
  } as const;
  expect(needsDataFolder(elsewhere)).toBe(false);
  for (const here of [
    { databaseUrl: undefined },
    { masterKey: undefined },
    { tls: 'local' },
    { environment: 'sandbox' },
    { files: 'disk' },
  ] as const)
    expect([here, needsDataFolder({ ...elsewhere, ...here })]).toEqual([here, true]);
});
