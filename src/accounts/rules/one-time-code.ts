import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Instant, SECOND_MS } from '../../foundation/time.ts';

// RFC 6238 as every authenticator app speaks it: SHA-1, six digits, steps of thirty seconds.
const STEP_MS = 30 * SECOND_MS;
const DIGITS = 6;
/** A phone's clock may be off by one step either way. */
const STEPS_OFF = [0, -1, 1];
export const SECRET_BYTES = 20;

export function stepAt(now: Instant): number {
  return Math.floor(now / STEP_MS);
}

/** The code of a step; eight digits for the vectors of the RFC. */
export function codeOfStep(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) as number) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The step whose code was given, undefined where it is none of now. A step that was used, and those before it, are gone. */
export function stepOfCode(
  secret: Buffer,
  given: string,
  now: Instant,
  lastUsed: number | undefined,
): number | undefined {
  const code = given.replaceAll(/\s/g, '');
  return STEPS_OFF.map((off) => stepAt(now) + off)
    .filter((step) => step >= 0 && (lastUsed === undefined || step > lastUsed))
    .find((step) => isSame(codeOfStep(secret, step), code));
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}

const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** As people type a secret into an app. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE_32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** What an authenticator app reads from a QR code. */
export function enrolmentUri(secret: Buffer, issuer: string, email: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
