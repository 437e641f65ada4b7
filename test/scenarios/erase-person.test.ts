import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assignByHand, replaceWithDriver } from '../../src/dispatch/index.ts';
import { addDocument, documentsOf, eraseDriver, findDriver, onlineSince } from '../../src/drivers/index.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/foundation/time.ts';
import type { Database, Transaction } from '../../src/infrastructure/database/database.ts';
import { type Erasure, erasePerson, exportPerson, type Subject } from '../../src/privacy/index.ts';
import { driverOf, offeredTo, takenBy } from '../support/driver-client.ts';
import { makeDriver } from '../support/drivers.ts';
import { meetAtDriver, waitingForLocks } from '../support/meeting.ts';
import { runDueJobs } from '../support/order-records.ts';
import { CENTRAL, deliver, driversOf, MONG_KOK, ordersOf, place, TUEN_MUN } from '../support/orders.ts';
import { callPlus, editData, placePlus } from '../support/parcels.ts';
import { tracesInDatabase } from '../support/traces.ts';
import { createWorld, type World } from '../support/world.ts';

const BENEDIKTA = { name: 'Benedikta Planck', phone: '+85291234567' };
const CORNELIUS = { name: 'Cornelius Fontane', phone: '+85292345678' };
const OTHER = { name: 'Somebody Else', phone: '+85256847199' };

let world: World;
beforeAll(async () => {
  world = await createWorld({
    partner: { platforms: ['ON_DEMAND', 'PLUS'], limitFactor: 1_000, creditMinor: 1_000_000n },
  });
});
afterAll(() => world.close());

const eraseWhoever = (subject: Subject): Promise<Erasure> =>
  erasePerson(world.foundations, subject, { by: undefined, reason: 'A letter' }, world.clock.now());
const erase = (phone: string): Promise<Erasure> => eraseWhoever({ phone });

/** What a worker does within the hour after a delivery has ended, and a minute later with the calls about it. */
async function anHourLater(): Promise<void> {
  world.clock.advance(HOUR_MS);
  await runDueJobs(world.foundations);
  world.clock.advance(MINUTE_MS);
  await runDueJobs(world.foundations);
}

const tracesOf = ({ name, phone }: typeof OTHER) => tracesInDatabase(world, { name, phone: phone.slice(4) });
const cancel = (orderId: string) => world.call('DELETE', `/v3/orders/${orderId}`);
const isLogged = (orderId: string) =>
  expect
    .poll(() =>
      world.foundations.database.query("select 1 from request_log where method = 'DELETE' and path = $1", [
        `/v3/orders/${orderId}`,
      ]),
    )
    .toHaveLength(1);

async function replaced(orderId: string): Promise<string> {
  const { database } = world.foundations;
  const orders = await ordersOf(world);
  const { id } = await database.inTransaction((tx) => replaceWithDriver(orders, tx, { orderId }, world.clock.now()));
  return id;
}

describe('whose delivery is under way is erased when it has ended', () => {
  test('both of two who have asked', async () => {
    const { orderId } = await place(world, { order: { sender: BENEDIKTA, recipients: [CORNELIUS] } });
    expect((await erase(BENEDIKTA.phone)).underWay).toEqual([orderId]);
    expect((await erase(CORNELIUS.phone)).underWay).toEqual([orderId]);
    await cancel(orderId);
    await isLogged(orderId);
    await anHourLater();
    expect([await tracesOf(BENEDIKTA), await tracesOf(CORNELIUS)]).toEqual([[], []]);
  });

  test('where another order has taken its place, once that one has ended', async () => {
    const { orderId } = await place(world, { order: { sender: OTHER, recipients: [BENEDIKTA] } });
    await erase(BENEDIKTA.phone);
    const second = await replaced(orderId);
    const third = await replaced(second);
    await anHourLater();
    expect((await world.call('GET', `/v3/orders/${third}`)).json.data.stops[1]).toMatchObject(BENEDIKTA);
    await cancel(third);
    await isLogged(third);
    await anHourLater();
    expect(await tracesOf(BENEDIKTA)).toEqual([]);
    expect((await world.call('GET', `/v3/orders/${third}`)).json.data.stops[0]).toMatchObject(OTHER);
  });

  test('where the partner has given the drop-off another address', async () => {
    const { orderId } = await place(world, { order: { sender: OTHER, recipients: [BENEDIKTA] } });
    await (await driversOf(world)).accept(orderId);
    await erase(BENEDIKTA.phone);
    const stops = [
      { ...CENTRAL, ...OTHER },
      { ...TUEN_MUN, ...BENEDIKTA },
    ];
    const edited = await world.call('PATCH', `/v3/orders/${orderId}`, { body: JSON.stringify({ data: { stops } }) });
    expect(edited.status).toBe(201);
    await cancel(orderId);
    await isLogged(orderId);
    await anHourLater();
    expect(await tracesOf(BENEDIKTA)).toEqual([]);
  });

  test('and nobody else, where the drop-off is another’s by then', async () => {
    const { orderId } = await place(world, { order: { sender: OTHER, recipients: [BENEDIKTA] } });
    await (await driversOf(world)).accept(orderId);
    await erase(BENEDIKTA.phone);
    const stops = [
      { ...CENTRAL, ...OTHER },
      { ...MONG_KOK, ...CORNELIUS },
    ];
    await world.call('PATCH', `/v3/orders/${orderId}`, { body: JSON.stringify({ data: { stops } }) });
    await cancel(orderId);
    await isLogged(orderId);
    await anHourLater();
    expect(await tracesOf(BENEDIKTA)).toEqual([]);
    expect((await world.call('GET', `/v3/orders/${orderId}`)).json.data.stops[1]).toMatchObject(CORNELIUS);
    await erase(CORNELIUS.phone);
  });

  test.each([
    ['what is remarked there', { remarks: `or call ${BENEDIKTA.phone}` }, ''],
    ['the name there', { name: `Front desk, ${BENEDIKTA.phone}` }, ''],
    ['the address', {}, `, call ${BENEDIKTA.phone}`],
  ])('where only %s speaks of them', async (_, contact, behindAddress) => {
    const stops = [CENTRAL, { ...MONG_KOK, address: `${MONG_KOK.address}${behindAddress}` }];
    const { orderId } = await place(world, {
      quotation: { stops },
      order: { sender: OTHER, recipients: [{ ...OTHER, ...contact }] },
    });
    expect((await erase(BENEDIKTA.phone)).underWay).toEqual([orderId]);
    await cancel(orderId);
    await isLogged(orderId);
    await anHourLater();
    expect(await tracesOf(BENEDIKTA)).toEqual([]);
  });

  test('in parcels as well, both of two, edited or not', async () => {
    const contacts = { sender: BENEDIKTA, recipients: [CORNELIUS] };
    const { orderId } = await placePlus(world, { parcel: contacts });
    expect((await erase(BENEDIKTA.phone)).underWay).toEqual([orderId]);
    expect((await erase(CORNELIUS.phone)).underWay).toEqual([orderId]);
    const stops = [
      { ...CENTRAL, ...BENEDIKTA },
      { ...TUEN_MUN, ...CORNELIUS },
    ];
    const edited = await callPlus(world, 'PATCH', `/v3/orders/${orderId}`, editData(world, { stops }));
    expect(edited.status).toBe(201);
    await callPlus(world, 'DELETE', `/v3/orders/${orderId}`);
    await isLogged(orderId);
    await anHourLater();
    expect([await tracesOf(BENEDIKTA), await tracesOf(CORNELIUS)]).toEqual([[], []]);
  });
});

describe('who is known by an email address is erased, in whatever case it was written', () => {
  const EMAIL = 'benedikta@planck.example';
  const written = {
    remarks: 'mail BENEDIKTA@planck.example first',
    metadata: { customer: 'Benedikta@Planck.Example' },
  };
  const tracesOfEmail = () =>
    tracesInDatabase(world, { remarks: 'BENEDIKTA@planck.example', metadata: 'Benedikta@Planck.Example' });

  test.each([
    ['metadata', { metadata: written.metadata }],
    ['remarks', { recipients: [{ ...OTHER, remarks: written.remarks }] }],
  ])('from the %s of an order', async (_, said) => {
    const { orderId } = await place(world, { order: { sender: OTHER, recipients: [OTHER], ...said } });
    expect((await eraseWhoever({ email: EMAIL })).underWay).toEqual([orderId]);
    await cancel(orderId);
    await isLogged(orderId);
    expect(await tracesOfEmail()).not.toEqual([]);
    await anHourLater();
    expect(await tracesOfEmail()).toEqual([]);
  });

  test('from a call that was refused, and led to no order', async () => {
    const { metadata } = written;
    const { orderId } = await place(world, { order: { sender: OTHER, recipients: [OTHER], metadata } });
    await cancel(orderId);
    await isLogged(orderId);
    const unknown = { data: { quotationId: '1571354659422392320', sender: OTHER, recipients: [], metadata } };
    await world.call('POST', '/v3/orders', { body: JSON.stringify(unknown) });
    await expect
      .poll(() =>
        world.foundations.database.query(
          "select 1 from request_log where status >= 400 and request_body like '%Planck.Example%'",
        ),
      )
      .toHaveLength(1);
    await eraseWhoever({ email: EMAIL });
    expect(await tracesOfEmail()).toEqual([]);
  });

  test('from a parcel that has ended', async () => {
    const { orderId } = await placePlus(world, {
      parcel: { sender: OTHER, recipients: [OTHER], metadata: written.metadata },
    });
    await callPlus(world, 'DELETE', `/v3/orders/${orderId}`);
    await isLogged(orderId);
    expect(await eraseWhoever({ email: EMAIL })).toMatchObject({ parcels: 1 });
    expect(await tracesOfEmail()).toEqual([]);
  });
});

describe('who drives is erased', () => {
  test('without a loss for partners in whose calls the digits of the driver’s number stand', async () => {
    const driver = await driverOf(world, { name: 'Dorothea Driven', phone: '+85297776655' });
    await cancel(await takenBy(world, driver));
    const metadata = { order: `A-${driver.id}`, inside: `1571797${driver.id}980866` };
    const { orderId } = await place(world, { order: { metadata } });
    const addFee = () =>
      world.call('POST', `/v3/orders/${orderId}/priority-fee`, {
        body: JSON.stringify({ data: { priorityFee: '20' } }),
        requestId: 'fee-1',
      });
    const first = await addFee();
    expect([first.status, first.text.includes(driver.id)]).toEqual([200, true]);
    const logged = () =>
      world.foundations.database.query<{ answer_body: string }>(
        'select answer_body from request_log where path = $1 order by id limit 1',
        [`/v3/orders/${orderId}/priority-fee`],
      );
    await expect.poll(logged).toHaveLength(1);
    expect((await erase(driver.phone)).driverId).toBe(driver.id);
    expect(await addFee()).toMatchObject({ status: 200, text: first.text });
    expect((await logged())[0]?.answer_body).toContain(driver.id);
    await cancel(orderId);
  });

  test('from every call that shows the driver', async () => {
    const driver = await driverOf(world, { name: 'Dorothea Driven', phone: '+85297776655' });
    const orderId = await takenBy(world, driver);
    const shown = `/v3/orders/${orderId}/drivers/${driver.id}`;
    await world.call('GET', shown);
    await world.call('GET', `${shown}?of=Dorothea`);
    await world.call('GET', '/v3/events');
    await cancel(orderId);
    await isLogged(orderId);
    expect(await tracesOf({ name: 'Dorothea', phone: driver.phone })).not.toEqual([]);
    await erase(driver.phone);
    expect(await tracesOf({ name: 'Dorothea', phone: driver.phone })).toEqual([]);
  });
});

describe('what calls said and were answered', () => {
  const sql = <Row>(text: string, values?: readonly unknown[]) => world.foundations.database.query<Row>(text, values);

  async function ended(): Promise<string> {
    const { orderId } = await place(world, { order: { sender: OTHER, recipients: [BENEDIKTA] } });
    await cancel(orderId);
    await isLogged(orderId);
    return orderId;
  }

  test('goes also where the program fails after the deliveries were erased, and the next one finds none of them', async () => {
    await ended();
    await sql('create function fail() returns trigger language plpgsql as $$ begin raise exception $x$no$x$; end $$');
    await sql('create trigger fail before update on request_log for each statement execute function fail()');
    await expect(erase(BENEDIKTA.phone)).rejects.toThrow('no');
    await sql('drop trigger fail on request_log');
    await sql('drop function fail');
    expect(await erase(BENEDIKTA.phone)).toMatchObject({ orders: 0, areCallsLeft: true });
    expect(await tracesOf(BENEDIKTA)).not.toEqual([]);
    world.clock.advance(MINUTE_MS);
    await runDueJobs(world.foundations);
    expect(await tracesOf(BENEDIKTA)).toEqual([]);
    expect(await erase(BENEDIKTA.phone)).toMatchObject({ orders: 0, areCallsLeft: false });
  });

  /** The same call so many times more, before it. */
  const repeatCall = (times: number, orderId: string) =>
    sql(
      `insert into request_log (id, partner_id, key_id, at, method, path, api, duration_ms, request_id, address, request_body,
         request_bytes, answer_body, answer_bytes)
       select id - 1000000 - number, partner_id, key_id, at, method, path, api, duration_ms, request_id, address,
         case number % 500 when 0 then request_body else 'nothing' end, 0, case number % 500 when 0 then answer_body else '' end, 0
       from request_log, generate_series(1, $1) number where method = 'POST' and strpos(answer_body, $2) > 0 and path = '/v3/orders'`,
      [times, orderId],
    );

  test('goes stretch by stretch where there were many calls, with the command and by the worker', async () => {
    const first = await ended();
    await repeatCall(5_000, first);
    const answers = `insert into remembered_answers (fingerprint, status, body, answered_at)
      select sha256(number::text::bytea), 200, case number % 500 when 0 then $1 else '{}' end, $2 from generate_series(1, 5000) number`;
    await sql(answers, [`{"phone":"${BENEDIKTA.phone}"}`, new Date(world.clock.now())]);
    await erase(BENEDIKTA.phone);
    expect(await tracesOf(BENEDIKTA)).toEqual([]);
    // Written down a moment later.
    const late = await ended();
    await erase(BENEDIKTA.phone);
    await sql(
      `update request_log set answer_body = $1 where path = '/v3/orders' and request_body = 'nothing' and id % 1000 = 0`,
      [`${late} ${BENEDIKTA.name}`],
    );
    expect(await tracesOf(BENEDIKTA)).not.toEqual([]);
    world.clock.advance(MINUTE_MS);
    await runDueJobs(world.foundations);
    expect(await tracesOf(BENEDIKTA)).toEqual([]);
    expect(
      await sql("select 1 from request_log where path = '/v3/orders' and request_body = 'nothing' limit 1"),
    ).toHaveLength(1);
  });

  test('leaves no words about the person in a job', async () => {
    await ended();
    await erase(BENEDIKTA.phone);
    const jobs = await sql<{ payload: unknown }>("select payload from jobs where kind like 'privacy.%'");
    expect(jobs.length).toBeGreaterThan(1);
    expect(JSON.stringify(jobs)).not.toMatch(/Benedikta|91234567|Nathan/);
  });
});

describe('a driver who is asked for an order meanwhile', () => {
  const erased = async (driverId: string) => (await findDriver(world.foundations.database, driverId))?.isErased;

  test('is not erased, having taken it while their data was looked for', async () => {
    const driver = await driverOf(world);
    const { orderId, offerId } = await offeredTo(world, driver);
    const { database } = world.foundations;
    let taken: Promise<unknown> | undefined;
    const afterTheLook: Database = {
      ...database,
      async inTransaction(work) {
        taken ??= driver.call('POST', `/offers/${offerId}/accept`);
        await taken;
        return database.inTransaction(work);
      },
    };
    const erasing = erasePerson(
      { ...world.foundations, database: afterTheLook },
      { phone: driver.phone },
      { by: undefined, reason: 'A letter' },
      world.clock.now(),
    );
    await expect(erasing).rejects.toThrow(`Driver ${driver.id} has ${orderId} under way.`);
    expect([await erased(driver.id), (await driver.order(orderId)).status]).toEqual([false, 'ON_GOING']);
    await cancel(orderId);
  });

  test('has it where the answer was first, and is not erased', async () => {
    const driver = await driverOf(world);
    const { orderId, offerId } = await offeredTo(world, driver);
    const [, erasure] = await meetAtDriver(world, driver.id, [
      () => driver.call('POST', `/offers/${offerId}/accept`),
      () => erase(driver.phone),
    ]);
    expect(erasure).toMatchObject({ status: 'rejected', reason: { code: 'ERR_INVALID_ORDER_STATUS' } });
    expect([await erased(driver.id), (await driver.order(orderId)).status]).toEqual([false, 'ON_GOING']);
    await cancel(orderId);
  });

  test('does not get it where the erasure was first', async () => {
    const driver = await driverOf(world);
    const { orderId, offerId } = await offeredTo(world, driver);
    const [, answer] = await meetAtDriver(world, driver.id, [
      () => erase(driver.phone),
      () => driver.call('POST', `/offers/${offerId}/accept`),
    ]);
    expect(answer).toMatchObject({ value: { json: { message: 'ERR_OFFER_GONE' } } });
    const { json } = await world.call('GET', `/v3/orders/${orderId}`);
    expect([await erased(driver.id), json.data.status]).toEqual([true, 'ASSIGNING_DRIVER']);
    await cancel(orderId);
  });

  test('is not given it by hand where the erasure was first', async () => {
    const driver = await driverOf(world);
    const { orderId } = await place(world);
    const orders = await ordersOf(world);
    const [, assignment] = await meetAtDriver(world, driver.id, [
      () => erase(driver.phone),
      () =>
        world.foundations.database.inTransaction((tx) =>
          assignByHand(orders, tx, { orderId }, driver.id, world.clock.now()),
        ),
    ]);
    expect(assignment).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('suspended') } });
    await cancel(orderId);
  });
});

test('a paper that is added while its driver is erased is not kept', async () => {
  const { id } = await makeDriver(world);
  const { database } = world.foundations;
  const licence = { kind: 'LICENCE', number: 'HK 777', validUntil: undefined } as const;
  const add = (tx: Transaction) =>
    addDocument(world.foundations, tx, id, licence, 'drivers/licence.jpg', world.clock.now());
  const { adding } = await database.inTransaction(async (tx) => {
    await eraseDriver(tx, id, [], world.clock.now());
    const adding = Promise.allSettled([database.inTransaction(add)]);
    await expect.poll(() => waitingForLocks(database), { interval: 1 }).toBe(1);
    return { adding };
  });
  expect(await adding).toMatchObject([{ reason: { code: 'ERR_CHANGED_MEANWHILE' } }]);
  expect(await documentsOf(database, id)).toEqual([]);
});

test('a driver who is online is not any more', async () => {
  const driver = await driverOf(world);
  await driver.comeOnline();
  expect(await onlineSince(world.foundations.database, driver.id)).toBe(world.clock.now());
  await erase(driver.phone);
  expect(await onlineSince(world.foundations.database, driver.id)).toBeUndefined();
});

test('a driver who asks is given every entry of their book, however many there are', async () => {
  const { database, clock } = world.foundations;
  const { id, phone } = await makeDriver(world);
  await deliver(world, id);
  await database.query(
    `insert into ledger_transfers (id, business_key, kind, from_account_id, to_account_id, wallet_id, amount_minor, created_at)
     select transfer.id - n * 10000000::bigint, 'many:' || transfer.id - n, transfer.kind, from_account_id, to_account_id, wallet_id, amount_minor, created_at
     from ledger_transfers transfer join ledger_accounts account on account.id = wallet_id, generate_series(1, 2500) n
     where account.driver_id = ${id}`,
  );
  const asked = { by: undefined, reason: 'A letter' };
  const { kept } = await exportPerson(world.foundations, { phone }, asked, clock.now());
  const [book] = kept.ledger_accounts as readonly { transfers: readonly unknown[] }[];
  expect(book?.transfers).toHaveLength(2_501);
});
