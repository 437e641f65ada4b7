import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replaceWithDriver } from '../../src/dispatch/index.ts';
import { formatInstant } from '../../src/foundation/time.ts';
import { chooseEvents, EVENT_CHOICES, eventChoicesOf, type NewEvent, recordEvents } from '../../src/webhooks/index.ts';
import { deliveriesOf } from '../support/deliveries.ts';
import { contradictions, eventsOfOrder } from '../support/order-records.ts';
import { CENTRAL, driversOf, MONG_KOK, orderBody, ordersOf, place, post, quote, TUEN_MUN } from '../support/orders.ts';
import { photo, STROKES } from '../support/pictures.ts';
import { eventually, startReceiver } from '../support/webhook-receiver.ts';
import { readEvents, setUrl, startSending } from '../support/webhooks.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ partner: { limitFactor: 1_000, creditMinor: 100_000n, markets: ['HK'] } });
});
afterAll(() => world.close());

const newPartner = () => world.newPartner({ limitFactor: 1_000, creditMinor: 100_000n, markets: ['HK'] });
type Partner = Awaited<ReturnType<typeof newPartner>>;
const database = () => world.foundations.database;
const choose = ({ partnerId }: Partner, ...choices: Parameters<typeof chooseEvents>[2]) =>
  chooseEvents(database(), partnerId, choices, world.clock.now());
const typesOf = async (orderId: string) => (await eventsOfOrder(database(), orderId)).map(({ type }) => type);

test('everything can be chosen, is answered in the order of the list, and a new choice takes the place of the last', async () => {
  const partner = await newPartner();
  expect(await eventChoicesOf(database(), partner.partnerId)).toEqual([]);
  expect(await choose(partner, ...EVENT_CHOICES.toReversed(), 'ORDER_CREATED')).toEqual(EVENT_CHOICES);
  expect(await eventChoicesOf(database(), partner.partnerId)).toEqual(EVENT_CHOICES);
  await choose(partner, 'POD_STATUS_CHANGED');
  expect(await eventChoicesOf(database(), partner.partnerId)).toEqual(['POD_STATUS_CHANGED']);
  await choose(partner);
  expect(await eventChoicesOf(database(), partner.partnerId)).toEqual([]);
});

test('the database itself knows nothing else to choose', async () => {
  const { partnerId } = await newPartner();
  await expect(
    database().query("insert into event_choices (partner_id, choices, updated_at) values ($1, '{DANCE}', now())", [
      partnerId,
    ]),
  ).rejects.toThrow('event_choices_choices_check');
});

test('an event that has to be chosen is recorded where it was, in its turn, and leaves no gap where it was not', async () => {
  const events: readonly NewEvent[] = [
    { type: 'ORDER_CREATED', choice: 'ORDER_CREATED', data: { turn: 1 } },
    { type: 'ORDER_STATUS_CHANGED', data: { turn: 2 } },
    { type: 'ORDER_STATUS_CHANGED', choice: 'PLUS_ORDER_STATUS_CHANGED', data: { turn: 3 } },
    { type: 'ORDER_EDITED', data: { turn: 4 } },
  ];
  async function record(partner: Partner) {
    const streamId = world.foundations.ids.next<'stream'>();
    const { partnerId } = partner;
    const inOneGo = (eventCount: number) =>
      database().inTransaction((tx) =>
        recordEvents(tx, { streamId, partnerId, eventCount }, world.clock.now(), events),
      );
    const count = await inOneGo(await inOneGo(0));
    const rows = await database().query<{ number: number; turn: string }>(
      "select number, data ->> 'turn' as turn from events where stream_id = $1 order by number",
      [streamId],
    );
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    return rows.map(({ turn }) => turn).join('');
  }
  const [nothing, plus, both] = [await newPartner(), await newPartner(), await newPartner()];
  await choose(plus, 'PLUS_ORDER_STATUS_CHANGED');
  await choose(both, 'PLUS_ORDER_STATUS_CHANGED', 'ORDER_CREATED');
  expect(await record(nothing)).toBe('2424');
  expect(await record(plus)).toBe('234234');
  expect(await record(both)).toBe('12341234');
});

describe('ORDER_CREATED', () => {
  test('comes before the first push of the order, and shows it as GET does', async () => {
    const partner = await newPartner();
    await choose(partner, 'ORDER_CREATED');
    const receiver = await startReceiver();
    const sender = startSending(world);
    try {
      await setUrl(world, receiver.url, partner);
      const { orderId } = await place(world, {
        as: partner,
        order: { isPODEnabled: true, metadata: { none: {}, a: '1' } },
      });
      const told = () => receiver.taken().filter(({ json }) => json.eventType !== 'WALLET_BALANCE_CHANGED');
      await eventually(() => told().length === 2);
      expect(told().map(({ json }) => [json.eventType, json.data.order.orderId])).toEqual([
        ['ORDER_CREATED', orderId],
        ['ORDER_STATUS_CHANGED', orderId],
      ]);
      const { json } = await world.call('GET', `/v3/orders/${orderId}`, { as: partner });
      expect(json.data.metadata).toEqual({ none: {}, a: '1' });
      expect(told()[0]?.json.data).toEqual({
        order: { ...json.data, metadata: { a: '1' } },
        updatedAt: formatInstant(world.clock.now()),
      });
    } finally {
      await sender.stop();
      await receiver.stop();
    }
  });

  test('is in the log of whoever chose it without a URL, and nowhere for the others', async () => {
    const [chose, other] = [await newPartner(), await newPartner()];
    await choose(chose, 'ORDER_CREATED');
    const orders = await Promise.all([chose, other, chose, other].map((as) => place(world, { as })));
    for (const [index, { orderId }] of orders.entries()) {
      const partner = index % 2 === 0 ? chose : other;
      const { json } = await readEvents(world, '', partner);
      const seen = json.data.filter(
        (event: { data: { order?: { orderId: string } } }) => event.data.order?.orderId === orderId,
      );
      expect(seen.map((event: { eventType: string }) => event.eventType)).toEqual([
        ...(partner === chose ? ['ORDER_CREATED'] : []),
        'ORDER_STATUS_CHANGED',
      ]);
      await world.call('DELETE', `/v3/orders/${orderId}`, { as: partner });
      expect((await typesOf(orderId)).at(-1)).toBe('ORDER_STATUS_CHANGED');
    }
    expect(await contradictions(database())).toEqual([]);
  });

  test('comes once, however often the order is placed, and ends with the choice', async () => {
    const partner = await newPartner();
    await choose(partner, 'ORDER_CREATED');
    const body = orderBody(await quote(world, {}, { as: partner }));
    const [first, again] = [await post(world, body, { as: partner }), await post(world, body, { as: partner })];
    expect(again.json.data.orderId).toBe(first.json.data.orderId);
    expect(await typesOf(first.json.data.orderId)).toEqual(['ORDER_CREATED', 'ORDER_STATUS_CHANGED']);
    await choose(partner);
    expect(await typesOf((await place(world, { as: partner })).orderId)).toEqual(['ORDER_STATUS_CHANGED']);
  });

  test('does not come of an order that takes the place of another: that is told as replaced', async () => {
    const partner = await newPartner();
    await choose(partner, ...EVENT_CHOICES);
    const { orderId } = await place(world, { as: partner });
    const orders = await ordersOf(world);
    const drivers = await driversOf(world);
    await drivers.accept(orderId);
    const successor = await database().inTransaction((tx) =>
      replaceWithDriver(orders, tx, { orderId }, world.clock.now()),
    );
    await drivers.pickUp(successor.id);
    await drivers.dropOff(successor.id);
    expect(await typesOf(orderId)).toEqual([
      'ORDER_CREATED',
      'ORDER_STATUS_CHANGED',
      'ORDER_STATUS_CHANGED',
      'ORDER_STATUS_CHANGED',
      'ORDER_REPLACED',
      'ORDER_STATUS_CHANGED',
      'ORDER_STATUS_CHANGED',
      'ORDER_STATUS_CHANGED',
    ]);
    expect(await contradictions(database())).toEqual([]);
  });
});

test('POD_STATUS_CHANGED comes with each drop-off of an order with proof, the last before the end of the order', async () => {
  const deliveries = await deliveriesOf(world);
  await choose(world.partner, 'POD_STATUS_CHANGED');
  const orderId = await deliveries.pickedUp(true, [CENTRAL, MONG_KOK, TUEN_MUN, CENTRAL]);
  await deliveries.deliver(orderId, { kind: 'photo', photo: await photo() });
  await deliveries.deliver(orderId, { kind: 'failure', reason: 'Nobody there' });
  await deliveries.deliver(orderId, { kind: 'signature', strokes: STROKES });
  const told = (await eventsOfOrder(database(), orderId)).slice(3);
  const [, ...stops] = (await world.call('GET', `/v3/orders/${orderId}`)).json.data.stops;
  const link = expect.stringMatching(/^https:\/\/.*\/files\//);
  expect(told.map(({ type, data }) => [type, data.stop ?? data.order.status])).toEqual([
    ['POD_STATUS_CHANGED', { stopId: stops[0].stopId, ...stops[0].POD, image: link }],
    ['POD_STATUS_CHANGED', { stopId: stops[1].stopId, status: 'FAILED', reason: 'Nobody there' }],
    ['POD_STATUS_CHANGED', { stopId: stops[2].stopId, ...stops[2].POD, image: link }],
    ['ORDER_STATUS_CHANGED', 'COMPLETED'],
  ]);
  expect([stops[0].POD.status, stops[2].POD.status]).toEqual(['DELIVERED', 'SIGNED']);
  expect(await contradictions(database())).toEqual([]);
});
