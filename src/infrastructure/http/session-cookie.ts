import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import { DAY_MS, SECOND_MS } from '../../foundation/time.ts';
import type { CallOrigin } from './call-origin.ts';

const COOKIE_TERMS = 'Path=/; Secure; HttpOnly; SameSite=Strict';
/** Browsers keep no cookie longer. When a session ends is ours to say. */
const COOKIE_KEPT_MS = 400 * DAY_MS;
const LONGEST_TOKEN = 200;

/** What of a call says whose it is, and who sends it. */
export type Sender = {
  readonly method: string;
  readonly origin: CallOrigin;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
};

type App = {
  /** As the header Waybill-App names it. */
  readonly name: string;
  /** As people call it. */
  readonly called: string;
  /** Other clients than our own app send their token in the header Authorization. */
  readonly takesBearer: boolean;
};

/** The session of one of our apps, in a cookie that no script can read. */
export type SessionCookie = {
  readonly none: string;
  holding(token: string): string;
  /** The token that a caller sends, empty where there is none. */
  tokenOf(call: Sender): Decision<string>;
  /** Whether the call is our own app's, which gets its token in the cookie. */
  isWantedBy(call: Sender): boolean;
};

/**
 * A browser adds the cookie to calls that pages of others make, so a cookie counts only where the call cannot be theirs: they can neither hide
 * where they are from nor send a header of our own.
 */
export function createSessionCookie({ name, called, takesBearer }: App): SessionCookie {
  const cookie = `__Host-waybill-${name}`;
  const namesOurApp = ({ headers }: Sender) => headers['waybill-app'] === name;
  // Our apps send no forms, so what is unnamed is not ours.
  const isForeign = ({ origin }: Sender) => origin !== 'OURS';
  return {
    none: `${cookie}=; ${COOKIE_TERMS}; Max-Age=0`,
    holding: (token) => `${cookie}=${token}; ${COOKIE_TERMS}; Max-Age=${COOKIE_KEPT_MS / SECOND_MS}`,
    isWantedBy: (call) => namesOurApp(call) && !isForeign(call),
    tokenOf(call) {
      const { authorization } = call.headers;
      if (takesBearer && authorization !== undefined) return accepted(bearerOf(String(authorization)));
      const token = cookieOf(String(call.headers.cookie ?? ''), cookie);
      if (token === '') return accepted(token);
      if (isForeign(call))
        return refused('ERR_FORBIDDEN', `The cookie of ${called} is for the app itself, not for other sites.`);
      if (call.method !== 'GET' && !namesOurApp(call))
        return refused('ERR_FORBIDDEN', `With the cookie of ${called}, send the header Waybill-App: ${name}.`);
      return accepted(token);
    },
  };
}

function bearerOf(header: string): string {
  return tokenIn(/^Bearer (\S+)$/i.exec(header)?.[1]);
}

function cookieOf(header: string, name: string): string {
  const pair = header.split(';').find((one) => one.trim().startsWith(`${name}=`));
  return tokenIn(pair?.trim().slice(name.length + 1));
}

function tokenIn(text = ''): string {
  return text.length <= LONGEST_TOKEN ? text : '';
}
