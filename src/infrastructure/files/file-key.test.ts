import { expect, test } from 'vitest';
import { contentTypeOf, isFileKey } from './file-key.ts';

test.each([
  ['proofs/2026/11/x7Kq_-0.jpg', 'image/jpeg'],
  ['proofs/2026/11/x7Kq.png', 'image/png'],
  ['drivers/1.jpg', 'image/jpeg'],
])('%s is a file of type %s', (key, contentType) => {
  expect(isFileKey(key)).toBe(true);
  expect(contentTypeOf(key)).toBe(contentType);
});

test.each([
  '',
  'photo.jpg',
  '/proofs/a.jpg',
  'proofs//a.jpg',
  'proofs/../a.jpg',
  'proofs/..',
  'proofs/./a.jpg',
  'proofs/a',
  'proofs/a.svg',
  'proofs/a.html',
  'proofs/a.constructor',
  'proofs/a.jpg/b',
  'proofs/a.b.jpg',
  'proofs/a b.jpg',
  'proofs/a%2Fb.jpg',
  'proofs\\a.jpg',
  'proofs/a.jpg\n',
  'proofs/a\0.jpg',
  'Proofs/a.jpg',
  `proofs/${'a'.repeat(200)}.jpg`,
])('"%s" is no file key', (text) => {
  expect(isFileKey(text)).toBe(false);
  expect(contentTypeOf(text)).toBeUndefined();
});
