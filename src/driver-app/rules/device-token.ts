import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import { DAY_MS, SECOND_MS } from '../../foundation/time.ts';
import type { CallOrigin } from '../../infrastructure/http/call-origin.ts';

const COOKIE = '__Host-waybill-driver';
const COOKIE_TERMS = 'Path=/; Secure; HttpOnly; SameSite=Strict';
/** Browsers keep no cookie longer. When a session ends is ours to say. */
const COOKIE_KEPT_MS = 400 * DAY_MS;
const LONGEST_TOKEN = 200;

/** What of a call says whose it is, and who sends it. */
type Call = {
  readonly method: string;
  readonly origin: CallOrigin;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
};

export const cookieWith = (token: string) =>
  `${COOKIE}=${token}; ${COOKIE_TERMS}; Max-Age=${COOKIE_KEPT_MS / SECOND_MS}`;
export const NO_COOKIE = `${COOKIE}=; ${COOKIE_TERMS}; Max-Age=0`;

/**
 * The token that a device sends, empty where there is none. A browser adds the cookie to calls that pages of others make, so a cookie counts
 * only where the call cannot be theirs: they can neither hide where they are from nor send a header of our own.
 */
export function readToken(call: Call): Decision<string> {
  const { authorization } = call.headers;
  if (authorization !== undefined) return accepted(bearerOf(String(authorization)));
  const token = cookieOf(String(call.headers.cookie ?? ''));
  if (token === '') return accepted(token);
  if (isForeign(call))
    return refused('ERR_FORBIDDEN', 'The cookie of the driver app is for the app itself, not for other sites.');
  if (call.method !== 'GET' && !namesOurApp(call))
    return refused('ERR_FORBIDDEN', 'With the cookie of the driver app, send the header Waybill-App: driver.');
  return accepted(token);
}

/** Our own app gets its token in a cookie, which no script can read. */
export function wantsCookie(call: Call): boolean {
  return namesOurApp(call) && !isForeign(call);
}

function namesOurApp({ headers }: Call): boolean {
  return headers['waybill-app'] === 'driver';
}

/** Our app sends no forms, so what is unnamed is not ours. */
function isForeign({ origin }: Call): boolean {
  return origin !== 'OURS';
}

function bearerOf(header: string): string {
  return tokenIn(/^Bearer (\S+)$/i.exec(header)?.[1]);
}

function cookieOf(header: string): string {
  const pair = header.split(';').find((one) => one.trim().startsWith(`${COOKIE}=`));
  return tokenIn(pair?.trim().slice(COOKIE.length + 1));
}

function tokenIn(text = ''): string {
  return text.length <= LONGEST_TOKEN ? text : '';
}
