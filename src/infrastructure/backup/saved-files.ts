import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { FileColumn, Snapshot } from '../database/snapshot.ts';
import { contentTypeOf, isFileKey } from '../files/file-key.ts';
import type { FileStore } from '../files/file-store.ts';
import { OperatorError } from '../operator-error.ts';
import { type Draft, type SavedFolder, sha256Of } from './backup-folder.ts';
import type { PartFile, SavedFiles } from './manifest.ts';

const KEYS = 'file-keys.gz';
const LIST = 'files.jsonl.gz';
/** Object stores answer slowly, and many at once. */
const AT_ONCE = 8;

type SavedFile = { readonly key: string; readonly bytes: number; readonly sha256: string };
type Counted = { count: number; bytes: number; missing: number };

/** Which files the database names, to be copied when the snapshot has been let go. */
export async function saveFileKeys(draft: Draft, snapshot: Snapshot, columns: readonly FileColumn[]): Promise<number> {
  const { filled } = await draft.writePart(KEYS, (sink) => snapshot.copyFileKeys(columns, sink));
  return filled;
}

/** A file is stored before the row that names it, and a key never gets other bytes: so they can be copied after the rows. */
export async function saveFiles(draft: Draft, files: FileStore): Promise<SavedFiles> {
  const counted: Counted = { count: 0, bytes: 0, missing: 0 };
  const { filled: _, ...list } = await draft.writePart(LIST, async (sink) => {
    for await (const keys of inBatches(draft.readLines(KEYS))) {
      const saved = await Promise.all(keys.map((key) => saveFile(draft, files, key)));
      for (const file of saved) await note(sink, file, counted);
    }
  });
  await draft.removePart(KEYS);
  return { list, ...counted };
}

export async function leaveFilesOut(draft: Draft, count: number): Promise<SavedFiles> {
  await draft.removePart(KEYS);
  return { list: null, count, bytes: 0, missing: 0 };
}

async function saveFile(draft: Draft, files: FileStore, key: string): Promise<SavedFile | undefined> {
  const file = isFileKey(key) ? await files.get(key) : undefined;
  if (file === undefined) return undefined;
  return { key, bytes: file.bytes.length, sha256: await draft.writeFile(`files/${key}`, file.bytes) };
}

async function note(sink: Writable, file: SavedFile | undefined, counted: Counted): Promise<void> {
  if (file === undefined) {
    counted.missing += 1;
    return;
  }
  counted.count += 1;
  counted.bytes += file.bytes;
  if (!sink.write(`${JSON.stringify(file)}\n`)) await once(sink, 'drain');
}

/** Reads every file once and compares; the list itself has been checked before. */
export async function checkSavedFiles(folder: SavedFolder, list: PartFile): Promise<void> {
  for await (const line of folder.readLines(list.file)) {
    const { key, bytes, sha256 } = JSON.parse(line) as SavedFile;
    await folder.check({ file: `files/${key}`, bytes, sha256 });
  }
}

export async function restoreFiles(folder: SavedFolder, list: PartFile, files: FileStore): Promise<void> {
  for await (const lines of inBatches(folder.readLines(list.file)))
    await Promise.all(lines.map((line) => restoreFile(folder, JSON.parse(line) as SavedFile, files)));
}

async function restoreFile(folder: SavedFolder, { key, sha256 }: SavedFile, files: FileStore): Promise<void> {
  const bytes = await folder.readFile(`files/${key}`);
  if (sha256Of(bytes) !== sha256) throw new OperatorError(`The backup is damaged: files/${key} was changed.`);
  await files.put(key, bytes, String(contentTypeOf(key)));
}

async function* inBatches(lines: AsyncIterable<string>): AsyncIterable<readonly string[]> {
  let batch: string[] = [];
  for await (const line of lines) {
    batch.push(line);
    if (batch.length < AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
