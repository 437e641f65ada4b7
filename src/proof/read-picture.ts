import { orThrow } from '../foundation/decision.ts';
import { DeliveryError } from '../foundation/errors.ts';
import { greyPixelsToPng, isBlank, pictureSize, toGreyPng, toJpeg } from '../infrastructure/pictures.ts';
import { DRAWING, drawStrokes } from './rules/draw-strokes.ts';
import {
  damaged,
  decidePicture,
  decidePictureSize,
  MOST_PIXELS,
  PHOTO,
  type PictureSubject,
  SIGNATURE,
} from './rules/picture.ts';
import { decideStrokes } from './rules/strokes.ts';

const LONGEST_PHOTO_SIDE = 2_048;
const LONGEST_SIGNATURE_SIDE = 1_024;

/** A photo as it may be stored: drawn anew, so that only what can be seen in it is left. */
export function readPhoto(bytes: Buffer, pointer = PHOTO.pointer): Promise<Buffer> {
  return readPicture(bytes, { ...PHOTO, pointer }, () =>
    toJpeg(bytes, { mostPixels: MOST_PIXELS, longestSide: LONGEST_PHOTO_SIDE }),
  );
}

export async function readSignaturePicture(bytes: Buffer): Promise<Buffer> {
  const limits = { mostPixels: MOST_PIXELS, longestSide: LONGEST_SIGNATURE_SIDE };
  const picture = await readPicture(bytes, SIGNATURE, () => toGreyPng(bytes, limits));
  if (!(await isBlank(picture))) return picture;
  throw new DeliveryError('ERR_INVALID_FIELD', 'Nothing is written in the signature.', SIGNATURE.pointer);
}

export async function readSignatureStrokes(given: unknown): Promise<Buffer> {
  return greyPixelsToPng(drawStrokes(orThrow(decideStrokes(given))), DRAWING);
}

async function readPicture(
  bytes: Buffer,
  subject: PictureSubject,
  drawAnew: () => Promise<Buffer | undefined>,
): Promise<Buffer> {
  orThrow(decidePicture(bytes, subject));
  orThrow(decidePictureSize(await pictureSize(bytes), subject));
  return (await drawAnew()) ?? orThrow(damaged(subject));
}
