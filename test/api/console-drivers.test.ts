import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/foundation/time.ts';
import { deskUser } from '../support/desk.ts';
import { dispatchOf } from '../support/dispatch.ts';
import { driverOf } from '../support/driver-client.ts';
import { aDriver, makeDriver } from '../support/drivers.ts';
import { runDueJobs } from '../support/order-records.ts';
import { driversOf, fund, place } from '../support/orders.ts';
import { photo } from '../support/pictures.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let operator: Awaited<ReturnType<typeof deskUser>>;
beforeAll(async () => {
  world = await createWorld({ env: { WAYBILL_DRIVER_DOCUMENTS: 'LICENCE' } });
  operator = await deskUser(world, 'console', { role: 'admin', name: 'Grace' });
  await fund(world, 1_000_000n);
});
afterAll(() => world.close());

const read = async (driverId: string) => (await operator.get(`/console/v1/drivers/${driverId}`)).json.data;
const detailOf = (answer: { json: { errors: { detail?: string }[] } }) => answer.json.errors[0]?.detail;
const actsOf = async (driverId: string) =>
  (await operator.get(`/console/v1/acts?subjectKind=driver&subjectId=${driverId}`)).json.data.map(
    ({ action }: { action: string }) => action,
  );
const today = (ahead = 0) => new Date(world.clock.now() + ahead * DAY_MS + 8 * HOUR_MS).toISOString().slice(0, 10);

test('a driver is created, found and read; what is wrong stands beside its field', async () => {
  const { phone, ...rest } = aDriver({ name: 'Ada Lovelace', plate: 'ZZ 99' });
  const create = (changes: object) =>
    operator.post('/console/v1/drivers', { ...rest, phone, reason: 'new', ...changes });
  for (const [changes, pointer] of [
    [{ phone: '123' }, '/data/phone'],
    [{ name: '' }, '/data/name'],
    [{ plate: '<b>' }, '/data/plate'],
    [{ service: 'ROCKET' }, '/data/service'],
    [{ locode: 'XX XXX' }, '/data/locode'],
    [{ languages: ['tlh'] }, '/data/languages'],
    [{ capabilities: ['FLYING'] }, '/data/capabilities'],
    [{ reason: '' }, '/data/reason'],
  ] as const) {
    const answer = await create(changes);
    expect([answer.status, detailOf(answer)]).toEqual([422, pointer]);
  }
  const { driverId } = (await create({})).json.data;
  const again = await create({});
  expect([again.status, detailOf(again)]).toEqual([422, '/data/phone']);
  expect(await read(driverId)).toMatchObject({ name: 'Ada Lovelace', phone, status: 'active', isOnline: false });
  for (const search of ['lovelace', 'zz 99', phone.slice(4), driverId]) {
    const { data } = (await operator.get(`/console/v1/drivers?search=${encodeURIComponent(search)}`)).json;
    expect(
      data.map((driver: { driverId: string }) => driver.driverId),
      search,
    ).toContain(driverId);
  }
  for (const search of ['%', '_ovelace', 'nobody']) {
    const { data } = (await operator.get(`/console/v1/drivers?search=${encodeURIComponent(search)}`)).json;
    expect(data).toEqual([]);
  }
  expect(await actsOf(driverId)).toEqual(['driver.create']);
});

test('the list goes page by page, by city and status', async () => {
  const [first, second] = [await makeDriver(world), await makeDriver(world)];
  const page = (await operator.get('/console/v1/drivers?limit=1')).json;
  expect(page.data[0].driverId).toBe(second.id);
  const next = (await operator.get(`/console/v1/drivers?limit=1&after=${page.next}`)).json;
  expect(next.data[0].driverId).toBe(first.id);
  expect((await operator.get('/console/v1/drivers?city=SG%20SIN')).json.data).toEqual([]);
  expect((await operator.get('/console/v1/drivers?after=x')).status).toBe(422);
  for (const id of ['0', 'x', '99999999999999999999'])
    expect((await operator.get(`/console/v1/drivers/${id}`)).status).toBe(404);
});

test('a suspended driver is out at once and in again later; the later of two operators is told', async () => {
  const driver = await driverOf(world);
  const me = async () => (await driver.call('GET', '/me')).status;
  const status = (to: string) =>
    operator.put(`/console/v1/drivers/${driver.id}/status`, { status: to, reason: 'papers' });
  expect((await status('suspended')).status).toBe(204);
  expect(await me()).toBe(403);
  const again = await status('suspended');
  expect([again.status, again.json.errors[0].message]).toEqual([409, `${driver.name} is suspended already.`]);
  expect((await status('active')).status).toBe(204);
  expect(await me()).toBe(200);
  expect((await operator.post(`/console/v1/drivers/${driver.id}/sign-out`, { reason: 'lost phone' })).status).toBe(204);
  expect(await me()).toBe(401);
  expect(await actsOf(driver.id)).toEqual(['driver.sign-out', 'driver.resume', 'driver.suspend']);
});

test('of operators who suspend a driver at the same moment one has done it, and the others are told', async () => {
  const driver = await makeDriver(world);
  const suspend = () =>
    operator.put(`/console/v1/drivers/${driver.id}/status`, { status: 'suspended', reason: 'papers' });
  const answers = await Promise.all([suspend(), suspend(), suspend()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409]);
  expect(await actsOf(driver.id)).toEqual(['driver.suspend']);
});

test('the sign-in code is shown to those who may dispatch: the one that was sent, or a new one', async () => {
  const driver = await makeDriver(world);
  const show = (user = operator) =>
    user.post(`/console/v1/drivers/${driver.id}/sign-in-code`, { reason: 'no message' });
  const { code } = (await show()).json.data;
  expect(code).toMatch(/^\d{6}$/);
  expect((await show()).json.data.code).toBe(code);
  const viewer = await deskUser(world, 'console', { role: 'viewer' });
  expect((await show(viewer)).status).toBe(403);
  await operator.put(`/console/v1/drivers/${driver.id}/status`, { status: 'suspended', reason: 'x' });
  world.clock.advance(11 * 60_000);
  const refused = await show();
  expect([refused.status, refused.json.errors[0].message]).toEqual([
    422,
    `${driver.name} is suspended and cannot sign in.`,
  ]);
});

describe('documents', () => {
  const add = (driverId: string, data: object) =>
    operator.post(`/console/v1/drivers/${driverId}/documents`, {
      kind: 'LICENCE',
      number: 'HK 123',
      validUntil: today(10),
      reason: 'shown at the desk',
      ...data,
    });

  test('are kept with a picture or a PDF, listed while they end soon, and removed with their file', async () => {
    const driver = await makeDriver(world, { name: 'Paper' });
    const picture = (await photo()).toString('base64');
    const pdf = Buffer.from('%PDF-1.7\n%%EOF').toString('base64');
    for (const [data, pointer] of [
      [{ number: '' }, '/data/number'],
      [{ validUntil: '2026-02-30' }, '/data/validUntil'],
      [{ file: Buffer.from('<svg/>').toString('base64') }, '/data/file'],
      [{ file: '%%%' }, '/data/file'],
    ] as const) {
      const answer = await add(driver.id, data);
      expect([answer.status, detailOf(answer)]).toEqual([422, pointer]);
    }
    expect((await add(driver.id, { kind: 'PASSPORT' })).status).toBe(422);
    expect((await add(driver.id, { file: picture })).status).toBe(201);
    expect((await add(driver.id, { kind: 'INSURANCE', validUntil: null, file: pdf })).status).toBe(201);
    const { documents } = await read(driver.id);
    expect(documents).toMatchObject([
      { kind: 'LICENCE', number: 'HK 123', validUntil: today(10), isValid: true },
      { kind: 'INSURANCE', validUntil: null, isValid: true },
    ]);
    const fileOf = (link: string) => world.send({ method: 'GET', path: new URL(link).pathname + new URL(link).search });
    expect((await fileOf(documents[0].file)).headers['content-type']).toBe('image/jpeg');
    expect((await fileOf(documents[1].file)).headers['content-type']).toBe('application/pdf');

    const ending = async () =>
      (await operator.get('/console/v1/documents')).json.data
        .filter(({ driverId }: { driverId: string }) => driverId === driver.id)
        .map(({ number }: { number: string }) => number);
    expect(await ending()).toEqual(['HK 123']);
    const ended = await makeDriver(world);
    await add(ended.id, { number: 'OLD', validUntil: today(-1) });
    await add(ended.id, { kind: 'IDENTITY', number: 'LAST', validUntil: today() });
    const listed = (await operator.get('/console/v1/documents')).json.data;
    const isValid = (wanted: string) => listed.find(({ number }: { number: string }) => number === wanted)?.isValid;
    expect([isValid('OLD'), isValid('LAST')]).toEqual([false, true]);
    for (const after of ['2026-02-31.1234567890123456789', '2026-02-28.9999999999999999999', 'x'])
      expect((await operator.get(`/console/v1/documents?after=${after}`)).status).toBe(422);
    await add(driver.id, { number: 'HK 124', validUntil: today(400) });
    expect(await ending()).toEqual([]);

    const path = `/console/v1/drivers/${driver.id}/documents/${documents[0].documentId}`;
    expect((await operator.delete(path, { reason: 'old' })).status).toBe(204);
    expect((await operator.delete(path, { reason: 'old' })).status).toBe(404);
    const tomorrow = world.clock.now() + DAY_MS + 1;
    await runDueJobs(world.foundations, { now: () => tomorrow });
    expect((await fileOf(documents[0].file)).status).toBe(404);
    expect((await fileOf(documents[1].file)).status).toBe(200);
    const { documents: left } = await read(driver.id);
    expect(left.map(({ number }: { number: string }) => number)).toEqual(['HK 124', 'HK 123']);
    expect((await actsOf(driver.id)).slice(0, 2)).toEqual(['driver.remove-document', 'driver.add-document']);
  });

  test('whose required one is missing or has ended is not asked, through its last day and not after', async () => {
    const dispatch = await dispatchOf(world);
    const driver = await dispatch.join(100, { name: 'Lapsed' });
    const { orderId } = await place(world);
    await dispatch.round();
    expect(await dispatch.asked(orderId)).toEqual([]);
    const { data } = (await operator.get('/console/v1/queue')).json;
    expect(data.find((order: { orderId: string }) => order.orderId === orderId).why.sentence).toBe(
      'The only motorcycle driver has no valid documents.',
    );
    expect((await read(driver.id)).missingDocuments).toEqual(['LICENCE']);
    await add(driver.id, { validUntil: today(-1) });
    await dispatch.round();
    expect(await dispatch.asked(orderId)).toEqual([]);
    const doubts = async () => (await operator.get(`/console/v1/orders/${orderId}/drivers`)).json.data[0].doubts;
    expect(await doubts()).toEqual(['has no valid documents']);
    await add(driver.id, { number: 'HK 9', validUntil: today() });
    expect(await doubts()).toEqual([]);
    await dispatch.round();
    expect(await dispatch.asked(orderId)).toEqual([driver.id]);
    await dispatch.leaveAll();
  });
});

test('a photo is drawn anew and shown', async () => {
  const driver = await makeDriver(world);
  const put = (base64: string) =>
    operator.put(`/console/v1/drivers/${driver.id}/photo`, { photo: base64, reason: 'portrait' });
  expect((await put(Buffer.from('no picture').toString('base64'))).status).toBe(422);
  expect((await put((await photo()).toString('base64'))).status).toBe(204);
  expect((await read(driver.id)).photo).toContain('/files/');
});

test('a photo that another one has replaced is removed a day later', async () => {
  const driver = await makeDriver(world);
  const path = `/console/v1/drivers/${driver.id}/photo`;
  const put = async () => operator.put(path, { photo: (await photo()).toString('base64'), reason: 'portrait' });
  const statusOf = async (link: string) =>
    (await world.send({ method: 'GET', path: new URL(link).pathname + new URL(link).search })).status;
  const dayLater = (days: number) =>
    runDueJobs(world.foundations, { now: () => world.clock.now() + days * (DAY_MS + 1) });
  await put();
  const { photo: first } = await read(driver.id);
  // Whoever looked for files that nobody has named has seen that this one has an owner.
  await dayLater(1);
  await put();
  const { photo: second } = await read(driver.id);
  expect(await statusOf(first)).toBe(200);
  await dayLater(2);
  expect(await statusOf(first)).toBe(404);
  expect(await statusOf(second)).toBe(200);
});

test('a driver is kept from a partner and allowed again', async () => {
  const driver = await makeDriver(world);
  const path = `/console/v1/drivers/${driver.id}/kept-from/${world.partner.partnerId}`;
  expect((await operator.put(path, { reason: 'complaint' })).status).toBe(204);
  expect((await read(driver.id)).keptFrom).toMatchObject([{ partnerId: world.partner.partnerId, name: 'Acme' }]);
  expect((await operator.delete(path, { reason: 'settled' })).status).toBe(204);
  expect((await read(driver.id)).keptFrom).toEqual([]);
  for (const partnerId of ['1', 'x'])
    expect(
      (await operator.put(`/console/v1/drivers/${driver.id}/kept-from/${partnerId}`, { reason: 'x' })).status,
    ).toBe(404);
});

test('earnings are read, and a pay-out is booked once, never beyond what is due, by those who may', async () => {
  const driver = await makeDriver(world);
  const drivers = await driversOf(world);
  const { orderId } = await place(world);
  await drivers.accept(orderId, driver.id);
  await drivers.pickUp(orderId);
  await drivers.dropOff(orderId);
  const earnings = async () => (await operator.get(`/console/v1/drivers/${driver.id}/earnings`)).json.data[0];
  const { due } = await earnings();
  const pay = (data: object, user = operator) =>
    user.post(`/console/v1/drivers/${driver.id}/payouts`, {
      currency: 'HKD',
      amount: '10',
      reason: 'week 46',
      ...data,
    });
  expect((await pay({ reference: 'week 46' })).json.data).toEqual({
    due: String(Number(due) - 10),
    alreadyBooked: false,
  });
  expect((await pay({ reference: 'week 46' })).json.data.alreadyBooked).toBe(true);
  const other = await pay({ reference: 'week 46', amount: '11' });
  expect([other.status, detailOf(other)]).toEqual([422, '/data/reference']);
  const nameless = await pay({ reference: 'week\n47' });
  expect([nameless.status, detailOf(nameless)]).toEqual([422, '/data/reference']);
  const beyond = await pay({ amount: due });
  expect([beyond.status, detailOf(beyond)]).toEqual([422, '/data/amount']);
  for (const data of [{ amount: '0' }, { amount: 'x' }, { currency: 'XXX' }])
    expect((await pay(data)).status).toBe(422);
  const dispatcher = await deskUser(world, 'console', { role: 'dispatcher' });
  expect((await pay({}, dispatcher)).status).toBe(403);
  expect((await earnings()).due).toBe(String(Number(due) - 10));
  const { data: orders } = (await operator.get(`/console/v1/drivers/${driver.id}/orders`)).json;
  expect(orders).toMatchObject([{ orderId, status: 'COMPLETED', driver: { name: driver.name } }]);
});
