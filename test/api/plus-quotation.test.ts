import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../src/foundation/time.ts';
import { CENTRAL, MONG_KOK, quote } from '../support/orders.ts';
import { callPlus, type Options, parcelBody, quotationData, quotePlus } from '../support/parcels.ts';
import { createWorld, type World } from '../support/world.ts';

const MARKETS = ['HK', 'ID', 'PH', 'SG', 'TH', 'TW'];
let world: World;
beforeAll(async () => {
  world = await createWorld({ partner: { markets: MARKETS, platforms: ['ON_DEMAND', 'PLUS'], limitFactor: 1000 } });
});
afterAll(() => world.close());

const wire = (instant: number) => `${new Date(instant).toISOString().slice(0, 19)}.00Z`;
const iso = (instant: number) => new Date(instant).toISOString();
const ask = (further: Record<string, unknown> = {}, options: Options = {}) =>
  callPlus(world, 'POST', '/v3/quotations', quotationData(world, further), options);
const read = (id: string, options: Options = {}) => callPlus(world, 'GET', `/v3/quotations/${id}`, undefined, options);
const faults = async (further: Record<string, unknown>, options: Options = {}) => {
  const { status, json } = await ask(further, options);
  return [
    status,
    json.message,
    json.errors.map(({ id, detail }: { id: string; detail?: string }) => `${id} ${detail ?? '-'}`),
  ];
};

describe('a scheduled quotation', () => {
  test('has every field of the contract, its price empty, and reads back the same', async () => {
    const item = {
      quantity: '3',
      weight: 'LESS_THAN_3KG',
      categories: ['OFFICE_ITEM', 'UNHEARD_OF'],
      handlingInstructions: ['KEEP_UPRIGHT'],
      colour: { red: 1 },
    };
    const now = world.clock.now();
    const times = { scheduleAt: iso(now + 2 * DAY_MS), deliveryBy: iso(now + 2 * DAY_MS + 2 * HOUR_MS) };
    const answer = await ask({ ...times, deliveryStage: 'FIRST_MILE', item });
    expect([answer.status, answer.json]).toEqual([
      201,
      {
        data: {
          quotationId: expect.stringMatching(/^\d{19}$/),
          scheduleAt: wire(now + 2 * DAY_MS),
          deliveryBy: wire(now + 2 * DAY_MS + 2 * HOUR_MS),
          deliveryStage: 'FIRST_MILE',
          expiresAt: wire(now + DAY_MS),
          serviceType: 'PLUS',
          stops: [
            { stopId: expect.stringMatching(/^\d{19}$/), ...CENTRAL },
            { stopId: expect.stringMatching(/^\d{19}$/), ...MONG_KOK },
          ],
          priceBreakdown: null,
          item,
          locationID: 'HK HKG',
        },
      },
    ]);
    expect(answer.json.data.stops[0].stopId).not.toBe(answer.json.data.stops[1].stopId);
    const again = await read(answer.json.data.quotationId);
    expect([again.status, again.json]).toEqual([200, answer.json]);
    expect(answer.headers['ratelimit-limit-postquotation']).toBeDefined();
  });

  test('without the rest: LAST_MILE, delivered four hours after the pick-up, no item', async () => {
    const now = world.clock.now();
    const { json } = await ask();
    expect(json.data).toMatchObject({ deliveryStage: 'LAST_MILE', deliveryBy: wire(now + DAY_MS + 4 * HOUR_MS) });
    expect(json.data).not.toHaveProperty('item');
    const nothing = { deliveryBy: null, deliveryStage: null, item: null };
    const { quotationId, stops, ...same } = json.data;
    expect((await ask(nothing)).json.data).toMatchObject(same);
  });

  test('whatever the item says is kept and given back', async () => {
    const item = {
      quantity: null,
      weight: { heavy: true },
      categories: 'x',
      handlingInstructions: [1, null],
      colour: 'red',
    };
    const answer = await ask({ item });
    expect([answer.status, answer.json.data.item]).toEqual([201, item]);
  });

  test('expires after a day, or at its pick-up time where that is earlier', async () => {
    const now = world.clock.now();
    const expiry = async (scheduleAt: number) => (await ask({ scheduleAt: iso(scheduleAt) })).json.data.expiresAt;
    expect(await expiry(now + DAY_MS + SECOND_MS)).toBe(wire(now + DAY_MS));
    expect(await expiry(now + DAY_MS - SECOND_MS)).toBe(wire(now + DAY_MS - SECOND_MS));
  });

  test('how long it lives is a setting', async () => {
    const short = await createWorld({
      env: { WAYBILL_PLUS_QUOTATION_HOURS: '2' },
      partner: { platforms: ['PLUS'], markets: ['HK'] },
    });
    expect((await quotePlus(short)).expiresAt).toBe(wire(short.clock.now() + 2 * HOUR_MS));
    await short.close();
  });

  test('echoes coordinates that came as numbers as text', async () => {
    const stops = [{ ...CENTRAL, coordinates: { lat: 22.281, lng: 114.158 } }, MONG_KOK];
    expect((await ask({ stops })).json.data.stops[0].coordinates).toEqual({ lat: '22.281', lng: '114.158' });
  });

  test('takes the same place twice, and offsets and fractions in times', async () => {
    expect((await ask({ stops: [CENTRAL, CENTRAL] })).status).toBe(201);
    const tomorrow = iso(world.clock.now() + DAY_MS + 8 * HOUR_MS).slice(0, 19);
    expect((await ask({ scheduleAt: `${tomorrow}.5+08:00` })).json.data.scheduleAt).toBe(
      wire(world.clock.now() + DAY_MS),
    );
  });

  test.each([
    ['ID', 'ID JKT', ['-6.175', '106.827'], ['-6.238', '106.992']],
    ['PH', 'PH MNL', ['14.590', '120.975'], ['14.555', '121.025']],
    ['SG', 'SG SIN', ['1.284', '103.851'], ['1.333', '103.742']],
    ['TH', 'TH BKK', ['13.745', '100.534'], ['13.690', '100.750']],
    ['TW', 'TW TPE', ['25.034', '121.565'], ['25.014', '121.463']],
  ])('is given in %s, with the code of the city %s', async (market, locode, ...places) => {
    const stops = places.map(([lat, lng]) => ({ coordinates: { lat, lng }, address: 'Somewhere' }));
    const { status, json } = await ask({ stops }, { market });
    expect([status, json.data.locationID]).toEqual([201, locode]);
  });

  test('is there for its partner only, also long after its end', async () => {
    const { quotationId } = await quotePlus(world);
    world.clock.advance(40 * DAY_MS);
    expect((await read(quotationId)).status).toBe(200);
    const stranger = await world.newPartner({ platforms: ['PLUS'], limitFactor: 100 });
    const { status, json } = await read(quotationId, { as: stranger });
    expect([status, json.message]).toEqual([422, 'ERR_INVALID_QUOTATION_ID']);
    for (const id of ['1', 'x', '9'.repeat(19), '9'.repeat(30), '%00']) {
      const unknown = await read(id);
      expect([id, unknown.status, unknown.json.message]).toEqual([id, 422, 'ERR_INVALID_QUOTATION_ID']);
    }
    expect((await read('x')).json.errors[0].message).toBe('There is no scheduled quotation x of yours.');
  });

  test('of one variant is not found in the other, and the sentence says why', async () => {
    const plus = (await quotePlus(world)).quotationId;
    const onDemand = (await quote(world)).quotationId;
    const asPlus = await read(onDemand);
    expect([asPlus.status, asPlus.json.errors[0].message]).toEqual([
      404,
      `Quotation ${onDemand} is not a scheduled one. Leave out the header Platform.`,
    ]);
    for (const path of [`/v3/quotations/${plus}`, `/v3/quotations/${plus}/explanation`]) {
      const asOnDemand = await world.call('GET', path);
      expect([asOnDemand.status, asOnDemand.json.errors[0].message]).toEqual([
        404,
        `Quotation ${plus} is a scheduled one. Send the header Platform: PLUS.`,
      ]);
    }
  });

  test('of one variant buys nothing in the other, and the sentence says why', async () => {
    const [plus, onDemand] = [await quotePlus(world), await quote(world)];
    const stranger = await world.newPartner({ platforms: ['ON_DEMAND', 'PLUS'] });
    const buy = (quotation: { quotationId: string }, headers: Record<string, string>, as = world.partner) =>
      world.call('POST', '/v3/orders', { as, headers, body: JSON.stringify({ data: parcelBody(quotation) }) });
    const refusal = (sentence: string) => ({
      status: 422,
      json: { message: 'ERR_INVALID_QUOTATION_ID', errors: [{ message: sentence, detail: '/data/quotationId' }] },
    });
    expect(await buy(plus, {})).toMatchObject(
      refusal(`Quotation ${plus.quotationId} is a scheduled one. Send the header Platform: PLUS.`),
    );
    expect(await buy(plus, {}, stranger)).toMatchObject(refusal(`There is no quotation ${plus.quotationId}.`));
    expect(await buy(onDemand, { Platform: 'PLUS' })).toMatchObject(
      refusal(`Quotation ${onDemand.quotationId} is not a scheduled one. Leave out the header Platform.`),
    );
    expect(await buy(onDemand, { Platform: 'PLUS' }, stranger)).toMatchObject(
      refusal(`There is no scheduled quotation ${onDemand.quotationId}.`),
    );
  });
});

describe('what cannot be asked for', () => {
  const one = (code: string, detail: string) => [422, code, [`${code} ${detail}`]];

  test.each([0, 1])('%s stops are too few', async (count) => {
    const stops = [CENTRAL].slice(0, count);
    expect(await faults({ stops })).toEqual(one('ERR_INSUFFICIENT_STOPS', '/data/stops'));
  });

  test.each([3, 16, 17])('%s stops are too many', async (count) => {
    const stops = Array.from({ length: count }, () => MONG_KOK);
    expect(await faults({ stops })).toEqual(one('ERR_TOO_MANY_STOPS', '/data/stops'));
  });

  test.each(['', '{}', '[]', 'null', '{"data":null}', '{"data":[]}', '{"data":{}}'])(
    'the body %j has not the structure of a quotation',
    async (body) => {
      const { status, json } = await world.call('POST', '/v3/quotations', { body, headers: { Platform: 'PLUS' } });
      expect([status, json.errors.map(({ id }: { id: string }) => id)]).toEqual([
        422,
        expect.arrayContaining(['ERR_INSUFFICIENT_STOPS']),
      ]);
    },
  );

  test.each(['MOTORCYCLE', 'plus', ''])('the service "%s" is not PLUS', async (serviceType) => {
    expect(await faults({ serviceType })).toEqual(one('ERR_INVALID_SERVICE_TYPE', '/data/serviceType'));
  });

  test('a pick-up that is not later than now, or more than 30 days ahead', async () => {
    const at = (ms: number) => ({ scheduleAt: iso(world.clock.now() + ms) });
    const wrong = one('ERR_INVALID_SCHEDULE_TIME', '/data/scheduleAt');
    expect(await faults(at(-DAY_MS))).toEqual(wrong);
    expect(await faults(at(0))).toEqual(wrong);
    expect((await ask(at(1))).status).toBe(201);
    expect((await ask(at(30 * DAY_MS))).status).toBe(201);
    expect(await faults(at(30 * DAY_MS + 1))).toEqual(wrong);
    expect(await faults(at(31 * DAY_MS))).toEqual(wrong);
    expect(await faults({ scheduleAt: 'tomorrow' })).toEqual(one('ERR_INVALID_FIELD', '/data/scheduleAt'));
  });

  test('a delivery less than an hour after the pick-up; exactly an hour is allowed', async () => {
    const later = (ms: number) => ({ deliveryBy: iso(world.clock.now() + DAY_MS + ms) });
    const wrong = one('ERR_INVALID_FIELD', '/data/deliveryBy');
    expect(await faults(later(59 * 60_000))).toEqual(wrong);
    expect(await faults(later(HOUR_MS - 1))).toEqual(wrong);
    expect((await ask(later(HOUR_MS))).status).toBe(201);
    expect((await ask({ deliveryBy: '9999-12-31T23:59:59Z' })).status).toBe(201);
    expect(await faults({ deliveryBy: '9999-12-31T23:59:59-08:00' })).toEqual(wrong);
  });

  test('a place outside the area, or two cities at once', async () => {
    const atSea = { coordinates: { lat: '21.0', lng: '115.5' }, address: 'At sea' };
    const { status, json } = await ask({ stops: [CENTRAL, atSea] });
    expect([status, json.message]).toEqual([422, 'ERR_OUT_OF_SERVICE_AREA']);
    const singapore = [CENTRAL, { coordinates: { lat: '1.284', lng: '103.851' }, address: 'Raffles Place' }];
    expect((await ask({ stops: singapore })).json.message).toBe('ERR_OUT_OF_SERVICE_AREA');
  });

  test('an address that cannot be found', async () => {
    const stops = [CENTRAL, { address: 'Nowhere at all, 12345' }];
    expect(await faults({ stops })).toEqual(one('ERR_REVERSE_GEOCODE_FAILURE', '/data/stops/1/address'));
  });

  test('all faults of the fields are told at once', async () => {
    const wrong = { serviceType: 'VAN', deliveryStage: 'MID_MILE', scheduleAt: iso(world.clock.now()) };
    const stops = [{ coordinates: { lat: '91', lng: '0' } }, MONG_KOK];
    expect(await faults({ ...wrong, stops, item: 7 })).toEqual([
      422,
      'ERR_INVALID_FIELD',
      [
        'ERR_INVALID_FIELD /data/item',
        'ERR_INVALID_SERVICE_TYPE /data/serviceType',
        'ERR_INVALID_FIELD /data/stops/0/coordinates/lat',
        'ERR_INVALID_SCHEDULE_TIME /data/scheduleAt',
        'ERR_INVALID_FIELD /data/deliveryStage',
      ],
    ]);
  });

  test('is not remembered by its Request-ID: asking again gives another quotation', async () => {
    const body = quotationData(world);
    const ids = new Set<string>();
    for (let time = 0; time < 2; time++)
      ids.add((await callPlus(world, 'POST', '/v3/quotations', body, { requestId: 'q' })).json.data.quotationId);
    expect(ids.size).toBe(2);
  });
});
