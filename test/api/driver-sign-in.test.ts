import http from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ANSWERED_AFTER_MS } from '../../src/driver-app/send-sign-in-code.ts';
import { setDriverStatus } from '../../src/drivers/index.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/foundation/time.ts';
import { driverOf, refusal } from '../support/driver-client.ts';
import { makeDriver } from '../support/drivers.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const post = (path: string, data: unknown, from: Pick<World, 'send'> = world, requestId?: string) =>
  from.send({
    method: 'POST',
    path: `/driver/v1${path}`,
    headers: requestId === undefined ? {} : { 'request-id': requestId },
    body: JSON.stringify({ data }),
  });
const SENT = '{"data":{"standsIn":"LOG"}}';
const ask = (phone: string, requestId?: string) => post('/sign-in/code', { phone }, world, requestId);
const signIn = (phone: string, code: string, device = 'Pixel 9', requestId?: string) =>
  post('/sign-in', { phone, code, device }, world, requestId);
const withToken = (token: string, method: string, path: string) =>
  world.send({ method, path: `/driver/v1${path}`, headers: { authorization: `Bearer ${token}` } });
/** The log shows the last two digits of a phone, and no two drivers here share them. */
const messagesTo = (phone: string) =>
  world
    .logEntries()
    .filter(({ to }) => to === `+[phone]${phone.slice(-2)}`)
    .map(({ text }) => String(text));
/** Nobody's, and none of the drivers here ends like it, as their phones follow one another. */
const endingOtherwise = (phone: string) => `+852599999${String((Number(phone.slice(-2)) + 50) % 100).padStart(2, '0')}`;
const codeOf = (phone: string) => /\d{6}/.exec(messagesTo(phone).at(-1) ?? '')?.[0] ?? '';
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');
const WRONG = [401, 'ERR_UNAUTHORIZED', 'The code is wrong or not valid any more. Check it, or ask for a new one.'];
const NOT_SIGNED_IN = [401, 'ERR_UNAUTHORIZED', 'This device is not signed in. Sign in again.'];
const SUSPENDED = [403, 'ERR_FORBIDDEN', 'Your account is suspended. Ask your operator.'];
const setStatus = (driverId: string, status: 'active' | 'suspended') =>
  world.foundations.database.inTransaction((tx) => setDriverStatus(tx, driverId, status, world.clock.now()));

describe('a code', () => {
  test('is answered the same for a phone that is known, one that is not, and one that is none', async () => {
    const { phone } = await makeDriver(world);
    const unknown = endingOtherwise(phone);
    for (const asked of [phone, unknown, 'no phone', '']) {
      const askedAt = performance.now();
      const { status, text } = await ask(asked);
      expect([status, text]).toEqual([200, SENT]);
      // A timer may ring a part of a millisecond early.
      expect(performance.now() - askedAt).toBeGreaterThan(ANSWERED_AFTER_MS - 2);
    }
    expect(messagesTo(phone)).toEqual([
      expect.stringMatching(/^Your Waybill code is \d{6}\. It is valid for 10 minutes\. Give it to nobody\.$/),
    ]);
    expect(messagesTo(unknown)).toEqual([]);
  });

  test('is sent five times an hour at most, and after that hour again', async () => {
    const { id, phone } = await makeDriver(world);
    for (let request = 1; request <= 7; request++) expect((await ask(phone)).status).toBe(200);
    expect(messagesTo(phone)).toHaveLength(5);
    const told = world
      .logEntries()
      .filter(({ driverId, msg }) => driverId === id && /^no sign-in code/.test(String(msg)));
    expect(told).toHaveLength(2);
    world.clock.advance(HOUR_MS - 1);
    await ask(phone);
    expect(messagesTo(phone)).toHaveLength(5);
    world.clock.advance(1);
    await ask(phone);
    expect(messagesTo(phone)).toHaveLength(6);
  });

  test('that is asked for again with the same Request-ID is not sent a second time, for an hour', async () => {
    const { phone } = await makeDriver(world);
    const answers = [await ask(phone, 'asked once'), await ask(phone, 'asked once')];
    expect(answers.map(({ status, text }) => [status, text])).toEqual(Array(2).fill([200, SENT]));
    expect(messagesTo(phone)).toHaveLength(1);
    expect((await signIn(phone, codeOf(phone))).status).toBe(201);
    await ask(phone, 'asked twice');
    expect(messagesTo(phone)).toHaveLength(2);
    world.clock.advance(HOUR_MS);
    await ask(phone, 'asked once');
    expect(messagesTo(phone)).toHaveLength(3);
  });

  test('is not sent to a driver who is suspended', async () => {
    const { id, phone } = await makeDriver(world);
    await setStatus(id, 'suspended');
    expect((await ask(phone)).status).toBe(200);
    expect(messagesTo(phone)).toEqual([]);
  });

  test('can only be asked for with a phone', async () => {
    expect(await refusal(post('/sign-in/code', {}))).toEqual([
      422,
      'ERR_MISSING_FIELD',
      '/data/phone is required.',
      '/data/phone',
    ]);
    expect((await world.send({ method: 'POST', path: '/driver/v1/sign-in/code', body: '{"data":' })).status).toBe(400);
    expect((await world.send({ method: 'POST', path: '/driver/v1/sign-in/code', body: '[]' })).status).toBe(422);
  });
});

describe('signing in', () => {
  test('opens all that is the driver’s with the code that was sent, once', async () => {
    const { id, phone } = await makeDriver(world);
    await ask(phone);
    const code = codeOf(phone);
    const { status, json } = await signIn(phone, code);
    expect([status, json.data]).toEqual([
      201,
      { driverId: id, sessionId: expect.any(String), token: expect.any(String) },
    ]);
    const authorization = `Bearer ${json.data.token}`;
    const me = await world.send({ path: '/driver/v1/me', headers: { authorization } });
    expect(me.json.data).toEqual({
      driverId: id,
      name: 'Ada',
      phone,
      plateNumber: 'AB 1234',
      serviceType: 'MOTORCYCLE',
      city: 'HK HKG',
      market: 'HK',
      cityName: 'Hong Kong',
      timeZone: 'Asia/Hong_Kong',
      currency: 'HKD',
      marketLanguages: ['en_HK', 'zh_HK'],
      emergencyNumbers: { police: '999', ambulance: '999' },
      specialRequests: expect.objectContaining({ THERMAL_BAG_1: 'Insulated bag for hot or cold food' }),
      languages: ['en_HK'],
      carriesParcels: false,
      now: expect.any(String),
      onlineSince: null,
      order: null,
    });
    expect(await refusal(signIn(phone, code))).toEqual(WRONG);
    expect(world.logLines.join('\n')).not.toContain(json.data.token);
  });

  test('again with the same Request-ID gives a working session, the same one, while the code would live', async () => {
    const { id, phone } = await makeDriver(world);
    await ask(phone);
    const code = codeOf(phone);
    const enter = async (requestId: string) => signIn(phone, code, 'Pixel 9', requestId);
    const { json: first } = await enter('enter');
    world.clock.advance(10 * MINUTE_MS - 1);
    const { status, json: second } = await enter('enter');
    expect([status, second.data]).toEqual([
      201,
      { driverId: id, sessionId: first.data.sessionId, token: expect.any(String) },
    ]);
    const { json: sessions } = await withToken(second.data.token, 'GET', '/sessions');
    expect(sessions.data).toMatchObject([{ sessionId: first.data.sessionId, current: true }]);
    // Of the first token only a hash is kept, so it cannot be given again.
    expect((await withToken(first.data.token, 'GET', '/me')).status).toBe(401);
    expect(await refusal(enter('another'))).toEqual(WRONG);
    expect(await refusal(signIn(phone, otherThan(code), 'Pixel 9', 'enter'))).toEqual(WRONG);
    world.clock.advance(1);
    expect(await refusal(enter('enter'))).toEqual(WRONG);
    expect((await withToken(second.data.token, 'GET', '/me')).status).toBe(200);
  });

  test('twice at once with the same Request-ID opens one session', async () => {
    const { phone } = await makeDriver(world);
    await ask(phone);
    const code = codeOf(phone);
    const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(phone, code, 'Pixel 9', 'at once')));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ json }) => json.data.sessionId)).size).toBe(1);
    const working = await Promise.all(answers.map(({ json }) => withToken(json.data.token, 'GET', '/me')));
    expect(working.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('again does not bring a session back that was ended, nor let a suspended driver in', async () => {
    const { id, phone } = await makeDriver(world);
    await ask(phone);
    const code = codeOf(phone);
    const enter = () => signIn(phone, code, 'Pixel 9', 'ended');
    const { token } = (await enter()).json.data;
    await setStatus(id, 'suspended');
    expect(await refusal(enter())).toEqual(SUSPENDED);
    await setStatus(id, 'active');
    expect((await withToken(token, 'DELETE', '/sessions/current')).status).toBe(204);
    expect(await refusal(enter())).toEqual(WRONG);
  });

  test('takes no wrong code, and after five of them not the right one either', async () => {
    const { phone } = await makeDriver(world);
    await ask(phone);
    const code = codeOf(phone);
    for (let attempt = 1; attempt <= 5; attempt++) {
      expect(await refusal(signIn(phone, otherThan(code)))).toEqual(WRONG);
    }
    expect(await refusal(signIn(phone, code))).toEqual(WRONG);
    await ask(phone);
    expect((await signIn(phone, codeOf(phone))).status).toBe(201);
  });

  test('takes the right code after four wrong ones', async () => {
    const { phone } = await makeDriver(world);
    await ask(phone);
    const code = codeOf(phone);
    for (let attempt = 1; attempt <= 4; attempt++) await signIn(phone, otherThan(code));
    expect((await signIn(phone, code)).status).toBe(201);
  });

  test('takes a code for ten minutes, and at exactly ten no more', async () => {
    const [{ phone: early }, { phone: late }] = [await makeDriver(world), await makeDriver(world)];
    await ask(early);
    await ask(late);
    world.clock.advance(10 * MINUTE_MS - 1);
    expect((await signIn(early, codeOf(early))).status).toBe(201);
    world.clock.advance(1);
    expect(await refusal(signIn(late, codeOf(late)))).toEqual(WRONG);
  });

  test('takes no code of another driver, nor one for a phone that nobody has', async () => {
    const [{ phone: one }, { phone: other }] = [await makeDriver(world), await makeDriver(world)];
    await ask(one);
    expect(await refusal(signIn(other, codeOf(one)))).toEqual(WRONG);
    expect(await refusal(signIn('+85259999998', codeOf(one)))).toEqual(WRONG);
    expect(await refusal(signIn('x', 'x'))).toEqual(WRONG);
  });

  test('is refused to a driver who was suspended meanwhile', async () => {
    const { id, phone } = await makeDriver(world);
    await ask(phone);
    await setStatus(id, 'suspended');
    expect(await refusal(signIn(phone, codeOf(phone)))).toEqual(SUSPENDED);
  });
});

describe('devices', () => {
  test('are listed with the one that asks, and can be ended one by one', async () => {
    const driver = await driverOf(world);
    await ask(driver.phone);
    const { data: tablet } = (await signIn(driver.phone, codeOf(driver.phone), 'Tablet')).json;
    const { json } = await driver.call('GET', '/sessions');
    const at = new Date(world.clock.now()).toISOString().replace('.000', '.00');
    expect(json.data).toEqual([
      { sessionId: tablet.sessionId, device: 'Tablet', current: false, createdAt: at, lastSeenAt: at },
      { sessionId: driver.sessionId, device: 'Pixel 9', current: true, createdAt: at, lastSeenAt: at },
    ]);
    expect((await driver.call('DELETE', `/sessions/${tablet.sessionId}`)).status).toBe(204);
    const headers = { authorization: `Bearer ${tablet.token}` };
    expect(await refusal(world.send({ path: '/driver/v1/me', headers }))).toEqual(NOT_SIGNED_IN);
    expect((await driver.call('GET', '/me')).status).toBe(200);
    expect((await driver.call('DELETE', '/sessions/current')).status).toBe(204);
    expect(await refusal(driver.call('GET', '/me'))).toEqual(NOT_SIGNED_IN);
  });

  test('can be told twice that they are signed out, and hear nothing else', async () => {
    const [driver, other] = [await driverOf(world), await driverOf(world)];
    await ask(driver.phone);
    const { data: tablet } = (await signIn(driver.phone, codeOf(driver.phone), 'Tablet')).json;
    const signOut = (requestId?: string) =>
      driver.call('DELETE', '/sessions/current', undefined, requestId === undefined ? {} : { requestId });
    const answers = [await signOut('out'), await signOut('out'), await signOut('again'), await signOut()];
    answers.push(await driver.call('DELETE', `/sessions/${driver.sessionId}`));
    expect(answers.map(({ status, text }) => [status, text])).toEqual(Array(5).fill([204, '']));
    for (const [method, path] of [
      ['GET', '/me'],
      ['GET', '/sessions'],
      ['POST', '/online'],
      ['POST', '/emergency'],
      ['DELETE', `/sessions/${tablet.sessionId}`],
      ['DELETE', `/sessions/${other.sessionId}`],
      ['DELETE', '/sessions/x'],
    ] as const) {
      expect(await refusal(driver.call(method, path))).toEqual(NOT_SIGNED_IN);
    }
    expect((await withToken(tablet.token, 'GET', '/sessions')).json.data).toMatchObject([{ device: 'Tablet' }]);
  });

  test('of another driver are as unknown as those that never were', async () => {
    const [driver, other] = [await driverOf(world), await driverOf(world)];
    for (const id of [other.sessionId, '99999999', '0', 'x', '1e3', '9'.repeat(40)]) {
      expect(await refusal(driver.call('DELETE', `/sessions/${id}`))).toEqual([
        404,
        'ERR_NOT_FOUND',
        'There is no such device of yours.',
      ]);
    }
    expect((await other.call('GET', '/me')).status).toBe(200);
  });

  test('of a suspended driver do nothing but call for help until the driver is active again', async () => {
    const driver = await driverOf(world);
    await driver.comeOnline();
    await setStatus(driver.id, 'suspended');
    for (const path of ['/me', '/offers', '/orders', '/earnings', '/live']) {
      expect(await refusal(driver.call('GET', path))).toEqual(SUSPENDED);
    }
    for (const [method, path] of [
      ['POST', '/online'],
      ['POST', '/positions'],
      ['DELETE', '/sessions/current'],
    ] as const) {
      expect(await refusal(driver.call(method, path))).toEqual(SUSPENDED);
    }
    const { status, json } = await driver.call('POST', '/emergency', { note: 'Robbed' });
    expect([status, json.data]).toEqual([201, { emergencyId: expect.any(String) }]);
    await setStatus(driver.id, 'active');
    expect((await driver.call('GET', '/me')).json.data.onlineSince).toBeNull();
  });
});

test.each([
  ['no header', undefined],
  ['no token', 'Bearer '],
  ['an unknown token', `Bearer ${'a'.repeat(43)}`],
  ['a token that is far too long', `Bearer ${'a'.repeat(10_000)}`],
  ['another scheme', 'Basic YTpi'],
  ['a signature of a partner', 'hmac pk_test_x:1:2'],
])('without a session nothing is answered: %s', async (_, authorization) => {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  for (const [method, path] of [
    ['GET', '/me'],
    ['GET', '/live'],
    ['POST', '/positions'],
    ['POST', '/emergency'],
    ['POST', '/offers/1/accept'],
    ['DELETE', '/sessions/current'],
  ] as const) {
    expect(await refusal(world.send({ method, path: `/driver/v1${path}`, headers }))).toEqual(NOT_SIGNED_IN);
  }
});

test('a device that calls more than 240 times a minute is told when to go on, and others are not in its way', async () => {
  const [driver, other] = [await driverOf(world), await driverOf(world)];
  const statuses = new Set<number>();
  for (let calls = 1; calls <= 240; calls++) statuses.add((await driver.call('GET', '/offers')).status);
  expect([...statuses]).toEqual([200]);
  world.clock.advance(MINUTE_MS - 1_500);
  const answer = await driver.call('GET', '/offers');
  expect([answer.status, answer.headers['retry-after'], answer.json.errors[0]]).toEqual([
    429,
    '2',
    { id: 'ERR_RATE_LIMIT_EXCEEDED', message: 'Too many calls from this device. Wait 2 s.' },
  ]);
  expect((await other.call('GET', '/offers')).status).toBe(200);
  world.clock.advance(1_500);
  expect((await driver.call('GET', '/offers')).status).toBe(200);
});

test('an address that keeps failing is shut out for a while, as often as the setting says', async () => {
  const strict = await createWorld({ env: { WAYBILL_ADDRESS_LIMIT: '3' } });
  try {
    const driver = await driverOf(strict);
    const attempt = () => post('/sign-in', { phone: driver.phone, code: '12345' }, strict);
    const statuses = [(await attempt()).status, (await attempt()).status];
    statuses.push((await strict.send({ path: '/driver/v1/me' })).status);
    const shutOut = await attempt();
    expect([...statuses, shutOut.status]).toEqual([401, 401, 401, 429]);
    expect(Number(shutOut.headers['retry-after'])).toBeGreaterThan(0);
    expect((await driver.call('GET', '/me')).status).toBe(429);
    strict.clock.advance(2 * MINUTE_MS);
    expect((await driver.call('GET', '/me')).status).toBe(200);
  } finally {
    await strict.close();
  }
});

describe('strangers at many addresses', () => {
  let proxied: World;
  beforeAll(async () => {
    proxied = await createWorld({ env: { WAYBILL_TLS: 'proxy' } });
  });
  afterAll(() => proxied.close());

  /** Asks for a code through the proxy in front, from an address of the caller's choice. */
  const askFrom = (address: string, phone: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': address };
      const path = '/driver/v1/sign-in/code';
      http
        .request({ host: '127.0.0.1', port: proxied.port, method: 'POST', path, headers }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode ?? 0));
        })
        .on('error', reject)
        .end(JSON.stringify({ data: { phone } }));
    });
  const sentTo = (phone: string) => proxied.logEntries().filter(({ to }) => to === `+[phone]${phone.slice(-2)}`).length;

  test('do not keep a driver from the code: five from an address, twenty in all', async () => {
    const { phone } = await makeDriver(proxied);
    const askNineTimes = (address: string) => Promise.all(Array.from({ length: 9 }, () => askFrom(address, phone)));
    await askNineTimes('203.0.113.1');
    expect(sentTo(phone)).toBe(5);
    await askFrom('203.0.113.2', phone);
    expect(sentTo(phone)).toBe(6);
    await Promise.all([3, 4, 5].map((last) => askNineTimes(`203.0.113.${last}`)));
    expect(sentTo(phone)).toBe(20);
  });

  test('are one stranger where they share the first half of an IPv6 address', async () => {
    const calls = Array.from({ length: 60 }, (_, call) => askFrom(`2001:db8:1:2::${call.toString(16)}`, ''));
    expect(new Set(await Promise.all(calls))).toEqual(new Set([200]));
    expect(await askFrom('2001:db8:1:2:ffff:ffff:ffff:ffff', '')).toBe(429);
    expect(await askFrom('2001:db8:1:3::1', '')).toBe(200);
  });
});
