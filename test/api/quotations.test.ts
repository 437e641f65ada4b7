import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../src/foundation/time.ts';
import { importMarket, readShippedDocuments } from '../../src/markets/index.ts';
import { draftCard, findCard, openRateCatalogue, publishCard } from '../../src/pricing/index.ts';
import { runs } from '../support/runs.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ partner: { markets: ['HK', 'SG', 'PH', 'MY', 'BR', 'TH', 'TW'], limitFactor: 1000 } });
});
afterAll(() => world.close());

const CENTRAL = { coordinates: { lat: '22.2819', lng: '114.1582' }, address: 'Central, Hong Kong' };
const MONG_KOK = { coordinates: { lat: '22.3193', lng: '114.1694' }, address: 'Mong Kok, Hong Kong' };
const SHA_TIN = { coordinates: { lat: '22.3817', lng: '114.1877' }, address: 'Sha Tin, Hong Kong' };
const STANLEY = { coordinates: { lat: '22.2190', lng: '114.2140' }, address: 'Stanley, Hong Kong' };
const VAN = { serviceType: 'VAN', language: 'en_HK', stops: [CENTRAL, MONG_KOK] };

const ask = (data: object, market = 'HK') =>
  world.call('POST', '/v3/quotations', { body: JSON.stringify({ data }), market });
const faults = async (data: object, market = 'HK') => {
  const { status, json } = await ask(data, market);
  return {
    status,
    codes: json.errors.map(({ id }: { id: string }) => id),
    details: json.errors.map(({ detail }: { detail?: string }) => detail),
    sentence: json.errors[0].message,
  };
};
const iso = (instant: number) => new Date(instant).toISOString();

describe('a quotation', () => {
  test('has every field of the contract, and reads back the same', async () => {
    const item = {
      quantity: '3',
      weight: 'LESS_THAN_3KG',
      categories: ['OFFICE_ITEM', 'UNHEARD_OF'],
      handlingInstructions: ['KEEP_UPRIGHT'],
    };
    const { status, json } = await ask({ ...VAN, specialRequests: ['ROUND_TRIP'], item, unknown: 'ignored' });
    expect(status).toBe(201);
    const now = world.clock.now();
    expect(json.data).toEqual({
      quotationId: expect.stringMatching(/^[1-9]\d{18}$/),
      scheduleAt: iso(now).replace('.000Z', '.00Z'),
      expiresAt: iso(now + 5 * MINUTE_MS).replace('.000Z', '.00Z'),
      serviceType: 'VAN',
      specialRequests: ['ROUND_TRIP'],
      language: 'en_HK',
      stops: [CENTRAL, MONG_KOK].map((stop) => ({ ...stop, stopId: expect.stringMatching(/^[1-9]\d{18}$/) })),
      isRouteOptimized: false,
      priceBreakdown: expect.objectContaining({
        base: expect.any(String),
        total: expect.stringMatching(/^\d+$/),
        currency: 'HKD',
      }),
      item,
      distance: { value: expect.stringMatching(/^\d+$/), unit: 'm' },
    });
    const read = await world.call('GET', `/v3/quotations/${json.data.quotationId}`);
    expect([read.status, read.json]).toEqual([200, json]);
  });

  test('leaves out what was not given, and takes null, empty lists and extra fields', async () => {
    const { status, json } = await ask({
      ...VAN,
      scheduleAt: null,
      specialRequests: [],
      item: null,
      isRouteOptimized: null,
      paymentMethod: 'CASH',
      isRecipientSMSEnabled: true,
    });
    expect(status).toBe(201);
    expect(Object.keys(json.data)).not.toContain('item');
    expect(Object.keys(json.data)).not.toContain('specialRequests');
    expect(Object.keys(json.data.priceBreakdown)).not.toContain('totalBeforeOptimization');
  });

  test('keeps whatever the item says and gives it back', async () => {
    const item = { quantity: null, weight: { heavy: true }, categories: 'FOOD', handlingInstructions: [1, null] };
    const { status, json } = await ask({ ...VAN, item });
    expect([status, json.data.item]).toEqual([201, item]);
  });

  test('adds up to its total to the last digit, in markets with and without decimals', async () => {
    const cases: [string, string, string, object[]][] = [
      ['HK', 'VAN', 'en_HK', [CENTRAL, MONG_KOK, SHA_TIN]],
      [
        'SG',
        'MOTORCYCLE',
        'en_SG',
        [
          { coordinates: { lat: '1.2839', lng: '103.8515' }, address: 'Raffles Place' },
          { coordinates: { lat: '1.364', lng: '103.991' }, address: 'Changi' },
        ],
      ],
      [
        'MY',
        'CAR',
        'en_MY',
        [
          { coordinates: { lat: '3.139', lng: '101.687' }, address: 'KL' },
          { coordinates: { lat: '3.107', lng: '101.607' }, address: 'Petaling Jaya' },
        ],
      ],
      [
        'PH',
        'MOTORCYCLE',
        'en_PH',
        [
          { coordinates: { lat: '14.5547', lng: '121.0244' }, address: 'Makati' },
          { coordinates: { lat: '14.676', lng: '121.0437' }, address: 'Quezon City' },
        ],
      ],
    ];
    for (const [market, serviceType, language, stops] of cases) {
      const { json } = await ask({ serviceType, language, stops }, market);
      const { total, totalExcludePriorityFee, currency, ...items } = json.data.priceBreakdown;
      const decimals = ['SG', 'MY'].includes(market) ? 1 : 0;
      const sum = (Object.values(items) as string[]).reduce((all, amount) => all + Math.round(Number(amount) * 10), 0);
      expect([market, sum]).toEqual([market, Math.round(Number(total) * 10)]);
      expect(total).toMatch(decimals === 1 ? /^\d+\.\d$/ : /^\d+$/);
      expect(totalExcludePriorityFee).toBe(total);
      expect(currency).toBe({ HK: 'HKD', SG: 'SGD', MY: 'MYR', PH: 'PHP' }[market]);
      expect('adminFee' in items).toBe(market === 'PH');
    }
  });

  test('can be read after its five minutes, but not by another partner', async () => {
    const { json } = await ask(VAN);
    world.clock.advance(6 * MINUTE_MS);
    const path = `/v3/quotations/${json.data.quotationId}`;
    expect((await world.call('GET', path)).status).toBe(200);
    const stranger = await world.newPartner();
    for (const call of [
      world.call('GET', path, { as: stranger }),
      world.call('GET', `${path}/explanation`, { as: stranger }),
      world.call('GET', '/v3/quotations/1571354659422392320'),
      world.call('GET', '/v3/quotations/12'),
      world.call('GET', "/v3/quotations/1'%20or%201=1"),
    ]) {
      const answer = await call;
      expect([answer.status, answer.json.message]).toEqual([422, 'ERR_INVALID_QUOTATION_ID']);
    }
  });

  test.each([
    ['EN_HK', 'en_HK'],
    ['zh_hk', 'zh_HK'],
  ])('takes the language %s for %s, gives it back as it came, and names places in it', async (language, key) => {
    const stops = [CENTRAL, { coordinates: SHA_TIN.coordinates }];
    const { status, json } = await ask({ ...VAN, language, stops });
    expect([status, json.data?.language]).toEqual([201, language]);
    const usual = await ask({ ...VAN, language: key, stops });
    expect(json.data.stops[1].address).toBe(usual.json.data.stops[1].address);
  });

  test('keeps coordinates of 15 decimals as given, also when they come as numbers', async () => {
    const lat = '22.319312345678901';
    const { json } = await ask({ ...VAN, stops: [CENTRAL, { ...MONG_KOK, coordinates: { lat, lng: 114.1694 } }] });
    expect(json.data.stops[1].coordinates).toEqual({ lat, lng: '114.1694' });
    const body = `{"data":{"serviceType":"VAN","language":"en_HK","stops":[${JSON.stringify(CENTRAL)},{"coordinates":{"lat":22.319312345678901,"lng":114.1694},"address":"x"}]}}`;
    const bare = await world.call('POST', '/v3/quotations', { body });
    expect(bare.json.data.stops[1].coordinates.lat).toBe(lat);
  });

  test('says until when it can be used rounded down to the second, so that obeying it works', async () => {
    const whole = Math.ceil(world.clock.now() / SECOND_MS) * SECOND_MS;
    world.clock.set(whole + 999);
    const { json } = await ask(VAN);
    expect(json.data.expiresAt).toBe(iso(whole + 5 * MINUTE_MS).replace('.000Z', '.00Z'));
    world.clock.set(whole + SECOND_MS);
  });

  test('is not remembered by its Request-ID: asking again gives another one, also at once', async () => {
    const again = () =>
      world.call('POST', '/v3/quotations', { body: JSON.stringify({ data: VAN }), requestId: 'quotation' });
    const answers = [await again(), ...(await Promise.all([again(), again(), again()]))];
    expect(answers.map(({ headers }) => headers['idempotent-replayed'])).toEqual(answers.map(() => undefined));
    expect(new Set(answers.map(({ json }) => json.data?.quotationId ?? json.message)).size).toBe(4);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  });

  test('the same place twice is allowed', async () => {
    expect((await ask({ ...VAN, stops: [CENTRAL, CENTRAL, CENTRAL] })).status).toBe(201);
  });
});

describe('what is refused, with code, pointer and sentence', () => {
  test.each([
    ['no data', {}],
    ['data null', { data: null }],
    ['data a list', { data: [] }],
    ['data text', { data: 'x' }],
    ['no stops', { data: { serviceType: 'VAN', language: 'en_HK' } }],
    ['stops an object', { data: { ...VAN, stops: {} } }],
    ['stops null', { data: { ...VAN, stops: null } }],
    ['one stop', { data: { ...VAN, stops: [CENTRAL] } }],
    ['no stop at all', { data: { ...VAN, stops: [] } }],
    ['nothing inside data', { data: {} }],
    ['stops text beside other faults', { data: { stops: 'x', language: 7 } }],
  ])('%s: ERR_INSUFFICIENT_STOPS', async (_what, body) => {
    const answer = await world.call('POST', '/v3/quotations', { body: JSON.stringify(body) });
    expect([answer.status, answer.json.message]).toEqual([422, 'ERR_INSUFFICIENT_STOPS']);
  });

  test('16 stops are taken, 17 are too many', async () => {
    const stops = (count: number) =>
      Array.from({ length: count }, (_, index) => (index % 2 === 0 ? CENTRAL : MONG_KOK));
    expect((await ask({ ...VAN, stops: stops(16) })).status).toBe(201);
    expect(await faults({ ...VAN, stops: stops(17) })).toMatchObject({
      status: 422,
      codes: ['ERR_TOO_MANY_STOPS'],
      details: ['/data/stops'],
    });
  });

  test.each([
    [{ serviceType: undefined }, 'ERR_MISSING_FIELD', '/data/serviceType'],
    [{ serviceType: 7 }, 'ERR_INVALID_FIELD', '/data/serviceType'],
    [{ serviceType: 'ROCKET' }, 'ERR_INVALID_SERVICE_TYPE', '/data/serviceType'],
    [{ serviceType: 'PLUS' }, 'ERR_INVALID_SERVICE_TYPE', '/data/serviceType'],
    [{ language: undefined }, 'ERR_MISSING_FIELD', '/data/language'],
    [{ language: 'en_SG' }, 'ERR_INVALID_FIELD', '/data/language'],
    [{ language: 5 }, 'ERR_INVALID_FIELD', '/data/language'],
    [{ specialRequests: 'ROUND_TRIP' }, 'ERR_INVALID_FIELD', '/data/specialRequests'],
    [{ specialRequests: [7] }, 'ERR_INVALID_FIELD', '/data/specialRequests/0'],
    [{ specialRequests: ['TELEPORT'] }, 'ERR_INVALID_SPECIAL_REQUEST', '/data/specialRequests/0'],
    [{ specialRequests: ['THERMAL_BAG_1'] }, 'ERR_INVALID_SPECIAL_REQUEST', '/data/specialRequests/0'],
    [{ specialRequests: ['ROUND_TRIP', 'ROUND_TRIP'] }, 'ERR_INVALID_SPECIAL_REQUEST', '/data/specialRequests/1'],
    [
      { specialRequests: ['MOVING_SERVICE_1', 'MOVING_SERVICE_2'] },
      'ERR_INVALID_SPECIAL_REQUEST',
      '/data/specialRequests/1',
    ],
    [
      { specialRequests: ['TOLL_FEE_1', 'TOLL_FEE_2', 'TOLL_FEE_3', 'TOLL_FEE_4'] },
      'ERR_INVALID_SPECIAL_REQUEST',
      '/data/specialRequests/3',
    ],
    [{ isRouteOptimized: 'yes' }, 'ERR_INVALID_FIELD', '/data/isRouteOptimized'],
    [{ item: 'a box' }, 'ERR_INVALID_FIELD', '/data/item'],
    [{ item: [] }, 'ERR_INVALID_FIELD', '/data/item'],
    [{ scheduleAt: 'tomorrow' }, 'ERR_INVALID_FIELD', '/data/scheduleAt'],
    [{ scheduleAt: 1794710607 }, 'ERR_INVALID_FIELD', '/data/scheduleAt'],
    [
      { stops: [CENTRAL, { ...MONG_KOK, coordinates: { lat: 'NaN', lng: '114' } }] },
      'ERR_INVALID_FIELD',
      '/data/stops/1/coordinates/lat',
    ],
    [
      { stops: [CENTRAL, { ...MONG_KOK, coordinates: { lat: '22.1234567890123456', lng: '114' } }] },
      'ERR_INVALID_FIELD',
      '/data/stops/1/coordinates/lat',
    ],
    [
      { stops: [CENTRAL, { ...MONG_KOK, coordinates: { lat: '122', lng: '22' } }] },
      'ERR_INVALID_FIELD',
      '/data/stops/1/coordinates/lat',
    ],
    [
      { stops: [CENTRAL, { ...MONG_KOK, coordinates: { lat: '22' } }] },
      'ERR_MISSING_FIELD',
      '/data/stops/1/coordinates/lng',
    ],
    [{ stops: [CENTRAL, { ...MONG_KOK, coordinates: 'here' }] }, 'ERR_INVALID_FIELD', '/data/stops/1/coordinates'],
    [{ stops: [CENTRAL, { ...MONG_KOK, address: 'x'.repeat(10_000) }] }, 'ERR_INVALID_FIELD', '/data/stops/1/address'],
    [{ stops: [CENTRAL, { address: '' }] }, 'ERR_MISSING_FIELD', '/data/stops/1/coordinates'],
    [{ stops: [CENTRAL, 'Mong Kok'] }, 'ERR_INVALID_FIELD', '/data/stops/1'],
    [{ stops: [CENTRAL, null] }, 'ERR_INVALID_FIELD', '/data/stops/1'],
    [
      { stops: [CENTRAL, { ...MONG_KOK, coordinates: { lat: '22.543', lng: '114.058' } }] },
      'ERR_OUT_OF_SERVICE_AREA',
      '/data/stops/1/coordinates',
    ],
    [{ stops: [CENTRAL, { address: 'Atlantis Boulevard 1' }] }, 'ERR_REVERSE_GEOCODE_FAILURE', '/data/stops/1/address'],
    [
      { stops: [CENTRAL, { coordinates: { lat: '-40', lng: '-120' } }] },
      'ERR_REVERSE_GEOCODE_FAILURE',
      '/data/stops/1/coordinates',
    ],
  ])('%j: %s at %s', async (changes, code, pointer) => {
    const { status, codes, details, sentence } = await faults({ ...VAN, ...changes });
    expect([status, codes[0], details[0]]).toEqual([422, code, pointer]);
    expect(sentence).toMatch(/\.$/);
  });

  test('sentences say what was expected', async () => {
    const sentence = async (changes: object) => (await faults({ ...VAN, ...changes })).sentence;
    expect(await sentence({ item: 'a box' })).toBe('/data/item must be an object or null.');
    expect(await sentence({ stops: [CENTRAL] })).toBe('/data/stops must have at least 2 entries.');
    expect(
      await sentence({ stops: [CENTRAL, { ...MONG_KOK, coordinates: { lat: '114.1694', lng: '22.3193' } }] }),
    ).toContain('seem to be swapped');
  });

  test('a stop with an address and empty coordinates is placed by its address', async () => {
    for (const coordinates of [{}, { lat: null, lng: null }, { lat: '', lng: '' }, null]) {
      expect((await ask({ ...VAN, stops: [CENTRAL, { address: 'Mong Kok, Hong Kong', coordinates }] })).status).toBe(
        201,
      );
    }
  });

  test('an id of any length is answered as unknown', async () => {
    const answer = await world.call('GET', `/v3/quotations/${'9'.repeat(2_000)}`);
    expect([answer.status, answer.json.message]).toEqual([422, 'ERR_INVALID_QUOTATION_ID']);
    expect(answer.json.errors[0].message).toBe(`There is no quotation ${'9'.repeat(40)} of yours.`);
  });

  test('what is asked for and is no id is named as it came', async () => {
    const sentenceOf = async (path: string) => (await world.call('GET', path)).json.errors[0].message;
    expect(await sentenceOf('/v3/quotations/abc')).toBe('There is no quotation abc of yours.');
    expect(await sentenceOf('/v3/quotations/abc/explanation')).toBe('There is no quotation abc of yours.');
    expect(await sentenceOf('/v3/orders/%20')).toBe('There is no order " ".');
    const asNumber = String(Number('1572984641778884609'));
    const lost = 'If it was a number on its way, its last digits are lost: keep ids as text.';
    expect(await sentenceOf(`/v3/quotations/${asNumber}`)).toBe(`There is no quotation ${asNumber} of yours. ${lost}`);
    expect(await sentenceOf(`/v3/orders/${asNumber}`)).toBe(`There is no order ${asNumber}. ${lost}`);
  });

  test('1e400 and 300-digit numbers are no coordinates', async () => {
    for (const number of ['1e400', `2${'2'.repeat(300)}`]) {
      const body = `{"data":{"serviceType":"VAN","language":"en_HK","stops":[${JSON.stringify(CENTRAL)},{"coordinates":{"lat":${number},"lng":114},"address":"x"}]}}`;
      const answer = await world.call('POST', '/v3/quotations', { body });
      expect([answer.status, answer.json.message, answer.json.errors[0].detail]).toEqual([
        422,
        'ERR_INVALID_FIELD',
        '/data/stops/1/coordinates/lat',
      ]);
    }
  });

  test('all field faults come at once', async () => {
    const { codes, details } = await faults({
      ...VAN,
      language: 'xx_XX',
      scheduleAt: '2020-01-01T00:00:00Z',
      specialRequests: ['NOPE'],
      stops: [CENTRAL, { ...MONG_KOK, coordinates: { lat: '91', lng: '181' } }],
    });
    expect(codes).toEqual([
      'ERR_INVALID_SPECIAL_REQUEST',
      'ERR_INVALID_FIELD',
      'ERR_INVALID_FIELD',
      'ERR_INVALID_SCHEDULE_TIME',
      'ERR_INVALID_FIELD',
    ]);
    expect(details).toEqual([
      '/data/specialRequests/0',
      '/data/stops/1/coordinates/lat',
      '/data/stops/1/coordinates/lng',
      '/data/scheduleAt',
      '/data/language',
    ]);
  });

  test('faults of form and faults of meaning come together', async () => {
    const { codes, details } = await faults({
      serviceType: 5,
      language: 'fr',
      scheduleAt: '2020-01-01T00:00:00Z',
      stops: [CENTRAL, { coordinates: 'x' }],
    });
    expect(details.sort()).toEqual([
      '/data/language',
      '/data/scheduleAt',
      '/data/serviceType',
      '/data/stops/1/coordinates',
    ]);
    expect(codes.sort()).toEqual([
      'ERR_INVALID_FIELD',
      'ERR_INVALID_FIELD',
      'ERR_INVALID_FIELD',
      'ERR_INVALID_SCHEDULE_TIME',
    ]);
    const second = await faults({ serviceType: 'nope', language: 'xx' });
    expect(second.codes).toEqual(['ERR_INSUFFICIENT_STOPS', 'ERR_INVALID_SERVICE_TYPE', 'ERR_INVALID_FIELD']);
    expect((await faults({ stops: 7, serviceType: null })).codes[0]).toBe('ERR_INSUFFICIENT_STOPS');
  });

  test('the area error names the stop, its coordinates and the nearest served city', async () => {
    const abroad = (lat: string, lng: string) => ({ coordinates: { lat, lng }, address: 'x' });
    const kl = abroad('3.139', '101.687');
    const base = { serviceType: 'CAR', language: 'en_MY' };
    expect((await faults({ ...base, stops: [kl, abroad('2.7258', '101.9424')] }, 'MY')).sentence).toBe(
      'Drop-off 1 (2.7258, 101.9424) is outside the service area. The nearest served city is Kuala Lumpur.',
    );
    expect((await faults({ ...base, stops: [kl, abroad('1.4927', '103.7414')] }, 'MY')).sentence).toContain(
      'It lies in Johor Bahru, and all stops must lie in one city, here Kuala Lumpur.',
    );
    const swapped = await faults({ ...base, stops: [kl, abroad('3.1', '101.6'), abroad('101.6', '3.1')] }, 'MY');
    expect(swapped.codes).toEqual(['ERR_INVALID_FIELD']);
    const th = { serviceType: 'CAR', language: 'en_TH' };
    expect(
      (await faults({ ...th, stops: [abroad('13.7563', '100.5018'), abroad('18.7883', '98.9853')] }, 'TH')).sentence,
    ).toContain('It lies in Chiang Mai');
  });

  test('a service of the market that this city lacks is named with those it has', async () => {
    const melaka = (lat: string, lng: string) => ({ coordinates: { lat, lng }, address: 'Melaka' });
    const answer = await faults(
      { serviceType: 'LORRY_14FT', language: 'en_MY', stops: [melaka('2.19', '102.25'), melaka('2.2', '102.26')] },
      'MY',
    );
    expect(answer).toMatchObject({ codes: ['ERR_INVALID_SERVICE_TYPE'], details: ['/data/serviceType'] });
    expect(answer.sentence).toContain('LORRY_14FT is not offered in Melaka.');
  });

  test('a pick-up time: now and 30 days ahead pass, a second earlier and later do not', async () => {
    const at = async (offset: number) => (await ask({ ...VAN, scheduleAt: iso(world.clock.now() + offset) })).json;
    expect((await at(0)).data.scheduleAt).toBe(iso(world.clock.now()).replace('.000Z', '.00Z'));
    expect((await at(30 * DAY_MS)).data).toBeDefined();
    expect((await at(-SECOND_MS)).message).toBe('ERR_INVALID_SCHEDULE_TIME');
    expect((await at(30 * DAY_MS + SECOND_MS)).message).toBe('ERR_INVALID_SCHEDULE_TIME');
    expect((await ask({ ...VAN, scheduleAt: iso(world.clock.now() + DAY_MS).replace('Z', '+00:00') })).status).toBe(
      201,
    );
  });

  test('a special request can be used only between its times', async () => {
    const document = structuredClone((await readShippedDocuments()).get('SG')?.document) as NonNullable<
      ReturnType<Awaited<ReturnType<typeof readShippedDocuments>>['get']>
    >['document'];
    const service = Object.keys(document.services)[0] as string;
    document.specialRequests.SOON = {
      description: 'Comes and goes',
      effectiveTime: iso(world.clock.now() + DAY_MS).replace('.000', ''),
      offlineTime: iso(world.clock.now() + 2 * DAY_MS).replace('.000', ''),
    };
    document.services[service]?.specialRequests.push('SOON');
    const shipped = await readShippedDocuments();
    await world.foundations.database.inTransaction((tx) =>
      importMarket(tx, document, 'sg.json', shipped, world.clock.now()),
    );
    const stops = [
      { coordinates: { lat: '1.2839', lng: '103.8515' }, address: 'a' },
      { coordinates: { lat: '1.3', lng: '103.85' }, address: 'b' },
    ];
    const code = async () =>
      (await ask({ serviceType: service, language: 'en_SG', stops, specialRequests: ['SOON'] }, 'SG')).json.errors?.[0]
        .message ?? 'taken';
    await expect.poll(code).toBe('SOON cannot be used at this time.');
    world.clock.advance(DAY_MS);
    // Online now, and still not for nothing: an operator must price it first.
    expect(await code()).toBe('SOON has no price yet.');
    world.clock.advance(DAY_MS);
    expect(await code()).toBe('SOON cannot be used at this time.');
  });
});

test('whatever a partner puts into a field is answered without a 500, and a refusal keeps nothing', async () => {
  const kept = async () => (await world.foundations.database.query('select 1 from quotations')).length;
  const field = fc.constantFrom(
    'serviceType',
    'stops',
    'language',
    'scheduleAt',
    'specialRequests',
    'isRouteOptimized',
    'item',
  );
  const inStop = fc.constantFrom('coordinates', 'address');
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.string(),
    fc.double().map(String),
    fc.constantFrom('constructor', '__proto__', 'toString'),
  );
  const data = fc.oneof(
    fc.tuple(field, value).map(([name, given]) => ({ ...VAN, [name]: given })),
    fc.tuple(inStop, value).map(([name, given]) => ({ ...VAN, stops: [CENTRAL, { ...MONG_KOK, [name]: given }] })),
    fc
      .tuple(value, value)
      .map(([lat, lng]) => ({ ...VAN, stops: [CENTRAL, { ...MONG_KOK, coordinates: { lat, lng } }] })),
  );
  await fc.assert(
    fc.asyncProperty(data, async (given) => {
      const before = await kept();
      const { status } = await ask(given);
      expect([201, 400, 422]).toContain(status);
      expect(await kept()).toBe(status === 201 ? before + 1 : before);
    }),
    { numRuns: runs(100) },
  );
});

describe('addresses', () => {
  test('an address without coordinates is found in the gazetteer, coordinates without an address get one', async () => {
    const { status, json } = await ask({
      ...VAN,
      stops: [{ address: "1 Queen's Road, Tsim Sha Tsui, Hong Kong" }, { coordinates: SHA_TIN.coordinates }],
    });
    expect(status).toBe(201);
    expect(Number(json.data.stops[0].coordinates.lat)).toBeCloseTo(22.297, 1);
    expect(json.data.stops[1]).toMatchObject({
      coordinates: SHA_TIN.coordinates,
      address: expect.stringContaining('Hong Kong'),
    });
  });
});

describe('the route', () => {
  test('is put into the shortest order when asked, with the saving shown', async () => {
    const stops = [CENTRAL, SHA_TIN, STANLEY, MONG_KOK];
    const given = (await ask({ ...VAN, stops })).json.data;
    const best = (await ask({ ...VAN, stops, isRouteOptimized: true })).json.data;
    expect(best.stops.map(({ address }: { address: string }) => address)).toEqual([
      'Central, Hong Kong',
      'Stanley, Hong Kong',
      'Mong Kok, Hong Kong',
      'Sha Tin, Hong Kong',
    ]);
    expect(Number(best.distance.value)).toBeLessThan(Number(given.distance.value));
    expect(best.priceBreakdown.totalBeforeOptimization).toBe(given.priceBreakdown.total);
    expect(Number(best.priceBreakdown.total)).toBeLessThanOrEqual(Number(given.priceBreakdown.total));
    expect(best.isRouteOptimized).toBe(true);
  });

  test('with 15 drop-offs is never longer than as given', async () => {
    const stops = Array.from({ length: 16 }, (_, index) => ({
      coordinates: {
        lat: (22.3 + ((index * 7) % 16) * 0.005).toFixed(4),
        lng: (114.165 + ((index * 11) % 16) * 0.002).toFixed(4),
      },
      address: `Stop ${index}`,
    }));
    const given = (await ask({ ...VAN, stops })).json.data;
    const best = (await ask({ ...VAN, stops, isRouteOptimized: true })).json.data;
    expect(Number(best.distance.value)).toBeLessThanOrEqual(Number(given.distance.value));
    expect(new Set(best.stops.map(({ address }: { address: string }) => address)).size).toBe(16);
    expect(best.stops[0].address).toBe('Stop 0');
  });

  test('of a toll is paid in full, also where the fare is below its minimum', async () => {
    const near = { ...VAN, stops: [CENTRAL, CENTRAL] };
    const total = async (specialRequests: string[]) =>
      Number((await ask({ ...near, specialRequests })).json.data.priceBreakdown.total);
    expect((await total(['TOLL_FEE_4'])) - (await total([]))).toBe(8);
  });

  test('of a round trip goes back to the pick-up, and that way is driven and priced', async () => {
    const oneWay = (await ask(VAN)).json.data;
    const round = (await ask({ ...VAN, specialRequests: ['ROUND_TRIP'] })).json.data;
    expect(Number(round.distance.value)).toBe(2 * Number(oneWay.distance.value));
    expect(Number(round.priceBreakdown.total)).toBeGreaterThan(Number(oneWay.priceBreakdown.total));
  });
});

describe('rates', () => {
  test('a published version is used from its time on, on every process; a draft is not', async () => {
    const other = await world.another();
    const { database } = world.foundations;
    const key = { locode: 'HK HKG', service: 'TRUCK550' };
    const request = { ...VAN, serviceType: 'TRUCK550' };
    const base = async (process: Pick<World, 'call'> = world) =>
      (await process.call('POST', '/v3/quotations', { body: JSON.stringify({ data: request }) })).json.data
        .priceBreakdown.base;
    const shipped = await base();
    const { document } = await findCard(database, [{ market: 'HK', decimals: 0 }], key, undefined, world.clock.now());
    const service = { decimals: 0, specialRequests: Object.keys(document.specialRequests) };
    const draft = (changes: object) =>
      database.inTransaction((tx) =>
        draftCard(
          tx,
          key,
          JSON.parse(JSON.stringify({ ...document, ...changes })),
          'card.json',
          service,
          world.clock.now(),
        ),
      );
    await expect(
      draft({ specialRequests: { ...document.specialRequests, NOT_A_REQUEST: { amount: '1' } } }),
    ).rejects.toThrow('is not a special request of this service');
    await expect(draft({ vatRate: '9' })).rejects.toThrow('/vatRate must be a share from 0 to 1');
    const publish = (version: number, from: number) =>
      database.inTransaction((tx) => publishCard(tx, key, version, service, from, world.clock.now()));
    const version = await draft({ baseFare: '1234' });
    expect(await base()).toBe(shipped);
    await publish(version, world.clock.now() + MINUTE_MS);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([await base(), await base(other)]).toEqual([shipped, shipped]);
    world.clock.advance(MINUTE_MS);
    await expect.poll(async () => [await base(), await base(other)]).toEqual(['1234', '1234']);
    await expect(publish(version, world.clock.now())).rejects.toThrow('There is no draft');
    await expect(publish(version, world.clock.now() - 1)).rejects.toThrow('not from the past');
  });

  test('every version can be had by its number, whether it holds or not; a draft never holds', async () => {
    const { database, session, log } = world.foundations;
    const markets = [{ market: 'HK', decimals: 0 }];
    const key = { locode: 'HK HKG', service: 'TRUCK330' };
    const { document } = await findCard(database, markets, key, undefined, world.clock.now());
    const service = { decimals: 0, specialRequests: Object.keys(document.specialRequests) };
    const draft = (changes: object) =>
      database.inTransaction((tx) =>
        draftCard(
          tx,
          key,
          JSON.parse(JSON.stringify({ ...document, ...changes })),
          'card.json',
          service,
          world.clock.now(),
        ),
      );
    const publish = (version: number, from: number) =>
      database.inTransaction((tx) => publishCard(tx, key, version, service, from, world.clock.now()));
    const silent = await draft({ driverShare: undefined });
    const sharing = await draft({ driverShare: '0.7' });
    const unpublished = await draft({ driverShare: '0.6' });
    await publish(silent, world.clock.now());
    await publish(sharing, world.clock.now() + DAY_MS);
    const rates = await openRateCatalogue(database, session, log, () => markets);
    const shareOf = (version: number) => rates.cardOfVersion('HK HKG', 'TRUCK330', version)?.card.driverShare;
    expect(rates.cardAt('HK HKG', 'TRUCK330', world.clock.now())?.version).toBe(silent);
    expect([0, silent, sharing, unpublished].map(shareOf)).toEqual([
      800_000_000_000n,
      800_000_000_000n,
      700_000_000_000n,
      600_000_000_000n,
    ]);
    expect(rates.cardAt('HK HKG', 'TRUCK330', world.clock.now() + 365 * DAY_MS)?.version).toBe(sharing);
    expect(rates.cardOfVersion('HK HKG', 'ROCKET', 0)).toBeUndefined();
  });

  test('a surcharge is judged at the pick-up in the city’s own time', async () => {
    // 16 November 2026 is a Monday; 03:00 and 12:00 in Hong Kong.
    const at = async (time: string) => (await ask({ ...VAN, scheduleAt: time })).json.data.priceBreakdown;
    const night = await at('2026-11-26T19:00:00Z');
    const noon = await at('2026-11-26T04:00:00Z');
    expect(Number(night.surcharge ?? 0)).toBeGreaterThan(Number(noon.surcharge ?? 0));
  });
});

describe('the explanation', () => {
  test('says which card, which way and what each item was made from', async () => {
    const { json } = await ask({
      ...VAN,
      stops: [CENTRAL, SHA_TIN, MONG_KOK],
      isRouteOptimized: true,
      specialRequests: ['TOLL_FEE_1', 'CASH_ON_DELIVERY', 'REFRIGERATED_VEHICLE'],
    });
    const answer = await world.call('GET', `/v3/quotations/${json.data.quotationId}/explanation`);
    expect(answer.status).toBe(200);
    const { rateCard, route, items, total, driver, timeZone } = answer.json.data;
    expect(rateCard).toMatchObject({ locode: 'HK HKG', service: 'VAN', version: 0 });
    expect(timeZone).toBe('Asia/Hong_Kong');
    expect(route).toMatchObject({ measuredBy: 'estimate', returnsToPickUp: false, optimized: { order: [2, 1] } });
    expect(total).toBe(json.data.priceBreakdown.total);
    for (const { item, amount, beforeRounding, inputs } of items) {
      expect(json.data.priceBreakdown[item]).toBe(amount);
      expect([Number(beforeRounding), typeof inputs]).toEqual([expect.any(Number), 'object']);
    }
    expect(driver).toEqual({
      needs: ['REFRIGERATED_VEHICLE'],
      steps: [
        { kind: 'PAY_TOLL', at: 'WAY', request: 'TOLL_FEE_1' },
        { kind: 'COLLECT_CASH', at: 'DROP_OFF' },
      ],
    });
  });
});
