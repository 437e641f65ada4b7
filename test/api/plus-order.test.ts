import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/foundation/time.ts';
import { CENTRAL, everythingStored, MONG_KOK, quote, RECIPIENT, SENDER } from '../support/orders.ts';
import { callPlus, inHours, type Options, parcelBody, placePlus, quotePlus } from '../support/parcels.ts';
import type { HttpAnswer } from '../support/partner-client.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ partner: { platforms: ['ON_DEMAND', 'PLUS'], limitFactor: 1000 } });
});
afterAll(() => world.close());

type Json = Record<string, unknown>;
const place = (data: unknown, options: Options = {}) => callPlus(world, 'POST', '/v3/orders', data, options);
const read = (orderId: string, options: Options = {}) =>
  callPlus(world, 'GET', `/v3/orders/${orderId}`, undefined, options);
const readByRef = (encoded: string, options: Options = {}) =>
  callPlus(world, 'GET', `/v3/orders/ref/${encoded}`, undefined, options);
const body = async (further: Json = {}) => parcelBody(await quotePlus(world), further);
const newPartner = (markets = ['HK']) => world.newPartner({ platforms: ['PLUS'], limitFactor: 1000, markets });
const wire = (instant: number) => `${new Date(instant).toISOString().slice(0, 19)}.00Z`;
const refusal = ({ status, json }: HttpAnswer) => [status, json.message, json.errors[0].detail];
const countOf = async (clientRef: string) =>
  (await world.foundations.database.query('select from parcels where client_ref = $1', [clientRef])).length;

describe('POST /v3/orders', () => {
  test('places a parcel, which has every field of the contract', async () => {
    const now = world.clock.now();
    const item = { weight: '2', categories: ['BOOKS'] };
    const quotation = await quotePlus(world, { item });
    const metadata = { shelf: 'A7', nested: { list: [1, null, 'x'] } };
    const data = parcelBody(quotation, { clientRef: 'FIRST', metadata, partner: 'shop' });
    const answer = await place(data);
    expect([answer.status, answer.json]).toEqual([
      201,
      {
        data: {
          orderId: expect.stringMatching(/^\d{19}$/),
          quotationId: quotation.quotationId,
          scheduleAt: wire(now + DAY_MS),
          deliveryBy: wire(now + DAY_MS + 4 * HOUR_MS),
          serviceType: 'PLUS',
          driverId: '',
          shareLink: expect.stringMatching(/^https:\/\/localhost:\d+\/track\/[\w-]{22,}$/),
          status: 'IN_PROGRESS',
          distance: { value: expect.stringMatching(/^[1-9]\d{3}$/), unit: 'm' },
          item,
          clientRef: 'FIRST',
          priceBreakdown: null,
          stops: [
            { stopId: quotation.stops[0].stopId, ...CENTRAL, ...SENDER },
            { stopId: quotation.stops[1].stopId, ...MONG_KOK, ...RECIPIENT },
          ],
          deliveryLogs: [{ status: 'AWAITS_DRIVER', updatedAt: wire(now) }],
          metadata,
          partner: 'shop',
          label: null,
        },
      },
    ]);
    expect((await read(answer.json.data.orderId)).json).toEqual(answer.json);
    expect((await readByRef('FIRST')).json).toEqual(answer.json);
  });

  test('needs no wallet: nothing is held', async () => {
    await placePlus(world);
    expect((await world.call('GET', '/v3/wallet')).json.data).toMatchObject({ balance: '0', held: '0', entries: [] });
  });

  test('takes contacts by position where no stopId at all is given, and ids as numbers', async () => {
    const byPosition = await place({ ...(await body()), sender: SENDER, recipients: [RECIPIENT] });
    expect(byPosition.json.data.stops.map(({ name }: { name: string }) => name)).toEqual(['Ada', 'Ben']);
    const data = await body();
    const text = JSON.stringify({ data }).replace(/"(stopId|quotationId)":"(\d{19})"/g, '"$1":$2');
    expect(text).toMatch(/"quotationId":\d{19}/);
    const byNumber = await world.call('POST', '/v3/orders', { headers: { Platform: 'PLUS' }, body: text });
    expect([byNumber.status, byNumber.json.data.quotationId]).toEqual([201, data.quotationId]);
  });

  test('names the contact whose stop is wrong, or whom nobody needs', async () => {
    const data = await body();
    const [recipient] = data.recipients as Json[];
    const before = await everythingStored(world);
    const tries: [Json, string][] = [
      [{ sender: { ...(data.sender as Json), stopId: '1' } }, '/data/sender/stopId'],
      [{ recipients: [{ ...recipient, stopId: '1' }] }, '/data/recipients/0/stopId'],
      [{ recipients: [RECIPIENT] }, '/data/recipients/0/stopId'],
      [{ recipients: [recipient, recipient] }, '/data/recipients/1/stopId'],
      [{ recipients: [] }, '/data/recipients'],
      [{ sender: SENDER, recipients: [RECIPIENT, RECIPIENT] }, '/data/recipients'],
    ];
    for (const [changes, pointer] of tries)
      expect(refusal(await place({ ...data, ...changes }))).toEqual([422, 'ERR_INVALID_FIELD', pointer]);
    expect(await everythingStored(world)).toEqual(before);
  });

  test('names the contact whose phone is wrong', async () => {
    const data = await body();
    const sender = { ...(data.sender as Json), phone: '+6591234567' };
    expect(refusal(await place({ ...data, sender }))).toEqual([422, 'ERR_INVALID_PHONE_NUMBER', '/data/sender/phone']);
  });
});

describe('the quotation of a parcel', () => {
  const wrong = [422, 'ERR_INVALID_QUOTATION_ID', '/data/quotationId'];

  test('can be used until just before a day has passed', async () => {
    const [early, late] = [
      await quotePlus(world, { scheduleAt: inHours(world, 48) }),
      await quotePlus(world, { scheduleAt: inHours(world, 48) }),
    ];
    world.clock.advance(DAY_MS - 1);
    expect((await place(parcelBody(early))).status).toBe(201);
    world.clock.advance(1);
    const answer = await place(parcelBody(late));
    expect(refusal(answer)).toEqual(wrong);
    expect(answer.json.errors[0].message).toBe(`Quotation ${late.quotationId} has expired. Ask for a new one.`);
  });

  test('can be used until just before its pick-up time', async () => {
    const [early, late] = [
      await quotePlus(world, { scheduleAt: inHours(world, 2) }),
      await quotePlus(world, { scheduleAt: inHours(world, 2) }),
    ];
    world.clock.advance(2 * HOUR_MS - 1);
    expect((await place(parcelBody(early))).status).toBe(201);
    world.clock.advance(1);
    expect(refusal(await place(parcelBody(late)))).toEqual(wrong);
  });

  test('is one’s own, a scheduled one, and of the market of the call', async () => {
    const stranger = await newPartner();
    const foreign = await quotePlus(world, {}, { as: stranger });
    for (const quotationId of [foreign.quotationId, (await quote(world)).quotationId, '1', 'x', '9'.repeat(19), ''])
      expect(refusal(await place({ ...(await body()), quotationId }))).toEqual(wrong);
    const data = { ...(await body()), sender: { ...SENDER, phone: '+6591234567' } };
    const elsewhere = await place({ ...data, recipients: [{ ...RECIPIENT, phone: '+6591234568' }] }, { market: 'SG' });
    expect(refusal(elsewhere)).toEqual(wrong);
    expect(elsewhere.json.errors[0].message).toMatch(/is for the market HK, not SG\.$/);
  });

  test('buys nothing in the other variant', async () => {
    const { quotationId } = await quotePlus(world);
    const data = { quotationId, sender: SENDER, recipients: [RECIPIENT] };
    const answer = await world.call('POST', '/v3/orders', { body: JSON.stringify({ data }) });
    expect(refusal(answer)).toEqual(wrong);
  });

  test('buys one parcel: the same body again gets it, as it is now, and another body is told which', async () => {
    const data = await body();
    const { orderId } = (await place(data)).json.data;
    await callPlus(world, 'DELETE', `/v3/orders/${orderId}`);
    world.clock.advance(5 * DAY_MS);
    const again = await place(data);
    expect([again.status, again.json.data.orderId, again.json.data.status]).toEqual([201, orderId, 'CANCELED']);
    const spaced = await world.call('POST', '/v3/orders', {
      headers: { Platform: 'PLUS' },
      body: JSON.stringify({ data: Object.fromEntries(Object.entries(data).toReversed()) }, null, 2),
    });
    expect([spaced.status, spaced.json.data.orderId]).toEqual([201, orderId]);
    for (const changes of [{ clientRef: 'ANOTHER' }, { generateLabel: true }]) {
      const other = await place({ ...data, ...changes });
      expect(refusal(other)).toEqual(wrong);
      expect(other.json.errors[0].message).toBe(
        `Quotation ${data.quotationId} has been used for order ${orderId}. Ask for a new one.`,
      );
    }
  });

  test('the same call again by its Request-ID gets the same answer', async () => {
    const data = await body();
    const first = await place(data, { requestId: 'parcel-1' });
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    await callPlus(world, 'DELETE', `/v3/orders/${first.json.data.orderId}`);
    const again = await place(data, { requestId: 'parcel-1' });
    expect([again.status, again.headers['idempotent-replayed'], again.text]).toEqual([201, 'true', first.text]);
    expect(await countOf(data.clientRef as string)).toBe(1);
  });
});

describe('the reference of the client', () => {
  const wrong = [422, 'ERR_INVALID_FIELD', '/data/clientRef'];

  test('is unique: a second parcel with it is refused, and told which has it, also after its end', async () => {
    const { orderId } = await placePlus(world, { parcel: { clientRef: 'TWICE' } });
    for (let time = 0; time < 2; time++) {
      const answer = await place(await body({ clientRef: 'TWICE' }));
      expect(refusal(answer)).toEqual(wrong);
      expect(answer.json.errors[0].message).toBe(`clientRef must be unique, and order ${orderId} has it already.`);
      await callPlus(world, 'DELETE', `/v3/orders/${orderId}`);
    }
    expect(await countOf('TWICE')).toBe(1);
    expect((await place(await body({ clientRef: 'twice' }))).status).toBe(201);
  });

  test('is unique for each partner: two may have the same, and each reads their own', async () => {
    const other = await newPartner();
    const own = await placePlus(world, { parcel: { clientRef: 'SHARED' } });
    const theirs = await placePlus(world, { parcel: { clientRef: 'SHARED' }, as: other });
    expect((await readByRef('SHARED')).json.data.orderId).toBe(own.orderId);
    expect((await readByRef('SHARED', { as: other })).json.data.orderId).toBe(theirs.orderId);
  });

  test('of 20 parcels at once with one reference exactly one is placed, the others are refused by name', async () => {
    const bodies: Json[] = [];
    for (let count = 0; count < 20; count++) bodies.push(await body({ clientRef: 'CROWD' }));
    const answers = await Promise.all(bodies.map((data) => place(data)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(422)]);
    for (const answer of answers.filter(({ status }) => status === 422)) expect(refusal(answer)).toEqual(wrong);
    const placed = answers.find(({ status }) => status === 201);
    expect((await readByRef('CROWD')).json.data.orderId).toBe(placed?.json.data.orderId);
    expect(await countOf('CROWD')).toBe(1);
  });

  test('the quotations of those who came too late can still be used', async () => {
    const data = await body({ clientRef: 'TAKEN' });
    await placePlus(world, { parcel: { clientRef: 'TAKEN' } });
    expect((await place(data)).status).toBe(422);
    expect((await place({ ...data, clientRef: 'FREE' })).status).toBe(201);
  });

  test.each([
    'x',
    'x'.repeat(64),
    '📦'.repeat(64),
    'a/b',
    '/',
    '//',
    ' ',
    ' space around ',
    '%',
    '%2F',
    '100%',
    '?a=b&c',
    '#',
    '.',
    '..',
    '../../wallet',
    'ref',
    'ref/x',
    'e\u0301 運送 \u202e',
    '\u0001\u007f\u0085',
    "'; drop table parcels; --",
    '"\\',
    'null',
    '0',
    '+',
    ';',
    '\r\n',
  ])('may be %j, and finds the parcel by its path', async (clientRef) => {
    const parcel = await placePlus(world, { parcel: { clientRef } });
    expect(parcel.clientRef).toBe(clientRef);
    const encoded = encodeURIComponent(clientRef).replaceAll('.', '%2E');
    const answer = await readByRef(encoded);
    expect([answer.status, answer.json.data]).toEqual([200, parcel]);
  });

  test('is read without encoding where a path can hold it', async () => {
    const parcel = await placePlus(world, { parcel: { clientRef: 'A.b_c-7~(x)!*' } });
    expect((await readByRef('A.b_c-7~(x)!*')).json.data).toEqual(parcel);
    expect((await readByRef('A.b_c-7~(x)!*?query=1')).json.data).toEqual(parcel);
  });

  test.each([
    ['nothing', ''],
    ['65 characters', 'x'.repeat(65)],
    ['65 pictures', '📦'.repeat(65)],
    ['the character that ends strings', 'a\0b'],
    ['half a picture', 'a\ud83d'],
    ['the other half', '\udce6a'],
  ])('cannot be %s', async (_, clientRef) => {
    const data = await body({ clientRef });
    const before = await everythingStored(world);
    expect(refusal(await place(data))).toEqual(wrong);
    expect(await everythingStored(world)).toEqual(before);
  });

  test.each([7, null, true, [], {}])('is text: %j is refused', async (clientRef) => {
    expect(refusal(await place(await body({ clientRef })))).toEqual(wrong);
  });

  test('must be there', async () => {
    expect(refusal(await place(await body({ clientRef: undefined })))).toEqual([
      422,
      'ERR_MISSING_FIELD',
      '/data/clientRef',
    ]);
  });
});

describe('reading a parcel', () => {
  test('by an id or a reference that is unknown is 404', async () => {
    for (const id of ['1', 'x', '9'.repeat(19), '9'.repeat(30), 'ref']) {
      const answer = await read(id);
      expect([id, answer.status, answer.json.message]).toEqual([id, 404, 'ERR_ORDER_NOT_FOUND']);
    }
    for (const ref of ['unknown', '%00', 'x'.repeat(300), '%F0%9F%93%A6'.repeat(70), '%']) {
      const answer = await readByRef(ref);
      expect([ref.slice(0, 9), answer.status < 500 && answer.status >= 400]).toEqual([ref.slice(0, 9), true]);
    }
    expect((await readByRef('unknown')).json.message).toBe('ERR_ORDER_NOT_FOUND');
    expect((await readByRef('')).status).toBe(404);
  });

  test('of another partner is 422 by its id, and unknown by its reference', async () => {
    const { orderId, clientRef } = await placePlus(world);
    const stranger = await newPartner();
    const byId = await read(orderId, { as: stranger });
    expect([byId.status, byId.json.message]).toEqual([422, 'ERR_ORDER_NOT_FOUND']);
    expect((await readByRef(clientRef, { as: stranger })).status).toBe(404);
  });

  test('its link to the tracking page is the same on every read, and another for every parcel', async () => {
    const [one, other] = [await placePlus(world), await placePlus(world)];
    world.clock.advance(MINUTE_MS);
    expect((await read(one.orderId)).json.data.shareLink).toBe(one.shareLink);
    expect(other.shareLink).not.toBe(one.shareLink);
  });

  test('many at once give each their own', async () => {
    const parcels = [];
    for (let count = 0; count < 10; count++) parcels.push(await placePlus(world));
    const answers = await Promise.all([...parcels, ...parcels].map(({ orderId }) => read(orderId)));
    expect(answers.map(({ json }) => json.data)).toEqual([...parcels, ...parcels]);
  });
});
