import { afterAll, beforeAll, expect, test } from 'vitest';
import { SECOND_MS } from '../../src/foundation/time.ts';
import { findOrMakeDemoPartner } from '../../src/main/make-demo-partner.ts';
import { place } from '../support/orders.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ demo: true });
});
afterAll(() => world.close());

const look = async () => (await world.send({ path: '/sandbox/demo-city' })).json;

test('shows the demo partner’s orders and nobody else’s, looked at once a second at most', async () => {
  world.clock.advance(SECOND_MS);
  expect(await look()).toEqual({
    driversReachable: 0,
    ordersOpen: 0,
    deliveredLastHour: 0,
    drivers: [],
    stops: [],
    events: [],
    about: expect.stringContaining('yours are taken as long as it runs'),
  });
  const other = await world.newPartner({ creditMinor: 1_000_000n });
  const demo = await findOrMakeDemoPartner(world.foundations);
  await place(world, { as: other });
  const { orderId } = await place(world, { as: demo });
  world.clock.advance(SECOND_MS - 1);
  expect((await look()).ordersOpen).toBe(0);
  world.clock.advance(1);
  const city = await look();
  expect(city).toMatchObject({ ordersOpen: 1, stops: [{ kind: 'pick-up' }, { kind: 'drop-off' }] });
  expect(city.events).toEqual([
    { id: `${orderId}/0`, text: expect.stringMatching(/^\d\d:\d\d:\d\d · order …\d{4} · placed$/) },
  ]);
  const { text } = await world.send({ path: '/' });
  expect(text).toContain(city.events[0].text);
  const said = text.match(/(?<=<dt[^>]*>)[^<]+|(?<=<dd[^>]*>)\d+/g);
  expect(said).toEqual(['drivers reachable', '0', 'order under way', '1', 'delivered in the last hour', '0']);
});

test('says of drivers who were set to MANUAL that they stand still, on the page and on one that is open', async () => {
  const demo = await findOrMakeDemoPartner(world.foundations);
  const says = async (drivers: string) => {
    await world.call('PUT', '/sandbox/v1/simulation', { as: demo, body: JSON.stringify({ data: { drivers } }) });
    world.clock.advance(SECOND_MS);
    const { about } = await look();
    expect((await world.send({ path: '/' })).text).toContain(`<p class="about">${about}</p>`);
    return about;
  };
  expect(await says('MANUAL')).toMatch(/stand still, because they were set to MANUAL/);
  expect(await says('AUTO')).toMatch(/taken by simulated drivers/);
});

test('the start page is served also when the city cannot be read', async () => {
  await world.foundations.database.query('alter table orders rename to orders_away');
  world.clock.advance(SECOND_MS);
  const { status, text } = await world.send({ path: '/' });
  await world.foundations.database.query('alter table orders_away rename to orders');
  expect(status).toBe(200);
  expect(text).not.toContain('class="city"');
  expect(world.logLines.join('')).toContain('the start page is shown without its city');
});

test('without a demo partner, and in production, there is none', async () => {
  for (const env of [{}, { WAYBILL_ENVIRONMENT: 'production', WAYBILL_HOST: '127.0.0.1' }]) {
    const bare = await createWorld({ env });
    expect((await bare.send({ path: '/sandbox/demo-city' })).status).toBe(404);
    const { text, headers } = await bare.send({ path: '/' });
    expect(text).not.toContain('<script>');
    expect(headers['content-security-policy']).not.toContain('script-src');
    await bare.close();
  }
});
