import { afterAll, beforeAll, expect, test } from 'vitest';
import { deskUser } from '../support/desk.ts';
import { place } from '../support/orders.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ partner: { limitFactor: 1000, creditMinor: 1_000_000n } });
});
afterAll(() => world.close());

test('an order is driven to its end by what the sandbox lets happen', async () => {
  const user = await deskUser(world, 'portal');
  const { orderId } = await place(world);
  const path = `/portal/v1/sandbox/orders/${orderId}/actions`;
  for (const action of ['DRIVER_ACCEPT', 'DRIVER_ARRIVE', 'DRIVER_PICK_UP', 'DRIVER_DROP_OFF']) {
    const possible = (await user.get(path)).json.data.actions.map((each: { action: string }) => each.action);
    expect(possible).toContain(action);
    expect((await user.post(path, { action })).status).toBe(200);
  }
  expect((await user.get(`/portal/v1/orders/${orderId}`)).json.data.status).toBe('COMPLETED');
  const acts = (await user.get(`/portal/v1/acts?subjectId=${orderId}`)).json.data;
  expect(acts.map(({ details }: { details: { action: string } }) => details.action)).toEqual([
    'DRIVER_DROP_OFF',
    'DRIVER_PICK_UP',
    'DRIVER_ARRIVE',
    'DRIVER_ACCEPT',
  ]);
});

test('the clock of the partner goes ahead, and the portal tells the time by it', async () => {
  const partner = await world.newPartner({ name: 'Ahead', creditMinor: 1_000n });
  const user = await deskUser(world, 'portal', { partner });
  const { orderId } = await place(world, { as: partner });
  const before = (await user.get(`/portal/v1/orders/${orderId}`)).json.data;
  const moved = await user.post('/portal/v1/sandbox/clock', { advanceSeconds: 3_600 });
  expect(moved.json.data.offsetSeconds).toBe(3_600);
  const after = (await user.get(`/portal/v1/orders/${orderId}`)).json.data;
  expect(Date.parse(after.now) - Date.parse(before.now)).toBe(3_600_000);
  expect((await user.post('/portal/v1/sandbox/clock', { reset: true })).status).toBe(422);
  expect((await user.post('/portal/v1/sandbox/clock', {})).status).toBe(422);
});

test('simulated drivers and bad days are set, and calls of the portal are spared', async () => {
  const partner = await world.newPartner({ name: 'Bad days' });
  const user = await deskUser(world, 'portal', { partner });
  const simulation = { drivers: 'MANUAL', speed: 60, scenario: 'REJECT_ONCE' };
  expect((await user.put('/portal/v1/sandbox/simulation', simulation)).json.data).toEqual(simulation);
  expect((await user.get('/portal/v1/sandbox/simulation')).json.data).toEqual(simulation);
  const faults = { webhooks: { duplicate: 1 }, api: { status: 500 } };
  expect((await user.put('/portal/v1/sandbox/faults', faults)).status).toBe(200);
  expect((await user.get('/portal/v1/sandbox/faults')).json.data).toEqual(faults);
  expect((await user.get('/portal/v1/orders')).status).toBe(200);
  expect((await world.call('GET', '/v3/orders', { as: partner })).status).toBe(500);
});

test('who only looks lets nothing happen, and another partner’s order is not there', async () => {
  const viewer = await deskUser(world, 'portal', { role: 'viewer' });
  const { orderId } = await place(world);
  const path = `/portal/v1/sandbox/orders/${orderId}/actions`;
  expect((await viewer.post(path, { action: 'DRIVER_ACCEPT' })).status).toBe(403);
  expect((await viewer.get(path)).json.data.status).toBe('ASSIGNING_DRIVER');
  const stranger = await deskUser(world, 'portal', { partner: await world.newPartner({ name: 'Stranger' }) });
  expect((await stranger.get(path)).status).toBe(404);
  expect((await stranger.post(path, { action: 'DRIVER_ACCEPT' })).status).toBe(404);
});

test('in production there is no such thing', async () => {
  const production = await createWorld({ env: { WAYBILL_ENVIRONMENT: 'production' } });
  const user = await deskUser(production, 'portal');
  for (const path of ['clock', 'simulation', 'faults', 'orders/1571354659422392320/actions'])
    expect((await user.get(`/portal/v1/sandbox/${path}`)).status).toBe(404);
  await production.close();
});
