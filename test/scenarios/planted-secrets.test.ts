import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserAt, deskUser, invited } from '../support/desk.ts';
import { type DriverClient, driverOf, takenBy } from '../support/driver-client.ts';
import { codeFor } from '../support/drivers.ts';
import { runDueJobs } from '../support/order-records.ts';
import { CENTRAL, MONG_KOK, place } from '../support/orders.ts';
import { bring, callPlus, supportOf } from '../support/parcels.ts';
import type { HttpAnswer } from '../support/partner-client.ts';
import { photo } from '../support/pictures.ts';
import { runCommand, saidBy } from '../support/program.ts';
import { dumpOf, filesOf, type Planted, tracesIn, tracesInDatabase } from '../support/traces.ts';
import { pathOf, trackingOf } from '../support/tracking.ts';
import { createWorld, MASTER_KEY, sharedWith, type World } from '../support/world.ts';

const BENEDIKTA = { name: 'Benedikta Planck-Fontane', phone: '+85291234567' };
const HER_ADDRESS = '17 Planted Lane';
const HER_DOOR = { ...MONG_KOK, address: HER_ADDRESS };
const OTHER = { name: 'Somebody Else', phone: '+85256847199' };
const PERSON: Planted = {
  'her name': 'Planck-Fontane',
  'her phone': '91234567',
  'her address': 'Planted Lane',
  'her remarks': 'the blue door',
  'her note': 'hide it under the mat',
  'what the partner wrote of her': 'prefers tulips',
};
const METADATA = { wish: 'prefers tulips', ref: 'A-1' };
const PASSWORD = 'a password that was planted';

let world: World;
const failures: HttpAnswer[] = [];

/** What one story plants, the other does not find. */
function inAWorldOfItsOwn(): void {
  beforeAll(async () => {
    world = await createWorld({
      partner: { platforms: ['ON_DEMAND', 'PLUS'], limitFactor: 1_000, creditMinor: 1_000_000n },
    });
    await sql(
      "insert into event_choices (partner_id, choices, updated_at) values ($1, '{ORDER_CREATED,POD_STATUS_CHANGED}', now())",
      [world.partner.partnerId],
    );
  });
  afterAll(() => world.close());
}

const sql = <Row>(text: string, values: readonly unknown[] = []) =>
  world.foundations.database.query<Row>(text, values.length === 0 ? undefined : values);

/** Of a call that is to be refused. */
async function refused(answer: Promise<HttpAnswer>): Promise<void> {
  const given = await answer;
  expect(given.status).toBeGreaterThanOrEqual(400);
  failures.push(given);
}

describe('secrets and phones that came in by every door', { shuffle: false }, () => {
  inAWorldOfItsOwn();
  let secrets: Planted;

  beforeAll(async () => {
    const { apiKey, apiSecret, webhookSecret } = world.partner;
    const { token: inviteToken, email } = await invited(world, 'console');
    const browser = browserAt(world, 'console');
    expect((await browser.post('/console/v1/links/use', { token: inviteToken, password: PASSWORD })).status).toBe(200);
    const { json: factor } = await browser.post('/console/v1/second-factor', { password: PASSWORD });
    const { token: unusedLink } = await invited(world, 'portal');
    const driver = await driverOf(world, { phone: '+85298887766' });
    const signInCode = await codeFor(world, driver.phone);
    secrets = {
      'the API secret': apiSecret,
      'the webhook secret': webhookSecret.replace('whsec_', ''),
      'a password': PASSWORD,
      'the token of a session': String(browser.cookie()?.split('=')[1]),
      'a used link': inviteToken,
      'a link that waits': unusedLink,
      'the session of a driver': driver.token,
      'the master key': MASTER_KEY,
      'a second factor': factor.data.secret,
    };
    const { orderId } = await place(world, { order: { sender: BENEDIKTA, recipients: [OTHER] } });

    await refused(
      world.send({ path: '/v3/cities', headers: { authorization: `hmac ${apiKey}:1:${apiSecret}`, market: 'HK' } }),
    );
    await refused(world.send({ path: `/v3/cities?secret=${apiSecret}` }));
    await refused(
      world.call('PATCH', '/v3/webhook', { body: JSON.stringify({ data: { url: `not-a-url?token=${apiSecret}` } }) }),
    );
    await refused(world.call('GET', `/v3/orders/${BENEDIKTA.phone}?phone=${encodeURIComponent(BENEDIKTA.phone)}`));
    await refused(
      world.call('POST', '/v3/orders', {
        body: JSON.stringify({
          data: { quotationId: '1', sender: { ...BENEDIKTA, phone: 91_234_567 }, secret: apiSecret },
        }),
      }),
    );
    await refused(
      world.call('POST', '/v3/orders', { body: `{"data":{"phone":"${BENEDIKTA.phone}","token":"${apiSecret}"` }),
    );
    await refused(browserAt(world, 'console').post('/console/v1/sign-in', { email, password: `${PASSWORD}!` }));
    await refused(browserAt(world, 'portal').post('/portal/v1/links/use', { token: inviteToken, password: PASSWORD }));
    await refused(world.send({ path: '/driver/v1/me', headers: { authorization: `Bearer ${driver.token}!` } }));
    await refused(driver.call('POST', '/emergency', { note: 7, token: driver.token, phone: BENEDIKTA.phone }));
    await refused(world.send({ path: `/track/${driver.token}` }));
    await refused(
      world.send({
        method: 'POST',
        path: '/driver/v1/sign-in',
        body: JSON.stringify({ data: { phone: driver.phone, code: signInCode.slice(1), device: PASSWORD } }),
      }),
    );
    await world.call('DELETE', `/v3/orders/${orderId}`);
    await world.foundations.database.query('select 1');
  });

  test('are in no line of the log, not even at the level debug', () => {
    expect(world.logLines.length).toBeGreaterThan(failures.length);
    expect(
      tracesIn(world.logLines.join('\n'), { ...secrets, phone: BENEDIKTA.phone.slice(4), name: BENEDIKTA.name }),
    ).toEqual([]);
  });

  test('are in no answer to a call that was refused', () => {
    const told = failures.map(({ text, headers }) => text + JSON.stringify(headers)).join('\n');
    expect(tracesIn(told, secrets)).toEqual([]);
  });

  test('are in no metric', async () => {
    const { text } = await world.send({ path: '/metrics' });
    expect(text).toContain('waybill_');
    expect(tracesIn(text, { ...secrets, ...PERSON, partner: world.partner.partnerId })).toEqual([]);
  });

  test('are sealed or hashed in a dump of the database, and masked in the log of calls', async () => {
    await expect.poll(async () => (await sql('select 1 from request_log')).length).toBeGreaterThan(6);
    const dump = await dumpOf(world);
    const all = [...dump.values()].join('\n');
    expect(tracesIn(all, secrets)).toEqual([]);
    expect(tracesIn(String(dump.get('driver_sign_in_codes')), { code: await codeFor(world, '+85298887766') })).toEqual(
      [],
    );
    const calls = [...dump].filter(([table]) => table.startsWith('request_log')).map(([, rows]) => rows);
    expect(tracesIn(calls.join('\n'), { phone: BENEDIKTA.phone.slice(4) })).toEqual([]);
    // What is to be found must be findable: the phone of an order that was placed.
    expect(tracesIn(all, { phone: BENEDIKTA.phone })).toEqual(['phone']);
  });
});

describe('one person', { shuffle: false }, () => {
  inAWorldOfItsOwn();
  const waybill = (...args: string[]) => runCommand(args, sharedWith(world));
  const WHO = ['--phone', BENEDIKTA.phone, '--reason', 'A letter of 16 November'];
  let openOrder: string;
  let delivered: string;
  let driver: DriverClient;
  let exported: { kept: Record<string, unknown[]>; files: { base64: string }[] };

  beforeAll(async () => {
    const tracking = trackingOf(world);
    const recipients = [{ ...BENEDIKTA, remarks: 'the blue door' }];
    const contacts = { sender: OTHER, recipients, metadata: METADATA };
    driver = await driverOf(world, { name: 'Dorothea Driven', phone: '+85297776655' });
    delivered = await takenBy(world, driver, {
      quotation: { stops: [CENTRAL, HER_DOOR] },
      order: { ...contacts, isPODEnabled: true },
    });
    const order = (await world.call('GET', `/v3/orders/${delivered}`)).json.data;
    const [, stop] = order.stops;
    const page = pathOf(order.shareLink);
    await tracking.post(`${page}/notes`, { stopId: stop.stopId, note: 'hide it under the mat' });
    await tracking.post(`${page}/near`, { stopId: stop.stopId });
    const edited = [
      { ...CENTRAL, ...OTHER },
      { ...HER_DOOR, ...recipients[0], address: '18 Planted Lane' },
    ];
    const { status } = await world.call('PATCH', `/v3/orders/${delivered}`, {
      body: JSON.stringify({ data: { stops: edited } }),
      requestId: 'edit-1',
    });
    expect(status).toBe(201);
    await driver.act(delivered, 'arrive', { at: new Date(world.clock.now()).toISOString() });
    await driver.act(delivered, 'pick-up');
    await driver.report();
    const stopId = (await world.call('GET', `/v3/orders/${delivered}`)).json.data.stops[1].stopId;
    await tracking.post(`${page}/notes`, { stopId, note: 'hide it under the mat' });
    await tracking.post(`${page}/near`, { stopId });
    const picture = (await photo()).toString('base64');
    const closed = await driver.act(delivered, `drop-offs/${stopId}`, { proof: 'PHOTO', photo: picture });
    expect(closed.status).toBe(200);
    await driver.call('POST', '/emergency', { note: 'Dorothea needs help' });
    const operator = await deskUser(world, 'console', { email: 'erna@planted.example', name: 'Erna Deskwork' });
    await deskUser(world, 'console');
    await operator.post(`/console/v1/drivers/${driver.id}/documents`, {
      kind: 'LICENCE',
      number: 'DOROTHEA-77',
      reason: 'shown',
      file: picture,
    });
    const parcel = await bring(world, await supportOf(world), 'DELIVERED', {
      quotation: { stops: [CENTRAL, HER_DOOR] },
      parcel: { ...contacts, generateLabel: true },
    });
    await callPlus(world, 'POST', '/v3/labels', { orderIds: [parcel.orderId] });
    const { orderId: canceled } = await place(world, { order: { sender: BENEDIKTA, recipients: [OTHER] } });
    await world.call('DELETE', `/v3/orders/${canceled}`);
    await runDueJobs(world.foundations);
    openOrder = (
      await place(world, {
        quotation: { stops: [HER_DOOR, CENTRAL] },
        order: { ...contacts, sender: BENEDIKTA, recipients: [OTHER] },
      })
    ).orderId;
    await runDueJobs(world.foundations);
    // A receiver that has answered with what it was told.
    await world.call('GET', '/v3/events');
    await sql(
      `insert into delivery_attempts (position, attempted_at, status, duration_ms, answer)
       select position, now(), 200, 1, 'Thanks for ' || $1 from event_log join events using (stream_id, number)
       where strpos(data::text, $1) > 0 and strpos(data::text, $2) = 0`,
      [BENEDIKTA.name, openOrder],
    );
  });

  test('is given everything that is kept of them, from every place that the page on security lists', async () => {
    // Calls are written down a moment after they are answered.
    await expect.poll(() => sql(`select 1 from request_log where path = '/v3/labels'`)).toHaveLength(1);
    const out = path.join(world.foundations.settings.dataFolder, 'her.json');
    const told = await saidBy(waybill('person', 'export', ...WHO, '--out', out));
    expect(told).toContain(`Written to ${out}:`);
    exported = JSON.parse(await readFile(out, 'utf8'));
    await rm(out);
    for (const [what, value] of Object.entries(PERSON))
      expect([what, JSON.stringify(exported).includes(value)]).toEqual([what, true]);
    expect(JSON.stringify(exported.kept.orders)).not.toContain(OTHER.phone);
    // A photo, a signature and a label.
    expect(exported.files).toHaveLength(3);
    const [drivers, people] = await Promise.all([
      waybill('person', 'export', '--phone', driver.phone, '--reason', 'asked', '--json'),
      waybill('person', 'export', '--email', 'erna@planted.example', '--reason', 'asked', '--json'),
    ]);
    const kept = [exported, JSON.parse(drivers.output), JSON.parse(people.output)].map((one) => one.kept);
    const tables = kept.flatMap((one) => Object.entries(one).filter(([, rows]) => (rows as unknown[]).length > 0));
    expect([...new Set(tables.map(([table]) => table))].sort()).toEqual(expect.arrayContaining(await listedTables()));
  });

  test('an admin at the console does the same, and nobody else', async () => {
    const [admin, dispatcher] = [
      await deskUser(world, 'console'),
      await deskUser(world, 'console', { role: 'dispatcher' }),
    ];
    const ask = (user: typeof admin, what: string, data: object) => user.post(`/console/v1/person-data/${what}`, data);
    const who = { phone: '+852 9123-4567', reason: 'A letter' };
    const answer = await ask(admin, 'export', who);
    expect(answer.status).toBe(200);
    const { orders, proofs, events } = answer.json.data.kept;
    expect([orders, proofs, events].map(({ length }) => length)).toEqual(
      ['orders', 'proofs', 'events'].map((table) => exported.kept[table]?.length),
    );
    expect((await ask(dispatcher, 'export', who)).status).toBe(403);
    expect((await ask(dispatcher, 'erase', who)).status).toBe(403);
    for (const [data, code] of [
      [{ reason: 'A letter' }, 'ERR_MISSING_FIELD'],
      [{ phone: '91234567', reason: 'A letter' }, 'ERR_INVALID_FIELD'],
      [{ email: 'nobody', reason: 'A letter' }, 'ERR_INVALID_FIELD'],
      [{ ...who, reason: 'of 85291234567' }, 'ERR_INVALID_FIELD'],
    ] as const)
      expect((await ask(admin, 'erase', data)).json.errors[0].id).toBe(code);
    const nobody = await ask(admin, 'erase', { phone: '+85290000001', reason: 'A letter' });
    expect(nobody.json.data).toMatchObject({
      orders: 0,
      parcels: 0,
      files: 0,
      underWay: [],
      driverId: null,
      personIds: [],
    });
  });

  test('is erased from every table and file, but what is under way, and can be told from nobody', async () => {
    const preview = await saidBy(waybill('person', 'erase', ...WHO));
    expect(preview).toMatch(/^Found: 3 orders, 1 parcels\.\nNothing was erased\./);
    expect(
      await waybill('person', 'erase', '--phone', BENEDIKTA.phone, '--reason', `of ${BENEDIKTA.phone}`, '--yes'),
    ).toMatchObject({
      code: 1,
      errors: 'The reason must not say whose data it is: it stays in the audit log.\n',
    });
    const told = await saidBy(waybill('person', 'erase', ...WHO, '--yes'));
    expect(told).toMatch(/^Erased: 2 orders, 1 parcels, 4 files\. Request \d{19}\.\n/);
    expect(told).toContain(`Under way, and erased by the worker within an hour after the end: ${openOrder}.`);
    const left = await tracesInDatabase(world, PERSON);
    expect(
      left.filter((trace) => !/^(orders|order_terms|events|quotations_\w+|request_log_\w+): /.test(trace)),
    ).toEqual([]);
    expect((await world.call('GET', `/v3/orders/${openOrder}`)).json.data.stops[0]).toMatchObject(BENEDIKTA);
    const [{ orderId, stops, priceBreakdown }] = [(await world.call('GET', `/v3/orders/${delivered}`)).json.data];
    expect(stops[1]).toMatchObject({ name: '', phone: '', address: '' });
    expect(stops[0]).toMatchObject(OTHER);
    expect([orderId, Number(priceBreakdown.total) > 0]).toEqual([delivered, true]);
  });

  test('is gone altogether once the last delivery has ended', async () => {
    await world.call('DELETE', `/v3/orders/${openOrder}`);
    // The command that has left this for later goes by the real clock.
    world.clock.advance(Math.max(0, Date.now() - world.clock.now()) + 24 * 3_600_000);
    // Before this call is written down, and once more after it.
    await runDueJobs(world.foundations);
    await expect
      .poll(() => sql("select 1 from request_log where method = 'DELETE' and path = $1", [`/v3/orders/${openOrder}`]))
      .toHaveLength(1);
    world.clock.advance(60_000);
    await runDueJobs(world.foundations);
    expect(await saidBy(waybill('person', 'erase', ...WHO, '--yes'))).toMatch(
      /^Erased: 0 orders, 0 parcels, 0 files\./,
    );
    expect(await tracesInDatabase(world, PERSON)).toEqual([]);
    const files = await filesOf(world);
    expect(files.filter((file) => !file.startsWith('drivers/'))).toEqual([]);
  });

  test('who drives is erased when nothing is under way; the number, the deliveries and the earnings stay', async () => {
    const DRIVER: Planted = { name: 'Dorothea', phone: '97776655', papers: 'DOROTHEA-77' };
    const busy = await takenBy(world, driver);
    const shown = `/v3/orders/${busy}/drivers/${driver.id}`;
    expect((await world.call('GET', shown)).text).toContain('Dorothea');
    await expect.poll(() => sql('select 1 from request_log where path = $1', [shown])).toHaveLength(1);
    const erase = () => waybill('person', 'erase', '--phone', driver.phone, '--reason', 'left us', '--yes');
    expect(await erase()).toMatchObject({ code: 1, errors: expect.stringContaining(`has ${busy} under way`) });
    await world.call('DELETE', `/v3/orders/${busy}`);
    const earned = await sql('select balance_minor from ledger_accounts where driver_id = $1', [driver.id]);
    expect(earned).toHaveLength(1);
    expect((await erase()).output).toContain(`Driver ${driver.id} cannot sign in any more`);
    expect(await tracesInDatabase(world, DRIVER)).toEqual([]);
    expect(await filesOf(world)).toEqual([]);
    expect(await sql('select balance_minor from ledger_accounts where driver_id = $1', [driver.id])).toEqual(earned);
    expect((await driver.call('GET', '/me')).status).toBe(401);
    expect(await waybill('driver', 'resume', '--driver', driver.id)).toMatchObject({
      code: 1,
      errors: `Driver ${driver.id} was erased, and does not come back.\n`,
    });
    const admin = await deskUser(world, 'console');
    const [at, reason] = [`/console/v1/drivers/${driver.id}`, 'by mistake'];
    const picture = (await photo()).toString('base64');
    for (const answer of [
      admin.put(`${at}/status`, { status: 'active', reason }),
      admin.put(`${at}/photo`, { photo: picture, reason }),
      admin.post(`${at}/documents`, { kind: 'LICENCE', number: 'DOROTHEA-77', reason }),
      admin.post(`${at}/sign-in-code`, { reason }),
    ])
      expect((await answer).json.errors).toMatchObject([{ id: 'ERR_CHANGED_MEANWHILE' }]);
    expect(await tracesInDatabase(world, DRIVER)).toEqual([]);
    expect((await driverOf(world, { phone: driver.phone })).id).not.toBe(driver.id);
  });

  test('who works at a desk is erased, unless nobody could let others in; what was done stays', async () => {
    const done = await sql<{ count: number }>(
      "select count(*)::integer as count from audit_entries where subject_id <> ''",
    );
    const erase = (email: string) => waybill('person', 'erase', '--email', email, '--reason', 'left us', '--yes');
    expect((await erase('erna@planted.example')).output).toContain('1 at the desks');
    expect(await tracesInDatabase(world, { name: 'Erna Deskwork', email: 'erna@planted.example' })).toEqual([]);
    const [after] = await sql<{ count: number }>('select count(*)::integer as count from audit_entries');
    expect(after?.count).toBeGreaterThan(Number(done[0]?.count));
    const admins = await sql<{ email: string }>(
      "select email from people where desk = 'console' and role = 'admin' and status = 'active'",
    );
    const results = [];
    for (const { email } of admins) results.push(await erase(email));
    expect(results.at(-1)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('is the last admin at the console'),
    });
  });

  test('what was asked for is written down, with the reason and without the person', async () => {
    const acts = await sql<{ action: string; reason: string }>(
      "select action, reason from audit_entries where subject_kind = 'person-data' order by id limit 1",
    );
    expect(acts).toEqual([{ action: 'person-data.export', reason: 'A letter of 16 November' }]);
  });
});

/** Every table that the page on security names as a place of personal data. */
async function listedTables(): Promise<string[]> {
  const guide = await readFile('docs/guide/security.md', 'utf8');
  const [, table = ''] = /\| What \| Where it is kept \|.*?\n\|---.*?\n(.*?)\n\n/s.exec(guide) ?? [];
  const places = table.split('\n').flatMap((row) => [...String(row.split('|')[2]).matchAll(/`([a-z_]+)(?:\.\w+)?`/g)]);
  const names = [...new Set(places.map(([, name]) => String(name)))];
  expect(names.length).toBeGreaterThan(20);
  return names.filter((name) => !WITHOUT_WORDS.includes(name));
}

/** Hashes, of which nobody can tell whose they are, and what ends within the hour; money that was given back names no person. */
const WITHOUT_WORDS = ['order_references', 'sign_in_failures', 'credit_notes'];
