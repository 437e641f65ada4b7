import { createPerson, type Desk } from '../../src/accounts/index.ts';
import type { HttpAnswer } from './partner-client.ts';
import type { World } from './world.ts';

export const PASSWORD = 'correct horse battery';
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
export function browserAt(world: Pick<World, 'send'>, desk: Desk) {
  let cookie: string | undefined;
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
  const browser = browserAt(world, desk);
  const { status, text } = await browser.post(`/${desk}/v1/links/use`, { token, password: PASSWORD });
  if (status !== 200) throw new Error(`not signed in: ${text}`);
  return { ...person, ...browser };
}
