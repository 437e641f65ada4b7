import { maskBody } from './mask-body.ts';

/** How much of a body is kept. */
export const LONGEST_BODY_BYTES = 4096;

/** What is kept of a body; `isCut` says that more followed. */
export function loggedBody(start: string, isCut: boolean): string {
  // What is left of a phone number that was cut through may be too short to be seen as one.
  const whole = isCut ? start.replace(/[\p{Nd}\s().+-]{1,40}$/u, '') : start;
  return firstBytes(maskBody(whole).replaceAll('\0', ''));
}

/** Without the half of a character at its end. */
function firstBytes(text: string): string {
  if (text.length * 3 <= LONGEST_BODY_BYTES) return text;
  const bytes = Buffer.from(text);
  if (bytes.length <= LONGEST_BODY_BYTES) return text;
  return new TextDecoder().decode(bytes.subarray(0, LONGEST_BODY_BYTES), { stream: true });
}
