import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { greyPixelsToPng, isBlank, pictureSize, toGreyPng, toJpeg } from './pictures.ts';

const LIMITS = { mostPixels: 51_000_000, longestSide: 2_048 };
const GPS = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '22/1 16/1 51/1', GPSLongitudeRef: 'E' } };
const FORMATS = ['jpeg', 'png', 'webp'] as const;

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  });
let samples: Record<(typeof FORMATS)[number], Buffer>;

beforeAll(async () => {
  const raw = await noise(300, 200).png().toBuffer();
  samples = {
    jpeg: await sharp(raw).jpeg().toBuffer(),
    png: raw,
    webp: await sharp(raw).webp().toBuffer(),
  };
});

async function describePicture(bytes: Buffer | undefined) {
  const { format, width, height, exif, icc, xmp, iptc, orientation } = await sharp(bytes).metadata();
  return { format, width, height, hidden: [exif, icc, xmp, iptc, orientation].filter((part) => part !== undefined) };
}

describe('a photo drawn anew', () => {
  test.each(FORMATS)('is a JPEG, whether it came as %s', async (format) => {
    expect(await describePicture(await toJpeg(samples[format], LIMITS))).toEqual({
      format: 'jpeg',
      width: 300,
      height: 200,
      hidden: [],
    });
  });

  test.each(FORMATS)('tells nothing of where and with what a %s was taken', async (format) => {
    const told = await sharp(samples[format])
      [format]()
      .withExif({ ...GPS, IFD0: { Make: 'Secret Camera' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Secret Camera</x:xmpmeta>')
      .withIccProfile('p3')
      .toBuffer();
    expect((await describePicture(told)).hidden.length).toBeGreaterThan(1);
    expect(told.includes('Secret Camera')).toBe(true);
    const drawn = await toJpeg(told, LIMITS);
    expect((await describePicture(drawn)).hidden).toEqual([]);
    expect(drawn?.includes('Secret Camera')).toBe(false);
  });

  test('stands upright, as the camera meant it', async () => {
    const lying = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#fff' } })
      .composite([{ input: { create: { width: 100, height: 100, channels: 3, background: '#000' } }, gravity: 'west' }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const drawn = (await toJpeg(lying, LIMITS)) as Buffer;
    expect(await describePicture(drawn)).toMatchObject({ width: 100, height: 200 });
    const { channels } = await sharp(
      await sharp(drawn).extract({ left: 0, top: 0, width: 100, height: 90 }).toBuffer(),
    ).stats();
    expect(channels[0]?.mean).toBeLessThan(10);
  });

  test.each([
    [2_049, 1_000, 2_048, 1_000],
    [1_000, 4_096, 500, 2_048],
    [2_048, 2_048, 2_048, 2_048],
    [10, 7, 10, 7],
  ])('of %i × %i pixels has %i × %i', async (width, height, newWidth, newHeight) => {
    const given = await sharp({ create: { width, height, channels: 3, background: '#07c' } })
      .jpeg()
      .toBuffer();
    const drawn = await toJpeg(given, LIMITS);
    expect(await describePicture(drawn)).toMatchObject({ width: newWidth, height: newHeight });
  });

  test('has white where nothing was', async () => {
    const clear = await sharp({
      create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const { channels } = await sharp(await toJpeg(clear, LIMITS)).stats();
    expect(channels.map(({ min }) => min)).toEqual([255, 255, 255]);
  });

  test('has the colours of a screen, also where it came in those of a printer', async () => {
    const printed = await noise(50, 50).toColourspace('cmyk').jpeg().toBuffer();
    expect((await sharp(await toJpeg(printed, LIMITS)).metadata()).space).toBe('srgb');
  });
});

describe('what is not a whole picture', () => {
  test.each(FORMATS)('is refused: a %s that was cut off anywhere', async (format) => {
    const whole = samples[format];
    const lengths = [...Array(40).keys()].map((step) => Math.floor((whole.length * step) / 40));
    for (const length of [...lengths, whole.length - 20]) {
      expect(await toJpeg(whole.subarray(0, length), LIMITS)).toBeUndefined();
    }
  });

  test.each(FORMATS)('never does harm: a %s with some bytes changed is drawn or refused', async (format) => {
    const change = fc.tuple(fc.nat({ max: samples[format].length - 1 }), fc.nat({ max: 255 }));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 20 }), async (changes) => {
        const broken = Buffer.from(samples[format]);
        for (const [index, byte] of changes) broken[index] = byte;
        const drawn = await toJpeg(broken, LIMITS);
        if (drawn !== undefined) expect((await describePicture(drawn)).format).toBe('jpeg');
      }),
      { numRuns: 30 },
    );
  });

  test('is refused: other kinds, whatever they are called', async () => {
    const flat = () => sharp({ create: { width: 10, height: 10, channels: 3, background: '#f00' } });
    const others = [
      await flat().gif().toBuffer(),
      await flat().tiff().toBuffer(),
      await flat().avif().toBuffer(),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="9" height="9"/></svg>'),
      Buffer.from('%PDF-1.7'),
      Buffer.from('PK\x03\x04', 'latin1'),
      Buffer.alloc(0),
      Buffer.alloc(1_000),
    ];
    for (const bytes of others) {
      expect(await pictureSize(bytes)).toBeUndefined();
      expect(await toJpeg(bytes, LIMITS)).toBeUndefined();
      expect(await toGreyPng(bytes, LIMITS)).toBeUndefined();
    }
  });
});

describe('the size of a picture', () => {
  test.each(FORMATS)('of a %s stands in its header', async (format) => {
    expect(await pictureSize(samples[format])).toEqual({ width: 300, height: 200 });
  });

  test('is a limit: more pixels than allowed are never unpacked', async () => {
    expect(await toJpeg(samples.png, { ...LIMITS, mostPixels: 60_000 })).toBeDefined();
    expect(await toJpeg(samples.png, { ...LIMITS, mostPixels: 59_999 })).toBeUndefined();
  });
});

describe('a signature', () => {
  test('is drawn from its pixels, one for one', async () => {
    const pixels = Uint8Array.from({ length: 6 }, (_, index) => index * 50);
    const png = await greyPixelsToPng(pixels, { width: 3, height: 2 });
    const { data, info } = await sharp(png).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 3, height: 2, channels: 1 });
    expect([...data]).toEqual([...pixels]);
  });

  test('given as a picture becomes a grey PNG without anything beside it', async () => {
    const given = await noise(3_000, 100).png().withExif(GPS).toBuffer();
    expect(await describePicture(await toGreyPng(given, { ...LIMITS, longestSide: 1_024 }))).toEqual({
      format: 'png',
      width: 1_024,
      height: 34,
      hidden: [],
    });
  });

  test('that is all one colour is blank', async () => {
    const paper = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect(await isBlank(paper)).toBe(true);
    expect(await isBlank(samples.png)).toBe(false);
  });
});

test('many at once all get their turn, two at a time', async () => {
  let isDone = false;
  const drawing = Promise.all(Array.from({ length: 12 }, () => toJpeg(samples.jpeg, LIMITS))).finally(() => {
    isDone = true;
  });
  let most = 0;
  while (!isDone) {
    // In this order: one that goes from the line to work meanwhile is not counted twice.
    const { process } = sharp.counters();
    const { queue } = sharp.counters();
    most = Math.max(most, queue + process);
    await setImmediate();
  }
  expect(new Set((await drawing).map((bytes) => bytes?.toString('base64'))).size).toBe(1);
  expect(most).toBe(2);
});
