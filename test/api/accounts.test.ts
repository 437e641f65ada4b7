import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recordAct } from '../../src/accounts/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/foundation/time.ts';
import type { Queryable } from '../../src/infrastructure/database/database.ts';
import { browserAt, codeAt, type DeskUser, deskUser, invited, PASSWORD } from '../support/desk.ts';
import { refusal } from '../support/driver-client.ts';
import { runDueJobs } from '../support/order-records.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ env: { WAYBILL_ADDRESS_LIMIT: '1000000' } });
});
afterAll(() => world.close());
// Strangers at one address have so many calls a minute.
beforeEach(() => world.clock.advance(MINUTE_MS));

const NOT_SIGNED_IN = [401, 'ERR_UNAUTHORIZED', 'You are not signed in, or not any more. Sign in.'];
const WRONG = [401, 'ERR_UNAUTHORIZED', 'Email or password is wrong.'];
const DEAD_LINK = [
  404,
  'ERR_NOT_FOUND',
  'This link is not valid any more: it works once, and not for long. Ask for a new one.',
];
const CODE_NEEDED = [422, 'ERR_MISSING_FIELD', 'Give the code of your second factor too.', '/data/code'];
const OTHER = 'another fine password';

type Desk = 'portal' | 'console';
const signIn = (desk: Desk, email: string, password = PASSWORD, further: Record<string, string> = {}) =>
  browserAt(world, desk).post(`/${desk}/v1/sign-in`, { email, password, ...further });

describe('fields that no form names', () => {
  test('make nobody’s colleague, and no operator, of whoever a partner’s admin invites', async () => {
    const admin = await deskUser(world, 'portal');
    const stranger = await world.newPartner();
    for (const [number, further] of [
      { desk: 'console', partnerId: null },
      { partnerId: stranger.partnerId },
      { id: '1234567890123456789', by: null },
    ].entries()) {
      const email = `further-${number}@example.com`;
      const answer = await admin.post('/portal/v1/people', { email, name: 'Eve', role: 'admin', ...further });
      expect(answer.status).toBe(201);
      const [made] = await world.foundations.database.query(
        'select desk, people.partner_id, act.person_id as by from people join audit_entries act on act.subject_id = people.id::text where email = $1',
        [email],
      );
      expect(made).toEqual({ desk: 'portal', partner_id: world.partner.partnerId, by: admin.id });
      expect(answer.json.data.person.id).not.toBe('1234567890123456789');
    }
  });
});

describe('signing in', () => {
  test('by email, in any case, and password: the cookie is for this host, for no script and no other site', async () => {
    const { email } = await deskUser(world, 'portal', { role: 'developer' });
    const browser = browserAt(world, 'portal');
    const { status, headers, json, text } = await browser.post('/portal/v1/sign-in', {
      email: ` ${email.toUpperCase()} `,
      password: PASSWORD,
    });
    const person = { id: expect.stringMatching(/^\d{19}$/), email, name: 'Ada Lovelace', role: 'developer' };
    expect([status, json.data]).toEqual([200, { person }]);
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-waybill-portal=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=34560000$/,
      ),
    ]);
    const token = browser.cookie()?.split('=')[1] as string;
    expect(text + world.logLines.join('\n')).not.toContain(token);
    expect(world.logLines.join('\n')).not.toContain(PASSWORD);
    expect((await browser.get('/portal/v1/me')).json.data).toEqual({
      ...person,
      permissions: ['look', 'build'],
      hasSecondFactor: false,
      environment: 'sandbox',
      partner: { id: world.partner.partnerId, name: 'Acme', markets: ['HK', 'SG'], platforms: ['ON_DEMAND'] },
    });
  });

  test('an operator has no partner', async () => {
    const user = await deskUser(world, 'console', { role: 'finance' });
    const { data } = (await user.get('/console/v1/me')).json;
    expect(data).toMatchObject({ role: 'finance', permissions: ['look', 'money', 'rates'] });
    expect(data).not.toHaveProperty('partner');
  });

  test('wrong password, unknown email, somebody of the other desk and somebody without a password get one answer', async () => {
    const { email } = await deskUser(world, 'portal');
    const waiting = await invited(world, 'portal');
    for (const [desk, given, password] of [
      ['portal', email, OTHER],
      ['portal', 'nobody@example.com', PASSWORD],
      ['console', email, PASSWORD],
      ['portal', waiting.email, ''],
    ] as const) {
      const answer = await signIn(desk, given, password);
      expect(await refusal(Promise.resolve(answer))).toEqual(WRONG);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  test('the log says whose account it was, right or wrong, and never the email or the password', async () => {
    const { id, email } = await deskUser(world, 'portal');
    const before = world.logLines.length;
    await signIn('portal', email, OTHER);
    await signIn('portal', email);
    const lines = world.logLines.slice(before);
    const entries = lines.map((line) => JSON.parse(line)).filter(({ personId }) => personId === id);
    expect(entries.map(({ status }) => status)).toEqual([401, 200]);
    expect(lines.join('\n')).not.toMatch(new RegExp(`${email}|${PASSWORD}|${OTHER}`));
  });

  test('only the desk itself signs people in', async () => {
    const { email } = await deskUser(world, 'portal');
    const body = JSON.stringify({ data: { email, password: PASSWORD } });
    for (const headers of [
      {},
      { 'waybill-app': 'console' },
      { 'waybill-app': 'portal', origin: 'https://elsewhere.test' },
    ])
      expect(
        await refusal(
          world.send({ method: 'POST', path: '/portal/v1/sign-in', headers: headers as Record<string, string>, body }),
        ),
      ).toEqual([403, 'ERR_FORBIDDEN', 'Only the portal itself signs people in (Waybill-App: portal).']);
  });

  test('a session of one desk is nothing at the other', async () => {
    const user = await deskUser(world, 'portal');
    const cookie = (user.cookie() as string).replace('portal', 'console');
    expect(await refusal(world.send({ path: '/console/v1/me', headers: { cookie } }))).toEqual(NOT_SIGNED_IN);
  });
});

describe('guessing', () => {
  test('after five failures from an address nobody there is let in for 15 minutes, right password or not', async () => {
    const { email } = await deskUser(world, 'portal');
    for (let count = 0; count < 5; count++) {
      expect((await signIn('portal', email, OTHER)).status).toBe(401);
      world.clock.advance(SECOND_MS);
    }
    const limited = await signIn('portal', email);
    expect([limited.status, limited.headers['retry-after']]).toEqual([429, String(15 * 60 - 5)]);
    expect(limited.json.errors[0].message).toBe('Too many attempts have failed. Wait 15 minutes, then try again.');
    world.clock.advance(15 * MINUTE_MS - 5 * SECOND_MS - 1);
    expect((await signIn('portal', email)).status).toBe(429);
    world.clock.advance(1);
    expect((await signIn('portal', email)).status).toBe(200);
  });

  test('an email that nobody has is limited in the same way', async () => {
    const statuses = [];
    for (let count = 0; count < 6; count++) statuses.push((await signIn('console', 'ghost@example.com')).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test('many at once are no way around it', async () => {
    const { email } = await deskUser(world, 'portal');
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async () => (await signIn('portal', email, OTHER)).status),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  });

  test('fifty failures in an hour, from wherever, close an email; those who knew the password count for nothing', async () => {
    const user = await deskUser(world, 'portal');
    const from = (address: number) =>
      `insert into sign_in_failures (email_hash, address, failed_at)
       values (sha256('portal/${user.email}'), '203.0.113.${address}', to_timestamp(${world.clock.now() / 1000}))`;
    for (let address = 0; address < 49; address++) await world.foundations.database.query(from(address));
    expect((await signIn('portal', user.email)).status).toBe(200);
    await world.foundations.database.query(from(200));
    expect((await signIn('portal', user.email)).status).toBe(429);
    world.clock.advance(HOUR_MS - 1);
    expect((await signIn('portal', user.email)).status).toBe(429);
    world.clock.advance(1);
    expect((await signIn('portal', user.email)).status).toBe(200);
  });
});

describe('a one-time link', () => {
  test('says whom it is for, sets the password and signs in, once', async () => {
    const { link, token, email } = await invited(world, 'portal', { name: 'Grace' });
    expect(link).toMatch(/\/portal\/welcome#[\w-]{43}$/);
    const browser = browserAt(world, 'portal');
    expect((await browser.post('/portal/v1/links/look', { token })).json.data).toEqual({
      purpose: 'invitation',
      email,
      name: 'Grace',
    });
    expect((await browser.post('/portal/v1/links/use', { token, password: PASSWORD })).status).toBe(200);
    expect((await browser.get('/portal/v1/me')).json.data.email).toBe(email);
    for (const path of ['look', 'use'])
      expect(
        await refusal(browserAt(world, 'portal').post(`/portal/v1/links/${path}`, { token, password: OTHER })),
      ).toEqual(DEAD_LINK);
    expect((await signIn('portal', email)).status).toBe(200);
  });

  test('used twice at once, it works once', async () => {
    const { token } = await invited(world, 'console');
    const statuses = await Promise.all(
      [PASSWORD, OTHER].map(
        async (password) =>
          (await browserAt(world, 'console').post('/console/v1/links/use', { token, password })).status,
      ),
    );
    expect(statuses.toSorted()).toEqual([200, 404]);
  });

  test('leads to its own desk only, and an unknown one nowhere', async () => {
    const { token } = await invited(world, 'portal');
    for (const [desk, given] of [
      ['console', token],
      ['portal', 'x'.repeat(43)],
      ['portal', ''],
    ] as const)
      expect(
        await refusal(browserAt(world, desk).post(`/${desk}/v1/links/use`, { token: given, password: PASSWORD })),
      ).toEqual(DEAD_LINK);
  });

  test('of an invitation lives for seven days, of a reset for an hour', async () => {
    const look = async (token: string) =>
      (await browserAt(world, 'portal').post('/portal/v1/links/look', { token })).status;
    const { token } = await invited(world, 'portal');
    world.clock.advance(7 * DAY_MS - 1);
    expect(await look(token)).toBe(200);
    world.clock.advance(1);
    expect(await look(token)).toBe(404);

    const [admin, user] = [await deskUser(world, 'portal'), await deskUser(world, 'portal', { role: 'viewer' })];
    const { data } = (await admin.post(`/portal/v1/people/${user.id}/link`)).json;
    expect(data).toEqual({ wasSent: false, link: expect.any(String) });
    const reset = data.link.split('#')[1];
    world.clock.advance(HOUR_MS - 1);
    expect(await look(reset)).toBe(200);
    world.clock.advance(1);
    expect(await look(reset)).toBe(404);
  });

  test('takes the place of the one before, and signs out every browser when it is used', async () => {
    const [admin, user] = [await deskUser(world, 'portal'), await deskUser(world, 'portal')];
    const newLink = async () => (await admin.post(`/portal/v1/people/${user.id}/link`)).json.data.link.split('#')[1];
    const [first, second] = [await newLink(), await newLink()];
    const use = (token: string) => browserAt(world, 'portal').post('/portal/v1/links/use', { token, password: OTHER });
    expect((await use(first)).status).toBe(404);
    expect((await user.get('/portal/v1/me')).status).toBe(200);
    expect((await use(second)).status).toBe(200);
    expect(await refusal(user.get('/portal/v1/me'))).toEqual(NOT_SIGNED_IN);
    expect((await signIn('portal', user.email)).status).toBe(401);
    expect((await signIn('portal', user.email, OTHER)).status).toBe(200);
  });

  test.each([
    ['123456789', 'A password must have at least 10 characters.'],
    ['x'.repeat(201), 'A password must not have more than 200 characters.'],
    ['Password123', 'This password is one of the first that are guessed. Choose another one.'],
  ])('does not set "%s", and is not used up by it', async (password, sentence) => {
    const { token } = await invited(world, 'portal');
    const browser = browserAt(world, 'portal');
    expect(await refusal(browser.post('/portal/v1/links/use', { token, password }))).toEqual([
      422,
      'ERR_INVALID_FIELD',
      sentence,
      '/data/password',
    ]);
    expect((await browser.post('/portal/v1/links/use', { token, password: PASSWORD })).status).toBe(200);
  });
});

describe('a forgotten password', () => {
  const sentTo = async (desk: Desk, email: string) => {
    await runDueJobs(world.foundations);
    return world
      .logEntries()
      .filter(({ to, text }) => to === email && String(text).includes(`/${desk}/welcome#`))
      .map(({ text }) => /#([\w-]{43})/.exec(String(text))?.[1] as string);
  };
  const forget = (desk: Desk, email: string) => browserAt(world, desk).post(`/${desk}/v1/forgot`, { email });

  test('the answer is the same for everybody; whoever has the address gets a link that works', async () => {
    const { email } = await deskUser(world, 'portal');
    for (const given of [email, 'nobody@example.com', 'no address', '']) {
      const { status, text } = await forget('portal', given);
      expect([status, text]).toEqual([204, '']);
    }
    const [token, ...more] = await sentTo('portal', email);
    expect(more).toEqual([]);
    expect((await browserAt(world, 'portal').post('/portal/v1/links/use', { token, password: OTHER })).status).toBe(
      200,
    );
  });

  test('at most three links an hour are sent', async () => {
    const { email } = await deskUser(world, 'console');
    world.clock.advance(HOUR_MS);
    for (let count = 0; count < 5; count++) {
      await forget('console', email);
      await sentTo('console', email);
    }
    expect(await sentTo('console', email)).toHaveLength(3);
    world.clock.advance(HOUR_MS);
    await forget('console', email);
    expect(await sentTo('console', email)).toHaveLength(4);
  });

  test('somebody who is disabled while the link is on its way gets none, and the job does not fail', async () => {
    const { id, email } = await deskUser(world, 'portal');
    await forget('portal', email);
    const { database } = world.foundations;
    const sent = await database.inTransaction(async (tx) => {
      await tx.query("update people set status = 'disabled' where id = $1", [id]);
      const sending = sentTo('portal', email);
      await expect.poll(() => waitsForALock(database)).toBe(true);
      return { sending };
    });
    expect(await sent.sending).toEqual([]);
    expect(await database.query("select from jobs where kind = 'accounts.sendReset'")).toEqual([]);
  });
  const waitsForALock = async (sql: Queryable) =>
    (await sql.query("select from pg_locks where not granted and locktype in ('transactionid', 'tuple')")).length > 0;
});

describe('a session', () => {
  test.each([
    ['portal', 7 * DAY_MS],
    ['console', 12 * HOUR_MS],
  ] as const)('at the %s ends when it was not used for %i ms', async (desk, idleMs) => {
    const user = await deskUser(world, desk);
    world.clock.advance(idleMs - 1);
    expect((await user.get(`/${desk}/v1/me`)).status).toBe(200);
    world.clock.advance(idleMs - 1);
    expect((await user.get(`/${desk}/v1/me`)).status).toBe(200);
    world.clock.advance(idleMs);
    expect(await refusal(user.get(`/${desk}/v1/me`))).toEqual(NOT_SIGNED_IN);
  });

  test('ends after 30 days in any case', async () => {
    const user = await deskUser(world, 'portal');
    for (let day = 0; day < 29; day++) {
      world.clock.advance(DAY_MS);
      expect((await user.get('/portal/v1/me')).status).toBe(200);
    }
    world.clock.advance(DAY_MS - 1);
    expect((await user.get('/portal/v1/me')).status).toBe(200);
    world.clock.advance(1);
    expect((await user.get('/portal/v1/me')).status).toBe(401);
  });

  test('is one of a list, from which each can be ended, or all at once', async () => {
    const user = await deskUser(world, 'portal');
    const others = [];
    for (const agent of ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'curl/8.5']) {
      const browser = browserAt(world, 'portal');
      await browser.post(
        '/portal/v1/sign-in',
        { email: user.email, password: PASSWORD },
        { headers: { 'user-agent': agent } },
      );
      others.push(browser);
    }
    const { data } = (await user.get('/portal/v1/devices')).json;
    expect(data.map(({ device, isThis }: Record<string, unknown>) => [device, isThis])).toEqual([
      ['An unknown device', false],
      ['Firefox on Linux', false],
      ['An unknown device', true],
    ]);
    expect((await user.delete(`/portal/v1/devices/${data[1].id}`)).status).toBe(204);
    expect((await others[0]?.get('/portal/v1/me'))?.status).toBe(401);
    expect((await others[1]?.get('/portal/v1/me'))?.status).toBe(200);
    expect((await user.post('/portal/v1/sign-out-everywhere')).status).toBe(204);
    expect(user.cookie()).toBeUndefined();
    expect((await others[1]?.get('/portal/v1/me'))?.status).toBe(401);
  });

  test('of somebody else cannot be ended', async () => {
    const [one, other] = [await deskUser(world, 'portal'), await deskUser(world, 'portal')];
    const [{ id: deviceId }] = (await other.get('/portal/v1/devices')).json.data;
    for (const id of [deviceId, '0', 'x', '999999999999999999999'])
      expect(await refusal(one.delete(`/portal/v1/devices/${id}`))).toEqual([
        404,
        'ERR_NOT_FOUND',
        'There is no such device of yours.',
      ]);
    expect((await other.get('/portal/v1/me')).status).toBe(200);
  });

  test('ends with the sign-out, which takes the cookie away and can be repeated', async () => {
    const user = await deskUser(world, 'portal');
    const cookie = user.cookie() as string;
    expect((await user.post('/portal/v1/sign-out')).status).toBe(204);
    expect(user.cookie()).toBeUndefined();
    expect((await user.post('/portal/v1/sign-out')).status).toBe(204);
    expect((await world.send({ path: '/portal/v1/me', headers: { cookie } })).status).toBe(401);
  });
});

describe('a password', () => {
  test('is changed by whoever knows it; every other browser is signed out, and links end', async () => {
    const [user, admin] = [await deskUser(world, 'console'), await deskUser(world, 'console')];
    const elsewhere = browserAt(world, 'console');
    await elsewhere.post('/console/v1/sign-in', { email: user.email, password: PASSWORD });
    const { link } = (await admin.post(`/console/v1/people/${user.id}/link`)).json.data;
    const change = (current: string, password: string) => user.put('/console/v1/password', { current, new: password });
    expect(await refusal(change(OTHER, 'something else'))).toEqual([
      422,
      'ERR_INVALID_FIELD',
      'This is not your password.',
      '/data/current',
    ]);
    expect(await refusal(change(PASSWORD, user.email))).toEqual([
      422,
      'ERR_INVALID_FIELD',
      'The password must not be your email address.',
      '/data/new',
    ]);
    expect((await change(PASSWORD, OTHER)).status).toBe(204);
    expect((await user.get('/console/v1/me')).status).toBe(200);
    expect((await elsewhere.get('/console/v1/me')).status).toBe(401);
    const token = link.split('#')[1];
    expect((await browserAt(world, 'console').post('/console/v1/links/look', { token })).status).toBe(404);
    expect((await signIn('console', user.email, OTHER)).status).toBe(200);
  });

  test('cannot be guessed from an open browser either', async () => {
    const user = await deskUser(world, 'console');
    const statuses = [];
    for (let count = 0; count < 6; count++)
      statuses.push((await user.put('/console/v1/password', { current: OTHER, new: OTHER })).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });
});

describe('a second factor', () => {
  const codeNow = (secret: string, stepsLater = 0) => codeAt(secret, world.clock.now(), stepsLater);

  async function withFactor(desk: Desk = 'portal') {
    const user = await deskUser(world, desk);
    const { secret } = (await user.post(`/${desk}/v1/second-factor`, { password: PASSWORD })).json.data;
    expect((await user.put(`/${desk}/v1/second-factor`, { code: codeNow(secret) })).status).toBe(204);
    world.clock.advance(30 * SECOND_MS);
    return { ...user, secret: secret as string };
  }

  test('is shown as text, link and picture, and asked for only once a code has confirmed it', async () => {
    const user = await deskUser(world, 'console');
    const begin = (password: string) => user.post('/console/v1/second-factor', { password });
    expect(await refusal(begin(OTHER))).toEqual([
      422,
      'ERR_INVALID_FIELD',
      'This is not your password.',
      '/data/password',
    ]);
    const { status, json } = await begin(PASSWORD);
    expect(status).toBe(201);
    const { secret, uri, qrSvg } = json.data;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toBe(
      `otpauth://totp/Waybill%20console:${encodeURIComponent(user.email)}?secret=${secret}&issuer=Waybill%20console`,
    );
    expect(qrSvg).toMatch(/^<svg /);
    expect((await signIn('console', user.email)).status).toBe(200);
    expect(await refusal(user.put('/console/v1/second-factor', { code: '000000' }))).toEqual([
      422,
      'ERR_INVALID_FIELD',
      'The code does not fit. Check that the clock of your phone is right, and give the newest code.',
      '/data/code',
    ]);
    expect((await user.put('/console/v1/second-factor', { code: codeNow(secret) })).status).toBe(204);
    expect((await user.get('/console/v1/me')).json.data.hasSecondFactor).toBe(true);
    expect(await refusal(begin(PASSWORD))).toEqual([
      409,
      'ERR_CHANGED_MEANWHILE',
      'Your second factor is on already. Take it off first.',
    ]);
  });

  test('nobody is signed in before the code, and each code works once', async () => {
    const { email, secret } = await withFactor();
    const half = await signIn('portal', email);
    expect(await refusal(Promise.resolve(half))).toEqual(CODE_NEEDED);
    expect(half.headers['set-cookie']).toBeUndefined();
    const code = codeNow(secret);
    expect((await signIn('portal', email, OTHER, { code })).status).toBe(401);
    expect((await signIn('portal', email, PASSWORD, { code })).status).toBe(200);
    expect(await refusal(signIn('portal', email, PASSWORD, { code }))).toEqual([
      401,
      'ERR_UNAUTHORIZED',
      'The code is wrong, or was used already. Give the newest one.',
      '/data/code',
    ]);
    world.clock.advance(30 * SECOND_MS);
    expect((await signIn('portal', email, PASSWORD, { code: codeNow(secret) })).status).toBe(200);
  });

  test('the same code twice at once opens one session', async () => {
    const { email, secret } = await withFactor();
    const code = codeNow(secret);
    const statuses = await Promise.all(
      [1, 2].map(async () => (await signIn('portal', email, PASSWORD, { code })).status),
    );
    expect(statuses.toSorted()).toEqual([200, 401]);
  });

  test('codes cannot be guessed with the password in hand, nor the count be reset by it', async () => {
    const { email, secret } = await withFactor();
    const statuses = [];
    for (let count = 0; count < 6; count++) {
      statuses.push((await signIn('portal', email, PASSWORD, { code: 'abcdef' })).status);
      await signIn('portal', email);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    world.clock.advance(15 * MINUTE_MS);
    expect((await signIn('portal', email, PASSWORD, { code: codeNow(secret) })).status).toBe(200);
  });

  test('is asked for by a reset link too, unless an admin has taken it off', async () => {
    const [admin, user] = [await deskUser(world, 'portal'), await withFactor()];
    const token = async (data: object) =>
      (await admin.post(`/portal/v1/people/${user.id}/link`, data)).json.data.link.split('#')[1];
    const use = async (given: object) =>
      browserAt(world, 'portal').post('/portal/v1/links/use', { password: OTHER, ...given });
    const first = await token({});
    expect(await refusal(use({ token: first }))).toEqual(CODE_NEEDED);
    expect((await use({ token: first, code: '000000' })).status).toBe(401);
    expect((await use({ token: first, code: codeNow(user.secret) })).status).toBe(200);
    const second = await token({ removeSecondFactor: true });
    expect((await use({ token: second })).status).toBe(200);
  });

  test('is not taken off, nor the password changed, by an open browser of an admin alone', async () => {
    const user = await withFactor('console');
    const own = await user.post(`/console/v1/people/${user.id}/link`, { removeSecondFactor: true });
    expect([own.status, own.json.errors[0].id]).toEqual([403, 'ERR_FORBIDDEN']);
    expect((await user.get('/console/v1/me')).json.data.hasSecondFactor).toBe(true);
  });

  test('is taken off by whoever knows the password', async () => {
    const user = await withFactor('console');
    const remove = (password: string) => user.delete('/console/v1/second-factor', { password });
    expect((await remove(OTHER)).status).toBe(422);
    expect((await user.get('/console/v1/me')).json.data.hasSecondFactor).toBe(true);
    expect((await remove(PASSWORD)).status).toBe(204);
    expect((await signIn('console', user.email)).status).toBe(200);
  });
});

describe('colleagues', () => {
  const active = (role: string) => ({ role, status: 'active' });

  test('are invited by an admin, who hands the link on where no gateway sends it', async () => {
    const partner = await world.newPartner();
    const admin = await deskUser(world, 'portal', { partner });
    const { status, json } = await admin.post('/portal/v1/people', {
      email: 'New.One@Example.com',
      name: ' New One ',
      role: 'developer',
    });
    expect([status, json.data]).toEqual([
      201,
      {
        person: {
          id: expect.any(String),
          email: 'new.one@example.com',
          name: 'New One',
          role: 'developer',
          status: 'active',
          hasPassword: false,
          hasSecondFactor: false,
          createdAt: expect.any(String),
        },
        wasSent: false,
        link: expect.stringMatching(/\/portal\/welcome#[\w-]{43}$/),
      },
    ]);
    const list = (await admin.get('/portal/v1/people')).json.data;
    expect(list).toMatchObject([
      { email: admin.email, hasPassword: true, lastSeenAt: expect.any(String) },
      { email: 'new.one@example.com', hasPassword: false, lastSeenAt: null },
    ]);
    expect(
      await refusal(admin.post('/portal/v1/people', { email: 'new.one@example.com', name: 'X', role: 'viewer' })),
    ).toEqual([422, 'ERR_INVALID_FIELD', 'Somebody with this email address is here already.', '/data/email']);
  });

  test('all faults of an invitation are said at once', async () => {
    const admin = await deskUser(world, 'console');
    const { status, json } = await admin.post('/console/v1/people', { email: 'x', name: ' ', role: 'developer' });
    expect([status, json.errors.map(({ detail }: { detail: string }) => detail)]).toEqual([
      422,
      ['/data/email', '/data/name', '/data/role'],
    ]);
  });

  test('a role counts from the next call on; whoever is disabled is signed out and cannot sign in', async () => {
    const [admin, user] = [await deskUser(world, 'portal'), await deskUser(world, 'portal')];
    const change = (wanted: object, seen: object) => admin.patch(`/portal/v1/people/${user.id}`, { ...wanted, seen });
    const invite = () => user.post('/portal/v1/people', { email: 'x', name: 'x', role: 'x' });
    expect((await invite()).status).toBe(422);
    expect((await change(active('viewer'), active('admin'))).json.data.role).toBe('viewer');
    expect(await refusal(invite())).toEqual([
      403,
      'ERR_FORBIDDEN',
      'Your role (viewer) does not allow this. Ask an admin.',
    ]);
    const disabled = { role: 'viewer', status: 'disabled' };
    expect((await change(disabled, active('viewer'))).status).toBe(200);
    expect((await user.get('/portal/v1/me')).status).toBe(401);
    expect(await refusal(signIn('portal', user.email))).toEqual([
      403,
      'ERR_FORBIDDEN',
      'Your account is disabled. Ask an admin to enable it.',
    ]);
    expect((await admin.post(`/portal/v1/people/${user.id}/link`)).status).toBe(403);
    expect((await change(active('viewer'), disabled)).status).toBe(200);
    expect((await signIn('portal', user.email)).status).toBe(200);
  });

  test('of two admins who change somebody in opposite ways the later one is told', async () => {
    const [one, other, user] = [
      await deskUser(world, 'console'),
      await deskUser(world, 'console'),
      await deskUser(world, 'console', { role: 'viewer', name: 'Grace' }),
    ];
    const path = `/console/v1/people/${user.id}`;
    expect((await one.patch(path, { ...active('finance'), seen: active('viewer') })).status).toBe(200);
    expect(await refusal(other.patch(path, { ...active('dispatcher'), seen: active('viewer') }))).toEqual([
      409,
      'ERR_CHANGED_MEANWHILE',
      'Somebody else has changed Grace meanwhile: the role is finance, and the account is active.',
    ]);
  });

  test('nobody changes their own role, and two admins who disable each other at once leave one', async () => {
    const partner = await world.newPartner();
    const [one, other] = [
      await deskUser(world, 'portal', { partner }),
      await deskUser(world, 'portal', { partner, name: 'Grace' }),
    ];
    const disable = (by: typeof one, whom: typeof one) =>
      by.patch(`/portal/v1/people/${whom.id}`, { role: 'admin', status: 'disabled', seen: active('admin') });
    expect((await disable(one, one)).status).toBe(403);
    const statuses = await Promise.all([disable(one, other), disable(other, one)]);
    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = await Promise.all([one, other].map(async (user) => (await user.get('/portal/v1/me')).status));
    expect(left.toSorted()).toEqual([200, 401]);
  });

  test('are sent no more than 60 links in an hour, whoever of the team makes them', async () => {
    const partner = await world.newPartner();
    const [admin, other] = [await deskUser(world, 'portal', { partner }), await deskUser(world, 'portal', { partner })];
    const link = async (by: DeskUser) => (await by.post(`/portal/v1/people/${other.id}/link`)).status;
    for (let count = 0; count < 60; count++) expect(await link(admin)).toBe(201);
    expect(await link(admin)).toBe(429);
    expect((await other.post('/portal/v1/people', { email: 'z@example.com', name: 'Z', role: 'viewer' })).status).toBe(
      429,
    );
    world.clock.advance(HOUR_MS);
    expect(await link(admin)).toBe(201);
  });

  test('of another partner are not there', async () => {
    const [admin, stranger] = [
      await deskUser(world, 'portal'),
      await deskUser(world, 'portal', { partner: await world.newPartner() }),
    ];
    const NOBODY = [404, 'ERR_NOT_FOUND', 'There is no such person here.'];
    for (const id of [stranger.id, '1234567890123456789', 'x']) {
      const path = `/portal/v1/people/${id}`;
      expect(await refusal(admin.patch(path, { ...active('viewer'), seen: active('admin') }))).toEqual(NOBODY);
      expect(await refusal(admin.post(`${path}/link`))).toEqual(NOBODY);
    }
    const list = (await admin.get('/portal/v1/people')).json.data as { id: string }[];
    expect(list.some(({ id }) => id === stranger.id)).toBe(false);
    expect((await stranger.get('/portal/v1/me')).json.data.role).toBe('admin');
  });
});

describe('the book of who did what', () => {
  test('an admin’s deeds are in it, with reason and details, newest first and page by page', async () => {
    const partner = await world.newPartner();
    const admin = await deskUser(world, 'portal', { partner });
    const viewer = await deskUser(world, 'portal', { partner, role: 'viewer' });
    world.clock.advance(SECOND_MS);
    await admin.patch(`/portal/v1/people/${viewer.id}`, {
      role: 'developer',
      status: 'active',
      seen: { role: 'viewer', status: 'active' },
      reason: 'Builds the integration',
    });
    const first = (await viewer.get('/portal/v1/acts?limit=1')).json;
    expect(first.data).toEqual([
      {
        id: expect.any(String),
        at: expect.any(String),
        who: { id: admin.id, name: 'Ada Lovelace', email: admin.email, desk: 'portal' },
        action: 'person.change',
        subject: { kind: 'person', id: viewer.id, name: 'Ada Lovelace' },
        partnerId: partner.partnerId,
        partnerName: 'Acme',
        reason: 'Builds the integration',
        details: { from: { role: 'viewer', status: 'active' }, to: { role: 'developer', status: 'active' } },
      },
    ]);
    const actions = [];
    for (let next = first.next; next !== null; ) {
      const page = (await viewer.get(`/portal/v1/acts?limit=1&after=${next}`)).json;
      actions.push(...page.data.map(({ action, who }: Record<string, { id: string }>) => [action, who?.id]));
      next = page.next;
    }
    // Invited on the command line, which is no business of a partner's.
    expect(actions).toEqual([
      ['password.set', viewer.id],
      ['password.set', admin.id],
    ]);
  });

  test('it is filtered by person, subject, partner and time', async () => {
    const partner = await world.newPartner();
    const admin = await deskUser(world, 'console');
    const user = await deskUser(world, 'portal', { partner });
    const actionsAt = async (query: string) =>
      (await admin.get(`/console/v1/acts?${query}`)).json.data.map(({ action }: { action: string }) => action);
    expect(await actionsAt(`person=${user.id}`)).toEqual(['password.set']);
    for (const query of [`subjectKind=person&subjectId=${user.id}`, `subjectId=${user.id}`])
      expect(await actionsAt(query)).toEqual(['password.set', 'person.invite']);
    expect(await actionsAt(`partner=${partner.partnerId}`)).toHaveLength(2);
    expect(await actionsAt(`partner=${partner.partnerId}&person=command-line`)).toEqual(['person.invite']);
    expect((await user.get('/portal/v1/acts?person=command-line')).json.data).toEqual([]);
    const now = encodeURIComponent(new Date(world.clock.now()).toISOString());
    expect(await actionsAt(`partner=${partner.partnerId}&until=${now}`)).toEqual([]);
    expect(await actionsAt(`partner=${partner.partnerId}&since=${now}`)).toHaveLength(2);
    for (const query of ['person=x', 'partner=1', 'since=yesterday', 'after=x', 'limit=0'])
      expect((await admin.get(`/console/v1/acts?${query}`)).status).toBe(422);
  });

  test('a partner sees nothing of another’s, whatever is asked for', async () => {
    const [user, stranger] = [
      await deskUser(world, 'portal', { partner: await world.newPartner() }),
      await deskUser(world, 'portal', { partner: await world.newPartner() }),
    ];
    for (const query of [`person=${stranger.id}`, `subjectId=${stranger.id}`])
      expect((await user.get(`/portal/v1/acts?${query}`)).json.data).toEqual([]);
    const own = (await user.get(`/portal/v1/acts?partner=${stranger.partnerId}`)).json.data;
    expect(own.every(({ partnerId }: { partnerId: string }) => partnerId === user.partnerId)).toBe(true);
  });

  test('what operators did to a partner’s business, and why, stays at the console', async () => {
    const partner = await world.newPartner();
    const [operator, user] = [await deskUser(world, 'console'), await deskUser(world, 'portal', { partner })];
    await world.foundations.database.inTransaction((tx) =>
      recordAct(tx, {
        at: world.clock.now(),
        by: operator,
        action: 'order.cancel',
        subject: { kind: 'order', id: '1' },
        partnerId: partner.partnerId,
        reason: 'Looks like fraud',
      }),
    );
    const kinds = async (by: typeof user, path: string) =>
      (await by.get(path)).json.data.map(({ subject }: { subject: { kind: string } }) => subject.kind);
    expect(await kinds(operator, `/console/v1/acts?partner=${partner.partnerId}&limit=1`)).toEqual(['order']);
    expect(await kinds(user, '/portal/v1/acts')).not.toContain('order');
    expect(await kinds(user, '/portal/v1/acts?subjectKind=order')).toEqual([]);
  });

  test('what is written stays written', async () => {
    await deskUser(world, 'portal');
    const { database } = world.foundations;
    for (const statement of [
      "update audit_entries set reason = 'x'",
      'delete from audit_entries',
      'truncate audit_entries',
    ])
      await expect(database.query(statement)).rejects.toThrow('stays written down');
  });
});
