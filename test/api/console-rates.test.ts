import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../src/foundation/time.ts';
import { importMarket, readShippedDocuments } from '../../src/markets/index.ts';
import { type DeskUser, deskUser } from '../support/desk.ts';
import { changed, singapore } from '../support/market-document.ts';
import { orderBody, place, post, quote } from '../support/orders.ts';
import { act, advance } from '../support/sandbox.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let finance: DeskUser;
let other: DeskUser;
let viewer: DeskUser;
beforeAll(async () => {
  world = await createWorld({ partner: { limitFactor: 1_000 } });
  finance = await deskUser(world, 'console', { role: 'finance' });
  other = await deskUser(world, 'console', { role: 'admin' });
  viewer = await deskUser(world, 'console', { role: 'viewer' });
});
afterAll(() => world.close());

const at = (service: string) => `/console/v1/rates/${encodeURIComponent('HK HKG')}/${service}`;
const cardOf = async (service: string) => (await viewer.get(at(service))).json.data;
async function draft(service: string, changes: object): Promise<number> {
  const { document } = await cardOf(service);
  const answer = await finance.post(`${at(service)}/drafts`, { document: { ...document, ...changes } });
  expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
  return answer.json.data.version;
}
const publish = async (service: string, version: number, further: object = {}, who = finance) =>
  who.post(`${at(service)}/publish`, { version, seen: (await cardOf(service)).state, reason: 'New year', ...further });
const versionQuoted = async (service: string) => {
  const { quotationId } = await quote(world, { serviceType: service });
  return (await world.call('GET', `/v3/quotations/${quotationId}/explanation`)).json.data.rateCard.version;
};

test('cards of a market are listed with what they are priced by', async () => {
  const { json } = await viewer.get('/console/v1/rates?market=HK');
  expect(json.data.find(({ service }: { service: string }) => service === 'WALKER')).toMatchObject({
    city: 'HK HKG',
    currency: 'HKD',
    state: { holds: 0, ahead: [] },
    heldSince: null,
    drafts: 0,
  });
  expect((await viewer.get('/console/v1/rates?market=ZZ')).status).toBe(422);
  expect((await viewer.get(at('ROCKET'))).status).toBe(404);
});

test('a card is drafted, tried on past quotations, published, seen in the next quotation, and rolled back', async () => {
  const service = 'VAN';
  const quoted = await quote(world, { serviceType: service });
  const before = Number(quoted.priceBreakdown.total);
  const { document } = await cardOf(service);
  const version = await draft(service, { baseFare: String(Number(document.baseFare) + 50) });
  const preview = (await viewer.get(`${at(service)}/versions/${version}/preview?days=7`)).json.data;
  expect(preview).toMatchObject({
    quotations: 1,
    dearer: 1,
    cheaper: 0,
    before: { price: String(before) },
    after: { price: String(before + 50) },
    partners: [{ partnerId: world.partner.partnerId, name: 'Acme', quotations: 1, change: '50' }],
    largest: [{ quotationId: quoted.quotationId, change: '50' }],
  });
  expect(preview.steps.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(1);
  expect(Number(preview.after.margin)).toBe(Number(preview.before.margin) + 10);
  expect(await versionQuoted(service)).toBe(0);
  expect((await publish(service, version)).status).toBe(200);
  await expect.poll(() => versionQuoted(service)).toBe(version);
  expect((await cardOf(service)).state).toEqual({ holds: version, ahead: [] });

  world.clock.advance(SECOND_MS);
  const back = await finance.post(`${at(service)}/roll-back`, {
    version: 0,
    seen: { holds: version, ahead: [] },
    reason: 'Partners complained',
  });
  expect(back.json.data).toEqual({ version: version + 1 });
  await expect.poll(() => versionQuoted(service)).toBe(version + 1);
  expect((await cardOf(service)).document).toEqual(document);
  const acts = (await viewer.get(`/console/v1/acts?subjectId=${encodeURIComponent('HK HKG VAN')}`)).json.data;
  expect(acts).toMatchObject([
    { action: 'rates.roll-back', reason: 'Partners complained', who: { id: finance.id } },
    { action: 'rates.publish', reason: 'New year' },
    { action: 'rates.draft' },
  ]);
});

test('a version planned for later can be withdrawn until its time, and is a draft then; nobody rolls back to what has not held', async () => {
  const service = 'TRUCK330';
  const version = await draft(service, { baseFare: '300' });
  const holdsFrom = new Date(world.clock.now() + HOUR_MS).toISOString();
  const rollBack = async () => {
    const seen = (await cardOf(service)).state;
    return (await finance.post(`${at(service)}/roll-back`, { version, seen, reason: 'A slip' })).json.errors;
  };
  const message = `Version ${version} has not held yet. Publish it instead.`;
  const refused = [{ id: 'ERR_INVALID_FIELD', message, detail: '/data/version' }];
  expect(await rollBack()).toEqual(refused);
  expect((await publish(service, version, { holdsFrom })).status).toBe(200);
  expect(await rollBack()).toEqual(refused);
  expect((await cardOf(service)).state).toEqual({ holds: 0, ahead: [version] });
  const withdraw = async () =>
    finance.post(`${at(service)}/withdraw`, { version, seen: (await cardOf(service)).state, reason: 'Too early' });
  expect((await withdraw()).status).toBe(200);
  expect((await cardOf(service)).versions[0]).toMatchObject({ version, holdsFrom: null });
  await publish(service, version, { holdsFrom });
  world.clock.advance(HOUR_MS);
  const late = await withdraw();
  expect(late.json.errors[0].message).toBe(
    `Version ${version} is not planned for later. What holds or has held stays.`,
  );
  await expect.poll(() => versionQuoted(service)).toBe(version);
});

test('a service that was added has no price yet, and gets its first one', async () => {
  const { database } = world.foundations;
  const shipped = await readShippedDocuments();
  const market = JSON.parse(JSON.stringify(shipped.get('HK')?.document));
  market.services.BICYCLE = market.services.COURIER;
  market.cities[0].services.push('BICYCLE');
  await database.inTransaction((tx) => importMarket(tx, market, 'hk.json', shipped, world.clock.now()));
  await expect.poll(async () => (await viewer.get(at('BICYCLE'))).status).toBe(200);

  const rows: { service: string; isPriced: boolean }[] = (await viewer.get('/console/v1/rates?market=HK')).json.data;
  expect(rows.filter(({ isPriced }) => !isPriced).map(({ service }) => service)).toEqual(['BICYCLE']);
  const { document, ...card } = await cardOf('BICYCLE');
  expect(card).toMatchObject({ isPriced: false, state: { holds: 0, ahead: [] }, versions: [] });
  const blank = await finance.post(`${at('BICYCLE')}/drafts`, { document });
  const faults: { detail: string }[] = blank.json.errors;
  expect(blank.status).toBe(422);
  const empty = ['vatRate', 'baseFare', 'distanceTiers/0/perKm', 'extraStop', 'minimumFare'];
  const fees = Object.keys(document.specialRequests).map((name) => `specialRequests/${name}/amount`);
  expect(faults.map(({ detail }) => detail).sort()).toEqual(
    [...empty, ...fees].map((field) => `/data/document/${field}`).sort(),
  );

  const version = await draft('BICYCLE', (await cardOf('COURIER')).document);
  expect((await publish('BICYCLE', version)).status).toBe(200);
  await expect.poll(() => versionQuoted('BICYCLE').catch(() => undefined)).toBe(version);
  expect(await cardOf('BICYCLE')).toMatchObject({ isPriced: true, versions: [{ version }] });
});

test('a version that does not fit what the service offers by now is neither published nor rolled back to, and says why', async () => {
  const card = `/console/v1/rates/${encodeURIComponent('SG SIN')}/CAR`;
  const { document, state } = (await viewer.get(card)).json.data;
  const drafted = await finance.post(`${card}/drafts`, { document: { ...document, baseFare: '99' } });
  const { specialRequests } = singapore().services.CAR ?? { specialRequests: [] };
  const [gone = '', ...kept] = specialRequests;
  const market = changed(
    ['/specialRequests/PIANO', { description: 'A piano' }],
    ['/services/CAR/specialRequests', [...kept, 'PIANO']],
  );
  const { database } = world.foundations;
  const shipped = await readShippedDocuments();
  await database.inTransaction((tx) => importMarket(tx, market, 'sg.json', shipped, world.clock.now()));
  const offered = async () =>
    (await viewer.get(card)).json.data.specialRequests.map(({ name }: { name: string }) => name);
  await expect.poll(offered).toContain('PIANO');

  const { version } = drafted.json.data;
  const because = `/specialRequests/PIANO is missing, /specialRequests/${gone} is not a special request of this service`;
  for (const [verb, given, name] of [
    ['publish', version, `Version ${version}`],
    ['roll-back', 0, 'What ships with the product'],
  ]) {
    const { status, json } = await finance.post(`${card}/${verb}`, { version: given, seen: state, reason: 'New year' });
    expect([status, json.errors]).toEqual([
      422,
      [
        {
          id: 'ERR_INVALID_FIELD',
          message: `${name} does not fit what CAR in SG SIN offers by now: ${because}. Make a new draft from it.`,
          detail: '/data/version',
        },
      ],
    ]);
  }
  expect((await viewer.get(card)).json.data).toMatchObject({ state, drafts: 1 });
});

test('a quotation whose special request has no price in a version is not tried for nothing, but counted as not to be had', async () => {
  const { database } = world.foundations;
  const shipped = await readShippedDocuments();
  const market = JSON.parse(JSON.stringify(shipped.get('MY')?.document));
  market.specialRequests.PIANO = { description: 'A piano' };
  market.services.CAR.specialRequests.push('PIANO');
  await database.inTransaction((tx) => importMarket(tx, market, 'my.json', shipped, world.clock.now()));
  const card = `/console/v1/rates/${encodeURIComponent('MY KUL')}/CAR`;
  const shown = async () => (await viewer.get(card)).json.data;
  await expect.poll(async () => JSON.stringify(await shown())).toContain('PIANO');
  const { document, state } = await shown();
  const specialRequests = { ...document.specialRequests, PIANO: { amount: '100' } };
  const drafted = await finance.post(`${card}/drafts`, { document: { ...document, specialRequests } });
  const { version } = drafted.json.data;
  await finance.post(`${card}/publish`, { version, seen: state, reason: 'Pianos' });

  const as = await world.newPartner({ markets: ['MY'], limitFactor: 1_000 });
  const [here, there] = market.cities[0].inside;
  const stops = [here, there].map(({ name, lat, lng }) => ({
    coordinates: { lat: String(lat), lng: String(lng) },
    address: name,
  }));
  const ask = (data: object) =>
    world.call('POST', '/v3/quotations', {
      as,
      market: 'MY',
      body: JSON.stringify({ data: { serviceType: 'CAR', language: 'en_MY', stops, ...data } }),
    });
  const plain = (await ask({})).json.data;
  await expect.poll(async () => (await ask({ specialRequests: ['PIANO'] })).status).toBe(201);
  const preview = async (tried: number) => (await viewer.get(`${card}/versions/${tried}/preview`)).json.data;
  expect(await preview(version)).toMatchObject({ quotations: 2, unpriced: 0, dearer: 0, cheaper: 0 });
  expect(await preview(0)).toMatchObject({
    quotations: 1,
    unpriced: 1,
    isCut: false,
    dearer: 0,
    cheaper: 0,
    before: { price: plain.priceBreakdown.total },
    after: { price: plain.priceBreakdown.total },
    largest: [],
  });
});

test('what a partner whose clock is ahead was quoted by a version since withdrawn is still sold and edited at that price', async () => {
  const as = await world.newPartner({ limitFactor: 1_000, creditMinor: 1_000_000n });
  const quotation = { serviceType: 'COURIER' };
  const baseQuoted = async () => (await quote(world, quotation, { as })).priceBreakdown.base;
  const version = await draft('COURIER', { baseFare: '7' });
  await publish('COURIER', version, { holdsFrom: new Date(world.clock.now() + DAY_MS).toISOString() });
  await advance(world, (2 * DAY_MS) / SECOND_MS, { as });
  await expect.poll(baseQuoted).toBe('7');
  const order = await place(world, { quotation, as });
  await act(world, order.orderId, 'DRIVER_ACCEPT', {}, { as });
  const quoted = await quote(world, quotation, { as });

  const seen = (await cardOf('COURIER')).state;
  await finance.post(`${at('COURIER')}/withdraw`, { version, seen, reason: 'Too cheap' });
  await expect.poll(baseQuoted).not.toBe('7');
  const placed = await post(world, orderBody(quoted), { as });
  expect([placed.status, placed.json.data?.priceBreakdown]).toEqual([201, quoted.priceBreakdown]);
  const edited = await world.call('PATCH', `/v3/orders/${order.orderId}`, {
    as,
    body: JSON.stringify({ data: { stops: order.stops } }),
  });
  expect([edited.status, edited.json.data?.priceBreakdown]).toEqual([201, order.priceBreakdown]);
});

test('of two who publish, the later is told what holds by now', async () => {
  const service = 'TRUCK550';
  const [first, second] = [await draft(service, { baseFare: '500' }), await draft(service, { baseFare: '510' })];
  const seen = (await cardOf(service)).state;
  const answers = await Promise.all([publish(service, first, { seen }), publish(service, second, { seen }, other)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const told = answers.find(({ status }) => status === 409);
  const { state } = await cardOf(service);
  expect(told?.json.errors[0]).toMatchObject({
    id: 'ERR_CHANGED_MEANWHILE',
    message: `Version ${state.holds} holds by now, not 0. Look again first.`,
  });
});

test('a card that would price below zero or leave a gap is refused beside its field, and no draft is kept', async () => {
  const service = 'MOTORCYCLE';
  const { document } = await cardOf(service);
  for (const [changes, pointer, message] of [
    [
      { baseFare: '-1' },
      'baseFare',
      'It must be an amount such as "12.5", not below zero, with at most four decimals.',
    ],
    [
      {
        distanceTiers: [{ upToMeters: 3_000, perKm: '6' }, { upToMeters: 2_000, perKm: '5' }, { perKm: '4' }],
        includedMeters: 0,
      },
      'distanceTiers/1/upToMeters',
      'It must reach beyond 3000 m, where the one before it ends.',
    ],
    [
      { distanceTiers: [{ upToMeters: 30_000, perKm: '6' }] },
      'distanceTiers/0/upToMeters',
      'It must be left out: the last tier has no end.',
    ],
    [{ specialRequests: {} }, 'specialRequests/', 'It is missing.'],
    [{ vatRate: '2' }, 'vatRate', 'It must be a share from 0 to 1.'],
  ] as const) {
    const { status, json } = await finance.post(`${at(service)}/drafts`, { document: { ...document, ...changes } });
    expect(status).toBe(422);
    expect(json.errors[0].detail).toContain(`/data/document/${pointer}`);
    expect(json.errors[0].message).toBe(message);
  }
  expect((await finance.post(`${at(service)}/drafts`, { document: 'x' })).status).toBe(422);
  expect((await cardOf(service)).versions).toHaveLength(1);
});

test('publishing in the past, what is no draft, or without the permission, is refused', async () => {
  const service = 'COURIER';
  const version = await draft(service, {});
  const past = await publish(service, version, { holdsFrom: '2020-01-01T00:00:00Z' });
  expect(past.json.errors[0]).toMatchObject({ detail: '/data/holdsFrom' });
  expect((await publish(service, version, { holdsFrom: 'soon' })).json.errors[0].detail).toBe('/data/holdsFrom');
  expect((await publish(service, 99)).json.errors[0].message).toBe('There is no draft 99 of COURIER in HK HKG.');
  expect((await publish(service, version, {}, viewer)).status).toBe(403);
  expect((await viewer.get(`${at(service)}/versions/77`)).status).toBe(404);
  expect((await viewer.get(`${at(service)}/versions/0/preview?days=0`)).status).toBe(422);
  expect((await cardOf(service)).state).toEqual({ holds: 0, ahead: [] });
});
