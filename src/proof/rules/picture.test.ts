import { expect, test } from 'vitest';
import { accepted, refused } from '../../foundation/decision.ts';
import { damaged, decidePicture, decidePictureSize, PHOTO, SIGNATURE } from './picture.ts';

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00]);
const WEBP = Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 ', 'latin1');
const TEN_MEGABYTES = 10 * 1024 * 1024;

const ofSize = (bytes: number) => Buffer.concat([JPEG, Buffer.alloc(bytes - JPEG.length)]);

test.each([
  ['JPEG', JPEG],
  ['PNG', PNG],
  ['WebP', WEBP],
])('a photo may be a %s', (kind, bytes) => {
  expect(decidePicture(bytes, PHOTO)).toEqual(accepted(kind));
});

test('a signature is a PNG', () => {
  expect(decidePicture(PNG, SIGNATURE)).toEqual(accepted('PNG'));
  expect(decidePicture(JPEG, SIGNATURE)).toEqual(
    refused('ERR_INVALID_FIELD', 'The signature is of type JPEG. Send it as PNG.', '/data/signature'),
  );
});

test.each([
  ['of type GIF', Buffer.from('GIF89a...')],
  ['of type HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1')],
  ['of type AVIF', Buffer.from('\0\0\0\x18ftypavif\0\0\0\0', 'latin1')],
  ['of type ZIP', Buffer.from('PK\x03\x04....', 'latin1')],
  ['of type PDF', Buffer.from('%PDF-1.7')],
  ['of type SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['of type SVG', Buffer.from('\uFEFF <?xml version="1.0"?>\n<!DOCTYPE svg>\n<!-- a -->\n<svg>')],
  ['not a picture that can be read', Buffer.from('hello')],
  ['not a picture that can be read', Buffer.from([0xff, 0xd8])],
  ['not a picture that can be read', Buffer.from('RIFF\x10\x00\x00\x00WAVEfmt ', 'latin1')],
  ['not a picture that can be read', PNG.subarray(0, 7)],
])('a photo that is %s is refused, and the sentence says so', (found, bytes) => {
  const sentence = `The photo is ${found}. Send it as JPEG, PNG or WebP.`;
  expect(decidePicture(bytes, PHOTO)).toEqual(refused('ERR_INVALID_FIELD', sentence, '/data/photo'));
});

test('a photo has at least one byte and at most 10 MB', () => {
  expect(decidePicture(Buffer.alloc(0), PHOTO)).toEqual(
    refused('ERR_INVALID_FIELD', 'The photo is empty.', '/data/photo'),
  );
  expect(decidePicture(ofSize(TEN_MEGABYTES), PHOTO)).toEqual(accepted('JPEG'));
  expect(decidePicture(ofSize(TEN_MEGABYTES + 1), PHOTO)).toEqual(
    refused('ERR_INVALID_FIELD', 'The photo must not be larger than 10 MB.', '/data/photo'),
  );
});

test('a photo has at most 51 megapixels, which is what phones take', () => {
  expect(decidePictureSize({ width: 8_192, height: 6_144 }, PHOTO)).toEqual(accepted(undefined));
  expect(decidePictureSize({ width: 51_000, height: 1_000 }, PHOTO)).toEqual(accepted(undefined));
  expect(decidePictureSize({ width: 51_001, height: 1_000 }, PHOTO)).toHaveProperty('refused');
  expect(decidePictureSize({ width: 16_000, height: 12_500 }, PHOTO)).toEqual(
    refused(
      'ERR_INVALID_FIELD',
      'The photo has 16000 × 12500 pixels; it must not have more than 51 megapixels.',
      '/data/photo',
    ),
  );
});

test('a picture without a readable header is damaged', () => {
  expect(decidePictureSize(undefined, PHOTO)).toEqual(damaged(PHOTO));
  expect(damaged(PHOTO)).toEqual(
    refused('ERR_INVALID_FIELD', 'The photo is damaged or was cut off. Take it again.', '/data/photo'),
  );
});
