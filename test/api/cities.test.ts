import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, SECOND_MS } from '../../src/foundation/time.ts';
import { importMarket, readShippedDocuments } from '../../src/markets/index.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ partner: { markets: ['HK', 'SG', 'TH'], limitFactor: 100 } });
});
afterAll(() => world.close());

const names = (
  answer: { json: { data: { services: { key: string; specialRequests: { name: string }[] }[] }[] } },
  service: string,
) => answer.json.data[0]?.services.find(({ key }) => key === service)?.specialRequests.map(({ name }) => name);

test('the Market header selects the market, and its cities come with services and special requests', async () => {
  const answer = await world.call('GET', '/v3/cities', { market: 'TH' });
  expect(answer.status).toBe(200);
  expect(answer.json.data.map(({ locode }: { locode: string }) => locode)).toEqual([
    'TH BKK',
    'TH CBI',
    'TH KKC',
    'TH CNX',
  ]);
  const [bangkok] = answer.json.data;
  expect(bangkok.name).toBe('Bangkok');
  const motorcycle = bangkok.services.find(({ key }: { key: string }) => key === 'MOTORCYCLE');
  expect(motorcycle.load).toEqual({ value: '20', unit: 'kg' });
  expect(motorcycle.dimensions.length).toEqual({ value: expect.stringMatching(/^\d+(\.\d+)?$/), unit: 'm' });
  const food = motorcycle.specialRequests.find(({ name }: { name: string }) => name === 'FOOD_DELIVERY');
  expect(food).toEqual({
    name: 'FOOD_DELIVERY',
    description: expect.any(String),
    max_selection: 1,
    effective_time: '',
    offline_time: '',
  });
  const roundTrip = motorcycle.specialRequests.find(
    ({ parent_type }: { parent_type?: string }) => parent_type === 'Round trip',
  );
  expect(roundTrip.max_selection).toBe(1);
});

test('an operator announces a special request and takes another one off, on every process and without a restart', async () => {
  const other = await world.another();
  const shipped = (await readShippedDocuments()).get('HK')?.document;
  const changed = structuredClone(shipped) as NonNullable<typeof shipped>;
  const at = (days: number) => new Date(world.clock.now() + days * DAY_MS).toISOString().replace(/\.\d+Z$/, 'Z');
  changed.specialRequests.GREEN_BAG = { description: 'A bag that is green', effectiveTime: at(1) };
  (changed.specialRequests.THERMAL_BAG_1 as { offlineTime?: string }).offlineTime = at(2);
  changed.services.MOTORCYCLE?.specialRequests.push('GREEN_BAG');
  const { foundations } = world;
  const documents = await readShippedDocuments();
  await foundations.database.inTransaction((tx) =>
    importMarket(tx, changed, 'hk.json', documents, foundations.clock.now()),
  );

  await expect.poll(async () => names(await other.call('GET', '/v3/cities'), 'MOTORCYCLE')).toContain('GREEN_BAG');
  await expect.poll(async () => names(await world.call('GET', '/v3/cities'), 'MOTORCYCLE')).toContain('GREEN_BAG');
  const find = async (name: string) => {
    const answer = await world.call('GET', '/v3/cities');
    const service = answer.json.data[0].services.find(({ key }: { key: string }) => key === 'MOTORCYCLE');
    return service.specialRequests.find((request: { name: string }) => request.name === name);
  };
  expect(await find('GREEN_BAG')).toMatchObject({ effective_time: '2026-11-17T04:00:00.00Z', offline_time: '' });
  expect(await find('THERMAL_BAG_1')).toMatchObject({ effective_time: '', offline_time: '2026-11-18T04:00:00.00Z' });

  world.clock.advance(1 * DAY_MS - SECOND_MS);
  expect(await find('GREEN_BAG')).toMatchObject({ effective_time: '2026-11-17T04:00:00.00Z' });
  world.clock.advance(1 * SECOND_MS);
  expect(await find('GREEN_BAG')).toMatchObject({ effective_time: '' });
  world.clock.advance(1 * DAY_MS - SECOND_MS);
  expect(await find('THERMAL_BAG_1')).toMatchObject({ offline_time: '2026-11-18T04:00:00.00Z' });
  world.clock.advance(1 * SECOND_MS);
  expect(await find('THERMAL_BAG_1')).toBeUndefined();
});

test('a document with a fault is refused by file and path, and changes nothing', async () => {
  const { database, clock } = world.foundations;
  const shipped = await readShippedDocuments();
  const broken = { ...shipped.get('SG')?.document, colour: 'red' };
  await expect(
    database.inTransaction((tx) => importMarket(tx, broken, 'sg.json', shipped, clock.now())),
  ).rejects.toThrow('sg.json cannot be used:\n  /colour is not a key that is known here');
  expect(await database.query("select 1 from market_versions where market = 'SG'")).toEqual([]);
});

test('currency and decimals of a market cannot be changed: its wallets count in them', async () => {
  const { database, clock } = world.foundations;
  const shipped = await readShippedDocuments();
  const document = shipped.get('SG')?.document;
  for (const change of [{ decimals: 2 }, { currency: 'USD' }]) {
    const importing = database.inTransaction((tx) =>
      importMarket(tx, { ...document, ...change }, 'sg.json', shipped, clock.now()),
    );
    await expect(importing).rejects.toThrow('Neither can change.');
  }
});

test('a market that comes anew counts a currency as those do that have it already: they share the wallets', async () => {
  const { database, clock } = world.foundations;
  const shipped = await readShippedDocuments();
  const macau = JSON.parse(JSON.stringify(shipped.get('HK')?.document).replaceAll('HK HKG', 'MO MFM'));
  const importing = (decimals: number) =>
    database.inTransaction((tx) =>
      importMarket(tx, { ...macau, market: 'MO', name: 'Macau', decimals }, 'mo.json', shipped, clock.now()),
    );
  await expect(importing(1)).rejects.toThrow(
    'mo.json cannot be used: HK counts HKD with 0 decimals, and a partner has one wallet for all markets of a currency.',
  );
  expect(await importing(0)).toEqual({ market: 'MO', version: 1 });
});
