import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Driver, setDriverStatus } from '../../src/drivers/index.ts';
import { formatInstant } from '../../src/foundation/time.ts';
import { deskUser } from '../support/desk.ts';
import { dispatchOf } from '../support/dispatch.ts';
import { clearStreets } from '../support/driver-client.ts';
import { makeDriver } from '../support/drivers.ts';
import { waitingForLocks } from '../support/meeting.ts';
import { contradictions, eventsOfOrder } from '../support/order-records.ts';
import { driversOf, fund, MONG_KOK, place, RECIPIENT, TUEN_MUN } from '../support/orders.ts';
import { advance } from '../support/sandbox.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let dispatch: Awaited<ReturnType<typeof dispatchOf>>;
let drivers: Awaited<ReturnType<typeof driversOf>>;
let operator: Awaited<ReturnType<typeof deskUser>>;
beforeAll(async () => {
  world = await createWorld({ partner: { limitFactor: 1_000 } });
  dispatch = await dispatchOf(world);
  drivers = await driversOf(world);
  operator = await deskUser(world, 'console', { role: 'admin', name: 'Grace' });
  await fund(world, 1_000_000n);
});
afterAll(() => world.close());
beforeEach(() => dispatch.leaveAll());

const read = async (orderId: string) => (await operator.get(`/console/v1/orders/${orderId}`)).json.data;
const act = (orderId: string, verb: string, data: Record<string, unknown>) =>
  operator.post(`/console/v1/orders/${orderId}/${verb}`, { reason: 'because', ...data });
const sentenceOf = (answer: { json: { errors: { message: string }[] } }) => answer.json.errors[0]?.message;
const actsOf = async (orderId: string) =>
  (await operator.get(`/console/v1/acts?subjectKind=order&subjectId=${orderId}`)).json.data;

async function assigned(driver?: Driver): Promise<{ orderId: string; driver: Driver }> {
  const { orderId } = await place(world);
  const chosen = driver ?? (await makeDriver(world));
  await drivers.accept(orderId, chosen.id);
  return { orderId, driver: chosen };
}

describe('assigning by hand', () => {
  test('a waiting order goes to the driver at once, and everybody else hears that it is gone', async () => {
    await clearStreets(world);
    const { orderId } = await place(world);
    const [near, far] = [await dispatch.join(200, { name: 'Near' }), await dispatch.join(2_000, { name: 'Far' })];
    await dispatch.round();
    expect(await dispatch.asked(orderId)).toEqual([near.id]);
    const choices = (await operator.get(`/console/v1/orders/${orderId}/drivers`)).json.data;
    expect(choices.map(({ name, hindrance, doubts }: Record<string, unknown>) => [name, hindrance, doubts])).toEqual([
      ['Near', null, []],
      ['Far', null, []],
    ]);
    expect(choices[1].meters).toBeGreaterThan(1_990);
    const { revision } = await read(orderId);
    expect((await act(orderId, 'assign', { driverId: far.id, seen: revision })).status).toBe(204);
    expect(await read(orderId)).toMatchObject({
      status: 'ON_GOING',
      driver: { driverId: far.id, name: 'Far' },
      driverNow: { phone: far.phone },
      actions: { assign: false, takeOff: true, edit: true, cancel: true, replace: true, refund: false },
    });
    expect((await dispatch.offers(orderId)).map(({ state }) => state)).toEqual(['withdrawn']);
    expect(await actsOf(orderId)).toMatchObject([
      { action: 'order.assign', reason: 'because', who: { name: 'Grace' }, details: { driverId: far.id } },
    ]);
  });

  test('those who cannot have it are named with the reason, and refused', async () => {
    const { orderId } = await place(world);
    const busy = (await assigned()).driver;
    const suspended = await makeDriver(world, { name: 'Sue' });
    await operator.put(`/console/v1/drivers/${suspended.id}/status`, { status: 'suspended', reason: 'papers' });
    const kept = await makeDriver(world, { name: 'Kim' });
    const pair = `/console/v1/drivers/${kept.id}/kept-from/${world.partner.partnerId}`;
    expect((await operator.put(pair, { reason: 'complaint' })).status).toBe(204);
    const { revision } = await read(orderId);
    for (const [driverId, sentence] of [
      [busy.id, `${busy.name} is on another order.`],
      [suspended.id, 'Sue is suspended.'],
      [kept.id, 'Kim is kept from this partner.'],
      ['999999', 'There is no driver 999999.'],
      ['x', 'There is no driver x.'],
    ]) {
      const answer = await act(orderId, 'assign', { driverId, seen: revision });
      expect([answer.status, sentenceOf(answer)]).toEqual([422, sentence]);
    }
    const found = (await operator.get(`/console/v1/orders/${orderId}/drivers?search=Sue`)).json.data;
    expect(found).toMatchObject([{ name: 'Sue', hindrance: 'is suspended', doubts: ['is offline'] }]);
    expect((await read(orderId)).status).toBe('ASSIGNING_DRIVER');
    expect(await actsOf(orderId)).toEqual([]);
  });
});

describe('two operators who do opposite things', () => {
  test('one cancels while the other assigns: the later one is told what happened', async () => {
    const { orderId } = await place(world);
    const driver = await makeDriver(world);
    const { revision: seen } = await read(orderId);
    expect((await act(orderId, 'cancel', { seen })).status).toBe(200);
    const late = await act(orderId, 'assign', { driverId: driver.id, seen });
    expect([late.status, late.json.errors[0].id, sentenceOf(late)]).toEqual([
      409,
      'ERR_CHANGED_MEANWHILE',
      'Customer support cancelled the order since you looked. It is cancelled now.',
    ]);
  });

  test('one suspends the driver while the other assigns: the later one is told', async () => {
    const { orderId } = await place(world);
    const driver = await makeDriver(world, { name: 'Sam' });
    const { revision: seen } = await read(orderId);
    const { database, clock } = world.foundations;
    let late: ReturnType<typeof act> | undefined;
    await database.inTransaction(async (tx) => {
      await setDriverStatus(tx, driver.id, 'suspended', clock.now());
      late = act(orderId, 'assign', { driverId: driver.id, seen });
      await expect.poll(() => waitingForLocks(database)).toBe(1);
    });
    const answer = await late;
    expect([answer?.status, answer && sentenceOf(answer)]).toEqual([422, 'Sam is suspended.']);
    expect((await read(orderId)).status).toBe('ASSIGNING_DRIVER');
  });

  test('one assigns while the other cancels, takes off, replaces or edits', async () => {
    const { orderId } = await place(world);
    const driver = await makeDriver(world);
    const { revision: seen } = await read(orderId);
    await act(orderId, 'assign', { driverId: driver.id, seen });
    const late = [
      await act(orderId, 'cancel', { seen }),
      await act(orderId, 'take-off', { seen, isBlamed: false }),
      await act(orderId, 'replace', { seen }),
      await operator.patch(`/console/v1/orders/${orderId}`, { stops: [MONG_KOK, MONG_KOK], reason: 'x', seen }),
    ];
    for (const answer of late)
      expect([answer.status, sentenceOf(answer)]).toEqual([
        409,
        `Driver ${driver.id} took the order since you looked. Its driver is on the way to the pick-up now.`,
      ]);
    expect((await actsOf(orderId)).map(({ action }: { action: string }) => action)).toEqual(['order.assign']);
  });

  test('both at the very same moment: one of them wins, and the other is told', async () => {
    const { orderId } = await place(world);
    const driver = await makeDriver(world);
    const { revision: seen } = await read(orderId);
    const answers = await Promise.all([
      act(orderId, 'assign', { driverId: driver.id, seen }),
      act(orderId, 'cancel', { seen }),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
    expect(await actsOf(orderId)).toHaveLength(1);
  });
});

describe('taking off by hand', () => {
  test('the order looks for another driver, and nothing counts as given back', async () => {
    const { orderId, driver } = await assigned();
    const { revision: seen } = await read(orderId);
    const taken = await act(orderId, 'take-off', { seen, isBlamed: false });
    expect([taken.status, taken.json.data]).toEqual([200, { status: 'ASSIGNING_DRIVER' }]);
    const order = await read(orderId);
    expect(order).toMatchObject({
      status: 'ASSIGNING_DRIVER',
      formerDrivers: [{ driverId: driver.id, name: driver.name }],
    });
    expect(order.history.at(-1)).toMatchObject({ text: `Customer support took driver ${driver.name} off` });
    const [row] = await world.foundations.database.query('select give_backs from orders where id = $1', [orderId]);
    expect(row).toEqual({ give_backs: 0 });
    const back = await act(orderId, 'assign', { driverId: driver.id, seen: order.revision });
    expect([back.status, sentenceOf(back)]).toEqual([422, `${driver.name} had this order before.`]);
  });

  test('with blame it counts', async () => {
    const { orderId } = await assigned();
    const { revision: seen } = await read(orderId);
    await act(orderId, 'take-off', { seen, isBlamed: true });
    const [row] = await world.foundations.database.query('select give_backs from orders where id = $1', [orderId]);
    expect(row).toEqual({ give_backs: 1 });
    await drivers.accept(orderId, (await makeDriver(world)).id);
    const last = await act(orderId, 'take-off', { seen: (await read(orderId)).revision, isBlamed: true });
    expect(last.json.data).toEqual({ status: 'REJECTED' });
  });

  test('of an order without a driver it is refused', async () => {
    const { orderId } = await place(world);
    const { revision: seen } = await read(orderId);
    const answer = await act(orderId, 'take-off', { seen, isBlamed: false });
    expect([answer.status, sentenceOf(answer)]).toEqual([422, 'The order is ASSIGNING_DRIVER; no driver has it.']);
  });
});

test('an operator’s edit leaves the partner the one that is theirs', async () => {
  const { orderId } = await assigned();
  const before = await read(orderId);
  const [pickUp] = before.stops;
  const stops = [
    { coordinates: { lat: pickUp.lat, lng: pickUp.lng }, address: pickUp.address },
    { ...TUEN_MUN, name: 'Ben', phone: RECIPIENT.phone },
  ];
  const edit = (data: object) =>
    operator.patch(`/console/v1/orders/${orderId}`, { stops, reason: 'wrong flat', seen: before.revision, ...data });
  const faulty = await edit({ stops: [stops[0], { ...TUEN_MUN, name: 'Ben' }] });
  expect([faulty.status, faulty.json.errors[0].detail]).toEqual([422, '/data/stops/1/phone']);
  expect((await edit({})).status).toBe(200);
  const after = await read(orderId);
  expect(after.stops[1].address).toBe(TUEN_MUN.address);
  expect(Number(after.price.total)).toBeGreaterThan(Number(before.price.total));
  const partners = await world.call('GET', `/v3/orders/${orderId}`, { headers: { Expand: 'actions' } });
  expect(partners.json.data.actions.editsLeft).toBe(1);
});

test('a replacement is another order, to which the answer leads, and of which the driver is told anew', async () => {
  const { orderId, driver } = await assigned(await dispatch.join(100));
  const { revision: seen } = await read(orderId);
  const answer = await act(orderId, 'replace', { seen });
  const successor = answer.json.data.orderId;
  expect(await read(orderId)).toMatchObject({ status: 'CANCELED', replacedBy: successor });
  expect(await read(successor)).toMatchObject({ replaces: orderId, driver: { driverId: driver.id } });
  expect(await actsOf(orderId)).toMatchObject([{ action: 'order.replace', details: { replacedBy: successor } }]);
  expect((await eventsOfOrder(world.foundations.database, successor)).at(-1)).toMatchObject({
    type: 'DRIVER_ASSIGNED',
    data: {
      driver: { driverId: driver.id, phone: driver.phone },
      location: { lat: expect.any(Number), lng: expect.any(Number) },
      order: { orderId: successor },
    },
  });
});

test('an order is refunded in parts and never beyond what it cost; all money moved for it is listed', async () => {
  const { orderId } = await assigned();
  await drivers.pickUp(orderId);
  await drivers.dropOff(orderId);
  const { price } = await read(orderId);
  const refund = (amount: string) => act(orderId, 'refund', { amount });
  const refunded = await refund('5');
  expect(refunded.status).toBe(200);
  const beyond = await refund(price.total);
  expect([beyond.status, beyond.json.errors[0].detail]).toEqual([422, '/data/amount']);
  expect((await refund('five')).status).toBe(422);
  const { data } = (await operator.get(`/console/v1/orders/${orderId}/money`)).json;
  expect(data.refundable).toBe(String(Number(price.total) - 5));
  expect(data.transfers.map(({ kind, amount }: Record<string, string>) => [kind, amount])).toEqual([
    ['HOLD', price.total],
    ['CAPTURE', price.total],
    ['EARNING', price.driverEarns],
    ['CREDIT', '5'],
  ]);
  // Under the number that stands on paper, wherever it is named.
  const notes = `/console/v1/partners/${world.partner.partnerId}/credit-notes/HK`;
  const { number: creditNote } = (await operator.get(notes)).json.data[0];
  expect([refunded.json.data.creditNote, data.transfers.at(-1).transferId]).toEqual([creditNote, creditNote]);
  const details = { amount: '5', currency: 'HKD', creditNote };
  expect(await actsOf(orderId)).toMatchObject([{ action: 'order.refund', details }]);
  expect(await contradictions(world.foundations.database)).toEqual([]);
  const dispatcher = await deskUser(world, 'console', { role: 'dispatcher' });
  const refused = await dispatcher.post(`/console/v1/orders/${orderId}/refund`, { amount: '1', reason: 'x' });
  expect(refused.status).toBe(403);
});

test('everything about an order can be read: events, proofs, track, explanation', async () => {
  const { orderId } = await assigned();
  await drivers.pickUp(orderId);
  await drivers.dropOff(orderId);
  const get = async (part: string) => (await operator.get(`/console/v1/orders/${orderId}/${part}`)).json.data;
  const told = (await get('events')).filter(({ type }: { type: string }) => type === 'ORDER_STATUS_CHANGED');
  expect(told.at(-1)?.data.order.status).toBe('COMPLETED');
  expect(await get('track')).toEqual([]);
  expect(await get('explanation')).toMatchObject({ orderId });
  expect(Array.isArray(await get('proofs'))).toBe(true);
  for (const part of ['', '/events', '/money', '/track', '/proofs', '/explanation', '/drivers'])
    for (const id of ['1', 'x', '9999999999999999999999'])
      expect((await operator.get(`/console/v1/orders/${id}${part}`)).status).toBe(404);
});

test('everything about an order is told by our clock, also where its partner’s is ahead', async () => {
  const ahead = await world.newPartner({ name: 'Ahead', creditMinor: 10_000n });
  await advance(world, 3 * 24 * 60 * 60, { as: ahead });
  await clearStreets(world);
  const placedAt = world.clock.now();
  const { orderId } = await place(world, { as: ahead });
  const near = await dispatch.join(200);
  await dispatch.round();
  await drivers.accept(orderId, near.id);
  await drivers.pickUp(orderId);
  await drivers.dropOff(orderId);
  await act(orderId, 'refund', { amount: '5' });
  await world.call('GET', '/v3/events', { as: ahead });
  const get = async (part: string) => (await operator.get(`/console/v1/orders/${orderId}/${part}`)).json.data;
  const { driver, driverNames } = await get('explanation');
  expect(driverNames).toEqual({ [near.id]: near.name });
  const timesOf = (rows: readonly { at: string }[]) => rows.map(({ at }) => at);
  const told = {
    history: timesOf((await read(orderId)).history),
    money: timesOf((await get('money')).transfers),
    events: timesOf(await get('events')),
    rounds: timesOf(driver.rounds),
    offers: driver.offers.map(({ offeredAt }: { offeredAt: string }) => offeredAt),
    match: [driver.matchedAt],
  };
  // A round takes its time.
  const [first, last] = [placedAt, world.clock.now()].map(formatInstant);
  expect(Object.entries(told).map(([part, times]) => [part, [...new Set(times)]])).toEqual([
    ['history', [first, last]],
    ['money', [first, last]],
    ['events', [first, last]],
    ['rounds', [last]],
    ['offers', [last]],
    ['match', [last]],
  ]);
});

test('orders of all partners are listed newest first, by status, city and partner', async () => {
  const other = await world.newPartner({ name: 'Beta', creditMinor: 10_000n });
  const mine = (await place(world)).orderId;
  const theirs = (await place(world, { as: other })).orderId;
  const list = async (query: string) =>
    (await operator.get(`/console/v1/orders?${query}`)).json as {
      data: { orderId: string; partner: { name: string } }[];
      next: string | null;
    };
  const first = await list('limit=1');
  expect(first.data.map(({ orderId, partner }) => [orderId, partner.name])).toEqual([[theirs, 'Beta']]);
  expect((await list(`limit=1&after=${first.next}`)).data[0]?.orderId).toBe(mine);
  expect((await list(`partner=${other.partnerId}`)).data.map(({ orderId }) => orderId)).toEqual([theirs]);
  expect((await list('partner=x')).data).toEqual([]);
  expect((await list('city=SG%20SIN')).data).toEqual([]);
  expect((await list(`search=${mine}`)).data.map(({ orderId }) => orderId)).toEqual([mine]);
  const named = (await place(world, { order: { metadata: { shop: 'Kowloon Flowers' } } })).orderId;
  for (const search of ['kowloon', 'Kowloon%20Flowers'])
    expect((await list(`search=${search}`)).data.map(({ orderId }) => orderId)).toEqual([named]);
  expect((await list(`search=kowloon&partner=${other.partnerId}`)).data).toEqual([]);
  expect((await operator.get('/console/v1/orders?search=x')).status).toBe(422);
  await act(named, 'cancel', { seen: (await read(named)).revision });
  await act(mine, 'cancel', { seen: (await read(mine)).revision });
  expect((await list('status=CANCELED')).data.map(({ orderId }) => orderId).slice(0, 2)).toEqual([named, mine]);
  expect((await list('status=OPEN')).data[0]?.orderId).toBe(theirs);
  await act(theirs, 'cancel', { seen: (await read(theirs)).revision });
  expect((await operator.get('/console/v1/orders?status=LOST')).status).toBe(422);
});
