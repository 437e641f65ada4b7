import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Expected, expectRefusals, INVALID, MISSING, only, TAKEN, withField } from '../support/bad-input.ts';
import { everythingStored, RECIPIENT, SENDER } from '../support/orders.ts';
import { callPlus, editData, inHours, parcelBody, placePlus, quotationData, quotePlus } from '../support/parcels.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
// biome-ignore lint/suspicious/noExplicitAny: a quotation as it came back
let quotation: any;
let orderId: string;
beforeAll(async () => {
  world = await createWorld({ partner: { platforms: ['PLUS'], limitFactor: 100_000 } });
  quotation = await quotePlus(world);
  orderId = (await placePlus(world)).orderId;
});
afterAll(() => world.close());

const asking = (data: unknown) => callPlus(world, 'POST', '/v3/quotations', data);
const placing = (data: unknown) => callPlus(world, 'POST', '/v3/orders', data);
const editing = (data: unknown) => callPlus(world, 'PATCH', `/v3/orders/${orderId}`, data);
const printing = (data: unknown) => callPlus(world, 'POST', '/v3/labels', data);
const item = { quantity: '1', weight: '2', categories: ['A'], handlingInstructions: ['FRAGILE'] };
const editBody = () => editData(world, { item, metadata: { shelf: 'A7' } });
const quotationBody = () => quotationData(world, { deliveryBy: inHours(world, 30), item });

const FEW = 'ERR_INSUFFICIENT_STOPS';
const stop = (at: string): [string, Expected][] => [
  [`${at}/coordinates`, only({ missing: TAKEN, null: TAKEN, object: TAKEN })],
  [`${at}/coordinates/lat`, only({ missing: MISSING, null: MISSING, number: TAKEN })],
  [`${at}/address`, only({ missing: TAKEN, null: TAKEN, text: TAKEN })],
];
const person = (at: string): [string, Expected][] => [
  [`${at}/name`, only({ missing: MISSING, text: TAKEN })],
  [`${at}/phone`, only({ missing: MISSING, text: 'ERR_INVALID_PHONE_NUMBER' })],
  [`${at}/remarks`, only({ missing: TAKEN, null: TAKEN, text: TAKEN })],
];
const objectOrNothing = only({ missing: TAKEN, null: TAKEN, object: TAKEN });

describe('each kind of value that a field does not take is refused by name, and nothing is changed:', () => {
  test.each<[string, Expected]>([
    ['scheduleAt', only({ missing: MISSING })],
    ['serviceType', only({ missing: MISSING, text: 'ERR_INVALID_SERVICE_TYPE' })],
    ['stops', only({ list: [FEW, '/data/stops'] }, FEW)],
    ['stops/0', only({ object: [MISSING, '/data/stops/0/coordinates'] })],
    ...stop('stops/1'),
    ['deliveryBy', only({ missing: TAKEN, null: TAKEN })],
    ['deliveryStage', only({ missing: TAKEN, null: TAKEN })],
    ['item', objectOrNothing],
  ])('%s of a quotation', async (field, expected) => {
    await expectRefusals(world, field, expected, (value) => asking(withField(quotationBody(), field, value)));
  });

  test.each<[string, Expected]>([
    ['quotationId', only({ missing: MISSING, number: 'ERR_INVALID_QUOTATION_ID', text: 'ERR_INVALID_QUOTATION_ID' })],
    ['clientRef', only({ missing: MISSING, text: TAKEN })],
    ['sender', only({ missing: MISSING, object: [MISSING, '/data/sender/name'] })],
    ['sender/stopId', only({})],
    ...person('sender'),
    ['recipients', only({ missing: MISSING, list: [INVALID, '/data/recipients/0'] })],
    ['recipients/0', only({ object: [MISSING, '/data/recipients/0/name'] })],
    ['recipients/0/stopId', only({})],
    ...person('recipients/0'),
    ['partner', only({ missing: TAKEN, null: TAKEN, text: TAKEN })],
    ['metadata', objectOrNothing],
    ['generateLabel', only({ missing: TAKEN, null: TAKEN, truth: TAKEN })],
  ])('%s of an order', async (field, expected) => {
    await expectRefusals(world, field, expected, (value) => placing(withField(parcelBody(quotation), field, value)));
  });

  test.each<[string, Expected]>([
    ['scheduleAt', only({ missing: MISSING })],
    ['deliveryBy', only({ missing: MISSING })],
    ['stops', only({ missing: MISSING, list: [FEW, '/data/stops'] })],
    ['stops/0', only({ object: [MISSING, '/data/stops/0/name'] })],
    ...stop('stops/0'),
    ...person('stops/0'),
    ...person('stops/1'),
    ['item', objectOrNothing],
    ['metadata', objectOrNothing],
  ])('%s of an edit', async (field, expected) => {
    await expectRefusals(world, field, expected, (value) => editing(withField(editBody(), field, value)));
  });

  test.each<[string, Expected]>([
    ['orderIds', only({ missing: MISSING, list: [INVALID, '/data/orderIds/0'] })],
    ['orderIds/0', only({})],
  ])('%s of a batch of labels', async (field, expected) => {
    await expectRefusals(world, field, expected, (value) => printing(withField({ orderIds: [orderId] }, field, value)));
  });
});

describe('what is too long or has no sense is refused by name:', () => {
  test.each<[string, unknown, string]>([
    ['sender/name', ' ', INVALID],
    ['sender/name', 'x'.repeat(201), INVALID],
    ['sender/phone', '+8525684712345678', 'ERR_INVALID_PHONE_NUMBER'],
    ['sender/phone', '56847123', 'ERR_INVALID_PHONE_NUMBER'],
    ['sender/phone', `+852${'5'.repeat(37)}`, 'ERR_INVALID_PHONE_NUMBER'],
    ['sender/remarks', 'x'.repeat(1_501), INVALID],
    ['recipients/0/remarks', '🚚'.repeat(1_501), INVALID],
    ['recipients', Array.from({ length: 16 }, () => RECIPIENT), INVALID],
    ['partner', 'x'.repeat(201), INVALID],
    ['metadata', { long: 'x'.repeat(16 * 1024) }, INVALID],
    ['metadata', { a: { b: { c: { d: { e: {} } } } } }, INVALID],
    ['generateLabel', 'true', INVALID],
  ])('%s of an order', async (field, value, code) => {
    const before = await everythingStored(world);
    const { status, json } = await placing(withField(parcelBody(quotation), field, value));
    expect([status, json.message, json.errors[0].detail]).toEqual([422, code, `/data/${field}`]);
    expect(await everythingStored(world)).toEqual(before);
  });

  test('the longest name, remarks and mark are taken, and given back to the letter', async () => {
    const long = { name: 'n'.repeat(200), remarks: '🚚'.repeat(1_500) };
    const parcel = await placePlus(world, {
      parcel: { sender: { ...SENDER, ...long }, recipients: [RECIPIENT], partner: 'p'.repeat(200) },
    });
    expect(parcel).toMatchObject({ stops: [long, {}], partner: 'p'.repeat(200) });
  });
});

describe('what cannot be written down is refused wherever it stands:', () => {
  test.each(['\\u0000', '\\ud83d', '\\udce6'])('%s', async (spelling) => {
    const before = await everythingStored(world);
    const bodies: [string, string, unknown, string][] = [
      ['POST', '/v3/quotations', quotationBody(), 'stops/0/address'],
      ['POST', '/v3/quotations', quotationBody(), 'item/weight'],
      ['POST', '/v3/orders', parcelBody(quotation), 'clientRef'],
      ['POST', '/v3/orders', parcelBody(quotation), 'sender/name'],
      ['POST', '/v3/orders', parcelBody(quotation), 'recipients/0/remarks'],
      ['PATCH', `/v3/orders/${orderId}`, editBody(), 'metadata/shelf'],
      ['PATCH', `/v3/orders/${orderId}`, editBody(), 'stops/1/address'],
    ];
    for (const [method, path, data, field] of bodies) {
      const body = JSON.stringify({ data: withField(data, field, 'HERE') }).replace('HERE', `a${spelling}b`);
      const { status, json } = await world.call(method, path, { headers: { Platform: 'PLUS' }, body });
      expect([status, json.message, json.errors[0].detail]).toEqual([422, INVALID, `/data/${field}`]);
    }
    expect(await everythingStored(world)).toEqual(before);
  });
});

describe('bodies', () => {
  test.each([
    ['POST', '/v3/orders'],
    ['PATCH', '/v3/orders/1'],
    ['POST', '/v3/labels'],
  ])(
    '%s %s: what is no object with data is named so, what is no JSON is 400, what is too large 413',
    async (...call) => {
      const cases: [string, number, string][] = [
        ['', 422, MISSING],
        ['{}', 422, MISSING],
        ['[]', 422, MISSING],
        ['{"data":null}', 422, INVALID],
        ['{"data":[]}', 422, INVALID],
        ['{"data":', 400, 'ERR_INVALID_JSON'],
        [`{"data":{"x":"${'x'.repeat(256 * 1024)}"}}`, 413, 'ERR_PAYLOAD_TOO_LARGE'],
      ];
      for (const [body, status, code] of cases) {
        const answer = await world.call(...call, { headers: { Platform: 'PLUS' }, body });
        expect([body.slice(0, 20), answer.status, answer.json.message]).toEqual([body.slice(0, 20), status, code]);
      }
    },
  );

  test('fields that mean nothing here are ignored', async () => {
    const further = {
      isPODEnabled: 7,
      paymentMethod: 'CASH',
      isRecipientSMSEnabled: false,
      language: 'xx',
      nonsense: [],
    };
    expect((await asking({ ...quotationBody(), ...further })).status).toBe(201);
    expect((await placing({ ...parcelBody(await quotePlus(world)), ...further })).status).toBe(201);
    expect((await editing({ ...editBody(), ...further })).status).toBe(201);
  });
});

describe('in a path', () => {
  test.each(['%', '%zz', '%ff', '%ed%a0%80', '%c0%80'])('a path with %s is refused', async (name) => {
    const { status } = await callPlus(world, 'GET', `/v3/orders/ref/${name}`);
    expect([400, 404, 422]).toContain(status);
  });
});
