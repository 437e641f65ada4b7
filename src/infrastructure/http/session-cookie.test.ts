import { describe, expect, test } from 'vitest';
import { accepted, refused } from '../../foundation/decision.ts';
import type { CallOrigin } from './call-origin.ts';
import { createSessionCookie } from './session-cookie.ts';

const {
  tokenOf: readToken,
  isWantedBy: wantsCookie,
  holding,
  none: noCookie,
} = createSessionCookie({ name: 'driver', called: 'the driver app', takesBearer: true });
const TOKEN = 'a'.repeat(43);
const COOKIE = `__Host-waybill-driver=${TOKEN}`;
const call = (headers: Record<string, string>, method = 'GET', origin: CallOrigin = 'OURS') => ({
  method,
  origin,
  headers,
});
const APP = { 'waybill-app': 'driver' };
const found = accepted(TOKEN);
const none = accepted('');
const FOREIGN = refused('ERR_FORBIDDEN', 'The cookie of the driver app is for the app itself, not for other sites.');
const UNNAMED = refused('ERR_FORBIDDEN', 'With the cookie of the driver app, send the header Waybill-App: driver.');

describe('a token', () => {
  test.each(['GET', 'POST', 'DELETE'])('in the header needs nothing else (%s)', (method) => {
    for (const origin of ['OURS', 'FOREIGN', 'UNNAMED'] as const) {
      expect(readToken(call({ authorization: `Bearer ${TOKEN}` }, method, origin))).toEqual(found);
    }
    expect(readToken(call({ authorization: `bearer ${TOKEN}` }, method))).toEqual(found);
  });

  test.each(['', 'Bearer ', 'Basic YTpi', `Bearer ${TOKEN} x`, `Not Bearer ${TOKEN}`])(
    'is not in the header "%s", and the cookie is not asked then',
    (authorization) => {
      expect(readToken(call({ authorization, cookie: COOKIE }))).toEqual(none);
    },
  );

  test('of 200 characters is taken, one more is none', () => {
    for (const [length, token] of [
      [200, 'b'.repeat(200)],
      [201, ''],
    ] as const) {
      const given = 'b'.repeat(length);
      expect(readToken(call({ authorization: `Bearer ${given}` }))).toEqual(accepted(token));
      expect(readToken(call({ cookie: `__Host-waybill-driver=${given}` }))).toEqual(accepted(token));
    }
  });

  test('is found among other cookies, by its whole name', () => {
    expect(readToken(call({ cookie: `theme=dark; ${COOKIE}; x=y` }))).toEqual(found);
    const others = ['x__Host-waybill-driver', 'waybill-driver', '__Host-waybill-driver2'].map(
      (name) => `${name}=${TOKEN}`,
    );
    for (const cookie of ['', 'theme=dark', ...others]) expect(readToken(call({ cookie }))).toEqual(none);
  });

  test('that nobody sent is missed, not refused, wherever the call came from', () => {
    expect(readToken(call({ cookie: 'theme=dark' }, 'POST', 'FOREIGN'))).toEqual(none);
  });
});

describe('with the cookie', () => {
  test('reading needs nothing else, changing needs the header of the app', () => {
    expect(readToken(call({ cookie: COOKIE }))).toEqual(found);
    for (const method of ['POST', 'DELETE', 'PUT']) {
      expect(readToken(call({ cookie: COOKIE }, method))).toEqual(UNNAMED);
      expect(readToken(call({ cookie: COOKIE, 'waybill-app': 'portal' }, method))).toEqual(UNNAMED);
      expect(readToken(call({ cookie: COOKIE, ...APP }, method))).toEqual(found);
    }
  });

  test.each<[CallOrigin, foreign: boolean]>([
    ['OURS', false],
    ['FOREIGN', true],
    ['UNNAMED', true],
  ])('a call whose origin is %s is foreign: %s', (origin, foreign) => {
    for (const method of ['GET', 'POST']) {
      expect(readToken(call({ cookie: COOKIE, ...APP }, method, origin))).toEqual(foreign ? FOREIGN : found);
    }
    expect(wantsCookie(call(APP, 'POST', origin))).toBe(!foreign);
  });
});

test('only our own app asks for a cookie', () => {
  expect(wantsCookie(call(APP))).toBe(true);
  expect(wantsCookie(call({}))).toBe(false);
  expect(wantsCookie(call({ 'waybill-app': 'Driver' }))).toBe(false);
});

test('the cookie is for this host and no script, and goes as it came', () => {
  expect(holding(TOKEN)).toBe(`${COOKIE}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=34560000`);
  expect(noCookie).toBe('__Host-waybill-driver=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0');
});

describe('of an app that has no other clients', () => {
  const portal = createSessionCookie({ name: 'portal', called: 'the portal', takesBearer: false });
  const cookie = `__Host-waybill-portal=${TOKEN}`;

  test('a token in the header is not looked at, nor the cookie of another app', () => {
    expect(portal.tokenOf(call({ authorization: `Bearer ${TOKEN}` }))).toEqual(none);
    expect(portal.tokenOf(call({ authorization: 'Bearer x', cookie }))).toEqual(found);
    expect(portal.tokenOf(call({ cookie: COOKIE }))).toEqual(none);
    expect(portal.tokenOf(call({ cookie: `${COOKIE}x; ${cookie}` }))).toEqual(found);
  });

  test('the sentences name that app', () => {
    expect(portal.tokenOf(call({ cookie }, 'GET', 'FOREIGN'))).toEqual(
      refused('ERR_FORBIDDEN', 'The cookie of the portal is for the app itself, not for other sites.'),
    );
    expect(portal.tokenOf(call({ cookie, ...APP }, 'PUT'))).toEqual(
      refused('ERR_FORBIDDEN', 'With the cookie of the portal, send the header Waybill-App: portal.'),
    );
  });
});
