import type { Browser, BrowserContextOptions } from 'playwright-core';
import { createPasswords, createPerson, type Desk } from '../../src/accounts/index.ts';
import { deviceName } from '../../src/accounts/rules/device-name.ts';
import { codeOfStep, stepAt } from '../../src/accounts/rules/one-time-code.ts';
import { setPasswordByLink } from '../../src/accounts/set-password.ts';
import type { Instant } from '../../src/foundation/time.ts';
import type { HttpAnswer } from './partner-client.ts';
import { type Screen, screenOf } from './screen.ts';
import type { World } from './world.ts';

export const PASSWORD = 'correct horse battery';
const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const passwords = createPasswords();
let hash: Promise<string> | undefined;
/** Everybody here has the same password, which is meant to be slow to hash. */
const HASHED_ONCE = {
  ...passwords,
  hash() {
    hash ??= passwords.hash(PASSWORD);
    return hash;
  },
};
let people = 0;

export type DeskUser = Awaited<ReturnType<typeof deskUser>>;
type UserTerms = {
  readonly role?: string;
  readonly name?: string;
  readonly email?: string;
  /** Of the portal; the world's own where none is named. */
  readonly partner?: { readonly partnerId: string };
};
type CallOptions = { readonly requestId?: string; readonly headers?: Readonly<Record<string, string>> };

/** Somebody who was invited and has not set a password yet; the link is what they were sent. */
export async function invited(world: World, desk: Desk, terms: UserTerms = {}) {
  const { database, clock, settings } = world.foundations;
  const email = terms.email ?? `person-${++people}@example.com`;
  const { person, link } = await database.inTransaction((tx) =>
    createPerson(
      { ...world.foundations, publicUrl: settings.publicUrl },
      tx,
      {
        by: undefined,
        desk,
        email,
        name: terms.name ?? 'Ada Lovelace',
        role: terms.role ?? 'admin',
        partnerId:
          desk === 'portal'
            ? ((terms.partner ?? world.partner).partnerId as typeof world.partner.partnerId)
            : undefined,
      },
      clock.now(),
    ),
  );
  return { ...person, link: link.url, token: link.url.split('#')[1] as string };
}

/** A browser at a desk: it names the app, and keeps the cookie that it is given. */
export function browserAt(world: Pick<World, 'send'>, desk: Desk, kept?: string) {
  let cookie = kept;
  async function call(method: string, path: string, data?: unknown, options: CallOptions = {}): Promise<HttpAnswer> {
    const answer = await world.send({
      method,
      path,
      headers: {
        'waybill-app': desk,
        ...(cookie === undefined ? {} : { cookie }),
        ...(options.requestId === undefined ? {} : { 'request-id': options.requestId }),
        ...options.headers,
      },
      ...(data === undefined ? {} : { body: JSON.stringify({ data }) }),
    });
    const set = (answer.headers['set-cookie'] as unknown as string[] | undefined)?.[0];
    if (set !== undefined) cookie = set.includes('Max-Age=0') ? undefined : set.split(';')[0];
    return answer;
  }
  const via = (method: string) => (path: string, data?: unknown, options?: CallOptions) =>
    call(method, path, data, options);
  return {
    desk,
    /** As a browser sends it: `name=value`. */
    cookie: () => cookie,
    call,
    get: (path: string, options?: CallOptions) => call('GET', path, undefined, options),
    post: via('POST'),
    put: via('PUT'),
    patch: via('PATCH'),
    delete: via('DELETE'),
  };
}

/** Somebody who has a password and is signed in. */
export async function deskUser(world: World, desk: Desk, terms: UserTerms = {}) {
  const { token, link: _, ...person } = await invited(world, desk, terms);
  const { foundations, clock } = world;
  const signedIn = await setPasswordByLink(
    { ...foundations, publicUrl: foundations.settings.publicUrl, passwords: HASHED_ONCE },
    desk,
    { token, password: PASSWORD },
    { address: '127.0.0.1', device: deviceName(''), noteWho: () => {} },
    clock.now(),
  );
  if (signedIn === 'CODE_NEEDED') throw new Error('not signed in: a code is needed');
  return { ...person, ...browserAt(world, desk, `__Host-waybill-${desk}=${signedIn.token}`) };
}

/** What an authenticator app shows that was given this secret. */
export function codeAt(secret: string, now: Instant, stepsLater = 0): string {
  const bits = [...secret].map((letter) => BASE_32.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return codeOfStep(Buffer.from(bytes), stepAt(now) + stepsLater);
}

/** Somebody whose browser has a session. */
type SignedIn = { readonly desk: Desk; cookie(): string | undefined };

/** The desk in a context of its own, signed in by the cookie; at its home, or at the path that is named. */
export async function openDesk(
  browser: Browser,
  world: Pick<World, 'port'>,
  user: SignedIn,
  path = '',
  further: BrowserContextOptions = {},
): Promise<Screen> {
  const screen = await openSignedOut(browser, world, further);
  await screen.page.context().addCookies([cookieOf(world, user)]);
  await screen.page.goto(`/${user.desk}${path}`);
  return screen;
}

/** To another screen as a link leads there: the desk stays, and what it has read a moment ago. */
export async function follow({ page }: Pick<Screen, 'page'>, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
}

/** By which a browser is signed in. */
export function cookieOf({ port }: Pick<World, 'port'>, user: SignedIn) {
  const [name, value] = (user.cookie() ?? '').split('=') as [string, string];
  return { name, value, url: `https://localhost:${port}`, secure: true };
}

/** A browser at no page yet, in which nobody is signed in. */
export async function openSignedOut(
  browser: Browser,
  { port }: Pick<World, 'port'>,
  further: BrowserContextOptions = {},
): Promise<Screen> {
  const base = `https://localhost:${port}`;
  const context = await browser.newContext({
    baseURL: base,
    ignoreHTTPSErrors: true,
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    // A colour on its way to another one is neither.
    reducedMotion: 'reduce',
    ...further,
  });
  context.setDefaultTimeout(20_000);
  return screenOf(await context.newPage(), base);
}
