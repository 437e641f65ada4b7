import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/foundation/time.ts';
import {
  clearStreets,
  type DriverClient,
  driverOf,
  offeredTo,
  PICK_UP,
  refusal,
  runRounds,
  takenBy,
} from '../support/driver-client.ts';
import { CENTRAL, driversOf, MONG_KOK, place, TUEN_MUN } from '../support/orders.ts';
import { bomb, photo, STROKES, SVG, ZIP } from '../support/pictures.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ partner: { limitFactor: 1000, creditMinor: 10_000_000n } });
});
afterAll(() => world.close());

const THREE_STOPS = { quotation: { stops: [CENTRAL, MONG_KOK, TUEN_MUN] } };
const WITH_PROOF = { ...THREE_STOPS, order: { isPODEnabled: true } };
const iso = (instant: number) => new Date(instant).toISOString();
const wire = (instant: number) => `${iso(instant).slice(0, 19)}.00Z`;
const base64 = async (picture: Buffer | Promise<Buffer>) => (await picture).toString('base64');
const read = async (orderId: string) => (await world.call('GET', `/v3/orders/${orderId}`)).json.data;
const stopIds = async (orderId: string) => (await read(orderId)).stops.map(({ stopId }: { stopId: string }) => stopId);
const historyOf = async (orderId: string) => {
  const [row] = await world.foundations.database.query<{ history: Record<string, unknown>[] }>(
    'select history from orders where id = $1',
    [orderId],
  );
  return row?.history ?? [];
};
const close = (driver: DriverClient, orderId: string, stopId: string, data: Record<string, unknown>) =>
  driver.act(orderId, `drop-offs/${stopId}`, data);

/** A driver with the goods of an order on board. */
async function pickedUp(terms: Parameters<typeof place>[1] = {}, driver?: DriverClient) {
  const who = driver ?? (await driverOf(world));
  const orderId = await takenBy(world, who, terms);
  expect((await who.act(orderId, 'pick-up')).status).toBe(200);
  const [, ...dropOffs] = await stopIds(orderId);
  return { driver: who, orderId, dropOffs: dropOffs as string[] };
}

function signature(): Promise<Buffer> {
  const line = { create: { width: 80, height: 4, channels: 3 as const, background: '#000' } };
  return sharp({ create: { width: 200, height: 100, channels: 3, background: '#fff' } })
    .composite([{ input: line, left: 20, top: 40 }])
    .png()
    .toBuffer();
}

describe('the way of an order', () => {
  test('goes from the match to the last drop-off, the second closed before the first, and is paid', async () => {
    const driver = await driverOf(world);
    const orderId = await takenBy(world, driver, WITH_PROOF);
    const { earning } = await driver.order(orderId);
    const [pickUpStop, first, second] = await stopIds(orderId);
    world.clock.advance(5 * MINUTE_MS);
    const arrived = await driver.act(orderId, 'arrive');
    expect(arrived.json.data).toMatchObject({
      status: 'ON_GOING',
      steps: [
        { kind: 'GO_TO_PICK_UP', done: true, stopId: pickUpStop },
        { kind: 'PICK_UP', done: false, stopId: pickUpStop },
        { kind: 'DROP_OFF', done: false, stopId: first },
        { kind: 'DROP_OFF', done: false, stopId: second },
      ],
    });
    expect((await driver.act(orderId, 'pick-up')).json.data.status).toBe('PICKED_UP');
    expect((await read(orderId)).status).toBe('PICKED_UP');
    world.clock.advance(20 * MINUTE_MS);
    const place = { lat: 22.391, lng: 113.977 };
    const half = await close(driver, orderId, second, { proof: 'PHOTO', photo: await base64(photo()), place });
    expect(half.json.data).toMatchObject({
      status: 'PICKED_UP',
      stops: [{}, {}, { closed: { outcome: 'DELIVERED', at: wire(world.clock.now()) } }],
    });
    expect(half.json.data.stops[1]).not.toHaveProperty('closed');
    expect((await read(orderId)).stops[1].POD).toEqual({ status: 'PENDING' });
    const full = await close(driver, orderId, first, { proof: 'SIGNATURE', signature: { strokes: STROKES } });
    expect(full.json.data).toMatchObject({ status: 'COMPLETED', steps: Array(4).fill({ done: true }) });

    const order = await read(orderId);
    expect(order.status).toBe('COMPLETED');
    expect(order.stops.slice(1).map(({ POD }: { POD: { status: string } }) => POD.status)).toEqual([
      'SIGNED',
      'DELIVERED',
    ]);
    const { pathname, search } = new URL(order.stops[2].POD.image);
    const picture = await world.send({ path: pathname + search });
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect((await driver.call('GET', '/earnings')).json.data).toEqual([
      {
        currency: 'HKD',
        due: earning.amount,
        today: { date: expect.any(String), amount: earning.amount, orders: 1 },
        days: [{ date: expect.any(String), amount: earning.amount, orders: 1 }],
        entries: [
          {
            entryId: expect.any(String),
            type: 'EARNING',
            orderId,
            amount: earning.amount,
            createdAt: wire(world.clock.now()),
          },
        ],
      },
    ]);
    expect((await driver.call('GET', '/me')).json.data.order).toBeNull();
  });

  test('a signature may be a picture, and a drop-off may fail with a reason and is paid all the same', async () => {
    const { driver, orderId, dropOffs } = await pickedUp(WITH_PROOF);
    const [first = '', second = ''] = dropOffs;
    const signed = await close(driver, orderId, first, {
      proof: 'SIGNATURE',
      signature: { picture: await base64(signature()) },
    });
    expect(signed.status).toBe(200);
    const failed = await close(driver, orderId, second, { proof: 'FAILED', reason: 'Nobody opened' });
    expect(failed.json.data).toMatchObject({ status: 'COMPLETED', stops: [{}, {}, { closed: { outcome: 'FAILED' } }] });
    const { stops, status } = await read(orderId);
    expect([status, stops[1].POD.status, stops[2].POD]).toEqual([
      'COMPLETED',
      'SIGNED',
      { status: 'FAILED', reason: 'Nobody opened' },
    ]);
    const { earning } = await driver.order(orderId);
    expect((await driver.call('GET', '/earnings')).json.data[0].due).toBe(earning.amount);
  });

  test('without proof asked for, the driver’s word is enough; with it, it is not', async () => {
    const plain = await pickedUp();
    const done = await close(plain.driver, plain.orderId, plain.dropOffs[0] as string, { proof: 'NONE' });
    expect([done.status, done.json.data.status]).toEqual([200, 'COMPLETED']);
    const proven = await pickedUp(WITH_PROOF);
    expect(
      await refusal(close(proven.driver, proven.orderId, proven.dropOffs[0] as string, { proof: 'NONE' })),
    ).toEqual([422, 'ERR_MISSING_FIELD', 'This order asks for proof: a photo is needed.', '/data/proof']);
  });

  test('nothing is done twice, before its time, or at a stop that is no drop-off of the order', async () => {
    const driver = await driverOf(world);
    const orderId = await takenBy(world, driver, THREE_STOPS);
    const [pickUpStop, first] = await stopIds(orderId);
    const status = (sentence: string) => [422, 'ERR_INVALID_ORDER_STATUS', sentence];
    expect(await refusal(close(driver, orderId, first, { proof: 'NONE' }))).toEqual(
      status('The order is ON_GOING; for this it must be PICKED_UP.'),
    );
    await driver.act(orderId, 'arrive');
    expect(await refusal(driver.act(orderId, 'arrive'))).toEqual(status('The driver has arrived already.'));
    await driver.act(orderId, 'pick-up');
    expect(await refusal(driver.act(orderId, 'pick-up'))).toEqual(
      status('The order is PICKED_UP; for this it must be ON_GOING.'),
    );
    expect((await close(driver, orderId, first, { proof: 'NONE' })).status).toBe(200);
    expect(await refusal(close(driver, orderId, first, { proof: 'FAILED', reason: 'No, after all' }))).toEqual(
      status(`Drop-off ${first} is closed already.`),
    );
    for (const stopId of [pickUpStop, '1', 'x']) {
      expect((await refusal(close(driver, orderId, stopId, { proof: 'NONE' }))).slice(0, 2)).toEqual([
        422,
        'ERR_INVALID_FIELD',
      ]);
    }
  });

  test('to another driver, the order is as unknown as one that never was', async () => {
    const { orderId, dropOffs } = await pickedUp();
    const other = await driverOf(world);
    const unknown = (id: string) => [404, 'ERR_ORDER_NOT_FOUND', `There is no order ${id}.`];
    for (const id of [orderId, '1', '9'.repeat(19), 'x']) {
      expect(await refusal(other.call('GET', `/orders/${id}`))).toEqual(unknown(id));
      for (const action of ['arrive', 'pick-up', `drop-offs/${dropOffs[0]}`, 'give-back']) {
        const data = { reason: 'x', proof: 'NONE' };
        expect(await refusal(other.act(id, action, data))).toEqual(unknown(id));
      }
    }
    expect((await read(orderId)).status).toBe('PICKED_UP');
  });
});

describe('special requests become steps', () => {
  test.each([
    [
      'HK',
      'MOTORCYCLE',
      ['PURCHASE_SERVICE_1', 'QUEUEING_SERVICE_030MIN', 'CASH_ON_DELIVERY', 'ROUND_TRIP'],
      { metadata: { codAmount: '250' } },
      [
        { kind: 'GO_TO_PICK_UP' },
        { kind: 'BUY_AND_ENTER_RECEIPT' },
        { kind: 'QUEUE', allowedMinutes: 30 },
        { kind: 'PICK_UP' },
        { kind: 'COLLECT_CASH', amount: '250' },
        { kind: 'DROP_OFF' },
        { kind: 'RETURN' },
      ],
    ],
    [
      'HK',
      'VAN',
      ['TOLL_FEE_1', 'CASH_ON_DELIVERY'],
      {},
      [
        { kind: 'GO_TO_PICK_UP' },
        { kind: 'PICK_UP' },
        { kind: 'PAY_TOLL', request: 'TOLL_FEE_1' },
        { kind: 'COLLECT_CASH' },
        { kind: 'DROP_OFF' },
      ],
    ],
    [
      'SG',
      'MOTORCYCLE',
      ['WAITING_TIME_060MIN'],
      {},
      [{ kind: 'GO_TO_PICK_UP' }, { kind: 'WAIT', allowedMinutes: 60 }, { kind: 'PICK_UP' }, { kind: 'DROP_OFF' }],
    ],
  ])('%s %s %j', async (market, serviceType, specialRequests, order, steps) => {
    const singapore = {
      language: 'en_SG',
      stops: [
        { coordinates: { lat: '1.2840', lng: '103.8510' }, address: '1 Raffles Place' },
        { coordinates: { lat: '1.3000', lng: '103.8450' }, address: '1 Orchard Road' },
      ],
    };
    const phones = { sender: { phone: '+6591234567' }, recipients: [{ phone: '+6591234568' }] };
    const there = market === 'SG' ? { phone: '+6591234501', locode: 'SG SIN', languages: ['en_SG'] } : {};
    const driver = await driverOf(world, { service: serviceType, ...there });
    await clearStreets(world);
    await driver.comeOnline(market === 'SG' ? { lat: 1.284, lng: 103.851 } : PICK_UP);
    const quotation = { serviceType, specialRequests, ...(market === 'SG' ? singapore : {}) };
    const { orderId } =
      market === 'SG' ? await placeIn('SG', quotation, phones) : await place(world, { quotation, order });
    await runRounds(world, 2);
    const [offer] = await driver.offers();
    expect(offer).toMatchObject({ orderId, specialRequests });
    const { json } = await driver.call('POST', `/offers/${offer.offerId}/accept`);
    const [pickUp, dropOff] = json.data.stops.map(({ stopId }: { stopId: string }) => stopId);
    const atDropOff = ['COLLECT_CASH', 'DROP_OFF'];
    expect(json.data.steps).toEqual(
      steps.map((step) => ({
        ...step,
        done: false,
        ...(step.kind === 'PAY_TOLL' ? {} : { stopId: atDropOff.includes(step.kind) ? dropOff : pickUp }),
      })),
    );
    await driver.act(orderId, 'pick-up');
    const doneThen = ['GO_TO_PICK_UP', 'BUY_AND_ENTER_RECEIPT', 'QUEUE', 'WAIT', 'PICK_UP'];
    const { steps: after } = await driver.order(orderId);
    expect(after.filter(({ done }: { done: boolean }) => done).map(({ kind }: { kind: string }) => kind)).toEqual(
      steps.map(({ kind }) => kind).filter((kind) => doneThen.includes(kind)),
    );
    const { json: closed } = await close(driver, orderId, dropOff, { proof: 'NONE' });
    expect(closed.data.steps.every(({ done }: { done: boolean }) => done)).toBe(true);
  });

  async function placeIn(market: string, quotation: Record<string, unknown>, contacts: Record<string, unknown>) {
    const quoted = await world.call('POST', '/v3/quotations', { market, body: JSON.stringify({ data: quotation }) });
    const { quotationId, stops } = quoted.json.data;
    const { sender, recipients } = contacts as { sender: object; recipients: object[] };
    const data = {
      quotationId,
      sender: { stopId: stops[0].stopId, name: 'Ada', ...sender },
      recipients: recipients.map((contact, index) => ({ stopId: stops[index + 1].stopId, name: 'Ben', ...contact })),
    };
    return (await world.call('POST', '/v3/orders', { market, body: JSON.stringify({ data }) })).json.data;
  }
});

describe('giving back', () => {
  test('needs a reason, and the second driver in a row who does it ends the order', async () => {
    const [one, other] = [await driverOf(world), await driverOf(world)];
    const orderId = await takenBy(world, one);
    for (const data of [{}, { reason: '' }, { reason: 'x'.repeat(501) }]) {
      const [status, code, , pointer] = await refusal(one.act(orderId, 'give-back', data));
      expect([status, pointer]).toEqual([422, '/data/reason']);
      expect(code).toMatch(/^ERR_(MISSING|INVALID)_FIELD$/);
    }
    const answer = await one.act(orderId, 'give-back', { reason: 'Flat tyre' });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await read(orderId)).toMatchObject({ status: 'ASSIGNING_DRIVER', driverId: '' });
    expect((await historyOf(orderId)).at(-1)).toMatchObject({
      event: 'driverGaveBack',
      driverId: one.id,
      reason: 'Flat tyre',
    });
    expect((await refusal(one.call('GET', `/orders/${orderId}`)))[0]).toBe(404);
    await other.comeOnline();
    await one.report();
    await runRounds(world, 3);
    expect(await one.offers()).toEqual([]);
    const [offer] = await other.offers();
    await other.call('POST', `/offers/${offer.offerId}/accept`);
    expect((await other.act(orderId, 'give-back', { reason: 'Too heavy' })).status).toBe(204);
    expect((await read(orderId)).status).toBe('REJECTED');
    expect((await refusal(other.act(orderId, 'give-back', { reason: 'Again' })))[0]).toBe(404);
  });

  test('after the pick-up, the next driver is shown where the goods are now, until they are picked up again', async () => {
    const { driver: one, orderId } = await pickedUp();
    const handOver = { lat: 22.2855, lng: 114.16 };
    world.clock.advance(MINUTE_MS);
    await one.report(handOver);
    expect((await one.act(orderId, 'give-back', { reason: 'An accident' })).status).toBe(204);
    const other = await driverOf(world);
    await other.comeOnline(handOver);
    await runRounds(world, 2);
    const [offer] = await other.offers();
    expect(offer).toMatchObject({ orderId, pickUp: { address: CENTRAL.address, handOver } });
    const taken = await other.call('POST', `/offers/${offer.offerId}/accept`);
    expect(taken.json.data).toMatchObject({ status: 'ON_GOING', handOver });
    expect((await other.act(orderId, 'pick-up')).json.data).not.toHaveProperty('handOver');
  });
});

describe('the time on the device', () => {
  test('is the time of what was done without a signal, and when we heard of it is kept beside it', async () => {
    const driver = await driverOf(world);
    const orderId = await takenBy(world, driver, WITH_PROOF);
    const [, first, second] = await stopIds(orderId);
    const matchedAt = world.clock.now();
    world.clock.advance(2 * HOUR_MS);
    const receivedAt = world.clock.now();
    const minute = (minutes: number) => matchedAt + minutes * MINUTE_MS;
    await driver.act(orderId, 'arrive', { at: iso(minute(10)) });
    await driver.act(orderId, 'pick-up', { at: iso(minute(20)) });
    await close(driver, orderId, first, { proof: 'FAILED', reason: 'Closed', at: iso(minute(40)) });
    const last = { proof: 'SIGNATURE', signature: { strokes: STROKES }, at: iso(minute(60)) };
    expect((await close(driver, orderId, second, last)).status).toBe(200);
    expect((await historyOf(orderId)).slice(2)).toMatchObject([
      { event: 'driverArrived', at: minute(10), receivedAt },
      { event: 'goodsPickedUp', at: minute(20), receivedAt },
      { event: 'dropOffClosed', at: minute(40), receivedAt },
      { event: 'lastDropOffClosed', at: minute(60), receivedAt },
    ]);
    expect((await read(orderId)).stops[2].POD.deliveredAt).toBe(wire(minute(60)));
    expect(
      await world.foundations.database.query('select taken_at, received_at from proofs where stop_id = $1', [second]),
    ).toEqual([{ taken_at: new Date(minute(60)), received_at: new Date(receivedAt) }]);
  });

  test('now, or no time at all, needs no second time beside it', async () => {
    const driver = await driverOf(world);
    const orderId = await takenBy(world, driver);
    await driver.act(orderId, 'arrive', { at: null });
    await driver.act(orderId, 'pick-up', { at: iso(world.clock.now()) });
    for (const entry of (await historyOf(orderId)).slice(2)) expect(entry).not.toHaveProperty('receivedAt');
  });

  test('may be ahead by a minute, which counts as now, and not by more', async () => {
    const driver = await driverOf(world);
    const orderId = await takenBy(world, driver);
    const now = world.clock.now();
    expect(await refusal(driver.act(orderId, 'arrive', { at: iso(now + MINUTE_MS + 1) }))).toEqual([
      422,
      'ERR_INVALID_FIELD',
      'The time of the device is more than a minute ahead. Set its clock.',
      '/data/at',
    ]);
    expect((await driver.act(orderId, 'arrive', { at: iso(now + MINUTE_MS) })).status).toBe(200);
    expect((await historyOf(orderId)).at(-1)).toEqual({ at: now, event: 'driverArrived', status: 'ON_GOING' });
  });

  test('may be a day old, and not older; before the match it counts as the match', async () => {
    const driver = await driverOf(world);
    const orderId = await takenBy(world, driver);
    const now = world.clock.now();
    expect(await refusal(driver.act(orderId, 'arrive', { at: iso(now - DAY_MS - 1) }))).toEqual([
      422,
      'ERR_INVALID_FIELD',
      '"at" must not be older than a day.',
      '/data/at',
    ]);
    world.clock.advance(SECOND_MS);
    expect((await driver.act(orderId, 'arrive', { at: iso(now - DAY_MS + SECOND_MS) })).status).toBe(200);
    expect((await historyOf(orderId)).at(-1)).toMatchObject({ at: now, receivedAt: now + SECOND_MS });
  });

  test.each(['yesterday', '2026-11-16', '', '2026-13-40T00:00:00Z', 7, {}])('must be a time, not %j', async (at) => {
    const driver = await driverOf(world);
    const [status, code, , pointer] = await refusal(driver.act('1', 'arrive', { at }));
    expect([status, code, pointer]).toEqual([422, 'ERR_INVALID_FIELD', '/data/at']);
  });
});

test('every call that is repeated with its Request-ID has one effect and one answer', async () => {
  const driver = await driverOf(world);
  async function twice(method: string, path: string, data?: unknown) {
    const options = { requestId: `${driver.id}${path}` };
    const first = await driver.call(method, path, data, options);
    world.clock.advance(SECOND_MS);
    const second = await driver.call(method, path, data, options);
    expect(first.status).toBeLessThan(300);
    expect([first.headers['idempotent-replayed'], second.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    return first.json?.data;
  }
  await twice('POST', '/online', {});
  const { offerId: declined } = await offeredTo(world, driver);
  await twice('POST', `/offers/${declined}/decline`, {});
  const { offerId, orderId } = await offeredTo(world, driver, WITH_PROOF);
  await twice('POST', `/offers/${offerId}/accept`, {});
  const [, first, second] = await stopIds(orderId);
  await twice('POST', `/orders/${orderId}/arrive`, { at: iso(world.clock.now()) });
  await twice('POST', `/orders/${orderId}/pick-up`);
  await twice('POST', `/orders/${orderId}/drop-offs/${first}`, { proof: 'PHOTO', photo: await base64(photo()) });
  await twice('POST', '/emergency', { note: 'Help' });
  await twice('POST', `/orders/${orderId}/drop-offs/${second}`, { proof: 'FAILED', reason: 'Closed' });
  const { orderId: given, offerId: last } = await offeredTo(world, driver);
  await driver.call('POST', `/offers/${last}/accept`);
  await twice('POST', `/orders/${given}/give-back`, { reason: 'Ill' });
  await twice('POST', '/offline', {});
  expect((await historyOf(orderId)).map(({ event }) => event)).toEqual([
    'placed',
    'driverAccepted',
    'driverArrived',
    'goodsPickedUp',
    'dropOffClosed',
    'lastDropOffClosed',
  ]);
  const [{ count }] = (await world.foundations.database.query<{ count: number }>(
    'select count(*)::integer as count from emergencies where driver_id = $1',
    [driver.id],
  )) as [{ count: number }];
  expect([count, (await driver.call('GET', '/earnings')).json.data[0].entries.length]).toEqual([1, 1]);
});

test('the same Request-ID of another driver, or for another call, is another call', async () => {
  const [one, other] = [await driverOf(world), await driverOf(world)];
  const options = { requestId: 'mine' };
  const answers = [
    await one.call('POST', '/emergency', { note: 'one' }, options),
    await one.call('POST', '/emergency', { note: 'two' }, options),
    await other.call('POST', '/emergency', { note: 'one' }, options),
  ];
  expect(new Set(answers.map(({ json }) => json.data.emergencyId)).size).toBe(3);
});

describe('pictures', () => {
  test('that are bombs, cut off, something else or too large are refused, and the drop-off stays open', async () => {
    const { driver, orderId, dropOffs } = await pickedUp(WITH_PROOF);
    const [stopId = ''] = dropOffs;
    const whole = await photo();
    const noPicture = (sentence: string) => [422, 'ERR_INVALID_FIELD', sentence, '/data/photo'];
    const cases: [string, string][] = [
      [
        await base64(bomb(20_000, 10_000)),
        'The photo has 20000 × 10000 pixels; it must not have more than 51 megapixels.',
      ],
      [await base64(whole.subarray(0, whole.length / 2)), 'The photo is damaged or was cut off. Take it again.'],
      [await base64(ZIP), 'The photo is of type ZIP. Send it as JPEG, PNG or WebP.'],
      [await base64(SVG), 'The photo is of type SVG. Send it as JPEG, PNG or WebP.'],
      [
        await base64(Buffer.from('hello')),
        'The photo is not a picture that can be read. Send it as JPEG, PNG or WebP.',
      ],
      ['not base64!', 'The picture must be base64 text.'],
      ['data:image/png;base64,AAAA', 'The picture must be base64 text.'],
      [
        await base64(Buffer.concat([whole, Buffer.alloc(10 * 1024 * 1024)])),
        'The photo must not be larger than 10 MB.',
      ],
    ];
    for (const [picture, sentence] of cases) {
      expect(await refusal(close(driver, orderId, stopId, { proof: 'PHOTO', photo: picture }))).toEqual(
        noPicture(sentence),
      );
    }
    const huge = await close(driver, orderId, stopId, { proof: 'PHOTO', photo: 'A'.repeat(16 * 1024 * 1024) });
    expect([huge.status, huge.json.errors[0].id]).toEqual([413, 'ERR_PAYLOAD_TOO_LARGE']);
    expect((await driver.order(orderId)).stops[1]).not.toHaveProperty('closed');
  });

  test('that are missing, blank or no signature are refused', async () => {
    const { driver, orderId, dropOffs } = await pickedUp(WITH_PROOF);
    const blank = sharp({ create: { width: 90, height: 40, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const cases: [Record<string, unknown>, string, string, string][] = [
      [{ proof: 'PHOTO' }, 'ERR_MISSING_FIELD', 'The picture is missing.', '/data/photo'],
      [{ proof: 'SIGNATURE' }, 'ERR_MISSING_FIELD', 'The picture is missing.', '/data/signature'],
      [{ proof: 'SIGNATURE', signature: {} }, 'ERR_MISSING_FIELD', 'The picture is missing.', '/data/signature'],
      [{ proof: 'FAILED' }, 'ERR_MISSING_FIELD', 'A failed drop-off needs a reason.', '/data/reason'],
      [{ proof: 'FAILED', reason: '  ' }, 'ERR_MISSING_FIELD', 'A failed drop-off needs a reason.', '/data/reason'],
      [
        { proof: 'SIGNATURE', signature: { picture: await base64(photo()) } },
        'ERR_INVALID_FIELD',
        'The signature is of type JPEG. Send it as PNG.',
        '/data/signature',
      ],
      [
        { proof: 'SIGNATURE', signature: { picture: await base64(blank) } },
        'ERR_INVALID_FIELD',
        'Nothing is written in the signature.',
        '/data/signature',
      ],
      [
        { proof: 'SIGNATURE', signature: { strokes: [[[5, 5]]] } },
        'ERR_INVALID_FIELD',
        'Nothing is written in the signature.',
        '/data/signature',
      ],
    ];
    for (const [data, code, sentence, pointer] of cases) {
      expect(await refusal(close(driver, orderId, dropOffs[0] as string, data))).toEqual([
        422,
        code,
        sentence,
        pointer,
      ]);
    }
    expect((await close(driver, orderId, dropOffs[0] as string, { proof: 'LATER' })).status).toBe(422);
    const place = { lat: 91, lng: 0 };
    expect((await close(driver, orderId, dropOffs[0] as string, { proof: 'NONE', place })).status).toBe(422);
  });

  test('drawn with every digit that a screen knows are taken', async () => {
    const { driver, orderId, dropOffs } = await pickedUp(WITH_PROOF);
    const strokes = [
      [
        [10.333333333333334, 40.12345678901235],
        [160.66666666666666, 20.1],
      ],
    ];
    const place = { lat: 22.31931234567891, lng: 114.16941234567891 };
    const answer = await close(driver, orderId, dropOffs[0] as string, {
      proof: 'SIGNATURE',
      signature: { strokes },
      place,
    });
    expect(answer.status).toBe(200);
  });
});

test('what a driver has had is listed newest first, fifty at a time', async () => {
  await clearStreets(world);
  const driver = await driverOf(world);
  const orders = await driversOf(world);
  const ids: string[] = [];
  for (let count = 0; count < 51; count++) {
    const { orderId } = await place(world);
    await orders.accept(orderId, driver.id);
    // One at a time: the next can only be had when this one is over.
    expect((await world.call('DELETE', `/v3/orders/${orderId}`)).status).toBe(204);
    ids.unshift(orderId);
  }
  const first = await driver.call('GET', '/orders');
  const idsOf = (answer: typeof first) => answer.json.data.map(({ orderId }: { orderId: string }) => orderId);
  expect([idsOf(first), first.json.next]).toEqual([ids.slice(0, 50), ids[49]]);
  const second = await driver.call('GET', `/orders?after=${first.json.next}`);
  expect([idsOf(second), second.json.next]).toEqual([[ids[50]], null]);
  const third = await driver.call('GET', `/orders?limit=2&after=${ids[47]}`);
  expect([idsOf(third), third.json.next]).toEqual([ids.slice(48, 50), ids[49]]);
  const wrong = [422, 'ERR_INVALID_FIELD', 'The limit must be a whole number from 1 to 200.', '/querystring/limit'];
  for (const limit of ['0', '201', 'x'])
    expect(await refusal(driver.call('GET', `/orders?limit=${limit}`))).toEqual(wrong);
  expect(await refusal(driver.call('GET', '/orders?after=x'))).toEqual([
    422,
    'ERR_INVALID_FIELD',
    '"after" must be the "next" of the page before.',
    '/querystring/after',
  ]);
  expect((await (await driverOf(world)).call('GET', '/orders')).json).toEqual({ data: [], next: null });
});

describe('an emergency', () => {
  test('is kept with place and order, is loud in the log, and is told to every desk that listens', async () => {
    const heard: (string | undefined)[] = [];
    world.foundations.session.listen('emergencies', (payload) => heard.push(payload));
    const { driver, orderId } = await pickedUp();
    const at = world.clock.now() - 30 * SECOND_MS;
    const { status, json } = await driver.call('POST', '/emergency', { note: 'Robbed', at: iso(at) });
    expect(status).toBe(201);
    const { emergencyId } = json.data;
    const rows = await world.foundations.database.query('select * from emergencies where id = $1', [emergencyId]);
    expect(rows).toEqual([
      {
        id: emergencyId,
        driver_id: driver.id,
        order_id: orderId,
        lat: PICK_UP.lat,
        lng: PICK_UP.lng,
        note: 'Robbed',
        called_at: new Date(at),
        received_at: new Date(world.clock.now()),
        acknowledged_at: null,
        acknowledged_by: null,
      },
    ]);
    expect(world.logEntries()).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        msg: 'a driver calls for help',
        emergencyId,
        driverId: driver.id,
        orderId,
      }),
    );
    await expect.poll(() => heard).toContain(emergencyId);
  });

  test('needs nothing but a session: no order, no place, no words, no body', async () => {
    const driver = await driverOf(world);
    expect((await driver.call('POST', '/emergency')).status).toBe(201);
    const point = { lat: -33.5, lng: 151.2 };
    const { json } = await driver.call('POST', '/emergency', { place: point });
    const rows = await world.foundations.database.query('select order_id, lat, lng from emergencies where id = $1', [
      json.data.emergencyId,
    ]);
    expect(rows).toEqual([{ order_id: null, ...point }]);
  });

  test('is never refused for a wrong clock, a long note or a place that is none', async () => {
    const driver = await driverOf(world);
    const data = { at: '2031-01-01T00:00:00Z', note: 'x'.repeat(700), place: { lat: 91, lng: 0 } };
    const { status, json } = await driver.call('POST', '/emergency', data);
    expect(status).toBe(201);
    const [row] = await world.foundations.database.query<{ note: string; lat: number | null; called_at: Date }>(
      'select note, lat, called_at from emergencies where id = $1',
      [json.data.emergencyId],
    );
    expect([row?.note.length, row?.lat, row?.called_at.getTime()]).toEqual([500, null, world.clock.now()]);
  });
});
