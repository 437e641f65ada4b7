import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../src/foundation/time.ts';
import { importMarket, readShippedDocuments, resetMarket } from '../../src/markets/index.ts';
import { hasKeysFor } from '../../src/partners/index.ts';
import { type DeskUser, deskUser } from '../support/desk.ts';
import { quote, TUEN_MUN } from '../support/orders.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let finance: DeskUser;
let viewer: DeskUser;
beforeAll(async () => {
  world = await createWorld({ partner: { limitFactor: 1_000, markets: ['HK', 'SG'] } });
  finance = await deskUser(world, 'console', { role: 'finance' });
  viewer = await deskUser(world, 'console', { role: 'viewer' });
});
afterAll(() => world.close());

const AREA = `/console/v1/markets/HK/areas/${encodeURIComponent('HK HKG')}`;
type Corner = [number, number];
const box = (west: number, south: number, east: number, north: number): Corner[][][] => [
  [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
];
/** Kowloon and the island, without Tuen Mun in the west. */
const SMALLER = box(114.1, 22.2, 114.3, 22.4);
const read = async () => (await viewer.get(AREA)).json.data;
const leftOut = async (area: Corner[][][]) => {
  const { inside, outside } = await read();
  const [[[w, s], , [e, n]]] = area[0] as unknown as [[Corner, Corner, Corner]];
  const holds = ({ lat, lng }: { lat: number; lng: number }) => lng >= w && lng <= e && lat >= s && lat <= n;
  return [...inside.filter((place: { lat: number; lng: number }) => !holds(place)), ...outside.filter(holds)].map(
    ({ name }: { name: string }) => name,
  );
};
const change = async (area: Corner[][][], further: { placesThatMove?: string[]; seen?: number } = {}) =>
  finance.put(AREA, {
    area,
    placesThatMove: further.placesThatMove ?? (await leftOut(area)),
    seen: (await read()).version,
    reason: 'The bridge is closed',
    ...further,
  });

test('an area that leaves past stops out says which, and once it is saved such a stop is refused', async () => {
  await quote(world, { stops: [{ coordinates: { lat: '22.3193', lng: '114.1694' }, address: 'a' }, TUEN_MUN] });
  await quote(world);
  const preview = (await viewer.post(`${AREA}/preview`, { area: SMALLER })).json.data;
  expect(preview).toMatchObject({
    quotations: 2,
    leftOut: 1,
    partners: [{ partnerId: world.partner.partnerId, name: 'Acme', leftOut: 1 }],
    outside: [{ lat: 22.391, lng: 113.977 }],
  });
  const places = await leftOut(SMALLER);
  if (places.length > 0) {
    const unsaid = await change(SMALLER, { placesThatMove: [] });
    expect(unsaid.status).toBe(422);
    expect(unsaid.text).toContain(`${places[0]} is not `);
  }
  const saved = await change(SMALLER);
  expect(saved.status).toBe(200);
  expect(saved.json.data.version).toBeGreaterThan(0);
  expect((await read()).version).toBe(saved.json.data.version);
  const ask = () =>
    world.call('POST', '/v3/quotations', {
      body: JSON.stringify({
        data: {
          serviceType: 'MOTORCYCLE',
          language: 'en_HK',
          stops: [{ coordinates: { lat: '22.3193', lng: '114.1694' }, address: 'a' }, TUEN_MUN],
        },
      }),
    });
  await expect.poll(async () => (await ask()).json.errors?.[0]?.id).toBe('ERR_OUT_OF_SERVICE_AREA');
  await quote(world);
  const acts = (await viewer.get(`/console/v1/acts?subjectId=${encodeURIComponent('HK HKG')}`)).json.data;
  expect(acts[0]).toMatchObject({ action: 'area.change', reason: 'The bridge is closed', who: { id: finance.id } });
});

test('an area that crosses itself, or is none, is refused with its place, and nothing changes', async () => {
  const before = await read();
  const bowTie: Corner[][][] = [
    [
      [
        [114.1, 22.2],
        [114.3, 22.4],
        [114.3, 22.2],
        [114.1, 22.4],
        [114.1, 22.2],
      ],
    ],
  ];
  const crossing = await change(bowTie, { placesThatMove: [] });
  expect(crossing.json.errors[0]).toMatchObject({
    id: 'ERR_INVALID_FIELD',
    message: 'It crosses itself: the lines after positions 0 and 2 meet.',
    detail: '/data/area/0/0',
  });
  const open = [[box(114.1, 22.2, 114.3, 22.4)[0]?.[0]?.slice(0, 4) as Corner[]]];
  expect((await change(open, { placesThatMove: [] })).json.errors[0].detail).toBe('/data/area/0/0');
  expect((await change([[[[114.1, 22.2]]]], { placesThatMove: [] })).status).toBe(422);
  expect((await change(box(114.1, 22.2, 214.3, 22.4), { placesThatMove: [] })).status).toBe(422);
  expect((await change([], { placesThatMove: [] })).status).toBe(422);
  expect(await read()).toEqual(before);
});

test('of two who draw the same area, the later is told; a viewer can draw and look, but not save', async () => {
  const { version } = await read();
  const answers = await Promise.all([
    // Both hold all that other tests ask for.
    change(box(113.9, 22.19, 114.3, 22.4), { seen: version }),
    change(box(113.9, 22.18, 114.3, 22.4), { seen: version }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.json.errors[0].id).toBe('ERR_CHANGED_MEANWHILE');
  const asViewer = { area: SMALLER, seen: version, reason: 'x' };
  expect((await viewer.put(AREA, asViewer)).status).toBe(403);
  expect((await viewer.post(`${AREA}/preview`, { area: SMALLER })).status).toBe(200);
});

test('a market goes back to what ships with the product', async () => {
  const reset = async (seen: number) => finance.post('/console/v1/markets/HK/reset', { seen, reason: 'Tried enough' });
  const { version } = await read();
  expect((await reset(version + 5)).status).toBe(409);
  expect((await reset(version)).json.data).toMatchObject({ market: 'HK', version: 0 });
  expect((await finance.post('/console/v1/markets/ZZ/reset', { seen: 0, reason: 'x' })).status).toBe(404);
  expect((await viewer.get('/console/v1/markets')).json.data.map(({ market }: { market: string }) => market)).toContain(
    'BR',
  );
});

test('a market that did not come with the product is not taken from those who have keys for it', async () => {
  const shipped = await readShippedDocuments();
  const { database } = world.foundations;
  const brought = (market: string) =>
    database.inTransaction((tx) => {
      const document = JSON.stringify(shipped.get('TW')?.document).replaceAll('"TW', `"${market}`);
      return importMarket(tx, JSON.parse(document), 'own.json', shipped, world.clock.now());
    });
  const reset = (market: string) =>
    database.inTransaction((tx) => resetMarket(tx, market, { shipped, hasKeys: hasKeysFor }, world.clock.now()));
  await brought('ZX');
  expect((await viewer.get('/console/v1/markets/ZX/areas/ZX%20TPE')).json.data).toMatchObject({
    version: 1,
    isShipped: false,
  });
  const atTheDesk = await finance.post('/console/v1/markets/ZX/reset', { seen: 1, reason: 'x' });
  expect(atTheDesk.status).toBe(422);
  expect(atTheDesk.json.errors[0].message).toBe('It did not come with the product: there is nothing to go back to.');

  const partner = await world.newPartner({ markets: ['ZX'] });
  await expect(reset('ZX')).rejects.toThrow('partners have or had keys for it');
  expect((await world.call('GET', '/v3/cities', { as: partner, market: 'ZX' })).status).toBe(200);

  await brought('ZY');
  await reset('ZY');
  const markets = (await viewer.get('/console/v1/markets')).json.data;
  expect(markets.map(({ market }: { market: string }) => market)).not.toContain('ZY');
});

test('a special request comes and goes at the times that an operator sets', async () => {
  const path = '/console/v1/markets/SG/special-requests';
  const requests = async () => (await viewer.get(path)).json.data;
  const { version, requests: all } = await requests();
  const { name } = all.find(({ state }: { state: string }) => state === 'on');
  const at = (days: number) => new Date(world.clock.now() + days * DAY_MS).toISOString();
  const set = (data: object) =>
    finance.put(`${path}/${name}`, { onlineFrom: null, offlineFrom: null, reason: 'Summer', ...data });
  const changed = await set({ seen: version, onlineFrom: at(1), offlineFrom: at(2) });
  expect(changed.json.data.requests.find((one: { name: string }) => one.name === name)).toMatchObject({
    state: 'announced',
    onlineFrom: at(1).replace('.000Z', '.00Z'),
  });
  expect((await set({ seen: version })).status).toBe(409);
  const seen = (await requests()).version;
  expect((await set({ seen, onlineFrom: at(2), offlineFrom: at(2) })).json.errors[0].detail).toBe('/data/offlineFrom');
  expect((await set({ seen, onlineFrom: 'soon' })).json.errors[0].detail).toBe('/data/onlineFrom');
  expect((await set({ seen })).json.data.requests.find((one: { name: string }) => one.name === name).state).toBe('on');
  expect(
    (await finance.put(`${path}/NO_SUCH`, { onlineFrom: null, offlineFrom: null, seen, reason: 'x' })).status,
  ).toBe(404);
});
