import { afterAll, beforeAll, expect, test } from 'vitest';
import { findCityDispatch } from '../../src/dispatch/index.ts';
import { callForHelp } from '../../src/driver-app/call-for-help.ts';
import { MINUTE_MS } from '../../src/foundation/time.ts';
import { deskUser } from '../support/desk.ts';
import { dispatchOf } from '../support/dispatch.ts';
import { makeDriver } from '../support/drivers.ts';
import { openLive } from '../support/live-stream.ts';
import { fund, place } from '../support/orders.ts';
import { createWorld, type World } from '../support/world.ts';

const CITY = '/console/v1/cities/HK%20HKG';
let world: World;
let dispatch: Awaited<ReturnType<typeof dispatchOf>>;
let operator: Awaited<ReturnType<typeof deskUser>>;
beforeAll(async () => {
  world = await createWorld();
  dispatch = await dispatchOf(world);
  operator = await deskUser(world, 'console', { role: 'dispatcher', name: 'Grace' });
  await fund(world, 100_000n);
  await place(world);
  await dispatch.join(300);
});
afterAll(() => world.close());

const acts = async (query: string) => (await operator.get(`/console/v1/acts?${query}`)).json.data;

/** Until something is seen, or the test's own time is over. */
async function seen<T>(look: () => T | undefined): Promise<T> {
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('cities are listed with what goes on in them', async () => {
  const { data } = (await operator.get('/console/v1/cities')).json;
  const hongKong = data.find(({ city }: { city: string }) => city === 'HK HKG');
  expect(hongKong).toMatchObject({ name: 'Hong Kong', market: 'HK', waiting: 1, underWay: 0, online: 1, pauses: [] });
  expect(hongKong.bounds.west).toBeLessThan(hongKong.bounds.east);
  expect(hongKong.services).toContain('MOTORCYCLE');
});

test('a city and a service are paused with a reason, once, and resumed; the later of two is told', async () => {
  expect((await operator.post(`${CITY}/pause`, { reason: 'black rain' })).status).toBe(204);
  const again = await operator.post(`${CITY}/pause`, { reason: 'me too' });
  expect([again.status, again.json.errors[0]]).toEqual([
    409,
    { id: 'ERR_CHANGED_MEANWHILE', message: 'The city is paused already, by Grace: black rain.' },
  ]);
  expect((await operator.post(`${CITY}/pause`, { reason: 'no vans', service: 'VAN' })).status).toBe(204);
  expect((await operator.post(`${CITY}/resume`, { reason: 'dry' })).status).toBe(204);
  expect((await operator.post(`${CITY}/resume`, { reason: 'dry' })).status).toBe(409);
  const { paused, pausedServices } = await findCityDispatch(world.foundations.database, 'HK HKG');
  expect([paused, pausedServices]).toEqual([false, ['VAN']]);
  await operator.post(`${CITY}/resume`, { reason: 'vans are back', service: 'VAN' });
  const written = await acts('subjectKind=city&subjectId=HK%20HKG');
  expect(written.map(({ action, reason }: Record<string, unknown>) => [action, reason])).toEqual([
    ['city.resume', 'vans are back'],
    ['city.resume', 'dry'],
    ['city.pause', 'no vans'],
    ['city.pause', 'black rain'],
  ]);
});

test.each([
  ['/console/v1/cities/XX%20XXX/pause', { reason: 'x' }, 404],
  [`${CITY}/pause`, {}, 422],
  [`${CITY}/pause`, { reason: ' ' }, 422],
  [`${CITY}/pause`, { reason: 'x'.repeat(501) }, 422],
  [`${CITY}/pause`, { reason: 'x', service: 'ROCKET' }, 422],
])('%s %j is refused', async (path, data, status) => {
  expect((await operator.post(path, data)).status).toBe(status);
});

test('the city is shown live: who is free, busy and silent, and what waits', async () => {
  await dispatch.round();
  const live = openLive(world, '/console/v1/live?city=HK%20HKG', { cookie: operator.cookie() ?? '' });
  const city = await seen(() => live.states().at(-1)?.city);
  expect(city.orders.map((order: unknown[]) => order.slice(1, 5))).toEqual([
    ['MOTORCYCLE', 'ASSIGNING_DRIVER', 22.281, 114.158],
  ]);
  const [driver] = city.drivers;
  expect(driver.slice(1, 3)).toEqual(['MOTORCYCLE', 'FREE']);
  // Nobody has told a place since then.
  world.clock.advance(3 * MINUTE_MS);
  await seen(() => (live.states().at(-1)?.city.drivers[0][2] === 'SILENT' ? true : undefined));
  live.close();
  const refused = openLive(world, '/console/v1/live?city=XX', { cookie: operator.cookie() ?? '' });
  expect(await seen(() => refused.status())).toBe(404);
});

test('a call for help reaches everybody at once, and whoever sees to it takes it off every screen', async () => {
  const driver = await makeDriver(world, { name: 'Ada' });
  const viewer = await deskUser(world, 'console', { role: 'viewer' });
  const live = openLive(world, '/console/v1/live', { cookie: viewer.cookie() ?? '' });
  await seen(() => live.states()[0]);
  const { database, clock } = world.foundations;
  const { emergencyId } = await database.inTransaction((tx) =>
    callForHelp(world.foundations, tx, driver, { place: { lat: 22.3, lng: 114.1 }, note: 'fell' }, clock.now()),
  );
  const [emergency] = await seen(() => live.states().at(-1).emergencies[0] && live.states().at(-1).emergencies);
  expect(emergency).toMatchObject({ emergencyId, driverName: 'Ada', driverPhone: driver.phone, note: 'fell' });
  expect((await viewer.post(`/console/v1/emergencies/${emergencyId}/acknowledge`, { reason: 'x' })).status).toBe(403);
  const path = `/console/v1/emergencies/${emergencyId}/acknowledge`;
  expect((await operator.post(path, { reason: 'I call an ambulance' })).status).toBe(204);
  await seen(() => (live.states().at(-1).emergencies.length === 0 ? true : undefined));
  const second = await operator.post(path, { reason: 'I too' });
  expect([second.status, second.json.errors[0].message]).toEqual([409, 'Grace has seen to it already.']);
  expect((await operator.post('/console/v1/emergencies/1/acknowledge', { reason: 'x' })).status).toBe(404);
  expect(await acts(`subjectKind=driver&subjectId=${driver.id}`)).toMatchObject([
    {
      action: 'emergency.acknowledge',
      subject: { kind: 'driver', id: driver.id, name: driver.name },
      reason: 'I call an ambulance',
      details: { emergencyId },
    },
  ]);
  live.close();
});
