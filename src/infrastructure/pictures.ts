import type { default as OpenPicture, Sharp } from 'sharp';
import { SECOND_MS } from '../foundation/time.ts';

export type PictureSize = { readonly width: number; readonly height: number };
type Limits = { readonly mostPixels: number; readonly longestSide: number };

const TIME_LIMIT_MS = 20 * SECOND_MS;
const JPEG_QUALITY = 82;
const WHITE = '#ffffff';

/** What the header says, before anything is unpacked; undefined where there is none. */
export function pictureSize(bytes: Buffer): Promise<PictureSize | undefined> {
  return inTurn((open) =>
    readable(async () => {
      const { width, height } = await open(bytes, { limitInputPixels: false }).metadata();
      return { width, height };
    }),
  );
}

/** Drawn anew, upright, without anything that was written into the file beside the picture; undefined for a damaged one. */
export function toJpeg(bytes: Buffer, limits: Limits): Promise<Buffer | undefined> {
  return inTurn((open) => readable(() => fitted(open, bytes, limits).jpeg({ quality: JPEG_QUALITY }).toBuffer()));
}

/** The same as a PNG, in shades of grey. */
export function toGreyPng(bytes: Buffer, limits: Limits): Promise<Buffer | undefined> {
  return inTurn((open) => readable(() => fitted(open, bytes, limits).toColourspace('b-w').png().toBuffer()));
}

/** From one byte a pixel, 0 for black. */
export function greyPixelsToPng(pixels: Uint8Array, { width, height }: PictureSize): Promise<Buffer> {
  return inTurn((open) =>
    open(pixels, { raw: { width, height, channels: 1 } })
      .toColourspace('b-w')
      .png()
      .toBuffer(),
  );
}

/** From three bytes a pixel: red, green, blue. */
export function pixelsToJpeg(pixels: Uint8Array, { width, height }: PictureSize): Promise<Buffer> {
  return inTurn((open) =>
    open(pixels, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer(),
  );
}

/** Whether all of a picture has one colour. */
export function isBlank(bytes: Buffer): Promise<boolean> {
  return inTurn(async (open) => {
    const { channels } = await open(bytes).stats();
    return channels.every(({ min, max }) => min === max);
  });
}

function fitted(open: typeof OpenPicture, bytes: Buffer, { mostPixels, longestSide }: Limits): Sharp {
  return open(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
    .timeout({ seconds: TIME_LIMIT_MS / SECOND_MS })
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: WHITE })
    .toColourspace('srgb');
}

async function readable<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}

let opener: Promise<typeof OpenPicture> | undefined;

/** Loaded with the first picture: it takes a while, and most commands never see one. */
async function loadOpener(): Promise<typeof OpenPicture> {
  const { default: open } = await import('sharp');
  // Whatever the bytes claim to be, nothing else is read: no SVG, no PDF, no TIFF.
  open.block({ operation: ['VipsForeignLoad'] });
  open.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
  open.cache(false);
  open.concurrency(1);
  return open;
}

// Pictures are unpacked on the threads that also read files; half of them stay free, and memory has a bound.
const MOST_AT_ONCE = 2;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: (open: typeof OpenPicture) => Promise<T>): Promise<T> {
  if (running >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    opener ??= loadOpener();
    return await work(await opener);
  } finally {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}
