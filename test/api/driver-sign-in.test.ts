import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

const post = (path: string, data: unknown, from: Pick<World, 'send'> = world) =>
  from.send({ method: 'POST', path: `/driver/v1${path}`, body: JSON.stringify({ data }) });
const ask = (phone: string) => post('/sign-in/code', { phone });
const signIn = (phone: string, code: string, device = 'Pixel 9') => post('/sign-in', { phone, code, device });
/** The log shows the last two digits of a phone, and no two drivers here share them. */
const messagesTo = (phone: string) =>
  world
    .logEntries()
    .filter(({ to }) => to === `+[phone]${phone.slice(-2)}`)
    .map(({ text }) => String(text));
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
    for (const asked of [phone, '+85259999999', 'no phone', '']) {
      const { status, text } = await ask(asked);
      expect([status, text]).toEqual([204, '']);
    }
    expect(messagesTo(phone)).toEqual([
      expect.stringMatching(/^Your Waybill code is \d{6}\. It is valid for 10 minutes\. Give it to nobody\.$/),
    ]);
    expect(messagesTo('+85259999999')).toEqual([]);
  });

  test('is sent five times an hour at most, and after that hour again', async () => {
    const { phone } = await makeDriver(world);
    for (let request = 1; request <= 7; request++) expect((await ask(phone)).status).toBe(204);
    expect(messagesTo(phone)).toHaveLength(5);
    world.clock.advance(HOUR_MS - 1);
    await ask(phone);
    expect(messagesTo(phone)).toHaveLength(5);
    world.clock.advance(1);
    await ask(phone);
    expect(messagesTo(phone)).toHaveLength(6);
  });

  test('is not sent to a driver who is suspended', async () => {
    const { id, phone } = await makeDriver(world);
    await setStatus(id, 'suspended');
    expect((await ask(phone)).status).toBe(204);
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
      languages: ['en_HK'],
      onlineSince: null,
      order: null,
    });
    expect(await refusal(signIn(phone, code))).toEqual(WRONG);
    expect(world.logLines.join('\n')).not.toContain(json.data.token);
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

  test('of a suspended driver do nothing until the driver is active again', async () => {
    const driver = await driverOf(world);
    await driver.comeOnline();
    await setStatus(driver.id, 'suspended');
    for (const path of ['/me', '/offers', '/orders', '/earnings', '/live']) {
      expect(await refusal(driver.call('GET', path))).toEqual(SUSPENDED);
    }
    expect(await refusal(driver.call('POST', '/online'))).toEqual(SUSPENDED);
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
