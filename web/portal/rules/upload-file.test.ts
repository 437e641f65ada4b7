import { expect, test } from 'vitest';
import { chunksOf, linesToPlace, toBase64 } from './upload-file.ts';

test('items are divided in their order, the rest at the end', () => {
  expect(chunksOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(chunksOf([], 2)).toEqual([]);
});

test('bytes of any size and value arrive as they are', () => {
  const bytes = Uint8Array.from({ length: 100_001 }, (_, index) => index % 256);
  expect(Buffer.from(toBase64(bytes), 'base64').equals(Buffer.from(bytes))).toBe(true);
});

test('a line is placed that has no parcel yet, whatever its reference', () => {
  const lines = ['A-1', 'A-2', 'constructor', '__proto__'].map((reference) => ({ reference }));
  expect(linesToPlace(lines, { 'A-1': '1571354659422392320' })).toEqual(lines.slice(1));
});
