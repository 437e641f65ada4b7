import { isUtf8 } from 'node:buffer';
import { DeliveryError } from '../../foundation/errors.ts';

const DEEPEST_NESTING = 64;
/** A double keeps every number of up to 15 digits; a longer one that would come out otherwise than it was written is read as text instead. */
const LONGEST_EXACT_NUMBER = 15;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
/** How it begins; the second byte never follows the first in UTF-8. */
const GZIP = Buffer.from([0x1f, 0x8b]);
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
/** Any escape may spell a forbidden key or an impossible character, so it costs a closer look. */
const SUSPICIOUS = /__proto__|"constructor"|\\u/;

/** What becomes of numbers with more digits than a double keeps: strings, digit for digit, or the nearest double. */
type LongNumbers = 'as text' | 'rounded';

export function parseJsonBody(bytes: Buffer, longNumbers: LongNumbers = 'as text'): unknown {
  if (!isUtf8(bytes)) {
    const fault = bytes.subarray(0, 2).equals(GZIP)
      ? 'it is compressed by gzip. Send it as it is, without Content-Encoding'
      : 'it has bytes that are not UTF-8';
    throw new DeliveryError('ERR_INVALID_JSON', `The body must be JSON in UTF-8; ${fault}.`);
  }
  const start = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
  const text = quoteLongNumbers(bytes.subarray(start), longNumbers);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new DeliveryError(
      'ERR_INVALID_JSON',
      `The body must be valid JSON: ${jsonFault(bytes.toString('utf8', start))}.`,
    );
  }
  if (SUSPICIOUS.test(text)) checkContent(parsed, '');
  return parsed;
}

/** What is wrong with the text as it was sent, before any number in it was quoted. */
function jsonFault(text: string): string {
  try {
    JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    const position = /at position (\d+)/.exec(message)?.[1];
    if (position !== undefined) return `it goes wrong at character ${position}`;
    if (/end of JSON input/.test(message)) return 'it ends too early';
  }
  return 'it is not in JSON form';
}

/** One pass over the bytes that also refuses nesting deep enough to exhaust whoever walks the value later. */
function quoteLongNumbers(bytes: Buffer, longNumbers: LongNumbers): string {
  const parts: string[] = [];
  let copiedTo = 0;
  let depth = 0;
  let index = 0;
  while (index < bytes.length) {
    const byte = bytes[index] as number;
    if (byte === QUOTE) index = endOfString(bytes, index);
    else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > DEEPEST_NESTING) {
        throw new DeliveryError(
          'ERR_INVALID_JSON',
          `The body must not be nested deeper than ${DEEPEST_NESTING} levels.`,
        );
      }
    } else if (byte === 0x7d || byte === 0x5d) depth--;
    else if (isNumberByte(byte)) {
      const start = index;
      while (index + 1 < bytes.length && isNumberByte(bytes[index + 1] as number)) index++;
      const token = bytes.toString('latin1', start, index + 1);
      if (longNumbers === 'as text' && losesDigits(token) && !isKey(bytes, index + 1)) {
        parts.push(bytes.toString('utf8', copiedTo, start), '"', token, '"');
        copiedTo = index + 1;
      }
    }
    index++;
  }
  if (copiedTo === 0) return bytes.toString('utf8');
  parts.push(bytes.toString('utf8', copiedTo));
  return parts.join('');
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function losesDigits(token: string): boolean {
  if (token.length <= LONGEST_EXACT_NUMBER && Number.isFinite(Number(token))) return false;
  return JSON_NUMBER.test(token) && String(Number(token)) !== token;
}

/** A bare number in the place of a key is no JSON, and quotes must not make it so. */
function isKey(bytes: Buffer, end: number): boolean {
  let next = end;
  while (bytes[next] === 0x20 || bytes[next] === 0x09 || bytes[next] === 0x0a || bytes[next] === 0x0d) next++;
  return bytes[next] === COLON;
}

function isNumberByte(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) || byte === 0x2d || byte === 0x2b || byte === 0x2e || byte === 0x65 || byte === 0x45
  );
}

/** The index of the quote that ends the string which starts at `start`. */
function endOfString(bytes: Buffer, start: number): number {
  for (let end = bytes.indexOf(QUOTE, start + 1); end !== -1; end = bytes.indexOf(QUOTE, end + 1)) {
    let backslashes = 0;
    while (bytes[end - 1 - backslashes] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return bytes.length;
}

/** Keys that reach into JavaScript objects, and text that a database cannot keep. */
function checkContent(value: unknown, pointer: string): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) {
      throw new DeliveryError(
        'ERR_INVALID_FIELD',
        `${pointer || 'The body'} must not contain the character U+0000 or half of a surrogate pair.`,
        pointer,
      );
    }
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    const inner = (value as Record<string, unknown>)[key];
    if (
      key === '__proto__' ||
      (key === 'constructor' && Object(inner) === inner && Object.hasOwn(inner as object, 'prototype'))
    ) {
      throw new DeliveryError('ERR_INVALID_JSON', `The body must not contain the key "${key}".`);
    }
    const step = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    checkContent(key, step);
    checkContent(inner, step);
  }
}
