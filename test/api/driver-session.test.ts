import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../src/foundation/time.ts';
import { driverOf, refusal } from '../support/driver-client.ts';
import { codeFor, makeDriver } from '../support/drivers.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const APP = { 'waybill-app': 'driver' };
const CLEARED = ['__Host-waybill-driver=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0'];
const NOT_SIGNED_IN = [401, 'ERR_UNAUTHORIZED', 'This device is not signed in. Sign in again.'];
const UNNAMED = [403, 'ERR_FORBIDDEN', 'With the cookie of the driver app, send the header Waybill-App: driver.'];
const FOREIGN = [403, 'ERR_FORBIDDEN', 'The cookie of the driver app is for the app itself, not for other sites.'];

async function signIn(phone: string, headers: Record<string, string>, device = 'App') {
  const body = JSON.stringify({ data: { phone, code: await codeFor(world, phone), device } });
  return world.send({ method: 'POST', path: '/driver/v1/sign-in', headers, body });
}

/** A driver in a browser, which keeps the cookie and sends it along. */
async function inTheApp(phone?: string) {
  const driverPhone = phone ?? (await makeDriver(world)).phone;
  const { headers, json } = await signIn(driverPhone, APP);
  const cookie = (headers['set-cookie']?.[0] ?? '').split(';')[0] ?? '';
  const send = (method: string, path: string, further: Record<string, string> = APP, data?: unknown) =>
    world.send({
      method,
      path: `/driver/v1${path}`,
      headers: { cookie, ...further },
      ...(data === undefined ? {} : { body: JSON.stringify({ data }) }),
    });
  return { phone: driverPhone, cookie, send, sessionId: json.data.sessionId as string };
}

describe('the cookie of the app', () => {
  test('comes with the sign-in that names the app, and the token is shown nowhere', async () => {
    const { id, phone } = await makeDriver(world);
    const { status, headers, text, json } = await signIn(phone, APP);
    expect(status).toBe(201);
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-waybill-driver=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=34560000$/,
      ),
    ]);
    expect(json.data).toEqual({ driverId: id, sessionId: expect.any(String) });
    const token = /=([\w-]{43})/.exec(headers['set-cookie']?.[0] ?? '')?.[1] as string;
    expect(text).not.toContain(token);
    expect(world.logLines.join('\n')).not.toContain(token);
  });

  test('does not come to any other device, nor to a page of another site', async () => {
    const { phone } = await makeDriver(world);
    for (const given of [{}, { 'waybill-app': 'x' }, { ...APP, 'sec-fetch-site': 'cross-site' }]) {
      const { status, headers, json } = await signIn(phone, given);
      expect([status, headers['set-cookie'], json.data.token]).toEqual([201, undefined, expect.any(String)]);
    }
  });

  test('opens what a token opens; what changes something must name the app', async () => {
    const { send } = await inTheApp();
    expect((await send('GET', '/me', {})).status).toBe(200);
    expect(await refusal(send('POST', '/online', {}))).toEqual(UNNAMED);
    expect((await send('GET', '/me', {})).json.data.onlineSince).toBeNull();
    expect((await send('POST', '/online')).status).toBe(200);
    expect(await refusal(send('DELETE', '/sessions/current', {}))).toEqual(UNNAMED);
    expect((await send('GET', '/me', {})).json.data.onlineSince).not.toBeNull();
  });

  test('is not taken from another site', async () => {
    const { send } = await inTheApp();
    for (const from of [{ 'sec-fetch-site': 'same-site' }, { origin: 'https://elsewhere.test' }, { origin: 'null' }]) {
      expect(await refusal(send('GET', '/me', from))).toEqual(FOREIGN);
      expect(await refusal(send('POST', '/online', { ...APP, ...from }))).toEqual(FOREIGN);
    }
    const own = { ...APP, origin: `https://127.0.0.1:${world.port}` };
    expect((await send('POST', '/online', own)).status).toBe(200);
    expect((await send('POST', '/online', { ...APP, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  test('is not looked at where a token is sent', async () => {
    const { send } = await inTheApp();
    const other = await driverOf(world);
    const { json } = await send('GET', '/me', { authorization: `Bearer ${other.token}` });
    expect(json.data.driverId).toBe(other.id);
    expect(await refusal(send('GET', '/me', { authorization: 'Bearer x' }))).toEqual(NOT_SIGNED_IN);
  });

  test('goes when its device is signed out, also where that is said again, and not with another device', async () => {
    const { phone, send, sessionId } = await inTheApp();
    const { send: other, sessionId: otherId } = await inTheApp(phone);
    const away = await send('DELETE', `/sessions/${otherId}`);
    expect([away.status, away.headers['set-cookie']]).toEqual([204, undefined]);
    expect(await refusal(other('GET', '/me'))).toEqual(NOT_SIGNED_IN);
    for (const path of ['/sessions/current', '/sessions/current', `/sessions/${sessionId}`]) {
      const gone = await send('DELETE', path, { ...APP, 'request-id': 'out' });
      expect([gone.status, gone.headers['set-cookie']]).toEqual([204, CLEARED]);
    }
    expect(await refusal(send('GET', '/me'))).toEqual(NOT_SIGNED_IN);
  });
});

describe('signing out everywhere', () => {
  test('ends every device of the driver, and nobody else’s', async () => {
    const [driver, stranger] = [await driverOf(world), await driverOf(world)];
    await driver.call('POST', '/online');
    const app = await inTheApp(driver.phone);
    const { status, headers } = await app.send('DELETE', '/sessions');
    expect([status, headers['set-cookie']]).toEqual([204, CLEARED]);
    expect(await refusal(driver.call('GET', '/me'))).toEqual(NOT_SIGNED_IN);
    expect(await refusal(app.send('GET', '/me'))).toEqual(NOT_SIGNED_IN);
    expect((await stranger.call('GET', '/me')).status).toBe(200);
    const back = await inTheApp(driver.phone);
    expect((await back.send('GET', '/me')).json.data.onlineSince).toBeNull();
  });

  test('can be said again, and then ends no device that was signed in meanwhile', async () => {
    const driver = await driverOf(world);
    const everywhere = (requestId: string) => driver.call('DELETE', '/sessions', undefined, { requestId });
    expect((await everywhere('all')).status).toBe(204);
    const { send } = await inTheApp(driver.phone);
    for (const id of ['all', 'again']) {
      const { status, headers } = await everywhere(id);
      expect([status, headers['set-cookie']]).toEqual([204, undefined]);
    }
    expect((await send('GET', '/me')).status).toBe(200);
  });
});

test('a driver is offline with the last device, and not before', async () => {
  const driver = await driverOf(world);
  const app = await inTheApp(driver.phone);
  await driver.call('POST', '/online');
  await app.send('DELETE', '/sessions/current');
  expect((await driver.call('GET', '/me')).json.data.onlineSince).not.toBeNull();
  await driver.call('DELETE', '/sessions/current');
  const back = await inTheApp(driver.phone);
  expect((await back.send('GET', '/me')).json.data.onlineSince).toBeNull();
});

test('a device that was not used for 90 days is signed out, and a day in between keeps it', async () => {
  const [used, unused] = [await driverOf(world), await driverOf(world)];
  world.clock.advance(DAY_MS);
  await used.call('GET', '/me');
  world.clock.advance(89 * DAY_MS);
  const app = await inTheApp(unused.phone);
  expect((await app.send('GET', '/sessions')).json.data).toHaveLength(2);
  world.clock.advance(1);
  expect(await refusal(unused.call('GET', '/me'))).toEqual(NOT_SIGNED_IN);
  expect((await app.send('GET', '/sessions')).json.data).toMatchObject([{ device: 'App' }]);
  expect((await used.call('GET', '/me')).status).toBe(200);
  world.clock.advance(90 * DAY_MS);
  expect((await used.call('GET', '/me')).status).toBe(200);
});

test('no browser and no cache on the way keeps what a driver was shown', async () => {
  const { send } = await inTheApp();
  for (const path of ['/me', '/orders', '/earnings', '/orders/1'])
    expect([path, (await send('GET', path)).headers['cache-control']]).toEqual([path, 'no-store']);
});

test('every answer says the server’s time, a refusal too: devices run hours off', async () => {
  const { send } = await inTheApp();
  const strange = await world.send({ method: 'GET', path: '/driver/v1/me' });
  const wrongTime = await send('POST', '/offline', APP, { at: new Date(world.clock.now() + 3_600_000).toISOString() });
  expect([strange.status, wrongTime.status, wrongTime.json.errors[0].detail]).toEqual([401, 422, '/data/at']);
  for (const { headers } of [await send('GET', '/me'), strange, wrongTime])
    expect(headers.date).toBe(new Date(world.clock.now()).toUTCString());
});
