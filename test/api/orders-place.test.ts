import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/foundation/time.ts';
import { eventsOfOrder } from '../support/order-records.ts';
import {
  CENTRAL,
  driverFor,
  driversOf,
  everythingStored,
  fund,
  MONG_KOK,
  orderBody,
  place,
  post,
  publishRates,
  quote,
  RECIPIENT,
  SENDER,
  TUEN_MUN,
} from '../support/orders.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let other: Awaited<ReturnType<World['another']>>;
beforeAll(async () => {
  world = await createWorld({ partner: { limitFactor: 1000, creditMinor: 1_000_000n } });
  other = await world.another();
});
afterAll(() => world.close());

const ID = expect.stringMatching(/^[1-9]\d{18}$/);
const read = async (orderId: string) => (await world.call('GET', `/v3/orders/${orderId}`)).json.data;
const explain = async (orderId: string) => (await world.call('GET', `/v3/orders/${orderId}/explanation`)).json.data;
const faultOf = ({ status, json }: Awaited<ReturnType<typeof post>>) => ({
  status,
  message: json.message,
  detail: json.errors[0].detail,
  sentence: json.errors[0].message,
});

describe('an order', () => {
  test('is answered with every field of the contract', async () => {
    const item = { quantity: '2', weight: 'LESS_THAN_3_KG', categories: ['OFFICE_ITEM'] };
    const quotation = await quote(world, { stops: [CENTRAL, MONG_KOK, TUEN_MUN], item });
    const metadata = { shop: 'Kowloon', nested: { list: [1, 'two', null] } };
    const body = orderBody(quotation, { isPODEnabled: true, metadata, partner: 'Channel 7' });
    const { status, json, headers } = await post(world, body);
    expect([status, headers['content-type']]).toEqual([201, 'application/json; charset=utf-8']);
    const [pickUp, first, second] = quotation.stops;
    expect(json).toEqual({
      data: {
        orderId: ID,
        quotationId: quotation.quotationId,
        priceBreakdown: quotation.priceBreakdown,
        driverId: '',
        shareLink: expect.stringMatching(/^https:\/\/localhost:\d+\/track\/[\w-]{22,}$/),
        status: 'ASSIGNING_DRIVER',
        distance: quotation.distance,
        stops: [
          { ...pickUp, ...SENDER },
          { ...first, ...RECIPIENT, name: 'Ben 1', POD: { status: 'PENDING' } },
          { ...second, ...RECIPIENT, name: 'Ben 2', POD: { status: 'PENDING' } },
        ],
        item,
        metadata,
        partner: 'Channel 7',
      },
    });
    expect(await read(json.data.orderId)).toEqual({
      ...json.data,
      remarks: ['', RECIPIENT.remarks, RECIPIENT.remarks],
    });
  });

  test('leaves out what was not given, and takes null for it', async () => {
    for (const further of [{}, { isPODEnabled: null, metadata: null, partner: null }, { isPODEnabled: false }]) {
      const order = await place(world, { order: further });
      expect(Object.keys(order).sort()).toEqual([
        'distance',
        'driverId',
        'orderId',
        'priceBreakdown',
        'quotationId',
        'shareLink',
        'status',
        'stops',
      ]);
      expect(order.stops.some((stop: object) => 'POD' in stop)).toBe(false);
    }
  });

  test('has price items that add up to its total', async () => {
    const tomorrow = (Math.floor(world.clock.now() / DAY_MS) + 1) * DAY_MS;
    const quotation = {
      stops: [CENTRAL, MONG_KOK, TUEN_MUN],
      specialRequests: ['THERMAL_BAG_1'],
      scheduleAt: new Date(tomorrow + 19 * HOUR_MS).toISOString(),
    };
    const { priceBreakdown } = await place(world, { quotation });
    const { total, totalExcludePriorityFee, currency, ...items } = priceBreakdown;
    expect(Object.keys(items).sort()).toEqual([
      'base',
      'extraMileage',
      'multiStopSurcharge',
      'specialRequests',
      'surcharge',
    ]);
    expect((Object.values(items) as string[]).reduce((sum, amount) => sum + Number(amount), 0)).toBe(Number(total));
    expect([totalExcludePriorityFee, currency]).toEqual([total, 'HKD']);
  });

  test('of an optimised route shows no total before the optimisation', async () => {
    const quotation = { stops: [CENTRAL, TUEN_MUN, MONG_KOK], isRouteOptimized: true };
    expect((await quote(world, quotation)).priceBreakdown).toHaveProperty('totalBeforeOptimization');
    expect((await place(world, { quotation })).priceBreakdown).not.toHaveProperty('totalBeforeOptimization');
  });

  test('has 19 digits that rise with time, and a link that nobody guesses', async () => {
    const orders = [await place(world), await place(world), await place(world)];
    const ids = orders.map(({ orderId }) => orderId);
    expect([...ids].sort()).toEqual(ids);
    const tokens = orders.map(({ shareLink }) => shareLink.split('/').at(-1));
    expect(new Set(tokens).size).toBe(3);
    for (const [index, token] of tokens.entries()) {
      expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16);
      expect(token).not.toContain(ids[index]);
    }
  });

  test('is placed whatever else the body carries', async () => {
    const further = { isRecipientSMSEnabled: true, paymentMethod: 'CASH', cashOnDelivery: { amount: 1 }, x: [null] };
    expect(Object.keys(await place(world, { order: further }))).not.toContain('paymentMethod');
  });
});

describe('contacts', () => {
  test('go to the stops that they name, in whatever order they come', async () => {
    const quotation = await quote(world, { stops: [CENTRAL, MONG_KOK, TUEN_MUN] });
    const body = orderBody(quotation);
    const { json } = await post(world, { ...body, recipients: [...(body.recipients as object[])].reverse() });
    expect(json.data.stops.map(({ name, address }: Record<string, string>) => [name, address])).toEqual([
      ['Ada', CENTRAL.address],
      ['Ben 1', MONG_KOK.address],
      ['Ben 2', TUEN_MUN.address],
    ]);
  });

  test('may name their stops by bare numbers of 19 digits', async () => {
    const quotation = await quote(world, { stops: [CENTRAL, MONG_KOK, TUEN_MUN] });
    const text = JSON.stringify({ data: orderBody(quotation) }).replace(
      /"(quotationId|stopId)":"(\d{19})"/g,
      '"$1":$2',
    );
    expect(text.match(/:\d{19}/g)).toHaveLength(4);
    const { status, json } = await world.call('POST', '/v3/orders', { body: text });
    expect([status, json.data.quotationId]).toEqual([201, quotation.quotationId]);
    expect(json.data.stops.map(({ stopId }: { stopId: string }) => stopId)).toEqual(
      quotation.stops.map(({ stopId }: { stopId: string }) => stopId),
    );
    const asText = await post(world, orderBody(quotation));
    expect([asText.status, asText.json.data.orderId]).toEqual([201, json.data.orderId]);
  });

  test.each([[undefined], [null], ['']])('are taken by position where no stop at all is named: %j', async (stopId) => {
    const quotation = await quote(world, { stops: [CENTRAL, MONG_KOK, TUEN_MUN] });
    const { status, json } = await post(world, {
      quotationId: quotation.quotationId,
      sender: { ...SENDER, stopId },
      recipients: ['Cleo', 'Dan'].map((name) => ({ ...RECIPIENT, name, stopId })),
    });
    expect(status).toBe(201);
    expect(json.data.stops.map(({ name, address }: Record<string, string>) => [name, address])).toEqual([
      ['Ada', CENTRAL.address],
      ['Cleo', MONG_KOK.address],
      ['Dan', TUEN_MUN.address],
    ]);
  });

  test('by position follow the order in which an optimised route is driven', async () => {
    const quotation = await quote(world, { stops: [CENTRAL, TUEN_MUN, MONG_KOK], isRouteOptimized: true });
    const { json } = await post(world, {
      quotationId: quotation.quotationId,
      sender: SENDER,
      recipients: [RECIPIENT, RECIPIENT],
    });
    expect(json.data.stops.map(({ address }: { address: string }) => address)).toEqual([
      CENTRAL.address,
      MONG_KOK.address,
      TUEN_MUN.address,
    ]);
  });

  test('must fit the quotation: each misfit is named', async () => {
    const quotation = await quote(world, { stops: [CENTRAL, MONG_KOK, TUEN_MUN] });
    const another = await quote(world);
    const [pickUp, first, second] = quotation.stops.map(({ stopId }: { stopId: string }) => stopId);
    const strange = another.stops[1].stopId;
    const before = await everythingStored(world);
    const cases: [sender: unknown, recipients: unknown[], detail: string, sentence: string][] = [
      [first, [first, second], '/data/sender/stopId', `must be that of the quotation's first stop, ${pickUp}`],
      [undefined, [first, second], '/data/sender/stopId', 'is missing'],
      [pickUp, [first, undefined], '/data/recipients/1/stopId', 'The stopId of recipient 2 is missing'],
      [pickUp, [first, first], '/data/recipients/1/stopId', `is ${first}, which another contact has already`],
      [pickUp, [pickUp, second], '/data/recipients/0/stopId', 'which another contact has already'],
      [pickUp, [first, strange], '/data/recipients/1/stopId', `is ${strange}, which is not a drop-off`],
      [pickUp, [first, 12], '/data/recipients/1/stopId', 'is 12, which is not a drop-off'],
      [pickUp, [first], '/data/recipients', `No recipient is named for drop-off 2 (stopId ${second})`],
      [pickUp, [first, second, strange], '/data/recipients/2/stopId', 'which is not a drop-off'],
      [undefined, [undefined], '/data/recipients', 'has 2 drop-offs, so 2 recipients are needed; there is 1'],
      [undefined, [], '/data/recipients', 'so 2 recipients are needed; there are 0'],
      [undefined, [undefined, undefined, undefined], '/data/recipients', 'there are 3'],
    ];
    for (const [sender, recipients, detail, sentence] of cases) {
      const answer = await post(world, {
        quotationId: quotation.quotationId,
        sender: { ...SENDER, stopId: sender },
        recipients: recipients.map((stopId) => ({ ...RECIPIENT, stopId })),
      });
      expect(faultOf(answer)).toEqual({
        status: 422,
        message: 'ERR_INVALID_FIELD',
        detail,
        sentence: expect.stringContaining(sentence),
      });
    }
    expect(await everythingStored(world)).toEqual(before);
    expect((await post(world, orderBody(quotation))).status).toBe(201);
  });
});

describe('too little credit', () => {
  test('is 402 and leaves no trace, also where there is no wallet at all', async () => {
    const partner = await world.newPartner({ limitFactor: 100 });
    for (const credit of [0n, 10n]) {
      if (credit > 0n) await fund(world, credit, partner.partnerId);
      const quotation = await quote(world, {}, { as: partner });
      const before = await everythingStored(world);
      const answer = await post(world, orderBody(quotation), { as: partner, requestId: `poor ${credit}` });
      const missing = Number(quotation.priceBreakdown.total) - Number(credit);
      expect(faultOf(answer)).toEqual({
        status: 402,
        message: 'ERR_INSUFFICIENT_CREDIT',
        detail: undefined,
        sentence: `The wallet holds ${credit} HKD, and ${missing} HKD more are needed. Top it up.`,
      });
      expect(await everythingStored(world)).toEqual(before);
    }
  });

  test('begins one below the total: exactly the total is enough', async () => {
    const partner = await world.newPartner({ limitFactor: 100 });
    const quotation = await quote(world, {}, { as: partner });
    const total = BigInt(quotation.priceBreakdown.total);
    await fund(world, total - 1n, partner.partnerId);
    const call = () => post(world, orderBody(quotation), { as: partner, requestId: 'exactly' });
    expect((await call()).json.message).toBe('ERR_INSUFFICIENT_CREDIT');
    await fund(world, 1n, partner.partnerId);
    const answer = await call();
    expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([201, undefined]);
    const wallet = await world.call('GET', '/v3/wallet', { as: partner });
    expect(wallet.json.data).toMatchObject({ balance: '0', held: String(total) });
  });

  test('is judged in the wallet of the market’s own currency', async () => {
    const partner = await world.newPartner({ limitFactor: 100 });
    await fund(world, 1_000_000n, partner.partnerId, 'SGD', 1);
    const answer = await post(world, orderBody(await quote(world, {}, { as: partner })), { as: partner });
    expect([answer.status, answer.json.message]).toEqual([402, 'ERR_INSUFFICIENT_CREDIT']);
  });
});

describe('a quotation that cannot be used', () => {
  const refusal = (sentence: string) => ({
    status: 422,
    message: 'ERR_INVALID_QUOTATION_ID',
    detail: '/data/quotationId',
    sentence,
  });

  test.each([
    ['12 digits', '123456789012', '123456789012'],
    ['12 digits as a number', 123456789012, '123456789012'],
    ['25 digits', '1234567890123456789012345', '1234567890123456789012345'],
    ['19 digits that nobody was given', '1571354659422392320', '1571354659422392320'],
    ['more than 63 bits', '9223372036854775808', '9223372036854775808'],
    ['a power of ten as text', '1e18', '1e18'],
    ['words', "1' or '1'='1", "1' or '1'='1"],
    ['a long text', 'x'.repeat(5_000), 'x'.repeat(40)],
  ])('is unknown: %s', async (_what, quotationId, shown) => {
    const quotation = await quote(world);
    const before = await everythingStored(world);
    const answer = await post(world, { ...orderBody(quotation), quotationId });
    expect(faultOf(answer)).toEqual(refusal(`There is no quotation ${shown}.`));
    expect(await everythingStored(world)).toEqual(before);
  });

  test.each([
    ['1e18', '1000000000000000000', ' If it was a number on its way, its last digits are lost: keep ids as text.'],
    ['1e400', '1e400'],
    ['1234567890123456789012345', '1234567890123456789012345'],
    ['-1', '-1'],
    ['0.5', '0.5'],
  ])('is unknown as the bare number %s', async (number, shown, hint = '') => {
    const text = JSON.stringify({ data: { ...orderBody(await quote(world)), quotationId: 'HERE' } });
    const answer = await world.call('POST', '/v3/orders', { body: text.replace('"HERE"', number) });
    expect(faultOf(answer)).toEqual(refusal(`There is no quotation ${shown}.${hint}`));
  });

  test('is dead at exactly 5 minutes, and usable a millisecond before', async () => {
    const [late, early] = [await quote(world), await quote(world)];
    world.clock.advance(5 * MINUTE_MS - 1);
    expect((await post(world, orderBody(early))).status).toBe(201);
    world.clock.advance(1);
    expect(faultOf(await post(world, orderBody(late)))).toEqual(
      refusal('The quotation is 5 minutes old or more and has expired. Ask for a new one.'),
    );
  });

  test('has bought another order: any other body is told which, also after its expiry', async () => {
    const quotation = await quote(world);
    const { orderId } = (await post(world, orderBody(quotation))).json.data;
    const changed = orderBody(quotation, { metadata: { other: true } });
    const sentence = `The quotation has been used for order ${orderId}. Ask for a new one.`;
    expect(faultOf(await post(world, changed))).toEqual(refusal(sentence));
    world.clock.advance(HOUR_MS);
    expect(faultOf(await post(world, changed))).toEqual(refusal(sentence));
  });

  test('is another partner’s', async () => {
    const stranger = await world.newPartner({ limitFactor: 100, creditMinor: 10_000n });
    const quotation = await quote(world);
    const sentence = `Quotation ${quotation.quotationId} is not one of yours.`;
    expect(faultOf(await post(world, orderBody(quotation), { as: stranger }))).toEqual(refusal(sentence));
    await post(world, orderBody(quotation));
    expect(faultOf(await post(world, orderBody(quotation), { as: stranger }))).toEqual(refusal(sentence));
  });

  test('is for another market', async () => {
    const quotation = await quote(world);
    const contact = { ...SENDER, phone: '+6581234567' };
    const answer = await post(
      world,
      { quotationId: quotation.quotationId, sender: contact, recipients: [contact] },
      { market: 'SG' },
    );
    expect(faultOf(answer)).toEqual(refusal('The quotation is for the market HK, not SG.'));
  });
});

describe('what is wrong with a contact', () => {
  test.each([
    ['+6581234567', 'must be a number of Hong Kong; it is one of Singapore.'],
    ['+852 5684 7123', 'must be a number in E.164 form such as +85256847123.'],
    ['56847123', 'must be a number in E.164 form such as +85256847123.'],
    ['+8525684CALL', 'must be a number in E.164 form such as +85256847123.'],
    ['', 'must be a number in E.164 form such as +85256847123.'],
  ])('the phone %j is named with whose it is', async (phone, sentence) => {
    const quotation = await quote(world, { stops: [CENTRAL, MONG_KOK, TUEN_MUN] });
    const before = await everythingStored(world);
    const [first, second] = orderBody(quotation).recipients as object[];
    for (const [changes, detail, who] of [
      [{ sender: { ...SENDER, stopId: quotation.stops[0].stopId, phone } }, '/data/sender/phone', 'the sender'],
      [{ recipients: [first, { ...second, phone }] }, '/data/recipients/1/phone', 'recipient 2'],
    ] as const) {
      expect(faultOf(await post(world, orderBody(quotation, changes)))).toEqual({
        status: 422,
        message: 'ERR_INVALID_PHONE_NUMBER',
        detail,
        sentence: `The phone of ${who} ${sentence}`,
      });
    }
    expect(await everythingStored(world)).toEqual(before);
  });

  test('in production the number must exist', async () => {
    const production = await createWorld({
      env: { WAYBILL_ENVIRONMENT: 'production', WAYBILL_HOST: '127.0.0.1' },
      partner: { creditMinor: 10_000n, limitFactor: 10 },
    });
    const quotation = await quote(production);
    const body = (phone: string) =>
      orderBody(quotation, { sender: { ...SENDER, stopId: quotation.stops[0].stopId, phone } });
    expect(faultOf(await post(production, body('+85200000000')))).toEqual({
      status: 422,
      message: 'ERR_INVALID_PHONE_NUMBER',
      detail: '/data/sender/phone',
      sentence: 'The phone of the sender is not a valid number of Hong Kong.',
    });
    expect((await post(production, body('+85256847123'))).status).toBe(201);
    await production.close();
  });

  test('all faults of a body come at once, those of form and those of meaning', async () => {
    const quotation = await quote(world, { stops: [CENTRAL, MONG_KOK, TUEN_MUN] });
    const { json } = await post(world, {
      quotationId: quotation.quotationId,
      sender: { name: ' ', phone: '+6581234567' },
      recipients: [{ phone: '+85256847123' }, { name: 7, phone: 'none', remarks: 'x'.repeat(1_501) }],
      isPODEnabled: 'yes',
      metadata: { a: { b: { c: { d: { e: { f: 1 } } } } } },
    });
    expect(json.errors.map(({ id, detail }: { id: string; detail: string }) => `${detail} ${id}`).sort()).toEqual([
      '/data/isPODEnabled ERR_INVALID_FIELD',
      '/data/metadata ERR_INVALID_FIELD',
      '/data/recipients/0/name ERR_MISSING_FIELD',
      '/data/recipients/1/name ERR_INVALID_FIELD',
      '/data/recipients/1/phone ERR_INVALID_PHONE_NUMBER',
      '/data/recipients/1/remarks ERR_INVALID_FIELD',
      '/data/sender/name ERR_INVALID_FIELD',
      '/data/sender/phone ERR_INVALID_PHONE_NUMBER',
    ]);
  });

  test('a quotationId that cannot be one is told beside the contacts', async () => {
    const recipients = [{ ...RECIPIENT, phone: '' }];
    const { json } = await post(world, { quotationId: '', sender: { ...SENDER, phone: '1' }, recipients });
    expect(json.errors.map(({ id, detail }: { id: string; detail: string }) => [id, detail])).toEqual([
      ['ERR_INVALID_PHONE_NUMBER', '/data/sender/phone'],
      ['ERR_INVALID_PHONE_NUMBER', '/data/recipients/0/phone'],
      ['ERR_INVALID_QUOTATION_ID', '/data/quotationId'],
    ]);
  });

  test('a field that is missing and one of a wrong form are told apart', async () => {
    const quotation = await quote(world);
    const missing = await post(world, { ...orderBody(quotation), sender: undefined });
    expect(faultOf(missing)).toEqual({
      status: 422,
      message: 'ERR_MISSING_FIELD',
      detail: '/data/sender',
      sentence: '/data/sender is required.',
    });
    const wrong = await post(world, { ...orderBody(quotation), sender: 'Ada' });
    expect(faultOf(wrong)).toEqual({
      status: 422,
      message: 'ERR_INVALID_FIELD',
      detail: '/data/sender',
      sentence: '/data/sender must be an object.',
    });
  });
});

describe('the price at placement', () => {
  test('is the lower one where rates fell since the quotation: the explanation shows it, and no change of the amount is told', async () => {
    const quotation = await quote(world, { serviceType: 'VAN' });
    const version = await publishRates(world, 'VAN', { baseFare: '60', minimumFare: '60' });
    const { total: quoted, base } = quotation.priceBreakdown;
    const fall = Number(base) - 60;
    expect(fall).toBeGreaterThan(0);
    const { orderId, priceBreakdown } = (await post(world, orderBody(quotation))).json.data;
    const total = String(Number(quoted) - fall);
    expect(priceBreakdown).toEqual({ ...quotation.priceBreakdown, base: '60', total, totalExcludePriorityFee: total });
    expect(await explain(orderId)).toMatchObject({
      orderId,
      rateCard: { locode: 'HK HKG', service: 'VAN', version },
      placement: { quotedTotal: quoted, totalAtPlacement: total, taken: 'AT_PLACEMENT' },
      total,
    });
    const [hold] = await world.foundations.database.query<{ amount_minor: string }>(
      'select amount_minor from ledger_transfers where order_id = $1',
      [orderId],
    );
    expect(hold?.amount_minor).toBe(total);
    const told = await eventsOfOrder(world.foundations.database, orderId);
    expect(told.map(({ type }) => type)).toEqual(['ORDER_STATUS_CHANGED']);
  });

  test('is the quoted one where rates rose, and the explanation shows that too', async () => {
    const quotation = await quote(world, { serviceType: 'COURIER' });
    const before = (await world.call('GET', `/v3/quotations/${quotation.quotationId}/explanation`)).json.data;
    await publishRates(world, 'COURIER', { baseFare: '500' });
    const { orderId, priceBreakdown } = (await post(world, orderBody(quotation))).json.data;
    expect(priceBreakdown).toEqual(quotation.priceBreakdown);
    const { total, base } = quotation.priceBreakdown;
    expect(await explain(orderId)).toEqual({
      ...before,
      driver: { ...before.driver, former: [], offers: [], rounds: [] },
      orderId,
      placement: {
        quotedTotal: total,
        totalAtPlacement: String(Number(total) - Number(base) + 500),
        taken: 'QUOTED',
      },
      total,
    });
  });

  test('is the quoted one where a special request is not sold any more: it does not become free', async () => {
    const quotation = await quote(world, { serviceType: 'TRUCK330', specialRequests: ['MOVING_SERVICE_1'] });
    const { total } = quotation.priceBreakdown;
    await publishRates(world, 'TRUCK330', { specialRequests: {} });
    const { orderId, priceBreakdown } = (await post(world, orderBody(quotation))).json.data;
    expect(priceBreakdown).toEqual(quotation.priceBreakdown);
    expect((await explain(orderId)).placement).toEqual({
      quotedTotal: total,
      totalAtPlacement: total,
      taken: 'QUOTED',
    });
  });

  test('is without a surcharge that ended meanwhile, and without one that began', async () => {
    // In Hong Kong the evening peak of a weekday ends at 20:00 and begins at 17:00.
    const day = Math.ceil(world.clock.now() / DAY_MS) * DAY_MS;
    expect(new Date(day).getUTCDay()).toBeGreaterThan(0);
    world.clock.set(day + 9 * HOUR_MS - MINUTE_MS);
    const before = await quote(world);
    expect(before.priceBreakdown).not.toHaveProperty('surcharge');
    world.clock.advance(MINUTE_MS);
    const unchanged = (await post(world, orderBody(before))).json.data;
    expect(unchanged.priceBreakdown).toEqual(before.priceBreakdown);
    expect((await explain(unchanged.orderId)).placement).toEqual({
      quotedTotal: before.priceBreakdown.total,
      totalAtPlacement: String(Number(before.priceBreakdown.total) + 8),
      taken: 'QUOTED',
    });

    world.clock.set(day + 12 * HOUR_MS - MINUTE_MS);
    const peak = await quote(world);
    expect(peak.priceBreakdown.surcharge).toBe('8');
    world.clock.advance(MINUTE_MS);
    const { orderId, priceBreakdown } = (await post(world, orderBody(peak))).json.data;
    expect(priceBreakdown).toEqual(before.priceBreakdown);
    expect((await explain(orderId)).placement).toEqual({
      quotedTotal: peak.priceBreakdown.total,
      totalAtPlacement: before.priceBreakdown.total,
      taken: 'AT_PLACEMENT',
    });
  });

  test('of a scheduled order is judged at its scheduled time', async () => {
    const day = Math.ceil(world.clock.now() / DAY_MS) * DAY_MS;
    world.clock.set(day + 12 * HOUR_MS - MINUTE_MS);
    const scheduleAt = new Date(day + 12 * HOUR_MS - 1).toISOString();
    const quotation = await quote(world, { scheduleAt });
    expect(quotation.priceBreakdown.surcharge).toBe('8');
    world.clock.advance(2 * MINUTE_MS);
    expect((await post(world, orderBody(quotation))).json.data.priceBreakdown).toEqual(quotation.priceBreakdown);
  });
});

describe('a safe retry', () => {
  const orderCount = async () =>
    (await world.foundations.database.query<{ count: string }>('select count(*) from orders'))[0]?.count;

  test('with its Request-ID gets the same bytes, on every process and whatever became of the order', async () => {
    const body = orderBody(await quote(world));
    const first = await post(world, body, { requestId: 'order 1' });
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([201, undefined]);
    const before = await orderCount();
    await (await driversOf(world)).accept(first.json.data.orderId);
    world.clock.advance(HOUR_MS);
    for (const process of [world, other]) {
      const again = await post(process, body, { requestId: 'order 1' });
      expect([again.status, again.headers['idempotent-replayed'], again.text]).toEqual([201, 'true', first.text]);
    }
    expect(await orderCount()).toBe(before);
  });

  test('without a Request-ID gets the same order as it stands, also after the quotation expired and was forgotten', async () => {
    const quotation = await quote(world);
    const body = orderBody(quotation, { metadata: { a: 1, b: 2 } });
    const first = (await post(world, body)).json.data;
    const stored = await everythingStored(world);
    const reordered = { ...Object.fromEntries(Object.entries(body).reverse()), metadata: { b: 2, a: 1 } };
    for (const [process, given, requestId] of [
      [world, body, undefined],
      [other, body, undefined],
      [other, reordered, undefined],
      [world, body, 'another id'],
    ] as const) {
      const again = await post(process, given, requestId === undefined ? {} : { requestId });
      expect([again.status, again.headers['idempotent-replayed'], again.json.data]).toEqual([201, undefined, first]);
    }
    const pretty = await world.call('POST', '/v3/orders', { body: JSON.stringify({ data: body }, undefined, 4) });
    expect([pretty.status, pretty.json.data]).toEqual([201, first]);
    expect(await everythingStored(world)).toEqual(stored);
    world.clock.advance(5 * MINUTE_MS);
    await (await driversOf(world)).accept(first.orderId);
    const matched = { ...first, status: 'ON_GOING', driverId: driverFor(first.orderId) };
    expect((await post(other, body)).json.data).toEqual(matched);
    await world.foundations.database.query('delete from quotations where id = $1', [quotation.quotationId]);
    expect((await post(other, body)).json.data).toEqual(matched);
  });

  test('shows an order that has expired as expired, also when no worker ran', async () => {
    const body = orderBody(await quote(world));
    const { orderId } = (await post(world, body)).json.data;
    world.clock.advance(2 * HOUR_MS);
    expect((await read(orderId)).status).toBe('EXPIRED');
    expect((await post(world, body)).json.data).toMatchObject({ orderId, status: 'EXPIRED' });
  });

  test('of the same call at once on two processes makes one order', async () => {
    const body = orderBody(await quote(world));
    const before = Number(await orderCount());
    const answers = await Promise.all([world, other, world, other].map((process) => post(process, body)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ json }) => json.data.orderId)).size).toBe(1);
    expect(Number(await orderCount())).toBe(before + 1);
  });

  test('is not what differs in any value, however alike it looks', async () => {
    const quotation = await quote(world);
    await post(world, orderBody(quotation, { metadata: { x: { a: 1 } } }));
    for (const metadata of [{ x: [['a', 1]] }, [['x', { a: 1 }]], { x: { a: '1' } }, {}, null]) {
      expect((await post(world, orderBody(quotation, { metadata }))).status).toBe(422);
    }
  });
});

test('orders have a pace of two a second for a key without raised limits', async () => {
  const partner = await world.newPartner({ creditMinor: 10_000n });
  const bodies = [];
  for (let index = 0; index < 3; index++) bodies.push(orderBody(await quote(world, {}, { as: partner })));
  const answers = [];
  for (const body of bodies) answers.push(await post(world, body, { as: partner }));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 429]);
  const [, , third] = answers;
  expect([third?.json.message, third?.headers['retry-after']]).toEqual(['ERR_RATE_LIMIT_EXCEEDED', '1']);
  world.clock.advance(1_000);
  expect((await post(world, bodies[2], { as: partner })).status).toBe(201);
});

test('a remembered retry uses no quota of the pace', async () => {
  const partner = await world.newPartner({ creditMinor: 10_000n });
  const body = orderBody(await quote(world, {}, { as: partner }));
  const answers = [];
  for (let index = 0; index < 5; index++) answers.push(await post(world, body, { as: partner, requestId: 'pace' }));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
});
