import type { Random } from '../infrastructure/random.ts';

const BYTES = 18;

/** 144 random bits, as 24 characters that fit a link: nobody guesses another order's. */
export function newShareToken(random: Random): string {
  return random.bytes(BYTES).toString('base64url');
}
