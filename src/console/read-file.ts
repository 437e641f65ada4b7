import { keepDriverFile } from '../drivers/index.ts';
import { DeliveryError } from '../foundation/errors.ts';
import { toJpeg } from '../infrastructure/pictures.ts';
import { readPhoto } from '../proof/index.ts';

type FileDeps = Parameters<typeof keepDriverFile>[0];

const MOST_BYTES = 10 * 1024 * 1024;
/** Partners see it during a delivery, as large as a stamp. */
const PORTRAIT = { mostPixels: 51_000_000, longestSide: 512 };

/** Stores a document as it was scanned, pictures drawn anew; answers with the key of the file. */
export async function keepDocument(deps: FileDeps, base64: string): Promise<string> {
  const bytes = bytesOf(base64, '/data/file');
  const isPdf = bytes.subarray(0, 5).toString('latin1') === '%PDF-';
  if (isPdf && bytes.length > MOST_BYTES) throw fault('The file must not be larger than 10 MB.', '/data/file');
  return isPdf ? keepDriverFile(deps, bytes, 'pdf') : keepDriverFile(deps, await readPhoto(bytes, '/data/file'), 'jpg');
}

export async function keepPortrait(deps: FileDeps, base64: string): Promise<string> {
  const photo = await readPhoto(bytesOf(base64, '/data/photo'), '/data/photo');
  return keepDriverFile(deps, (await toJpeg(photo, PORTRAIT)) ?? photo, 'jpg');
}

function bytesOf(base64: string, pointer: string): Buffer {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length === 0 || bytes.toString('base64').replace(/=+$/, '') !== base64.replace(/=+$/, ''))
    throw fault('The file must be sent in base64.', pointer);
  return bytes;
}

function fault(sentence: string, pointer: string): DeliveryError {
  return new DeliveryError('ERR_INVALID_FIELD', sentence, pointer);
}
