import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { errorCode, OperatorError } from '../operator-error.ts';
import { systemRandom } from '../random.ts';
import { MANIFEST, type PartFile } from './manifest.ts';

/** Fast: what runs beside it is worth more than a smaller file. */
const GZIP_LEVEL = 3;

/** A backup under a name of its own while it is written, so that a whole one is never taken for half of one, nor the other way round. */
export type Draft = {
  /** Compressed; `fill` writes into the stream and leaves it open. */
  writePart<T>(file: string, fill: (sink: Writable) => Promise<T>): Promise<PartFile & { readonly filled: T }>;
  writeFile(file: string, bytes: Buffer): Promise<string>;
  removePart(file: string): Promise<void>;
  readLines(file: string): AsyncIterable<string>;
  /** Now it is whole, and has its name. */
  finish(manifest: string): Promise<void>;
  discard(): Promise<void>;
};

export async function openDraft(given: string): Promise<Draft> {
  // Without a slash at its end, behind which the name of the draft would be one inside a folder that is not there.
  const out = path.resolve(given);
  await insistOnNothingAt(out);
  const folder = `${out}.unfinished-${systemRandom.uuid().slice(0, 8)}`;
  const folders = new Set<string>();
  const place = async (file: string) => {
    const at = path.join(folder, file);
    const parent = path.dirname(at);
    if (!folders.has(parent)) await mkdir(parent, { recursive: true, mode: 0o700 });
    folders.add(parent);
    return at;
  };
  await writing(out, () => mkdir(folder, { mode: 0o700 }));
  return {
    writePart: (file, fill) => writing(out, async () => ({ file, ...(await writeStream(await place(file), fill)) })),
    writeFile: (file, bytes) =>
      writing(out, async () => {
        await writeFile(await place(file), bytes, { mode: 0o600, flush: true });
        return sha256Of(bytes);
      }),
    removePart: (file) => rm(path.join(folder, file)),
    readLines: (file) => linesOf(path.join(folder, file)),
    finish: (manifest) =>
      writing(out, async () => {
        await writeFile(await place(MANIFEST), manifest, { mode: 0o600, flush: true });
        for (const each of folders) await syncFolder(each);
        await insistOnNothingAt(out);
        await rename(folder, out);
        await syncFolder(path.dirname(out));
      }),
    discard: () => rm(folder, { recursive: true, force: true }),
  };
}

async function insistOnNothingAt(out: string): Promise<void> {
  const found = await lstat(out).catch(() => undefined);
  if (found === undefined) return;
  throw new OperatorError(`${out} is there already, and a backup takes the place of nothing. Choose another name.`);
}

const WRITE_FAULTS: Readonly<Record<string, string>> = {
  ENOSPC: 'its disk is full; free some space or choose another place',
  EDQUOT: 'the disk quota is used up; free some space or choose another place',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it lies on a read-only file system',
  ENOENT: 'the folder that it shall lie in is not there',
  ENOTDIR: 'a part of that path is a file, not a folder',
};

async function writing<T>(out: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const advice = WRITE_FAULTS[errorCode(error) ?? ''];
    const isOfFiles = (error as { syscall?: string }).syscall !== 'connect';
    throw advice === undefined || !isOfFiles ? error : new OperatorError(`${out} cannot be written: ${advice}.`);
  }
}

async function writeStream<T>(
  at: string,
  fill: (sink: Writable) => Promise<T>,
): Promise<{ readonly bytes: number; readonly sha256: string; readonly filled: T }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const tally = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const gzip = createGzip({ level: GZIP_LEVEL });
  const written = pipeline(gzip, tally, createWriteStream(at, { flags: 'wx', mode: 0o600, flush: true }));
  written.catch(() => {});
  let filled: T;
  try {
    filled = await fill(gzip);
  } catch (error) {
    gzip.destroy();
    // A disk that is full stops the filling too; then it is the disk that is to blame.
    await written.catch((fault) => {
      if (WRITE_FAULTS[errorCode(fault) ?? ''] !== undefined) throw fault;
    });
    throw error;
  }
  gzip.end();
  await written;
  return { bytes, sha256: hash.digest('hex'), filled };
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

async function* linesOf(at: string): AsyncIterable<string> {
  let rest = '';
  for await (const chunk of unpack(at).setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() as string;
    yield* lines;
  }
}

function unpack(at: string) {
  const gunzip = createGunzip();
  // Whoever reads the end of it hears of a fault.
  pipeline(createReadStream(at), gunzip).catch(() => {});
  return gunzip;
}

export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A finished backup. */
export type SavedFolder = {
  readonly manifest: string;
  /** Refuses a part that is missing, cut or changed. */
  check(part: PartFile): Promise<void>;
  openPart(file: string): AsyncIterable<Buffer>;
  readLines(file: string): AsyncIterable<string>;
  readFile(file: string): Promise<Buffer>;
};

export async function openSavedFolder(folder: string): Promise<SavedFolder> {
  const manifest = await readFile(path.join(folder, MANIFEST), 'utf8').catch((error: Error) => {
    const isThere = !['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '');
    throw new OperatorError(
      isThere ? `${folder} cannot be read: ${error.message}` : `${folder} is no backup: it has no ${MANIFEST}.`,
    );
  });
  const at = (file: string) => path.join(folder, file);
  return {
    manifest,
    async check({ file, bytes, sha256 }) {
      const found = await stat(at(file)).catch(() => undefined);
      if (found === undefined) throw new OperatorError(`The backup is incomplete: ${file} is missing.`);
      if (found.size !== bytes)
        throw new OperatorError(`The backup is damaged: ${file} has ${found.size} bytes instead of ${bytes}.`);
      const hash = createHash('sha256');
      for await (const chunk of createReadStream(at(file))) hash.update(chunk);
      if (hash.digest('hex') !== sha256) throw new OperatorError(`The backup is damaged: ${file} was changed.`);
    },
    openPart: (file) => unpack(at(file)),
    readLines: (file) => linesOf(at(file)),
    readFile: (file) => readFile(at(file)),
  };
}
