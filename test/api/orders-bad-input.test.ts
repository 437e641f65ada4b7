import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Expected, expectRefusals, INVALID, MISSING, only, TAKEN, withField } from '../support/bad-input.ts';
import {
  CENTRAL,
  driversOf,
  everythingStored,
  MONG_KOK,
  orderBody,
  place,
  post,
  quote,
  RECIPIENT,
  SENDER,
} from '../support/orders.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let drivers: Awaited<ReturnType<typeof driversOf>>;
// biome-ignore lint/suspicious/noExplicitAny: a quotation as it came back
let quotation: any;
let waiting: string;
let onGoing: string;
beforeAll(async () => {
  world = await createWorld({ partner: { limitFactor: 100_000, creditMinor: 1_000_000_000n } });
  drivers = await driversOf(world);
  quotation = await quote(world);
  waiting = (await place(world)).orderId;
  await matched();
});
afterAll(() => world.close());

/** An order with a driver, which can be edited once. */
async function matched(): Promise<void> {
  onGoing = (await place(world)).orderId;
  await drivers.accept(onGoing);
}

/** As shops paste them: what is no phone is that, however long it is. */
const TWO_PHONES = '+852 5684 7123 or +852 5684 7124, please ring twice';
const NEW = { ...MONG_KOK, address: 'Elsewhere', name: 'Cleo', phone: '+85256847125' };
const placing = (body: unknown) => post(world, body);
const addFee = (data: unknown) =>
  world.call('POST', `/v3/orders/${waiting}/priority-fee`, { body: JSON.stringify({ data }) });
const edit = (data: unknown) => world.call('PATCH', `/v3/orders/${onGoing}`, { body: JSON.stringify({ data }) });

describe('POST /v3/orders', () => {
  const body = () => orderBody(quotation);
  const contact = (who: string): [string, Expected][] => [
    [`${who}/stopId`, only({})],
    [`${who}/name`, only({ missing: MISSING, text: TAKEN })],
    [`${who}/phone`, only({ missing: MISSING, text: 'ERR_INVALID_PHONE_NUMBER' })],
    [`${who}/remarks`, only({ missing: TAKEN, null: TAKEN, text: TAKEN })],
  ];

  test.each<[string, Expected]>([
    ['quotationId', only({ missing: MISSING, number: 'ERR_INVALID_QUOTATION_ID', text: 'ERR_INVALID_QUOTATION_ID' })],
    ['sender', only({ missing: MISSING, object: [MISSING, '/data/sender/name'] })],
    ...contact('sender'),
    ['recipients', only({ missing: MISSING, list: [INVALID, '/data/recipients/0'] })],
    ['recipients/0', only({ object: [MISSING, '/data/recipients/0/name'] })],
    ...contact('recipients/0'),
    ['isPODEnabled', only({ missing: TAKEN, null: TAKEN, truth: TAKEN })],
    ['partner', only({ missing: TAKEN, null: TAKEN, text: TAKEN })],
    ['metadata', only({ missing: TAKEN, null: TAKEN, object: TAKEN })],
  ])('%s: each kind of value that it does not take is refused, and nothing is changed', async (field, expected) => {
    await expectRefusals(world, field, expected, (value) => placing(withField(body(), field, value)));
  });

  test.each([
    ['quotationId', '', 'ERR_INVALID_QUOTATION_ID'],
    ['sender/name', '', INVALID],
    ['sender/name', ' \t\r\n', INVALID],
    ['sender/name', 'x'.repeat(201), INVALID],
    ['sender/phone', '', 'ERR_INVALID_PHONE_NUMBER'],
    ['sender/phone', TWO_PHONES, 'ERR_INVALID_PHONE_NUMBER'],
    ['sender/remarks', 'x'.repeat(1_501), INVALID],
    ['sender/stopId', '123456789012', INVALID],
    ['sender/stopId', '1234567890123456789012345', INVALID],
    ['sender/stopId', '1e18', INVALID],
    ['sender/stopId', 1e18, INVALID],
    ['recipients/0/name', '', INVALID],
    ['recipients/0/name', 'x'.repeat(201), INVALID],
    ['recipients/0/remarks', '🚚'.repeat(1_501), INVALID],
    ['recipients/0/stopId', '123456789012', INVALID],
    ['recipients/0/stopId', 123456789012, INVALID],
    ['recipients/0/stopId', "' or 1=1 --", INVALID],
    ['recipients', [], INVALID],
    ['recipients', Array.from({ length: 16 }, () => RECIPIENT), INVALID],
    ['partner', 'x'.repeat(201), INVALID],
    ['metadata', { long: 'x'.repeat(20_000) }, INVALID],
  ])('%s that is empty, too long or no id is refused', async (field, value, code) => {
    const before = await everythingStored(world);
    const { status, json } = await placing(withField(body(), field, value));
    expect([status, json.message, json.errors[0].detail]).toEqual([422, code, `/data/${field}`]);
    expect(await everythingStored(world)).toEqual(before);
  });

  test('a stop of another quotation is named', async () => {
    const strange = (await quote(world)).stops[1].stopId;
    const { status, json } = await placing(withField(body(), 'recipients/0/stopId', strange));
    expect([status, json.message, json.errors[0].detail, json.errors[0].message]).toEqual([
      422,
      INVALID,
      '/data/recipients/0/stopId',
      `The stopId of recipient 1 is ${strange}, which is not a drop-off of this quotation.`,
    ]);
  });

  test('two recipients for one stop are named', async () => {
    const [recipient] = body().recipients as object[];
    const { status, json } = await placing({ ...body(), recipients: [recipient, recipient] });
    expect([status, json.message, json.errors[0].detail]).toEqual([422, INVALID, '/data/recipients/1/stopId']);
    expect(json.errors[0].message).toContain('which another contact has already.');
  });

  test('after a refusal the quotation still buys its order', async () => {
    expect((await placing(withField(body(), 'sender/name', ''))).status).toBe(422);
    expect((await placing(body())).status).toBe(201);
    quotation = await quote(world);
  });

  test('the longest name, remarks and mark are taken, and given back to the letter', async () => {
    const remarks = ['x'.repeat(1_500), '🚚'.repeat(1_500)];
    const [sender, recipient] = remarks.map((text) => ({ ...SENDER, name: 'n'.repeat(200), remarks: text }));
    const order = await place(world, { order: { sender, recipients: [recipient], partner: 'p'.repeat(200) } });
    const read = (await world.call('GET', `/v3/orders/${order.orderId}`)).json.data;
    expect([read.remarks, read.stops[0].name, read.partner]).toEqual([remarks, 'n'.repeat(200), 'p'.repeat(200)]);
  });

  test('what looks like code, and letters of every script, are kept literally', async () => {
    const texts = [
      "Robert'); drop table orders; --",
      '<script>alert("x")</script><img src=x onerror=alert(1)>',
      '#{7*7} {{7*7}} %s %n \\0 \\x00',
      '運送 доставка توصيل 배송 🚚👩‍🚀 e\u0301 \u202e\u200b',
      'line\r\nline\ttab\u0001\u007f',
      '"quoted" \\back\\slash /',
    ];
    for (const text of texts) {
      const contact = { ...SENDER, name: text, remarks: text };
      const metadata = { [text]: text, inside: { [text]: [text] } };
      const order = await place(world, { order: { sender: contact, recipients: [contact], partner: text, metadata } });
      const read = (await world.call('GET', `/v3/orders/${order.orderId}`)).json.data;
      expect(read).toMatchObject({ partner: text, metadata, remarks: [text, text] });
      expect(read.stops.map(({ name }: { name: string }) => name)).toEqual([text, text]);
      expect((await world.call('GET', '/v3/orders?limit=1')).json.data).toEqual([read]);
    }
  });

  test.each([
    ['sender/name', 'a\u0000b', '/data/sender/name'],
    ['recipients/0/remarks', '\ud800', '/data/recipients/0/remarks'],
    ['metadata', { 'a\u0000': 1 }, '/data/metadata/a\u0000'],
    ['metadata', { a: ['\udfff'] }, '/data/metadata/a/0'],
  ])('%s with a character that no database keeps is refused', async (field, value, pointer) => {
    const before = await everythingStored(world);
    const { status, json } = await placing(withField(body(), field, value));
    expect([status, json.message, json.errors[0].detail]).toEqual([422, INVALID, pointer]);
    expect(await everythingStored(world)).toEqual(before);
  });
});

describe('metadata', () => {
  const nested = (levels: number): Record<string, unknown> =>
    levels === 1 ? { end: true } : { in: nested(levels - 1) };
  const sized = (bytes: number) => ({ text: 'x'.repeat(bytes - '{"text":""}'.length) });

  test('of 200 keys is taken, and each of them finds the order', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`key ${index}`, `value ${index}`]));
    const { orderId, metadata: shown } = await place(world, { order: { metadata } });
    expect(shown).toEqual(metadata);
    const found = await world.call('GET', '/v3/orders?metadata.key%20199=value%20199');
    expect(found.json.data.map((order: { orderId: string }) => order.orderId)).toEqual([orderId]);
  });

  test('of exactly 16 KiB is taken, and one byte more is refused', async () => {
    expect((await place(world, { order: { metadata: sized(16_384) } })).metadata).toEqual(sized(16_384));
    for (const metadata of [sized(16_385), { text: '運'.repeat(5_500) }]) {
      const before = await everythingStored(world);
      const { status, json } = await placing(orderBody(quotation, { metadata }));
      expect([status, json.message, json.errors[0].detail]).toEqual([422, INVALID, '/data/metadata']);
      expect(json.errors[0].message).toMatch(
        /^The metadata must not be larger than 16 KiB as JSON; it has \d+ bytes\.$/,
      );
      expect(await everythingStored(world)).toEqual(before);
    }
  });

  test('of 5 levels is taken, of 6 and of 20 it is refused, with objects and with lists', async () => {
    expect((await place(world, { order: { metadata: nested(5) } })).metadata).toEqual(nested(5));
    for (const metadata of [nested(6), nested(20), { list: [[[[[1]]]]] }]) {
      const { status, json } = await placing(orderBody(quotation, { metadata }));
      expect([status, json.message, json.errors[0].detail, json.errors[0].message]).toEqual([
        422,
        INVALID,
        '/data/metadata',
        'The metadata must not be nested deeper than 5 levels.',
      ]);
    }
    expect((await place(world, { order: { metadata: { list: [[[[1]]]] } } })).metadata).toEqual({ list: [[[[1]]]] });
  });

  test('that is empty, or has names that mean something to a program, is kept as it is', async () => {
    for (const metadata of [{}, { constructor: 'x', toString: 1, '': null, length: 5, hasOwnProperty: true }]) {
      expect((await place(world, { order: { metadata } })).metadata).toEqual(metadata);
    }
    const text = JSON.stringify({ data: orderBody(quotation, { metadata: { HERE: 1 } }) });
    const { status, json } = await world.call('POST', '/v3/orders', { body: text.replace('HERE', '__proto__') });
    expect([status, json.message]).toEqual([400, 'ERR_INVALID_JSON']);
  });

  test('keeps numbers of more digits than a double holds, digit for digit', async () => {
    const text = JSON.stringify({ data: orderBody(await quote(world), { metadata: { id: 'HERE' } }) });
    const body = text.replace('"HERE"', '1234567890123456789');
    expect((await world.call('POST', '/v3/orders', { body })).json.data.metadata).toEqual({
      id: '1234567890123456789',
    });
  });
});

describe('PATCH /v3/orders/{id}', () => {
  const body = () => ({ stops: [CENTRAL, { ...NEW, remarks: 'x' }] });

  test.each<[string, Expected]>([
    ['stops', only({ missing: MISSING, list: 'ERR_INSUFFICIENT_STOPS' })],
    ['stops/0', only({ object: [MISSING, '/data/stops/0/coordinates'] })],
    ['stops/1', only({ object: [MISSING, '/data/stops/1/coordinates'] })],
    ['stops/1/coordinates', only({ missing: MISSING, null: MISSING, object: MISSING })],
    [
      'stops/1/coordinates/lat',
      only({ missing: MISSING, null: MISSING, number: ['ERR_OUT_OF_SERVICE_AREA', '/data/stops/1/coordinates'] }),
    ],
    [
      'stops/1/coordinates/lng',
      only({ missing: MISSING, null: MISSING, number: ['ERR_OUT_OF_SERVICE_AREA', '/data/stops/1/coordinates'] }),
    ],
    ['stops/1/address', only({ missing: MISSING, null: MISSING, text: TAKEN })],
    ['stops/1/name', only({ missing: MISSING, null: MISSING, text: TAKEN })],
    ['stops/1/phone', only({ missing: MISSING, null: MISSING, text: 'ERR_INVALID_PHONE_NUMBER' })],
    ['stops/1/remarks', only({ missing: TAKEN, null: TAKEN, text: TAKEN })],
  ])('%s: each kind of value that it does not take is refused, and nothing is changed', async (field, expected) => {
    await expectRefusals(world, field, expected, (value) => edit(withField(body(), field, value)));
  });

  test.each([
    ['stops/1/coordinates/lat', '', INVALID],
    ['stops/1/coordinates/lat', '90.1', INVALID],
    ['stops/1/coordinates/lat', '22.1234567890123456', INVALID],
    ['stops/1/coordinates/lng', '180.1', INVALID],
    ['stops/1/coordinates/lng', '1e2', INVALID],
    ['stops/1/coordinates/lng', 'NaN', INVALID],
    ['stops/1/address', '', MISSING],
    ['stops/1/address', ' ', MISSING],
    ['stops/1/address', 'x'.repeat(1_001), INVALID],
    ['stops/1/name', '', MISSING],
    ['stops/1/name', ' ', INVALID],
    ['stops/1/name', 'x'.repeat(201), INVALID],
    ['stops/1/phone', '', MISSING],
    ['stops/1/phone', '+8525684CALL', 'ERR_INVALID_PHONE_NUMBER'],
    ['stops/1/phone', TWO_PHONES, 'ERR_INVALID_PHONE_NUMBER'],
    ['stops/1/remarks', 'x'.repeat(1_501), INVALID],
  ])('%s that is empty, too long or out of bounds is refused', async (field, value, code) => {
    const before = await everythingStored(world);
    const { status, json } = await edit(withField(body(), field, value));
    expect([status, json.message, json.errors[0].detail]).toEqual([422, code, `/data/${field}`]);
    expect(await everythingStored(world)).toEqual(before);
  });

  test('after a refusal the order can still be edited, with the longest of everything', async () => {
    const stop = { ...NEW, address: 'a'.repeat(1_000), name: 'n'.repeat(200), remarks: '🚚'.repeat(1_500) };
    expect((await edit(withField({ stops: [CENTRAL, stop] }, 'stops/1/name', ' '))).status).toBe(422);
    const { status, json } = await edit({ stops: [CENTRAL, stop] });
    expect([status, json.data.stops[1]]).toEqual([201, { ...stop, stopId: expect.any(String) }]);
    await matched();
  });

  test('what looks like code is kept literally', async () => {
    const text = '<script>\'"; drop table orders; -- 運送 🚚\r\n\\';
    const stop = { ...NEW, address: text, name: text, remarks: text };
    expect((await edit({ stops: [CENTRAL, stop] })).json.data.stops[1]).toMatchObject(stop);
    const read = (await world.call('GET', `/v3/orders/${onGoing}`)).json.data;
    expect([read.stops[1].address, read.remarks[1]]).toEqual([text, text]);
    await matched();
  });
});

describe('POST /v3/orders/{id}/priority-fee', () => {
  test('each kind of value that is no number is refused, and nothing is changed', async () => {
    await expectRefusals(world, 'priorityFee', only({ missing: MISSING, number: TAKEN }), (value) =>
      addFee({ priorityFee: value }),
    );
  });

  test.each(['', ' ', ' 20', '20 ', '+20', '1e1', '0x14', '２０', '20,5', '.5', '5.', '--1', 'NaN', 'Infinity', "1'"])(
    'the text %j is no amount',
    async (priorityFee) => {
      const { status, json } = await addFee({ priorityFee });
      expect([status, json.message, json.errors[0].detail]).toEqual([422, INVALID, '/data/priorityFee']);
    },
  );

  test.each(['1e18', '1e21', '1e400', '-1e400', '1e-7', '1234567890123456789012345', '0.1234567890123456789'])(
    'the bare number %s is refused',
    async (number) => {
      const before = await everythingStored(world);
      const path = `/v3/orders/${waiting}/priority-fee`;
      const { status } = await world.call('POST', path, { body: `{"data":{"priorityFee":${number}}}` });
      expect(status).toBe(422);
      expect(await everythingStored(world)).toEqual(before);
    },
  );
});

describe('bodies', () => {
  const endpoints = (): [string, string][] => [
    ['POST', '/v3/orders'],
    ['PATCH', `/v3/orders/${onGoing}`],
    ['POST', `/v3/orders/${waiting}/priority-fee`],
  ];

  test('that are not an object with data are named so, and what is no JSON is 400', async () => {
    const before = await everythingStored(world);
    const cases: [string, number, string, string | undefined][] = [
      ['', 422, MISSING, '/data'],
      ['{}', 422, MISSING, '/data'],
      ['[]', 422, MISSING, '/data'],
      ['null', 422, MISSING, '/data'],
      ['7', 422, MISSING, '/data'],
      ['"data"', 422, MISSING, '/data'],
      ['{"DATA":{}}', 422, MISSING, '/data'],
      ['{"data":null}', 422, INVALID, '/data'],
      ['{"data":[]}', 422, INVALID, '/data'],
      ['{"data":"x"}', 422, INVALID, '/data'],
      ['{"data":7}', 422, INVALID, '/data'],
      ['{"data":', 400, 'ERR_INVALID_JSON', undefined],
      ['data=1', 400, 'ERR_INVALID_JSON', undefined],
      [`{"data":${'['.repeat(70)}${']'.repeat(70)}}`, 400, 'ERR_INVALID_JSON', undefined],
      [`{"data":{"x":"${'x'.repeat(256 * 1024)}"}}`, 413, 'ERR_PAYLOAD_TOO_LARGE', undefined],
    ];
    for (const [method, path] of endpoints()) {
      for (const [body, status, code, detail] of cases) {
        const answer = await world.call(method, path, { body });
        expect([body.slice(0, 20), answer.status, answer.json.message, answer.json.errors[0].detail]).toEqual([
          body.slice(0, 20),
          status,
          code,
          detail,
        ]);
      }
    }
    expect(await everythingStored(world)).toEqual(before);
  });

  test('other methods on these paths are 405', async () => {
    for (const [method, path] of [
      ['PUT', '/v3/orders'],
      ['DELETE', '/v3/orders'],
      ['POST', `/v3/orders/${waiting}`],
      ['GET', `/v3/orders/${waiting}/priority-fee`],
      ['POST', '/v3/wallet'],
    ] as const) {
      const { status, json } = await world.call(method, path);
      expect([status, json.message]).toEqual([405, 'ERR_METHOD_NOT_ALLOWED']);
    }
  });

  test('a query string changes nothing where none is expected', async () => {
    const { status, json } = await world.call('GET', `/v3/orders/${waiting}?limit=0&after=x&%00=%ff&a[]=1`);
    expect([status, json.data.orderId]).toEqual([200, waiting]);
    expect((await world.call('GET', '/v3/wallet?limit=0')).status).toBe(200);
    const { orderId } = await place(world);
    expect((await world.call('DELETE', `/v3/orders/${orderId}?reason=x`)).status).toBe(204);
  });
});
