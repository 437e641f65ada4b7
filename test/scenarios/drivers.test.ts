import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  blockDriver,
  blockedPairs,
  createDriverAuthenticator,
  findDriver,
  listDrivers,
  type NewDriver,
  requestSignInCode,
  sessionsOf,
  setDriverPhoto,
  setDriverStatus,
  signIn,
  unblockDriver,
} from '../../src/drivers/index.ts';
import { endSession } from '../../src/drivers/sessions-sql.ts';
import type { PartnerId } from '../../src/foundation/ids.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/foundation/time.ts';
import { aDriver, codeFor as issueCode, makeDriver, makeSignedInDriver } from '../support/drivers.ts';
import { createWorld, type World } from '../support/world.ts';

const WRONG_CODE = 'The code is wrong or not valid any more. Check it, or ask for a new one.';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const sql = () => world.foundations.database;
const now = () => world.clock.now();
const create = (further: Partial<NewDriver> = {}) => makeDriver(world, further);
const newId = () => world.foundations.random.uuid();
const asker = (address = '203.0.113.7') => ({ address, requestId: newId() });
const askForCode = (phone: string) =>
  sql().inTransaction((tx) => requestSignInCode(world.foundations, tx, phone, asker(), now()));
const codeFor = (phone: string) => issueCode(world, phone);
const signedIn = () => makeSignedInDriver(world);
const enter = (phone: string, code: string, device = 'Pixel 9', requestId = newId()) =>
  signIn(world.foundations, { phone, code, device, requestId }, now());
const authenticate = (token: string) => createDriverAuthenticator(sql(), world.clock)(token);
const suspend = (driverId: string) => sql().inTransaction((tx) => setDriverStatus(tx, driverId, 'suspended', now()));
const resume = (driverId: string) => sql().inTransaction((tx) => setDriverStatus(tx, driverId, 'active', now()));
const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000');

describe('records', () => {
  test('a driver has a short number, rising from 100001, and is found by it', async () => {
    const [first, second] = [await create({ name: 'Ada' }), await create({ name: 'Ben', languages: [] })];
    expect(Number(first.id)).toBeGreaterThanOrEqual(100_001);
    expect(Number(second.id)).toBeGreaterThan(Number(first.id));
    expect(await findDriver(sql(), first.id)).toEqual({
      ...aDriver({ phone: first.phone }),
      id: first.id,
      photoKey: undefined,
      status: 'active',
      isErased: false,
      createdAt: now(),
    });
    expect(await findDriver(sql(), second.id)).toHaveProperty('name', 'Ben');
    for (const id of ['5', 'abc', '9'.repeat(25), '']) expect(await findDriver(sql(), id)).toBeUndefined();
  });

  test('a photo belongs to its driver', async () => {
    const { id } = await create();
    await sql().inTransaction((tx) => setDriverPhoto(tx, id, 'drivers/ada.jpg', now()));
    expect((await findDriver(sql(), id))?.photoKey).toBe('drivers/ada.jpg');
  });

  test('a phone is one driver’s, however many ask for it at once', async () => {
    const phone = aDriver().phone;
    const made = await Promise.allSettled([create({ phone }), create({ phone }), create({ phone })]);
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = made.flatMap((one) => (one.status === 'rejected' ? [one.reason.message] : []));
    expect(new Set(refusals)).toEqual(new Set(['Another driver has this phone already.']));
  });

  test('what an operator got wrong is refused with one line', async () => {
    await expect(create({ locode: 'HK XXX' })).rejects.toThrow('There is no city HK XXX.');
    await expect(create({ service: 'ROCKET' })).rejects.toThrow('Hong Kong has no service ROCKET.');
    await expect(create({ phone: '+6591234567' })).rejects.toThrow(/^The phone must be a number of Hong Kong/);
    await expect(create({ capabilities: ['FLYING'] })).rejects.toThrow('No special request asks for FLYING.');
  });

  test('every need of the shipped special requests can be a driver’s', async () => {
    const capabilities = ['LOADING', 'HELPERS_1', 'THERMAL_BAG_1', 'TAILBOARD_VEHICLE', 'REFRIGERATED_VEHICLE'];
    expect((await create({ capabilities })).capabilities).toEqual(capabilities);
  });

  test('lists come newest first, a page at a time, of all or of one city', async () => {
    const made = [];
    for (const phone of ['+6581234501', '+6581234502', '+6581234503']) {
      made.push((await create({ phone, locode: 'SG SIN', service: 'CAR', languages: [], capabilities: [] })).id);
    }
    const [first, second, third] = made as [string, string, string];
    const page = async (before?: string) =>
      (await listDrivers(sql(), { locode: 'SG SIN', before, limit: 2 })).drivers.map(({ id }) => id);
    expect(await page()).toEqual([third, second]);
    expect(await page(second)).toEqual([first]);
    expect(await page(first)).toEqual([]);
    const { drivers: everywhere } = await listDrivers(sql(), { limit: 200 });
    expect(everywhere.map(({ id }) => id).slice(0, 3)).toEqual([third, second, first]);
    expect(new Set(everywhere.map(({ locode }) => locode))).toEqual(new Set(['HK HKG', 'SG SIN']));
  });

  test('an unknown driver cannot be suspended', async () => {
    for (const id of ['5', '9'.repeat(25), 'abc']) {
      await expect(suspend(id)).rejects.toThrow(`There is no driver ${id}. See: waybill driver list`);
    }
  });
});

describe('blocks', () => {
  test('a driver is kept from a partner’s orders until that is taken back', async () => {
    const { id: driverId } = await create();
    const other = await world.newPartner();
    const { partnerId } = world.partner;
    const pairs = () => blockedPairs(sql(), [partnerId, other.partnerId]);
    await blockDriver(sql(), { driverId, partnerId }, now());
    await blockDriver(sql(), { driverId, partnerId }, now());
    await blockDriver(sql(), { driverId, partnerId: other.partnerId }, now());
    expect(await pairs()).toHaveLength(2);
    expect(await blockedPairs(sql(), [partnerId])).toEqual([{ driverId, partnerId }]);
    expect(await blockedPairs(sql(), [])).toEqual([]);
    await unblockDriver(sql(), { driverId, partnerId });
    await unblockDriver(sql(), { driverId, partnerId });
    expect(await pairs()).toEqual([{ driverId, partnerId: other.partnerId }]);
  });

  test('both must be known', async () => {
    const { id: driverId } = await create();
    const nobody = '1571354659422392320' as PartnerId;
    await expect(blockDriver(sql(), { driverId, partnerId: nobody }, now())).rejects.toThrow('There is no partner');
    await expect(unblockDriver(sql(), { driverId: '5', partnerId: nobody })).rejects.toThrow('There is no driver 5.');
  });
});

describe('signing in', () => {
  test('a code by phone opens a session, whose token shows who calls', async () => {
    const driver = await create();
    const issued = await askForCode(driver.phone);
    expect(issued).toEqual({
      driverId: driver.id,
      code: expect.stringMatching(/^\d{6}$/),
      expiresAt: now() + 10 * MINUTE_MS,
    });
    const entered = await enter(driver.phone, issued?.code ?? '', 'Pixel\u0000 9');
    expect(entered).toEqual({
      driverId: driver.id,
      sessionId: expect.stringMatching(/^\d+$/),
      token: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(await authenticate(entered.token)).toEqual({
      ...driver,
      sessionId: entered.sessionId,
      hasSignedOut: false,
    });
    expect(await sessionsOf(sql(), driver.id, now())).toEqual([
      { id: entered.sessionId, device: 'Pixel  9', createdAt: now(), lastSeenAt: now() },
    ]);
  });

  test('neither code nor token stands in the database', async () => {
    const driver = await create();
    const code = await codeFor(driver.phone);
    const [kept] = await sql().query<{ sealed_code: Buffer }>(
      'select sealed_code from driver_sign_in_codes where driver_id = $1',
      [driver.id],
    );
    expect(kept?.sealed_code.includes(code)).toBe(false);
    const { token } = await enter(driver.phone, code);
    const rows = await sql().query<{ token_hash: Buffer }>('select token_hash from driver_sessions');
    expect(rows.some(({ token_hash }) => token_hash.equals(Buffer.from(token, 'base64url')))).toBe(false);
  });

  test('a code is used up by the first who comes with it', async () => {
    const driver = await create();
    const code = await codeFor(driver.phone);
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => enter(driver.phone, code)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await sessionsOf(sql(), driver.id, now())).toHaveLength(1);
    await expect(enter(driver.phone, code)).rejects.toMatchObject({ code: 'ERR_UNAUTHORIZED', message: WRONG_CODE });
  });

  test('a code works a millisecond before ten minutes, and not at ten minutes', async () => {
    const driver = await create();
    const first = await codeFor(driver.phone);
    world.clock.advance(10 * MINUTE_MS - 1);
    await expect(enter(driver.phone, first)).resolves.toHaveProperty('token');
    const second = await codeFor(driver.phone);
    world.clock.advance(10 * MINUTE_MS);
    await expect(enter(driver.phone, second)).rejects.toThrow(WRONG_CODE);
  });

  test('five wrong attempts end a code, also when they come together', async () => {
    const driver = await create();
    const code = await codeFor(driver.phone);
    const wrong = wrongOf(code);
    const tried = await Promise.allSettled(Array.from({ length: 20 }, () => enter(driver.phone, wrong)));
    expect(tried.every(({ status }) => status === 'rejected')).toBe(true);
    await expect(enter(driver.phone, code)).rejects.toThrow(WRONG_CODE);
    const next = await codeFor(driver.phone);
    for (let attempt = 1; attempt <= 4; attempt++) await expect(enter(driver.phone, wrongOf(next))).rejects.toThrow();
    await expect(enter(driver.phone, next)).resolves.toHaveProperty('token');
  });

  test('a new code takes the place of the old one', async () => {
    const driver = await create();
    const [old, fresh] = [await codeFor(driver.phone), await codeFor(driver.phone)];
    if (old !== fresh) await expect(enter(driver.phone, old)).rejects.toThrow(WRONG_CODE);
    await expect(enter(driver.phone, fresh)).resolves.toHaveProperty('token');
  });

  test('five codes an hour, however they are asked for; the hour slides', async () => {
    const { phone } = await create();
    const asked = await Promise.all(Array.from({ length: 9 }, () => askForCode(phone)));
    expect(asked.filter((issued) => issued !== undefined)).toHaveLength(5);
    world.clock.advance(HOUR_MS - 1);
    expect(await askForCode(phone)).toBeUndefined();
    world.clock.advance(1);
    expect(await askForCode(phone)).toBeDefined();
  });

  test('a code of one driver opens nothing of another', async () => {
    const [one, other] = [await create(), await create()];
    const code = await codeFor(one.phone);
    await codeFor(other.phone);
    const [{ sealed_code }] = (await sql().query('select sealed_code from driver_sign_in_codes where driver_id = $1', [
      one.id,
    ])) as [{ sealed_code: Buffer }];
    await sql().query('update driver_sign_in_codes set sealed_code = $2 where driver_id = $1', [other.id, sealed_code]);
    await expect(enter(other.phone, code)).rejects.toThrow();
    expect(await sessionsOf(sql(), other.id, now())).toEqual([]);
  });

  test.each(['+85259999999', '', 'Ada', '+852\u0000', `+${'9'.repeat(40)}`])(
    'a phone that is no driver’s (%j) is answered like a known one that is not served',
    async (phone) => {
      expect(await askForCode(phone)).toBeUndefined();
      await expect(enter(phone, '012345')).rejects.toMatchObject({ code: 'ERR_UNAUTHORIZED', message: WRONG_CODE });
    },
  );

  test.each(['', 'nonsense', '\u0000', 'a'.repeat(10_000)])('the token %j opens nothing', async (token) => {
    await expect(authenticate(token)).rejects.toMatchObject({ code: 'ERR_UNAUTHORIZED' });
  });
});

describe('sessions', () => {
  test('a driver has several devices, and ends one of them or another', async () => {
    const { driver, token: first } = await signedIn();
    const second = await enter(driver.phone, await codeFor(driver.phone), 'iPhone');
    const third = await enter(driver.phone, await codeFor(driver.phone), 'Tablet');
    expect((await sessionsOf(sql(), driver.id, now())).map(({ device }) => device)).toEqual([
      'Tablet',
      'iPhone',
      'Pixel 9',
    ]);
    expect(await endSession(sql(), driver.id, second.sessionId, now())).toBe(true);
    expect(await endSession(sql(), driver.id, second.sessionId, now())).toBe(false);
    await expect(authenticate(second.token)).rejects.toMatchObject({ code: 'ERR_UNAUTHORIZED' });
    await expect(authenticate(first)).resolves.toHaveProperty('id', driver.id);
    expect(await endSession(sql(), driver.id, third.sessionId, now())).toBe(true);
    await expect(authenticate(third.token)).rejects.toThrow('Sign in again.');
  });

  test('calls that arrive together are told apart: each its own driver, a stranger and a signed-out device none', async () => {
    const [one, other, gone] = [await signedIn(), await signedIn(), await signedIn()];
    await endSession(sql(), gone.driver.id, (await authenticate(gone.token)).sessionId, now());
    const together = createDriverAuthenticator(sql(), world.clock);
    const asked = [one.token, 'a stranger', gone.token, other.token, one.token].map((token) => together(token));
    const answers = await Promise.allSettled(asked);
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.id : answer.reason.code))).toEqual([
      one.driver.id,
      'ERR_UNAUTHORIZED',
      'ERR_UNAUTHORIZED',
      other.driver.id,
      one.driver.id,
    ]);
  });

  test('nobody ends the session of another driver', async () => {
    const [mine, theirs] = [await signedIn(), await signedIn()];
    for (const id of [theirs.sessionId, 'abc', '', '9'.repeat(25)]) {
      expect(await endSession(sql(), mine.driver.id, id, now())).toBe(false);
    }
    await expect(authenticate(theirs.token)).resolves.toHaveProperty('id', theirs.driver.id);
  });

  test('when a device was last seen is known to the minute', async () => {
    const { driver, token } = await signedIn();
    const began = now();
    const lastSeen = async () => (await sessionsOf(sql(), driver.id, now()))[0]?.lastSeenAt;
    world.clock.advance(MINUTE_MS);
    await authenticate(token);
    expect(await lastSeen()).toBe(began);
    world.clock.advance(1);
    await authenticate(token);
    expect(await lastSeen()).toBe(began + MINUTE_MS + 1);
  });

  test('a suspended driver is out at once, on every device, and in again when resumed', async () => {
    const { driver, token } = await signedIn();
    const code = await codeFor(driver.phone);
    await suspend(driver.id);
    await expect(authenticate(token)).rejects.toMatchObject({
      code: 'ERR_FORBIDDEN',
      message: 'Your account is suspended. Ask your operator.',
    });
    await expect(enter(driver.phone, wrongOf(code))).rejects.toMatchObject({ code: 'ERR_UNAUTHORIZED' });
    await expect(enter(driver.phone, code)).rejects.toMatchObject({ code: 'ERR_FORBIDDEN' });
    expect(await askForCode(driver.phone)).toBeUndefined();
    await resume(driver.id);
    await expect(authenticate(token)).resolves.toHaveProperty('status', 'active');
  });
});
