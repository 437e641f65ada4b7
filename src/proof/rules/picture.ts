import { accepted, type Decision, refused } from '../../foundation/decision.ts';

export type PictureKind = 'JPEG' | 'PNG' | 'WebP';
/** What a picture shows, in a sentence and in the request. */
export type PictureSubject = {
  readonly noun: string;
  readonly pointer: string;
  readonly kinds: readonly PictureKind[];
};
export const PHOTO: PictureSubject = { noun: 'photo', pointer: '/data/photo', kinds: ['JPEG', 'PNG', 'WebP'] };
export const SIGNATURE: PictureSubject = { noun: 'signature', pointer: '/data/signature', kinds: ['PNG'] };

const MEGABYTE = 1024 * 1024;
const MOST_MEGABYTES = 10;
/** Cameras that are sold with 50 megapixels take up to 50.3. */
const MOST_MEGAPIXELS = 51;
export const MOST_PIXELS = MOST_MEGAPIXELS * 1_000_000;

/** By the first bytes, whatever the name or the header of a file says. */
export function decidePicture(bytes: Buffer, { noun, pointer, kinds }: PictureSubject): Decision<PictureKind> {
  if (bytes.length === 0) return refused('ERR_INVALID_FIELD', `The ${noun} is empty.`, pointer);
  if (bytes.length > MOST_MEGABYTES * MEGABYTE) {
    return refused('ERR_INVALID_FIELD', `The ${noun} must not be larger than ${MOST_MEGABYTES} MB.`, pointer);
  }
  const kind = kindOf(bytes);
  const fitting = kinds.find((candidate) => candidate === kind);
  if (fitting !== undefined) return accepted(fitting);
  const found = kind === undefined ? 'not a picture that can be read' : `of type ${kind}`;
  return refused('ERR_INVALID_FIELD', `The ${noun} is ${found}. Send it as ${listOf(kinds)}.`, pointer);
}

/** By what the header says, before anything is unpacked. */
export function decidePictureSize(
  size: { readonly width: number; readonly height: number } | undefined,
  { noun, pointer }: PictureSubject,
): Decision<undefined> {
  if (size === undefined) return damaged({ noun, pointer });
  const { width, height } = size;
  if (width * height <= MOST_PIXELS) return accepted(undefined);
  const sentence = `The ${noun} has ${width} × ${height} pixels; it must not have more than ${MOST_MEGAPIXELS} megapixels.`;
  return refused('ERR_INVALID_FIELD', sentence, pointer);
}

export function damaged({ noun, pointer }: Pick<PictureSubject, 'noun' | 'pointer'>) {
  return refused('ERR_INVALID_FIELD', `The ${noun} is damaged or was cut off. Take it again.`, pointer);
}

const BEGINNINGS: readonly (readonly [kind: PictureKind | string, begins: (bytes: Buffer) => boolean])[] = [
  ['JPEG', (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['PNG', (bytes) => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))],
  ['WebP', (bytes) => textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 12) === 'WEBP'],
  ['GIF', (bytes) => textAt(bytes, 0, 4) === 'GIF8'],
  ['HEIC', (bytes) => textAt(bytes, 4, 8) === 'ftyp' && /^(hei|hev|mif|msf)/.test(textAt(bytes, 8, 12))],
  ['AVIF', (bytes) => textAt(bytes, 4, 8) === 'ftyp' && textAt(bytes, 8, 11) === 'avi'],
  ['ZIP', (bytes) => textAt(bytes, 0, 2) === 'PK'],
  ['PDF', (bytes) => textAt(bytes, 0, 4) === '%PDF'],
  ['SVG', (bytes) => /^\uFEFF?\s*<(.*<)?svg[\s>]/is.test(bytes.toString('utf8', 0, 1_000))],
];

function kindOf(bytes: Buffer): string | undefined {
  return BEGINNINGS.find(([, begins]) => begins(bytes))?.[0];
}

function textAt(bytes: Buffer, from: number, to: number): string {
  return bytes.toString('latin1', from, to);
}

function listOf(kinds: readonly string[]): string {
  return kinds.length === 1 ? String(kinds[0]) : `${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1)}`;
}
