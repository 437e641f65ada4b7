import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { bytesOfBase64, bytesOfHex, hexSignature, hmacKey, isSignature, signedText } from './signing.ts';

const ESSENTIALS = ['1794801600000', 'POST', '/v3/orders', '', '{"data":{"name":"陳大文"}}'];
const TEXT = signedText(1_794_801_600_000, 'POST', '/v3/orders', '{"data":{"name":"陳大文"}}');
const signature = (secret: string | Buffer) => createHmac('sha256', secret).update(TEXT, 'utf8').digest('hex');

test('the parts of a call are signed with CRLF between them, and an empty line before the body', () => {
  expect(TEXT.split('\r\n')).toEqual(ESSENTIALS);
  expect(signedText(1, 'GET', '/v3/cities', '')).toBe('1\r\nGET\r\n/v3/cities\r\n\r\n');
});

test('a signature is what openssl and every other implementation makes of the same bytes', async () => {
  expect(await hexSignature(await hmacKey('sk_test_secret'), TEXT)).toBe(signature('sk_test_secret'));
  const bytes = Uint8Array.from([0, 127, 128, 255]);
  expect(await hexSignature(await hmacKey(bytes), TEXT)).toBe(signature(Buffer.from(bytes)));
});

test('a signature holds for its text and its key, and for no other', async () => {
  const [key, other] = [await hmacKey('one'), await hmacKey('another')];
  const given = bytesOfHex(signature('one')) as Uint8Array<ArrayBuffer>;
  expect(await isSignature(key, given, TEXT)).toBe(true);
  expect(await isSignature(other, given, TEXT)).toBe(false);
  expect(await isSignature(key, given, `${TEXT} `)).toBe(false);
  expect(await isSignature(key, given.slice(0, 31), TEXT)).toBe(false);
});

test('hexadecimal digits and base64 are read, and what is neither is not', () => {
  expect(bytesOfHex('00fFa0')).toEqual(Uint8Array.from([0, 255, 160]));
  expect(bytesOfHex('')).toEqual(new Uint8Array());
  for (const wrong of ['0', '0g', '0x', '00 ']) expect(bytesOfHex(wrong)).toBeUndefined();
  expect(bytesOfBase64('AP+g')).toEqual(Uint8Array.from([0, 255, 160]));
  expect(bytesOfBase64('*')).toBeUndefined();
});
