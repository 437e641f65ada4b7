import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../src/foundation/time.ts';
import { ORDER_ACTIONS, PARCEL_ACTIONS } from '../../src/sandbox/actions.ts';
import { expectRefusals, INVALID, MISSING, only, TAKEN, withField } from '../support/bad-input.ts';
import { contradictions, eventsOfOrder } from '../support/order-records.ts';
import { CENTRAL, everythingStored, MONG_KOK, place, TUEN_MUN } from '../support/orders.ts';
import { callPlus, placePlus } from '../support/parcels.ts';
import type { HttpAnswer } from '../support/partner-client.ts';
import { act, listActions, tryAction } from '../support/sandbox.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({
    partner: { limitFactor: 1_000, creditMinor: 1_000_000n, markets: ['HK'], platforms: ['ON_DEMAND', 'PLUS'] },
  });
});
afterAll(() => world.close());

const NOT_NOW = 'ERR_INVALID_ORDER_STATUS';
const refusal = ({ status, json }: HttpAnswer) => [status, json.message, json.errors[0].detail];
type Listed = { readonly action: string; readonly description: string; readonly needs: readonly unknown[] };
const possible = async (orderId: string) => {
  const { status, actions } = (await listActions(world, orderId)).json.data as { status: string; actions: Listed[] };
  return [status, actions.map(({ action }) => action)];
};
const WITH_PROOF = { quotation: { stops: [CENTRAL, MONG_KOK, TUEN_MUN] }, order: { isPODEnabled: true } };

type Way = readonly (readonly [action: string, further?: Record<string, unknown>])[];
async function go(orderId: string, way: Way): Promise<string> {
  let order = { orderId };
  for (const [action, further] of way) order = await act(world, order.orderId, action, further);
  return order.orderId;
}
const bring = async (way: Way) => go((await place(world)).orderId, way);
const bringParcel = async (way: Way) => go((await placePlus(world)).orderId, way);

const ACCEPTED: Way = [['DRIVER_ACCEPT']];
const PICKED_UP: Way = [...ACCEPTED, ['DRIVER_PICK_UP']];
const ORDERS: readonly (readonly [status: string, way: Way, actions: readonly string[]])[] = [
  ['ASSIGNING_DRIVER', [], ['DRIVER_ACCEPT', 'SUPPORT_CANCEL', 'SUPPORT_REPLACE']],
  ['ON_GOING', ACCEPTED, ['DRIVER_REJECT', 'DRIVER_ARRIVE', 'DRIVER_PICK_UP', 'SUPPORT_CANCEL', 'SUPPORT_REPLACE']],
  [
    'ON_GOING',
    [...ACCEPTED, ['DRIVER_ARRIVE']],
    ['DRIVER_REJECT', 'DRIVER_PICK_UP', 'SUPPORT_CANCEL', 'SUPPORT_REPLACE'],
  ],
  ['PICKED_UP', PICKED_UP, ['DRIVER_REJECT', 'DRIVER_DROP_OFF', 'SUPPORT_CANCEL']],
  ['COMPLETED', [...PICKED_UP, ['DRIVER_DROP_OFF']], []],
  ['CANCELED', [['SUPPORT_CANCEL']], []],
  ['REJECTED', [...ACCEPTED, ['DRIVER_REJECT'], ...ACCEPTED, ['DRIVER_REJECT']], []],
];
const ASSIGNED: Way = [['DRIVER_ASSIGN']];
const DELIVERING: Way = [...ASSIGNED, ['DRIVER_PICK_UP']];
const PARCELS: readonly (readonly [status: string, way: Way, actions: readonly string[]])[] = [
  ['AWAIT_DRIVER', [], ['DRIVER_ASSIGN']],
  ['AWAIT_PICKUP', ASSIGNED, ['DRIVER_DROP_OUT', 'DRIVER_PICK_UP', 'DRIVER_FAIL_PICKUP']],
  ['DELIVERING', DELIVERING, ['DRIVER_DELIVER', 'DRIVER_FAIL_DELIVERY']],
  ['FAILED_PICKUP', [...ASSIGNED, ['DRIVER_FAIL_PICKUP']], ['DRIVER_RETRY', 'SUPPORT_CLOSE']],
  ['FAILED', [...DELIVERING, ['DRIVER_FAIL_DELIVERY']], ['DRIVER_RETRY', 'DRIVER_RETURN']],
  ['RETURNED', [...DELIVERING, ['DRIVER_FAIL_DELIVERY'], ['DRIVER_RETURN']], ['SUPPORT_CLOSE']],
  ['DELIVERED', [...DELIVERING, ['DRIVER_DELIVER']], []],
  ['CLOSED', [...ASSIGNED, ['DRIVER_FAIL_PICKUP'], ['SUPPORT_CLOSE']], []],
];
const EVERY_ACTION = [...new Set<string>([...ORDER_ACTIONS, ...PARCEL_ACTIONS])];

describe.each([
  ['an order', ORDERS, bring],
  ['a parcel', PARCELS, bringParcel],
] as const)('%s', (_, table, bringOne) => {
  test.each(table)('that is %s after %j takes what is listed, and nothing else', async (status, way, actions) => {
    const orderId = await bringOne(way);
    expect(await possible(orderId)).toEqual([status, actions]);
    const before = await everythingStored(world);
    for (const action of EVERY_ACTION.filter((name) => !actions.includes(name))) {
      const answer = await tryAction(world, orderId, { action });
      expect(refusal(answer)).toEqual([422, NOT_NOW, '/data/action']);
      expect(answer.json.errors[0].message).toContain(`Possible now: ${actions.join(', ') || 'nothing'}.`);
    }
    expect(await everythingStored(world)).toEqual(before);
    for (const action of actions) {
      const another = await bringOne(way);
      expect((await tryAction(world, another, { action })).status).toBe(200);
    }
  });
});

test('what is listed says in words what it is, and which fields it takes', async () => {
  const { orderId, stops } = await place(world, WITH_PROOF);
  await go(orderId, PICKED_UP);
  await act(world, orderId, 'DRIVER_DROP_OFF');
  const reason = { field: 'reason', required: false };
  expect((await listActions(world, orderId)).json.data.actions).toEqual([
    { action: 'DRIVER_REJECT', description: 'The driver gives the order back', needs: [reason] },
    {
      action: 'DRIVER_DROP_OFF',
      description: 'The driver closes a drop-off',
      needs: [
        { field: 'stopId', required: false, values: [stops[2].stopId] },
        { field: 'proof', required: false, values: ['PHOTO', 'SIGNATURE', 'FAILED'] },
        reason,
      ],
    },
    { action: 'SUPPORT_CANCEL', description: 'Customer support cancels the order', needs: [reason] },
  ]);
});

describe('a drop-off', () => {
  test('is a photo, a signature or a failure with its reason; with proof and nothing said, a photo', async () => {
    const { orderId, stops } = await place(world, {
      quotation: { stops: [CENTRAL, MONG_KOK, TUEN_MUN, MONG_KOK, TUEN_MUN] },
      order: { isPODEnabled: true },
    });
    await go(orderId, PICKED_UP);
    await act(world, orderId, 'DRIVER_DROP_OFF', { stopId: stops[3].stopId, proof: 'SIGNATURE' });
    await act(world, orderId, 'DRIVER_DROP_OFF');
    await act(world, orderId, 'DRIVER_DROP_OFF', { proof: 'FAILED' });
    const last = await act(world, orderId, 'DRIVER_DROP_OFF', { proof: 'FAILED', reason: 'No such door' });
    const link = expect.stringMatching(/^https:\/\/.*\/files\//);
    expect(last.status).toBe('COMPLETED');
    const pods = last.stops.slice(1).map(({ POD }: { POD: unknown }) => POD);
    expect(pods).toEqual([
      { status: 'DELIVERED', image: link, deliveredAt: expect.any(String) },
      { status: 'FAILED', reason: 'Nobody opened the door' },
      { status: 'SIGNED', image: link, deliveredAt: expect.any(String) },
      { status: 'FAILED', reason: 'No such door' },
    ]);
    for (const { image } of [pods[0], pods[2]]) {
      const { pathname, search } = new URL(image);
      const file = await world.send({ path: `${pathname}${search}` });
      expect([file.status, file.headers['content-type']]).toEqual([200, expect.stringMatching(/^image\//)]);
    }
  });

  test('without proof shows none', async () => {
    const { orderId } = await place(world);
    await go(orderId, PICKED_UP);
    const done = await act(world, orderId, 'DRIVER_DROP_OFF');
    expect([done.status, done.stops[1].POD]).toEqual(['COMPLETED', undefined]);
  });

  test('is one of this order, and still open', async () => {
    const { orderId, stops } = await place(world, WITH_PROOF);
    await go(orderId, PICKED_UP);
    const close = (stopId: string) => tryAction(world, orderId, { action: 'DRIVER_DROP_OFF', stopId });
    for (const stopId of [stops[0].stopId, '1000000000000000001', 'x', ''])
      expect(refusal(await close(stopId))).toEqual([422, INVALID, '/data/stopId']);
    expect((await close(stops[1].stopId)).status).toBe(200);
    expect(refusal(await close(stops[1].stopId))).toEqual([422, NOT_NOW, undefined]);
  });
});

describe('a stand-in', () => {
  test('is shown to the partner as any driver is, stands at the pick-up, and has one order at a time', async () => {
    const [one, other] = [await place(world), await place(world)];
    const { driverId } = await act(world, one.orderId, 'DRIVER_ACCEPT');
    const second = await act(world, other.orderId, 'DRIVER_ACCEPT');
    expect(second.driverId).not.toBe(driverId);
    const shown = await world.call('GET', `/v3/orders/${one.orderId}/drivers/${driverId}`);
    expect(shown.json.data).toMatchObject({
      driverId,
      name: expect.stringMatching(/^\w+ \w+/),
      phone: expect.stringMatching(/^\+8529\d{7}$/),
      coordinates: { lat: '22.281', lng: '114.158' },
    });
    const told = await eventsOfOrder(world.foundations.database, one.orderId);
    expect(told.map(({ type }) => type)).toEqual(['ORDER_STATUS_CHANGED', 'ORDER_STATUS_CHANGED', 'DRIVER_ASSIGNED']);
  });

  test('who gave the order back does not get it again', async () => {
    const { orderId } = await place(world);
    const first = await act(world, orderId, 'DRIVER_ACCEPT');
    await act(world, orderId, 'DRIVER_REJECT', { reason: 'Flat tyre' });
    const second = await act(world, orderId, 'DRIVER_ACCEPT');
    expect(second.driverId).not.toBe(first.driverId);
  });

  test('who dropped out of a parcel does not get it again', async () => {
    const { orderId } = await placePlus(world);
    const first = await act(world, orderId, 'DRIVER_ASSIGN');
    await act(world, orderId, 'DRIVER_DROP_OUT', { reason: 'Flat tyre' });
    const second = await act(world, orderId, 'DRIVER_ASSIGN');
    expect(second.driverId).not.toBe(first.driverId);
  });

  test('is found for each of many orders that ask at once', async () => {
    const orders = [];
    for (let index = 0; index < 8; index++) orders.push((await place(world)).orderId as string);
    const matched = await Promise.all(orders.map((orderId) => act(world, orderId, 'DRIVER_ACCEPT')));
    expect(new Set(matched.map(({ driverId }) => driverId)).size).toBe(8);
    for (const orderId of orders) await act(world, orderId, 'SUPPORT_CANCEL');
  });

  test('is found in another city', async () => {
    const sing = { coordinates: { lat: '1.2840', lng: '103.8510' }, address: 'Raffles Place' };
    const apore = { coordinates: { lat: '1.3521', lng: '103.8198' }, address: 'MacRitchie' };
    const as = await world.newPartner({
      markets: ['SG'],
      creditMinor: 1_000_000n,
      platforms: ['ON_DEMAND', 'PLUS'],
      limitFactor: 100,
    });
    const options = { as, market: 'SG' };
    const quotation = { language: 'en_SG', stops: [sing, apore] };
    const phones = { phone: '+6591234567' };
    const { json } = await world.call('POST', '/v3/quotations', {
      ...options,
      body: JSON.stringify({ data: { serviceType: 'MOTORCYCLE', ...quotation } }),
    });
    const [first, second] = json.data.stops;
    const placed = await world.call('POST', '/v3/orders', {
      ...options,
      body: JSON.stringify({
        data: {
          quotationId: json.data.quotationId,
          sender: { stopId: first.stopId, name: 'Ada', ...phones },
          recipients: [{ stopId: second.stopId, name: 'Ben', ...phones }],
        },
      }),
    });
    expect((await act(world, placed.json.data.orderId, 'DRIVER_ACCEPT', {}, options)).status).toBe('ON_GOING');
  });
});

describe('support', () => {
  test('cancels with a reason that the partner is told', async () => {
    const orderId = await bring(PICKED_UP);
    expect(await act(world, orderId, 'SUPPORT_CANCEL', { reason: 'Road closed' })).toMatchObject({
      status: 'CANCELED',
    });
    const told = (await eventsOfOrder(world.foundations.database, orderId)).at(-1);
    expect(told?.data.order).toMatchObject({ cancelParty: 'CUSTOMER_SUPPORT', cancelReason: 'Road closed' });
  });

  test('replaces, and the answer is the new order', async () => {
    const orderId = await bring(ACCEPTED);
    const successor = await act(world, orderId, 'SUPPORT_REPLACE');
    expect(successor.orderId).not.toBe(orderId);
    expect(await possible(orderId)).toEqual(['CANCELED', []]);
    expect((await possible(successor.orderId))[0]).toBe('ON_GOING');
    expect((await world.call('GET', `/v3/orders/${successor.orderId}`)).json.data).toEqual(successor);
  });

  test('replaces, and the driver who comes along is told of as the new order’s, where there is one', async () => {
    const toldOf = async (way: Way) => {
      const orderId = await bring(way);
      const successor = await act(world, orderId, 'SUPPORT_REPLACE');
      const events = (await eventsOfOrder(world.foundations.database, orderId)).slice(-(successor.driverId ? 4 : 3));
      return { successor, types: events.map(({ type }) => type), last: events.at(-1)?.data };
    };
    const replaced = ['ORDER_STATUS_CHANGED', 'ORDER_REPLACED', 'ORDER_STATUS_CHANGED'];
    const { successor, types, last } = await toldOf(ACCEPTED);
    expect(types).toEqual([...replaced, 'DRIVER_ASSIGNED']);
    expect(last).toMatchObject({
      driver: { driverId: successor.driverId },
      order: { orderId: successor.orderId },
    });
    expect((await toldOf([])).types).toEqual(replaced);
  });
});

describe('a parcel', () => {
  test('is handed over with a photo or a signature, and a failure has its own action', async () => {
    const orderId = await bringParcel(DELIVERING);
    const deliver = { action: 'DRIVER_DELIVER' };
    expect(refusal(await tryAction(world, orderId, { ...deliver, proof: 'FAILED' }))).toEqual([
      422,
      INVALID,
      '/data/proof',
    ]);
    const delivered = await act(world, orderId, 'DRIVER_DELIVER', { proof: 'SIGNATURE' });
    expect(delivered.status).toBe('DELIVERED');
    expect(await callPlus(world, 'GET', `/v3/orders/${orderId}`)).toMatchObject({ json: { data: delivered } });
  });

  test('is tried again from where it failed', async () => {
    const logs = async (way: Way) =>
      (await callPlus(world, 'GET', `/v3/orders/${await bringParcel(way)}`)).json.data.deliveryLogs.map(
        ({ status }: { status: string }) => status,
      );
    expect(await logs([...ASSIGNED, ['DRIVER_FAIL_PICKUP'], ['DRIVER_RETRY']])).toEqual([
      'AWAITS_DRIVER',
      'AWAITS_PICKUP',
      'FAILED_PICKUP',
      'AWAITS_PICKUP',
    ]);
    expect(await logs([...DELIVERING, ['DRIVER_FAIL_DELIVERY'], ['DRIVER_RETRY'], ['DRIVER_DELIVER']])).toEqual([
      'AWAITS_DRIVER',
      'AWAITS_PICKUP',
      'DELIVERING',
      'FAILED',
      'DELIVERING',
      'DELIVERED',
    ]);
  });

  test('works with a key for parcels only, and without the header that names them', async () => {
    const as = await world.newPartner({ platforms: ['PLUS'], markets: ['HK'], limitFactor: 100 });
    const { orderId } = await placePlus(world, { as });
    expect((await listActions(world, orderId, { as })).json.data.status).toBe('AWAIT_DRIVER');
    expect((await act(world, orderId, 'DRIVER_ASSIGN', {}, { as })).status).toBe('IN_PROGRESS');
    expect(
      (await tryAction(world, orderId, { action: 'DRIVER_PICK_UP' }, { as, headers: { Platform: 'PLUS' } })).status,
    ).toBe(200);
  });
});

describe('whose it is', () => {
  test.each(['1000000000000000001', 'x', '%20'])('%s is nobody’s', async (orderId) => {
    for (const call of [listActions(world, orderId), tryAction(world, orderId, { action: 'DRIVER_ACCEPT' })])
      expect(refusal(await call).slice(0, 2)).toEqual([404, 'ERR_ORDER_NOT_FOUND']);
  });

  test('another partner’s order or parcel stays untouched', async () => {
    const as = await world.newPartner({ limitFactor: 100, markets: ['HK'], platforms: ['ON_DEMAND', 'PLUS'] });
    const [{ orderId }, parcel] = [await place(world), await placePlus(world)];
    const before = await everythingStored(world);
    for (const id of [orderId, parcel.orderId]) {
      expect(refusal(await listActions(world, id, { as })).slice(0, 2)).toEqual([422, 'ERR_ORDER_NOT_FOUND']);
      for (const action of EVERY_ACTION)
        expect(refusal(await tryAction(world, id, { action }, { as })).slice(0, 2)).toEqual([
          422,
          'ERR_ORDER_NOT_FOUND',
        ]);
    }
    expect(await everythingStored(world)).toEqual(before);
  });

  test('an order that has expired on the partner’s clock takes nothing, though no timer has rung', async () => {
    const { orderId } = await place(world);
    world.clock.advance(DAY_MS);
    expect(await possible(orderId)).toEqual(['EXPIRED', []]);
    expect((await tryAction(world, orderId, { action: 'DRIVER_ACCEPT' })).json.message).toBe(NOT_NOW);
  });
});

describe('the body', () => {
  const GIVEN = { action: 'DRIVER_DROP_OFF', proof: 'FAILED', reason: 'Nobody there' };

  test.each([
    ['action', only({ missing: MISSING, text: NOT_NOW })],
    ['proof', only({ missing: TAKEN })],
    ['stopId', only({ missing: TAKEN, null: TAKEN })],
    ['reason', only({ missing: TAKEN, text: TAKEN })],
  ])('takes only what %s may be', async (field, expected) => {
    const orderId = await bring(PICKED_UP);
    await expectRefusals(world, field, expected, (value) =>
      tryAction(world, orderId, withField(GIVEN, field, value) as Record<string, unknown>),
    );
  });

  test('an action that does not exist is answered with those that do, of an order and of a parcel', async () => {
    for (const [orderId, actions] of [
      [await bring(PICKED_UP), ORDER_ACTIONS],
      [await bringParcel(DELIVERING), PARCEL_ACTIONS],
    ] as const) {
      const answer = await tryAction(world, orderId, { action: 'FLY' });
      expect(refusal(answer)).toEqual([422, NOT_NOW, '/data/action']);
      expect(answer.json.errors[0].message).toContain(
        `There is no action "FLY". It must be one of ${actions.join(', ')}. Possible now: `,
      );
    }
  });

  test('stopId may be null, which names none, and a number, which loses no digit', async () => {
    const orderId = await bring(PICKED_UP);
    expect((await tryAction(world, orderId, { action: 'DRIVER_DROP_OFF', stopId: null })).status).toBe(200);
    const another = await bring(PICKED_UP);
    const { stops } = (await world.call('GET', `/v3/orders/${another}`)).json.data;
    const answer = await world.call('POST', `/sandbox/v1/orders/${another}/actions`, {
      body: `{"data":{"action":"DRIVER_DROP_OFF","stopId":${stops[1].stopId}}}`,
    });
    expect(answer.status).toBe(200);
  });

  test('a reason has at most 500 characters', async () => {
    const give = async (reason: string) =>
      (await tryAction(world, await bring(ACCEPTED), { action: 'DRIVER_REJECT', reason })).status;
    expect([await give('x'.repeat(500)), await give('x'.repeat(501))]).toEqual([200, 422]);
  });
});

test('the same action again by its Request-ID happens once', async () => {
  const { orderId } = await place(world);
  const accept = () => tryAction(world, orderId, { action: 'DRIVER_ACCEPT' }, { requestId: `accept ${orderId}` });
  const [first, again] = [await accept(), await accept()];
  expect([again.status, again.json, again.headers['idempotent-replayed']]).toEqual([200, first.json, 'true']);
  expect(await eventsOfOrder(world.foundations.database, orderId)).toHaveLength(3);
});

test('the same action twice at once happens once', async () => {
  const { orderId } = await place(world);
  const both = await Promise.all([1, 2].map(() => tryAction(world, orderId, { action: 'DRIVER_ACCEPT' })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
});

test('after all of it nothing contradicts anything', async () => {
  expect(await contradictions(world.foundations.database)).toEqual([]);
});
