import { createHmac, timingSafeEqual } from 'node:crypto';
import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import { DAY_MS, type Instant, SECOND_MS } from '../../foundation/time.ts';

export type Token = { readonly publicKey: string; readonly timestamp: string; readonly signature: string };

/** What was signed, or should have been. `body` holds the very bytes of the request. */
export type SignedRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: Buffer;
  /** GET, and calls that read no body: a signature over nothing is as good as one over the bytes. */
  readonly bodyMayBeUnsigned: boolean;
};

const TOKEN = /^hmac\s+([A-Za-z0-9_-]{1,200}):(\d{1,16}):([0-9a-fA-F]{64})$/i;

export function decideToken(header: string | undefined): Decision<Token> {
  if (header === undefined) {
    return refused(
      'ERR_UNAUTHORIZED',
      'The header Authorization is missing. It must be: hmac <API key>:<timestamp>:<signature>.',
    );
  }
  const match = TOKEN.exec(header.trim());
  if (match === null) return refused('ERR_UNAUTHORIZED', `The header Authorization ${tokenFault(header.trim())}.`);
  const [, publicKey = '', timestamp = '', signature = ''] = match;
  // The sentence stands in the caller's log too, where a secret has no business.
  if (publicKey.startsWith('sk_'))
    return refused(
      'ERR_UNAUTHORIZED',
      'The header Authorization holds an API secret in the place of the API key, which begins with pk_. A secret is for signing alone: whoever reads it can order in your name.',
    );
  return accepted({ publicKey, timestamp, signature: signature.toLowerCase() });
}

function tokenFault(header: string): string {
  if (!/^hmac\s/i.test(header)) return 'must begin with "hmac " and then the token';
  const parts = header.split(':');
  if (parts.length !== 3)
    return `must hold <API key>:<timestamp>:<signature>, three parts with colons between them, not ${parts.length}`;
  const [, timestamp = '', signature = ''] = parts;
  if (!/^\d{1,16}$/.test(timestamp)) return 'must hold a timestamp in Unix milliseconds as its second part';
  if (!/^[0-9a-f]{64}$/i.test(signature)) return 'must hold a signature of 64 hexadecimal digits as its third part';
  return 'holds an API key that cannot be one';
}

/** Read in another unit it lies within a year of now: then it is meant so. */
const PLAUSIBLE_MS = 365 * DAY_MS;
const OTHER_UNITS = [
  { unit: 'seconds', unitMs: SECOND_MS },
  { unit: 'microseconds', unitMs: 1 / 1_000 },
];

/** Exactly at the allowed difference is still allowed. */
export function decideTimestamp(timestamp: string, now: Instant, allowedSkewMs: number): Decision<true> {
  const skewMs = Number(timestamp) - now;
  if (Math.abs(skewMs) <= allowedSkewMs) return accepted(true);
  const meant = OTHER_UNITS.find(({ unitMs }) => Math.abs(Number(timestamp) * unitMs - now) <= PLAUSIBLE_MS);
  return refused(
    'ERR_UNAUTHORIZED',
    meant === undefined
      ? `The timestamp is ${Math.ceil(Math.abs(skewMs) / SECOND_MS)} seconds ${skewMs < 0 ? 'behind' : 'ahead of'} our clock; ${allowedSkewMs / SECOND_MS} are allowed. Set your machine's clock, and sign each call when it is sent.`
      : `The timestamp is in ${meant.unit}. It must be in milliseconds.`,
  );
}

export function signatureOf(
  secret: string,
  timestamp: string,
  method: string,
  path: string,
  body: Buffer | string,
): string {
  return hmacOf(secret, timestamp, method, path, body).toString('hex');
}

function hmacOf(secret: string, timestamp: string, method: string, path: string, body: Buffer | string): Buffer {
  const hmac = createHmac('sha256', secret).update(`${timestamp}\r\n${method}\r\n${path}\r\n\r\n`);
  return (body.length === 0 ? hmac : hmac.update(body)).digest();
}

const NOTHING = Buffer.alloc(0);

/** Path with or without its query, body or (where allowed) nothing: all combinations, in constant time. */
export function isSignatureValid(secret: string, token: Token, request: SignedRequest): boolean {
  const paths = request.query === '' ? [request.path] : [request.path, request.path + request.query];
  const bodies = request.bodyMayBeUnsigned && request.body.length > 0 ? [request.body, NOTHING] : [request.body];
  const given = Buffer.from(token.signature, 'hex');
  let valid = false;
  for (const path of paths) {
    for (const body of bodies) {
      const expected = hmacOf(secret, token.timestamp, request.method, path, body);
      valid = timingSafeEqual(expected, given) || valid;
    }
  }
  return valid;
}
