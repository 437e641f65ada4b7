import { createHash } from 'node:crypto';
import type { Random } from './random.ts';

const BYTES = 32;

/** 256 random bits that only the device or browser keeps. */
export function newSessionToken(random: Random): string {
  return random.bytes(BYTES).toString('base64url');
}

/** What we keep of a token, and of the id of a call. */
export function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
