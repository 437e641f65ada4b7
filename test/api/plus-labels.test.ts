import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/foundation/time.ts';
import { runDueJob } from '../../src/infrastructure/jobs/worker.ts';
import { composePlanning } from '../../src/main/compose.ts';
import { partnerDeps } from '../../src/main/make-partner.ts';
import { openMarketCatalogue } from '../../src/markets/index.ts';
import { issueKey } from '../../src/partners/index.ts';
import { eraseParcels, SLOW_PLUS_JOBS } from '../../src/plus/index.ts';
import { plusJobs } from '../../src/plus/plus-jobs.ts';
import { driverOf } from '../support/driver-client.ts';
import { runDueJobs } from '../support/order-records.ts';
import { CENTRAL, MONG_KOK, RECIPIENT, SENDER } from '../support/orders.ts';
import { callPlus, editData, inHours, parcelBody, placePlus, quotePlus, supportOf, take } from '../support/parcels.ts';
import type { HttpAnswer } from '../support/partner-client.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ partner: { platforms: ['PLUS'], limitFactor: 1000 } });
});
afterAll(() => world.close());
beforeEach(() => runDueJobs(world.foundations));

type Json = Record<string, unknown>;
const WITH_LABEL = { parcel: { generateLabel: true } };
const work = () => runDueJobs(world.foundations);
const read = async (orderId: string) => (await callPlus(world, 'GET', `/v3/orders/${orderId}`)).json.data;
const labelOf = async (orderId: string) => (await read(orderId)).label;
const open = (url: string) => {
  const { pathname, search } = new URL(url);
  return world.send({ path: `${pathname}${search}` });
};
const fileOf = (url: string) => Buffer.from(new URL(url).pathname.split('/').at(-1) ?? '', 'base64url').toString();
const edit = (orderId: string, further: Json) =>
  callPlus(world, 'PATCH', `/v3/orders/${orderId}`, editData(world, further));
const GENERATING = { url: null, status: 'GENERATING' };
const GENERATED = { url: expect.stringMatching(/^https:\/\/localhost:\d+\/files\//), status: 'GENERATED' };
/** One try of the next job, with this between a drawing and its place in the store. */
async function workerThatPuts(between: (store: () => Promise<void>, key: string) => Promise<void>) {
  const { foundations } = world;
  const files: typeof foundations.files = {
    ...foundations.files,
    put: (key, bytes, contentType) => between(() => foundations.files.put(key, bytes, contentType), key),
  };
  const catalogue = await openMarketCatalogue(foundations.database, foundations.session, foundations.log);
  const handlers = plusJobs({ files, catalogue: async () => catalogue }, () => composePlanning(foundations), 30);
  return () => runDueJob({ ...foundations, handlers, slowKinds: SLOW_PLUS_JOBS });
}
const areThere = (keys: readonly string[]) =>
  Promise.all(keys.map(async (key) => (await world.foundations.files.get(key)) !== undefined));
const refusal = ({ status, json }: HttpAnswer) => [status, json.message, json.errors[0].detail];

describe('a label', () => {
  test.each([undefined, false, null])(
    'is null where generateLabel is %s, and nothing is drawn',
    async (generateLabel) => {
      const { orderId, label } = await placePlus(world, { parcel: { generateLabel } });
      expect(label).toBeNull();
      await work();
      expect(await labelOf(orderId)).toBeNull();
    },
  );

  test('is being made at once, and there when the worker has drawn it', async () => {
    const { orderId, clientRef, label } = await placePlus(world, WITH_LABEL);
    expect(label).toEqual(GENERATING);
    expect(await labelOf(orderId)).toEqual(GENERATING);
    await work();
    const made = await labelOf(orderId);
    expect(made).toEqual(GENERATED);
    expect((await callPlus(world, 'GET', `/v3/orders/ref/${clientRef}`)).json.data.label).toEqual(made);
    const file = await open(made.url);
    expect([file.status, file.headers['content-type'], file.headers['content-disposition']]).toEqual([
      200,
      'application/pdf',
      `attachment; filename="labels-${orderId}-1.pdf"`,
    ]);
    expect(file.text).toMatch(/^%PDF-/);
  });

  test('is made for the last deadline that can be written, which is in another year on the wall, and holds up no batch', async () => {
    const last = { quotation: { deliveryBy: '9999-12-31T23:59:59Z' }, ...WITH_LABEL };
    const orderIds = [(await placePlus(world, last)).orderId, (await placePlus(world, WITH_LABEL)).orderId];
    const { labelBatchId } = (await callPlus(world, 'POST', '/v3/labels', { orderIds })).json.data;
    await work();
    expect(await labelOf(orderIds[0])).toEqual(GENERATED);
    const batch = (await callPlus(world, 'GET', `/v3/labels/${labelBatchId}`)).json.data;
    expect(batch).toMatchObject(GENERATED);
  });

  test('its link needs no signature, dies after an hour, and is fresh on each read', async () => {
    const { orderId } = await placePlus(world, WITH_LABEL);
    await work();
    const { url } = await labelOf(orderId);
    world.clock.advance(30 * MINUTE_MS);
    const fresh = (await labelOf(orderId)).url;
    expect(fresh).not.toBe(url);
    world.clock.advance(30 * MINUTE_MS - 1);
    expect((await open(url)).status).toBe(200);
    world.clock.advance(1);
    const dead = await open(url);
    expect([dead.status, dead.json.message]).toEqual([404, 'ERR_NOT_FOUND']);
    expect((await open(fresh)).status).toBe(200);
    expect((await open((await labelOf(orderId)).url)).status).toBe(200);
  });

  test('how long its link lives is a setting', async () => {
    const short = await createWorld({
      env: { WAYBILL_LABEL_LINK_MINUTES: '5' },
      partner: { platforms: ['PLUS'], markets: ['HK'] },
    });
    const { orderId } = await placePlus(short, WITH_LABEL);
    await runDueJobs(short.foundations);
    const { url } = (await callPlus(short, 'GET', `/v3/orders/${orderId}`)).json.data.label;
    const { pathname, search } = new URL(url);
    short.clock.advance(5 * MINUTE_MS - 1);
    expect((await short.send({ path: `${pathname}${search}` })).status).toBe(200);
    short.clock.advance(1);
    expect((await short.send({ path: `${pathname}${search}` })).status).toBe(404);
    await short.close();
  });

  test('a link that was changed opens nothing', async () => {
    const [one, other] = [await placePlus(world, WITH_LABEL), await placePlus(world, WITH_LABEL)];
    await work();
    const [url, another] = [new URL((await labelOf(one.orderId)).url), new URL((await labelOf(other.orderId)).url)];
    expect((await open(`https://x${another.pathname}${url.search}`)).status).toBe(404);
    const later = url.search.replace(/expires=\d+/, `expires=${world.clock.now() + DAY_MS}`);
    expect((await open(`https://x${url.pathname}${later}`)).status).toBe(404);
  });

  test('the same request again gets the label as it is now, by its Request-ID as it was', async () => {
    const body = parcelBody(await quotePlus(world), { generateLabel: true });
    const place = (requestId?: string) =>
      callPlus(world, 'POST', '/v3/orders', body, requestId === undefined ? {} : { requestId });
    expect((await place('with-label')).json.data.label).toEqual(GENERATING);
    await work();
    expect((await place()).json.data.label).toEqual(GENERATED);
    expect((await place('with-label')).json.data.label).toEqual(GENERATING);
  });

  test('is drawn whatever has become of the parcel meanwhile', async () => {
    const { orderId } = await placePlus(world, WITH_LABEL);
    await callPlus(world, 'DELETE', `/v3/orders/${orderId}`);
    await work();
    expect(await labelOf(orderId)).toEqual(GENERATED);
  });

  test('stays the same through the whole delivery', async () => {
    const { orderId } = await placePlus(world, WITH_LABEL);
    await work();
    const file = fileOf((await labelOf(orderId)).url);
    const driver = await driverOf(world);
    await (await supportOf(world)).assign(orderId, driver.id);
    for (const step of ['pick-up', 'fail-delivery', 'retry', 'deliver'] as const) {
      await take(driver, orderId, step);
      await work();
      expect(fileOf((await labelOf(orderId)).url)).toBe(file);
    }
  });
});

describe('after an edit', () => {
  const recipient = (changes: Json) => ({
    stops: [
      { ...CENTRAL, ...SENDER },
      { ...MONG_KOK, ...RECIPIENT, ...changes },
    ],
  });

  test.each<[string, () => Json]>([
    ['a name', () => recipient({ name: 'Cleo' })],
    ['a phone', () => recipient({ phone: '+85256847999' })],
    ['an address', () => recipient({ address: '751 Nathan Road' })],
    ['remarks', () => recipient({ remarks: 'Third door' })],
    ['the pick-up time', () => ({ scheduleAt: inHours(world, 25) })],
    ['the deadline', () => ({ deliveryBy: inHours(world, 29) })],
    ['the weight', () => ({ item: { weight: '7' } })],
    ['the handling', () => ({ item: { handlingInstructions: ['FRAGILE'] } })],
  ])('of %s it is drawn anew', async (_, changes) => {
    const { orderId } = await placePlus(world, WITH_LABEL);
    await work();
    const before = (await labelOf(orderId)).url;
    const { json } = await edit(orderId, changes());
    expect(json.data.label).toEqual(GENERATING);
    expect(await labelOf(orderId)).toEqual(GENERATING);
    await work();
    const now = await labelOf(orderId);
    expect(now).toEqual(GENERATED);
    expect(fileOf(now.url)).not.toBe(fileOf(before));
    expect((await open(now.url)).status).toBe(200);
  });

  test.each<[string, () => Json]>([
    ['nothing', () => ({})],
    ['metadata', () => ({ metadata: { shelf: 'A7' } })],
    ['coordinates', () => recipient({ coordinates: { lat: '22.3194', lng: '114.1695' } })],
  ])('of %s it stays', async (_, changes) => {
    const { orderId } = await placePlus(world, WITH_LABEL);
    await work();
    const before = await labelOf(orderId);
    expect((await edit(orderId, changes())).json.data.label).toEqual(before);
    await work();
    expect(await labelOf(orderId)).toEqual(before);
  });

  test('before it was drawn, it is drawn once, as it is now', async () => {
    const { orderId } = await placePlus(world, WITH_LABEL);
    await edit(orderId, recipient({ name: 'Cleo' }));
    await edit(orderId, recipient({ name: 'Dora' }));
    await work();
    expect(await labelOf(orderId)).toEqual(GENERATED);
  });

  test('while it is being drawn, it is drawn again, and what was overtaken is removed', async () => {
    const { orderId } = await placePlus(world, WITH_LABEL);
    const drawn: string[] = [];
    const work = await workerThatPuts(async (store, key) => {
      if (drawn.push(key) === 1) await edit(orderId, recipient({ name: 'Cleo' }));
      await store();
    });
    expect(await work()).toBe(true);
    expect(await labelOf(orderId)).toEqual(GENERATING);
    while (await work());
    expect(drawn).toHaveLength(2);
    expect(fileOf((await labelOf(orderId)).url)).toBe(drawn[1]);
    expect(drawn[1]).not.toBe(drawn[0]);
    world.clock.advance(HOUR_MS);
    while (await work());
    expect(await areThere(drawn)).toEqual([false, true]);
  });

  test('between a crash of the worker and its next try, one file is left', async () => {
    const { orderId } = await placePlus(world, WITH_LABEL);
    const drawn: string[] = [];
    const work = await workerThatPuts(async (store, key) => {
      await store();
      if (drawn.push(key) === 1) throw new Error('the process ends here');
    });
    expect(await work()).toBe(true);
    await edit(orderId, recipient({ name: 'Cleo' }));
    while (await work());
    world.clock.advance(HOUR_MS);
    while (await work());
    world.clock.advance(HOUR_MS);
    while (await work());
    const file = fileOf((await labelOf(orderId)).url);
    expect(await areThere(drawn)).toEqual(drawn.map((key) => key === file));
    expect(await areThere([file])).toEqual([true]);
  });

  test('two workers that draw the same label leave one file', async () => {
    const { orderId } = await placePlus(world, WITH_LABEL);
    await edit(orderId, recipient({ name: 'Cleo' }));
    const drawn: string[] = [];
    const work = await workerThatPuts(async (store, key) => {
      await store();
      if (drawn.push(key) === 1) while (await work());
    });
    while (await work());
    const file = fileOf((await labelOf(orderId)).url);
    world.clock.advance(HOUR_MS);
    while (await work());
    expect(drawn).toHaveLength(2);
    expect(await areThere(drawn)).toEqual(drawn.map((key) => key === file));
  });

  test('a file that is named by then is not removed', async () => {
    const { orderId } = await placePlus(world, WITH_LABEL);
    await work();
    const file = fileOf((await labelOf(orderId)).url);
    await world.foundations.database.query(
      "insert into jobs (kind, name, due_at, payload) values ('plus.removeFile', $1, $2, $3)",
      [file, new Date(world.clock.now()), { fileKey: file }],
    );
    await work();
    expect(await areThere([file])).toEqual([true]);
  });

  test('the old file is there for as long as a link to it may live, and is then removed', async () => {
    const { orderId } = await placePlus(world, WITH_LABEL);
    await work();
    const old = (await labelOf(orderId)).url;
    await edit(orderId, recipient({ name: 'Cleo' }));
    world.clock.advance(HOUR_MS - 1);
    await work();
    expect((await open(old)).status).toBe(200);
    expect(await world.foundations.files.get(fileOf(old))).toBeDefined();
    world.clock.advance(2 * DAY_MS);
    await work();
    expect(await world.foundations.files.get(fileOf(old))).toBeUndefined();
    expect((await open((await labelOf(orderId)).url)).status).toBe(200);
  });
});

describe('labels of many parcels in one file', () => {
  const order = (orderIds: unknown, options = {}) => callPlus(world, 'POST', '/v3/labels', { orderIds }, options);
  const readBatch = (id: string, options = {}) => callPlus(world, 'GET', `/v3/labels/${id}`, undefined, options);

  test('are made at once, and there when the worker has drawn them, whether or not each was asked for', async () => {
    const [one, other] = [await placePlus(world, WITH_LABEL), await placePlus(world)];
    const answer = await order([other.orderId, one.orderId]);
    const { labelBatchId } = answer.json.data;
    expect([answer.status, answer.json.data]).toEqual([
      201,
      { labelBatchId: expect.stringMatching(/^\d{19}$/), ...GENERATING },
    ]);
    expect((await readBatch(labelBatchId)).json.data).toEqual(answer.json.data);
    await work();
    const made = await readBatch(labelBatchId);
    expect([made.status, made.json.data]).toEqual([200, { labelBatchId, ...GENERATED }]);
    const file = await open(made.json.data.url);
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(await labelOf(other.orderId)).toBeNull();
    world.clock.advance(HOUR_MS);
    expect((await open(made.json.data.url)).status).toBe(404);
    expect((await open((await readBatch(labelBatchId)).json.data.url)).status).toBe(200);
  });

  test('are of one’s own parcels: all others are named', async () => {
    const { orderId } = await placePlus(world);
    const stranger = await world.newPartner({ platforms: ['PLUS'], limitFactor: 100 });
    const foreign = (await placePlus(world, { as: stranger })).orderId;
    const answer = await order([orderId, foreign, '1', orderId, 'x']);
    expect(refusal(answer)).toEqual([422, 'ERR_INVALID_FIELD', '/data/orderIds/1']);
    expect(answer.json.errors.map(({ detail }: { detail: string }) => detail)).toEqual([
      '/data/orderIds/1',
      '/data/orderIds/2',
      '/data/orderIds/4',
    ]);
    expect(answer.json.errors[1].message).toBe('There is no scheduled order 1 of yours.');
  });

  test('are 1 to 200, in the order given, also twice the same', async () => {
    const { orderId } = await placePlus(world);
    const many = (count: number) => Array.from({ length: count }, () => orderId);
    expect(refusal(await order(many(0)))).toEqual([422, 'ERR_INVALID_FIELD', '/data/orderIds']);
    expect(refusal(await order(many(201)))).toEqual([422, 'ERR_INVALID_FIELD', '/data/orderIds']);
    const { labelBatchId } = (await order(many(200))).json.data;
    await work();
    expect((await readBatch(labelBatchId)).json.data).toMatchObject(GENERATED);
  });

  test('ids may come as numbers', async () => {
    const { orderId } = await placePlus(world);
    const answer = await world.call('POST', '/v3/labels', {
      headers: { Platform: 'PLUS' },
      body: `{"data":{"orderIds":[${orderId}]}}`,
    });
    expect(answer.status).toBe(201);
  });

  test('of another partner, and unknown ones, are 404', async () => {
    const { orderId } = await placePlus(world);
    const { labelBatchId } = (await order([orderId])).json.data;
    const stranger = await world.newPartner({ platforms: ['PLUS'], limitFactor: 100 });
    const answers = [await readBatch(labelBatchId, { as: stranger }), await readBatch('1'), await readBatch('x')];
    for (const { status, json } of answers) expect([status, json.message]).toEqual([404, 'ERR_NOT_FOUND']);
  });

  test('are shown only to a key for the markets of all of them', async () => {
    const { orderId } = await placePlus(world);
    const { labelBatchId } = (await order([orderId])).json.data;
    await work();
    const terms = { markets: ['SG'], platforms: ['PLUS'], limitFactor: 100 } as const;
    const narrow = await world.foundations.database.inTransaction((tx) =>
      issueKey(partnerDeps(world.foundations, []), tx, world.partner.partnerId, terms),
    );
    const refused = await readBatch(labelBatchId, { as: narrow, market: 'SG' });
    expect([refused.status, refused.json.message, refused.json.errors[0].message]).toEqual([
      404,
      'ERR_NOT_FOUND',
      `Batch ${labelBatchId} is of the market HK, which this key is not for.`,
    ]);
    expect((await readBatch(labelBatchId)).status).toBe(200);
  });

  test('the same call again by its Request-ID orders them once', async () => {
    const { orderId } = await placePlus(world);
    const first = await order([orderId], { requestId: 'labels-1' });
    const again = await order([orderId], { requestId: 'labels-1' });
    expect([again.headers['idempotent-replayed'], again.text]).toEqual(['true', first.text]);
  });

  test('are there for 30 days, and then gone with their file', async () => {
    const { orderId } = await placePlus(world);
    const { labelBatchId } = (await order([orderId])).json.data;
    await work();
    const file = fileOf((await readBatch(labelBatchId)).json.data.url);
    world.clock.advance(30 * DAY_MS - 1);
    await work();
    expect((await readBatch(labelBatchId)).json.data).toEqual({ labelBatchId, ...GENERATED });
    world.clock.advance(1);
    await work();
    expect((await readBatch(labelBatchId)).status).toBe(404);
    expect(await world.foundations.files.get(file)).toBeUndefined();
  });

  test('whose parcels are erased while they are drawn leave no file', async () => {
    const { orderId } = await placePlus(world);
    await callPlus(world, 'DELETE', `/v3/orders/${orderId}`);
    await order([orderId]);
    const drawn: string[] = [];
    const work = await workerThatPuts(async (store, key) => {
      drawn.push(key);
      const extent = { isMeant: () => true, everybodyAt: world.clock.now() };
      await world.foundations.database.inTransaction((tx) => eraseParcels(tx, [orderId], extent));
      await store();
    });
    while (await work());
    expect(drawn).toHaveLength(1);
    world.clock.advance(HOUR_MS);
    while (await work());
    expect(await areThere(drawn)).toEqual([false]);
  });
});
