import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MadePartner, partnerDeps } from '../../src/main/make-partner.ts';
import { issueKey } from '../../src/partners/index.ts';
import { fund, place, quote } from '../support/orders.ts';
import { callPlus, editData, parcelBody, placePlus, quotationData, quotePlus } from '../support/parcels.ts';
import type { HttpAnswer } from '../support/partner-client.ts';
import { createWorld, type World } from '../support/world.ts';

const PLUS_MARKETS = ['HK', 'ID', 'PH', 'SG', 'TH', 'TW'];
const OTHER_MARKETS = ['BR', 'JP', 'MX', 'MY', 'VN'];

let world: World;
let both: MadePartner;
let plusOnly: MadePartner;
let onDemandOnly: MadePartner;
let parcelId: string;
let orderId: string;
beforeAll(async () => {
  const markets = [...PLUS_MARKETS, ...OTHER_MARKETS];
  world = await createWorld({ partner: { markets, platforms: ['ON_DEMAND', 'PLUS'], limitFactor: 1000 } });
  both = world.partner;
  plusOnly = await world.newPartner({ markets, platforms: ['PLUS'], limitFactor: 1000 });
  onDemandOnly = await world.newPartner({ markets, platforms: ['ON_DEMAND'], limitFactor: 1000 });
  await fund(world, 5_000n);
  parcelId = (await placePlus(world)).orderId;
  orderId = (await place(world)).orderId;
});
afterAll(() => world.close());

const PLUS = { Platform: 'PLUS' };
const said = ({ status, json }: HttpAnswer) => [status, json.message];
/** Every call of the scheduled variant, with something it could work on. */
const plusCalls = (): [string, string, unknown?][] => [
  ['POST', '/v3/quotations', quotationData(world)],
  ['GET', '/v3/quotations/1'],
  ['POST', '/v3/orders', {}],
  ['GET', '/v3/orders/1'],
  ['GET', '/v3/orders/ref/x'],
  ['PATCH', '/v3/orders/1', {}],
  ['DELETE', '/v3/orders/1'],
  ['POST', '/v3/labels', {}],
  ['GET', '/v3/labels/1'],
];

describe('a key', () => {
  test('that is not for scheduled deliveries gets 403 on each of their calls, whatever it sends', async () => {
    for (const [method, path, data] of plusCalls())
      expect([method, path, ...said(await callPlus(world, method, path, data, { as: onDemandOnly }))]).toEqual([
        method,
        path,
        403,
        'ERR_FORBIDDEN',
      ]);
  });

  test('that is for nothing else gets 403 without the header', async () => {
    for (const [method, path, data] of plusCalls()) {
      const body = data === undefined ? {} : { body: JSON.stringify({ data }) };
      expect([method, path, ...said(await world.call(method, path, { as: plusOnly, ...body }))]).toEqual([
        method,
        path,
        403,
        'ERR_FORBIDDEN',
      ]);
    }
  });

  test('for scheduled deliveries only, and one for both, can do all of it', async () => {
    for (const as of [plusOnly, both]) {
      const parcel = await placePlus(world, { as });
      expect((await callPlus(world, 'GET', `/v3/orders/${parcel.orderId}`, undefined, { as })).status).toBe(200);
      expect((await callPlus(world, 'GET', `/v3/orders/ref/${parcel.clientRef}`, undefined, { as })).status).toBe(200);
      expect((await callPlus(world, 'DELETE', `/v3/orders/${parcel.orderId}`, undefined, { as })).status).toBe(204);
    }
  });

  test('for scheduled deliveries may set the webhook, and read events and cities', async () => {
    const options = { as: plusOnly };
    expect((await callPlus(world, 'PATCH', '/v3/webhook', { url: '' }, options)).status).toBe(200);
    expect((await callPlus(world, 'GET', '/v3/events', undefined, options)).status).toBe(200);
    expect((await callPlus(world, 'GET', '/v3/cities', undefined, options)).status).toBe(200);
  });
});

describe('the header Platform', () => {
  test.each(['PLUS', 'plus', 'Plus', ' PLUS '])('may be written %j', async (platform) => {
    const { status, json } = await world.call('GET', `/v3/orders/${parcelId}`, { headers: { platform } });
    expect([status, json.data.serviceType]).toEqual([200, 'PLUS']);
  });

  test.each(['', ' '])('that is %j is as good as none', async (platform) => {
    const { status, json } = await world.call('GET', `/v3/orders/${orderId}`, { headers: { platform } });
    expect([status, json.data.orderId]).toEqual([200, orderId]);
  });

  test.each(['MINUS', 'PLUS,PLUS', 'ON_DEMAND', '__proto__', 'constructor'])('cannot be %j', async (platform) => {
    for (const [method, path, data] of plusCalls().filter(([, path]) => !/ref|labels/.test(path))) {
      const body = data === undefined ? {} : { body: JSON.stringify({ data }) };
      expect(said(await world.call(method, path, { headers: { platform }, ...body }))).toEqual([
        422,
        'ERR_INVALID_FIELD',
      ]);
    }
  });

  test('does not take the place of the signature', async () => {
    const answer = await world.send({ path: `/v3/orders/${parcelId}`, headers: PLUS });
    expect(said(answer)).toEqual([401, 'ERR_UNAUTHORIZED']);
  });
});

describe('the header Market', () => {
  test.each(PLUS_MARKETS)('may be %s', async (market) => {
    const answer = await callPlus(world, 'GET', `/v3/orders/${parcelId}`, undefined, { market });
    expect(answer.status).toBe(200);
  });

  test.each(['hk', 'HK_HKG', 'HK HKG'])('may be written %s', async (market) => {
    const answer = await callPlus(world, 'POST', '/v3/quotations', quotationData(world), { market });
    expect(answer.status).toBe(201);
  });

  test.each([...OTHER_MARKETS, 'XX', '', undefined])('cannot be %s, on any call', async (market) => {
    for (const [method, path, data] of plusCalls()) {
      const answer = await callPlus(world, method, path, data, { market });
      expect([method, path, ...said(answer)]).toEqual([method, path, 422, 'ERR_INVALID_MARKET']);
      expect(answer.json.errors[0].message).toContain('one of HK, ID, PH, SG, TH, TW');
    }
  });

  test('must be one of the key’s, and so must that of the parcel', async () => {
    const { database } = world.foundations;
    const terms = { markets: ['SG'], platforms: ['PLUS'], limitFactor: 100 } as const;
    const narrow = await database.inTransaction((tx) =>
      issueKey(partnerDeps(world.foundations, []), tx, both.partnerId, terms),
    );
    const answer = await callPlus(world, 'POST', '/v3/quotations', quotationData(world), { as: narrow });
    expect(said(answer)).toEqual([422, 'ERR_INVALID_MARKET']);
    const { clientRef } = (await callPlus(world, 'GET', `/v3/orders/${parcelId}`)).json.data;
    for (const [method, path] of [
      ['GET', parcelId],
      ['GET', `ref/${clientRef}`],
      ['DELETE', parcelId],
    ] as const) {
      const refused = await callPlus(world, method, `/v3/orders/${path}`, undefined, { as: narrow, market: 'SG' });
      expect(said(refused)).toEqual([422, 'ERR_ORDER_NOT_FOUND']);
      expect(refused.json.errors[0].message).toContain('is in the market HK, which this key is not for.');
    }
    const { quotationId } = (await callPlus(world, 'POST', '/v3/quotations', quotationData(world))).json.data;
    const unread = await callPlus(world, 'GET', `/v3/quotations/${quotationId}`, undefined, {
      as: narrow,
      market: 'SG',
    });
    expect(said(unread)).toEqual([422, 'ERR_INVALID_QUOTATION_ID']);
    expect(unread.json.errors[0].message).toContain('is in the market HK, which this key is not for.');
  });
});

describe('an order of one variant is not found in the other', () => {
  const unknown = [404, 'ERR_ORDER_NOT_FOUND'];
  const edit = () => editData(world);

  test('on-demand calls do not know a parcel', async () => {
    const withBody = (data: unknown) => ({ body: JSON.stringify({ data }) });
    const calls: [string, string, object?][] = [
      ['GET', ''],
      ['DELETE', ''],
      ['PATCH', '', withBody({ stops: edit().stops })],
      ['GET', '/explanation'],
      ['POST', '/priority-fee', withBody({ priorityFee: '20' })],
      ['GET', '/drivers/1'],
      ['DELETE', '/drivers/1', withBody({ reason: 'DRIVER_LATE' })],
    ];
    for (const [method, path, options] of calls) {
      const answer = await world.call(method, `/v3/orders/${parcelId}${path}`, options);
      expect([method, path, ...said(answer), answer.json.errors[0].message]).toEqual([
        method,
        path,
        ...unknown,
        `Order ${parcelId} is a scheduled one. Send the header Platform: PLUS.`,
      ]);
    }
    expect((await callPlus(world, 'GET', `/v3/orders/${parcelId}`)).json.data.status).toBe('IN_PROGRESS');
  });

  test('a list of on-demand orders has no parcel in it', async () => {
    const { json } = await world.call('GET', '/v3/orders');
    expect(json.data.map((order: { orderId: string }) => order.orderId)).toEqual([orderId]);
  });

  test('scheduled calls do not know an order', async () => {
    for (const [method, data] of [['GET'], ['DELETE'], ['PATCH', edit()]] as const) {
      const answer = await callPlus(world, method, `/v3/orders/${orderId}`, data);
      expect([method, ...said(answer), answer.json.errors[0].message]).toEqual([
        method,
        ...unknown,
        `Order ${orderId} is not a scheduled one. Leave out the header Platform.`,
      ]);
    }
    expect(said(await callPlus(world, 'GET', `/v3/orders/ref/${orderId}`))).toEqual(unknown);
    expect(said(await callPlus(world, 'POST', '/v3/labels', { orderIds: [orderId] }))).toEqual([
      422,
      'ERR_INVALID_FIELD',
    ]);
    expect((await world.call('GET', `/v3/orders/${orderId}`)).json.data.status).toBe('ASSIGNING_DRIVER');
  });

  test('of another partner nobody is told which variant it is of', async () => {
    const other = await world.newPartner({ platforms: ['ON_DEMAND', 'PLUS'], limitFactor: 1000 });
    for (const [answer, id] of [
      [await world.call('GET', `/v3/orders/${parcelId}`, { as: other }), parcelId],
      [await callPlus(world, 'GET', `/v3/orders/${orderId}`, undefined, { as: other }), orderId],
    ] as const)
      expect([...said(answer), answer.json.errors[0].message]).toEqual([...unknown, `There is no order ${id}.`]);
  });

  test('a quotation of one variant buys nothing in the other', async () => {
    const onDemand = parcelBody(await quote(world));
    expect(said(await callPlus(world, 'POST', '/v3/orders', onDemand))).toEqual([422, 'ERR_INVALID_QUOTATION_ID']);
    const { clientRef, ...plus } = parcelBody(await quotePlus(world));
    const answer = await world.call('POST', '/v3/orders', { body: JSON.stringify({ data: plus }) });
    expect(said(answer)).toEqual([422, 'ERR_INVALID_QUOTATION_ID']);
  });
});

test('paths that only one variant has are not found in the other, whatever stands in them', async () => {
  const onDemand: [string, string, unknown?][] = [
    ['GET', '/v3/orders'],
    ['GET', `/v3/orders/${orderId}/explanation`],
    ['POST', `/v3/orders/${orderId}/priority-fee`, { priorityFee: '20' }],
    ['GET', `/v3/orders/${orderId}/drivers/1`],
    ['DELETE', `/v3/orders/${orderId}/drivers/1`, { reason: 'DRIVER_LATE' }],
    ['GET', '/v3/quotations/1/explanation'],
    ['GET', '/v3/wallet'],
    ['POST', `/v3/orders/${parcelId}/priority-fee`, { priorityFee: '20' }],
    ['GET', `/v3/orders/${parcelId}/explanation`],
  ];
  for (const [method, path, data] of onDemand)
    expect([path, ...said(await callPlus(world, method, path, data))]).toEqual([path, 404, 'ERR_NOT_FOUND']);
  for (const [method, path, data] of plusCalls().filter(([, path]) => /ref|labels/.test(path))) {
    const body = data === undefined ? {} : { body: JSON.stringify({ data }) };
    expect([path, ...said(await world.call(method, path, body))]).toEqual([path, 404, 'ERR_NOT_FOUND']);
  }
});

test('other methods on these paths are 405', async () => {
  for (const [method, path] of [
    ['PUT', '/v3/orders'],
    ['POST', `/v3/orders/${parcelId}`],
    ['POST', '/v3/orders/ref/x'],
    ['DELETE', '/v3/orders/ref/x'],
    ['GET', '/v3/labels'],
    ['DELETE', '/v3/labels/1'],
  ] as const)
    expect([method, path, ...said(await callPlus(world, method, path))]).toEqual([
      method,
      path,
      405,
      'ERR_METHOD_NOT_ALLOWED',
    ]);
});
