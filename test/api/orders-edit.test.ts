import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replaceWithDriver } from '../../src/dispatch/index.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/foundation/time.ts';
import { editOrder } from '../../src/orders/index.ts';
import {
  CENTRAL,
  driverFor,
  driversOf,
  everythingStored,
  fund,
  MONG_KOK,
  ordersOf,
  place,
  publishRates,
  quote,
  RECIPIENT,
  SENDER,
  TUEN_MUN,
} from '../support/orders.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let drivers: Awaited<ReturnType<typeof driversOf>>;
beforeAll(async () => {
  world = await createWorld({ partner: { markets: ['HK', 'MY'], limitFactor: 1000, creditMinor: 1_000_000n } });
  drivers = await driversOf(world);
});
afterAll(() => world.close());

type Stop = {
  stopId?: string;
  coordinates: { lat: string; lng: string };
  address: string;
  remarks?: string;
  POD?: object;
};
type Options = Parameters<World['call']>[2];

const SHA_TIN = { coordinates: { lat: '22.3817', lng: '114.1877' }, address: 'Sha Tin' };
const NEW = { ...SHA_TIN, name: 'Cleo', phone: '+85256847125', remarks: 'Ground floor' };
const PICK_UP = { ...CENTRAL, ...SENDER };

const edit = (orderId: string, stops: unknown, options: Options = {}) =>
  world.call('PATCH', `/v3/orders/${orderId}`, { ...options, body: JSON.stringify({ data: { stops } }) });
const read = async (orderId: string, options: Options = {}) =>
  (await world.call('GET', `/v3/orders/${orderId}`, options)).json.data;
const editsLeft = async (orderId: string, options: Options = {}) =>
  (await read(orderId, { ...options, headers: { expand: 'actions' } })).actions.editsLeft;
const walletOf = async (options: Options = {}) => {
  const { balance, held } = (await world.call('GET', '/v3/wallet', options)).json.data;
  return { balance: Number(balance), held: Number(held) };
};
const onGoing = async (terms: Parameters<typeof place>[1] = {}) => {
  const order = await place(world, terms);
  await drivers.accept(order.orderId);
  return order;
};
const asSent = ({ stopId, POD, ...stop }: Stop) => stop;

describe('an edit', () => {
  test('adds, removes and changes drop-offs; known places keep their ids, new ones get new ids', async () => {
    const item = { quantity: '1', categories: ['FOOD_DELIVERY'] };
    const terms = { quotation: { stops: [CENTRAL, MONG_KOK, TUEN_MUN], item }, order: { isPODEnabled: true } };
    const order = await onGoing(terms);
    const [pickUp, first, second] = order.stops;
    const { status, json } = await edit(order.orderId, [
      asSent(pickUp),
      NEW,
      { ...asSent(second), name: 'Dan', phone: '+85256847126', remarks: 'Lift 2' },
    ]);
    const fresh = await quote(world, { stops: [CENTRAL, SHA_TIN, TUEN_MUN], item });
    expect([status, json]).toEqual([
      201,
      {
        data: {
          ...order,
          priceBreakdown: fresh.priceBreakdown,
          distance: fresh.distance,
          driverId: driverFor(order.orderId),
          status: 'ON_GOING',
          item,
          stops: [
            pickUp,
            { ...NEW, stopId: expect.stringMatching(/^[1-9]\d{18}$/), POD: { status: 'PENDING' } },
            { ...second, name: 'Dan', phone: '+85256847126', remarks: 'Lift 2' },
          ],
        },
      },
    ]);
    const newId = json.data.stops[1].stopId;
    expect(order.stops.map(({ stopId }: Stop) => stopId)).not.toContain(newId);
    expect(newId).not.toBe(first.stopId);
    expect(await read(order.orderId)).toEqual({ ...json.data, remarks: ['', 'Ground floor', 'Lift 2'] });
  });

  test('loses every remark that is not sent again, that of the pick-up too', async () => {
    const remarks = 'Behind the house';
    const order = await onGoing({
      quotation: { stops: [CENTRAL, MONG_KOK, TUEN_MUN] },
      order: { sender: { ...SENDER, remarks }, recipients: [RECIPIENT, RECIPIENT] },
    });
    const [, , third] = order.stops;
    const { json } = await edit(order.orderId, [CENTRAL, MONG_KOK, asSent(third)]);
    expect(json.data.stops.map(({ name, remarks }: Record<string, string>) => [name, remarks])).toEqual([
      ['Ada', undefined],
      ['Ben', undefined],
      ['Ben', RECIPIENT.remarks],
    ]);
    const kept = await onGoing({ order: { sender: { ...SENDER, remarks }, recipients: [RECIPIENT] } });
    await edit(kept.orderId, [
      { ...PICK_UP, remarks },
      { ...MONG_KOK, remarks: 'New' },
    ]);
    expect((await read(kept.orderId)).remarks).toEqual([remarks, 'New']);
  });

  test('keeps the contact of a known place where none is sent', async () => {
    const order = await onGoing();
    const { json } = await edit(order.orderId, [CENTRAL, { ...MONG_KOK, name: null, phone: null, remarks: null }]);
    expect(json.data.stops[1]).toMatchObject({ name: 'Ben 1', phone: RECIPIENT.phone });
  });

  test('matches drop-offs of the same place in their order', async () => {
    const order = await onGoing({ quotation: { stops: [CENTRAL, MONG_KOK, TUEN_MUN, MONG_KOK] } });
    const [, first, , third] = order.stops;
    const { json } = await edit(order.orderId, [
      CENTRAL,
      MONG_KOK,
      MONG_KOK,
      { ...MONG_KOK, ...RECIPIENT, name: 'New' },
    ]);
    const stops = json.data.stops.slice(1);
    expect(stops.map(({ name }: { name: string }) => name)).toEqual(['Ben 1', 'Ben 3', 'New']);
    expect(stops.slice(0, 2).map(({ stopId }: Stop) => stopId)).toEqual([first.stopId, third.stopId]);
  });

  test('knows a place by its coordinates as numbers and its address to the letter', async () => {
    const order = await onGoing();
    const [pickUp, dropOff] = order.stops;
    const sameNumber = { lat: '22.28100', lng: 114.158 };
    const { status, json } = await edit(order.orderId, [
      { coordinates: sameNumber, address: CENTRAL.address },
      { coordinates: { lat: 22.3193, lng: '114.16940' }, address: MONG_KOK.address },
    ]);
    expect(status).toBe(201);
    expect(json.data.stops[0]).toEqual(pickUp);
    expect(json.data.stops[1]).toMatchObject({
      stopId: dropOff.stopId,
      coordinates: { lat: '22.3193', lng: '114.16940' },
    });
    const other = await onGoing();
    const moved = await edit(other.orderId, [CENTRAL, { ...MONG_KOK, ...RECIPIENT, address: '751 Nathan Road' }]);
    expect(moved.json.data.stops[1].stopId).not.toBe(other.stops[1].stopId);
  });

  test('of a new place needs its name and phone', async () => {
    const { orderId } = await onGoing();
    const { status, json } = await edit(orderId, [CENTRAL, { ...SHA_TIN, name: '', remarks: 'x' }]);
    expect([status, json.message]).toEqual([422, 'ERR_MISSING_FIELD']);
    expect(json.errors.map(({ detail, message }: Record<string, string>) => [detail, message])).toEqual([
      ['/data/stops/1/name', 'Drop-off 1 is new and needs a name.'],
      ['/data/stops/1/phone', 'Drop-off 1 is new and needs a phone.'],
    ]);
    expect(await editsLeft(orderId)).toBe(1);
  });

  test('tells a known place with an empty name what is wrong, and does not call it new', async () => {
    const { orderId } = await onGoing();
    const { json } = await edit(orderId, [CENTRAL, { ...MONG_KOK, name: '' }]);
    expect(json.errors[0].detail).toBe('/data/stops/1/name');
    expect(json.errors[0].message).not.toContain('is new');
  });

  test('refuses the phone of another market, and says whose it is', async () => {
    const { orderId } = await onGoing();
    const { status, json } = await edit(orderId, [CENTRAL, { ...MONG_KOK, phone: '+6581234567' }]);
    expect([status, json]).toEqual([
      422,
      {
        message: 'ERR_INVALID_PHONE_NUMBER',
        errors: [
          {
            id: 'ERR_INVALID_PHONE_NUMBER',
            message: 'The phone of drop-off 1 must be a number of Hong Kong; it is one of Singapore.',
            detail: '/data/stops/1/phone',
          },
        ],
      },
    ]);
    expect(await editsLeft(orderId)).toBe(1);
  });

  test('is remembered under its Request-ID', async () => {
    const { orderId } = await onGoing();
    const first = await edit(orderId, [CENTRAL, NEW], { requestId: 'edit 1' });
    const stored = await everythingStored(world);
    const again = await edit(orderId, [CENTRAL, NEW], { requestId: 'edit 1' });
    expect([again.status, again.headers['idempotent-replayed'], again.text]).toEqual([201, 'true', first.text]);
    expect(await everythingStored(world)).toEqual(stored);
  });

  test('is told to the partner, with what was before', async () => {
    const order = await onGoing();
    await edit(order.orderId, [CENTRAL, NEW]);
    const events = await world.foundations.database.query<{ type: string; data: Record<string, unknown> }>(
      'select type, data from events where stream_id = $1 order by number offset 2',
      [order.orderId],
    );
    const after = await read(order.orderId);
    expect(events.map(({ type }) => type)).toEqual(['ORDER_EDITED', 'ORDER_AMOUNT_CHANGED']);
    const { remarks, ...shown } = after;
    expect(events[0]?.data).toMatchObject({
      editParty: 'USER',
      editReason: 'CLIENT_REQUEST',
      previousData: { stops: order.stops },
      order: shown,
    });
  });
});

describe('what an order must be to be edited', () => {
  const cannot = (sentence: string) => [
    422,
    { message: 'Cannot edit order', errors: [{ id: 'ERR_ORDER_EDIT', message: sentence }] },
  ];

  test('ON_GOING, and nothing else', async () => {
    const { orderId } = await place(world);
    const tried = async () => {
      const { status, json } = await edit(orderId, [CENTRAL, MONG_KOK]);
      return [status, json];
    };
    const only = (status: string) => cannot(`The order is ${status}; it can be edited only while it is ON_GOING.`);
    expect(await tried()).toEqual(only('ASSIGNING_DRIVER'));
    await drivers.accept(orderId);
    await drivers.pickUp(orderId);
    expect(await tried()).toEqual(only('PICKED_UP'));
    await drivers.dropOff(orderId);
    expect(await tried()).toEqual(only('COMPLETED'));
    const expired = await place(world);
    world.clock.advance(2 * HOUR_MS);
    expect((await edit(expired.orderId, [CENTRAL, MONG_KOK])).json).toEqual(only('EXPIRED')[1]);
    const cancelled = await place(world);
    await world.call('DELETE', `/v3/orders/${cancelled.orderId}`);
    expect((await edit(cancelled.orderId, [CENTRAL, MONG_KOK])).json).toEqual(only('CANCELED')[1]);
  });

  test('not edited before', async () => {
    const { orderId } = await onGoing();
    expect((await edit(orderId, [CENTRAL, MONG_KOK])).status).toBe(201);
    const stored = await everythingStored(world);
    const { status, json } = await edit(orderId, [CENTRAL, MONG_KOK, NEW]);
    expect([status, json]).toEqual([
      422,
      {
        message: 'Cannot edit order, editing times exceeded',
        errors: [{ id: 'ERR_ORDER_EDIT', message: 'An order can be edited once, and this one has been.' }],
      },
    ]);
    expect(await everythingStored(world)).toEqual(stored);
  });

  test('one’s own, and known', async () => {
    const stranger = await world.newPartner({ limitFactor: 10 });
    const { orderId } = await onGoing();
    const foreign = await edit(orderId, [CENTRAL, NEW], { as: stranger });
    expect([foreign.status, foreign.json.message]).toEqual([422, 'ERR_ORDER_NOT_FOUND']);
    for (const unknown of ['1571354659422392320', '123456789012', '1e18', '1234567890123456789012345']) {
      const answer = await edit(unknown, [CENTRAL, NEW]);
      expect([answer.status, answer.json.message]).toEqual([404, 'ERR_ORDER_NOT_FOUND']);
    }
    expect((await edit(orderId, [CENTRAL, NEW])).status).toBe(201);
  });

  test.each([
    ['coordinates', { coordinates: { lat: '22.2811', lng: '114.1580' } }],
    ['address', { address: '1 Queen’s Road Central ' }],
    ['name', { name: 'Eve' }],
    ['phone', { phone: '+85256847199' }],
  ])('with its pick-up where it was: the %s', async (field, changes) => {
    const { orderId } = await onGoing();
    const stored = await everythingStored(world);
    const { status, json } = await edit(orderId, [{ ...PICK_UP, ...changes }, MONG_KOK]);
    expect([status, json]).toEqual([
      422,
      {
        message: 'Cannot edit order',
        errors: [
          {
            id: 'ERR_ORDER_EDIT',
            message: `The pick-up must keep its ${field}.`,
            detail: '/data/stops/0',
          },
        ],
      },
    ]);
    expect(await everythingStored(world)).toEqual(stored);
    expect((await edit(orderId, [PICK_UP, MONG_KOK])).status).toBe(201);
  });

  test('with drop-offs that have been closed left as they are', async () => {
    const terms = { quotation: { stops: [CENTRAL, MONG_KOK, TUEN_MUN] }, order: { isPODEnabled: true } };
    const { orderId, stops } = await onGoing(terms);
    await drivers.pickUp(orderId);
    await drivers.dropOff(orderId, { outcome: 'DELIVERED', image: 'proofs/1.jpg' });
    await drivers.giveBack(orderId);
    await drivers.accept(orderId, '7002');
    const without = await edit(orderId, [CENTRAL, TUEN_MUN]);
    expect([without.status, without.json.message, without.json.errors[0].message]).toEqual([
      422,
      'Cannot edit order',
      `The drop-off at ${MONG_KOK.address} has been closed and must stay as it was.`,
    ]);
    const onlyClosed = await edit(orderId, [CENTRAL, MONG_KOK]);
    expect([onlyClosed.status, onlyClosed.json.message]).toEqual([422, 'ERR_INSUFFICIENT_STOPS']);
    const { status, json } = await edit(orderId, [CENTRAL, MONG_KOK, NEW]);
    expect(status).toBe(201);
    expect(json.data.stops[1]).toMatchObject({
      stopId: stops[1].stopId,
      POD: { status: 'DELIVERED', image: expect.stringContaining('/files/'), deliveredAt: expect.any(String) },
    });
    expect(json.data.stops[2].POD).toEqual({ status: 'PENDING' });
  });
});

describe('how many and where', () => {
  test('15 drop-offs are taken, 16 are too many, none is too few', async () => {
    const { orderId } = await onGoing();
    const stops = (count: number) => Array.from({ length: count }, () => NEW);
    for (const [given, code] of [
      [[CENTRAL, ...stops(16)], 'ERR_TOO_MANY_STOPS'],
      [[CENTRAL], 'ERR_INSUFFICIENT_STOPS'],
      [[], 'ERR_INSUFFICIENT_STOPS'],
    ] as const) {
      const { status, json } = await edit(orderId, given);
      expect([status, json.message, json.errors[0].detail]).toEqual([422, code, '/data/stops']);
    }
    expect(await editsLeft(orderId)).toBe(1);
    const { status, json } = await edit(orderId, [CENTRAL, ...stops(15)]);
    expect([status, json.data.stops.length]).toEqual([201, 16]);
  });

  test('a drop-off outside the service area is named', async () => {
    const { orderId } = await onGoing();
    const stored = await everythingStored(world);
    const { status, json } = await edit(orderId, [
      CENTRAL,
      MONG_KOK,
      { ...NEW, coordinates: { lat: '22.543', lng: '114.058' } },
    ]);
    expect([status, json.message, json.errors[0].detail]).toEqual([
      422,
      'ERR_OUT_OF_SERVICE_AREA',
      '/data/stops/2/coordinates',
    ]);
    expect(json.errors[0].message).toContain('Drop-off 2 (22.543, 114.058) is outside the service area.');
    expect(await everythingStored(world)).toEqual(stored);
  });

  test('an order stays in its city: another city of the market is outside', async () => {
    const at = (lat: string, lng: string) => ({ coordinates: { lat, lng }, address: `${lat}, ${lng}` });
    const contact = { name: 'Farah', phone: '+60123456789' };
    const quotation = { language: 'en_MY', stops: [at('3.139', '101.687'), at('3.107', '101.607')] };
    const order = await onGoing({ market: 'MY', quotation, order: { sender: contact, recipients: [contact] } });
    const options = { market: 'MY' };
    const far = await edit(order.orderId, [quotation.stops[0], { ...at('1.4927', '103.7414'), ...contact }], options);
    expect([far.status, far.json.message]).toEqual([422, 'ERR_OUT_OF_SERVICE_AREA']);
    const near = await edit(order.orderId, [quotation.stops[0], { ...at('3.15', '101.71'), ...contact }], options);
    expect([near.status, near.json.data.priceBreakdown.currency]).toEqual([201, 'MYR']);
    expect(near.json.data.priceBreakdown.total).toMatch(/^\d+\.\d$/);
  });

  test('every stop needs both coordinates and an address', async () => {
    const { orderId } = await onGoing();
    const { address, ...withoutAddress } = NEW;
    const { coordinates, ...withoutCoordinates } = NEW;
    const { json } = await edit(orderId, [CENTRAL, withoutAddress, withoutCoordinates, { ...NEW, coordinates: {} }]);
    expect(json.errors.map(({ id, detail }: Record<string, string>) => [id, detail])).toEqual([
      ['ERR_MISSING_FIELD', '/data/stops/1/address'],
      ['ERR_MISSING_FIELD', '/data/stops/2/coordinates'],
      ['ERR_MISSING_FIELD', '/data/stops/3/coordinates'],
    ]);
  });

  test('all faults of the fields come at once', async () => {
    const { orderId } = await onGoing();
    const { json } = await edit(orderId, [
      CENTRAL,
      { ...NEW, coordinates: { lat: '91', lng: 'x' } },
      { ...NEW, phone: '12' },
      { ...NEW, remarks: 7 },
      { ...NEW, address: undefined },
    ]);
    expect(json.errors.map(({ id, detail }: Record<string, string>) => `${detail} ${id}`).sort()).toEqual([
      '/data/stops/1/coordinates/lat ERR_INVALID_FIELD',
      '/data/stops/1/coordinates/lng ERR_INVALID_FIELD',
      '/data/stops/2/phone ERR_INVALID_PHONE_NUMBER',
      '/data/stops/3/remarks ERR_INVALID_FIELD',
      '/data/stops/4/address ERR_MISSING_FIELD',
    ]);
  });

  test('beside another fault, a phone is not held to the market of the header, which need not be that of the order', async () => {
    const { orderId } = await onGoing();
    const { json } = await edit(orderId, [CENTRAL, { ...NEW, remarks: 7 }], { market: 'MY' });
    expect(json.errors.map(({ detail }: Record<string, string>) => detail)).toEqual(['/data/stops/1/remarks']);
  });
});

describe('the price after an edit', () => {
  test('is held at once: more where it rose, less where it fell', async () => {
    const before = await walletOf();
    const dear = await onGoing();
    const total = Number(dear.priceBreakdown.total);
    expect(await walletOf()).toEqual({ balance: before.balance - total, held: before.held + total });
    const longer = Number((await edit(dear.orderId, [CENTRAL, MONG_KOK, NEW])).json.data.priceBreakdown.total);
    expect(longer).toBeGreaterThan(total);
    expect(await walletOf()).toEqual({ balance: before.balance - longer, held: before.held + longer });

    const cheap = await onGoing({ quotation: { stops: [CENTRAL, MONG_KOK, TUEN_MUN] } });
    const shorter = Number((await edit(cheap.orderId, [CENTRAL, MONG_KOK])).json.data.priceBreakdown.total);
    expect(shorter).toBeLessThan(Number(cheap.priceBreakdown.total));
    expect(await walletOf()).toEqual({
      balance: before.balance - longer - shorter,
      held: before.held + longer + shorter,
    });
  });

  test('that the wallet cannot pay is 402: nothing changes and the edit is not used up', async () => {
    const partner = await world.newPartner({ limitFactor: 100 });
    const options = { as: partner };
    const price = async (stops: object[]) => BigInt((await quote(world, { stops }, options)).priceBreakdown.total);
    const [short, long] = [await price([CENTRAL, MONG_KOK]), await price([CENTRAL, MONG_KOK, SHA_TIN])];
    await fund(world, long - 1n, partner.partnerId);
    const { orderId } = await onGoing(options);
    const stored = await everythingStored(world);
    const refused = await edit(orderId, [CENTRAL, MONG_KOK, NEW], { ...options, requestId: 'dear' });
    expect([refused.status, refused.json.message, refused.json.errors[0].message]).toEqual([
      402,
      'ERR_INSUFFICIENT_CREDIT',
      `The wallet holds ${long - 1n - short} HKD, and 1 HKD more are needed. Top it up.`,
    ]);
    expect(await everythingStored(world)).toEqual(stored);
    expect(await editsLeft(orderId, options)).toBe(1);
    await fund(world, 1n, partner.partnerId);
    const accepted = await edit(orderId, [CENTRAL, MONG_KOK, NEW], { ...options, requestId: 'dear' });
    expect([accepted.status, accepted.json.data.priceBreakdown.total]).toEqual([201, String(long)]);
    expect(await walletOf(options)).toEqual({ balance: 0, held: Number(long) });
  });

  test('keeps the priority fee', async () => {
    const { orderId } = await place(world);
    await world.call('POST', `/v3/orders/${orderId}/priority-fee`, { body: '{"data":{"priorityFee":"30"}}' });
    await drivers.accept(orderId);
    const { json } = await edit(orderId, [CENTRAL, MONG_KOK, NEW]);
    const fresh = (await quote(world, { stops: [CENTRAL, MONG_KOK, SHA_TIN] })).priceBreakdown;
    expect(json.data).toMatchObject({
      priorityFee: '30',
      priceBreakdown: {
        ...fresh,
        priorityFee: '30',
        totalExcludePriorityFee: fresh.total,
        total: String(Number(fresh.total) + 30),
      },
    });
  });

  test('is made with the rates of the placement, whatever was published since', async () => {
    const terms = { quotation: { serviceType: 'COURIER' } };
    const [same, longer] = [await onGoing(terms), await onGoing(terms)];
    const three = { serviceType: 'COURIER', stops: [CENTRAL, MONG_KOK, SHA_TIN] };
    const asPlaced = (await quote(world, three)).priceBreakdown;
    await publishRates(world, 'COURIER', { baseFare: '900' });
    expect((await quote(world, three)).priceBreakdown.base).toBe('900');
    expect((await edit(same.orderId, [CENTRAL, MONG_KOK])).json.data.priceBreakdown).toEqual(same.priceBreakdown);
    expect((await edit(longer.orderId, [CENTRAL, MONG_KOK, NEW])).json.data.priceBreakdown).toEqual(asPlaced);
  });

  test('has no surcharge of the hour in which it is edited', async () => {
    // The evening peak of a weekday begins at 17:00 in Hong Kong, at 09:00 UTC.
    world.clock.set(Math.ceil(world.clock.now() / (24 * HOUR_MS)) * 24 * HOUR_MS + 9 * HOUR_MS - MINUTE_MS);
    const order = await onGoing();
    world.clock.advance(MINUTE_MS);
    expect((await quote(world)).priceBreakdown.surcharge).toBe('8');
    expect((await edit(order.orderId, [CENTRAL, MONG_KOK])).json.data.priceBreakdown).toEqual(order.priceBreakdown);
  });

  test('of an optimised route is that of the shortest order of the new stops', async () => {
    const order = await onGoing({ quotation: { stops: [CENTRAL, TUEN_MUN, MONG_KOK], isRouteOptimized: true } });
    const { json } = await edit(order.orderId, [CENTRAL, TUEN_MUN, NEW, MONG_KOK]);
    const best = await quote(world, { stops: [CENTRAL, TUEN_MUN, SHA_TIN, MONG_KOK], isRouteOptimized: true });
    const addresses = (stops: Stop[]) => stops.map(({ address }) => address);
    expect(addresses(json.data.stops)).toEqual(addresses(best.stops));
    expect(addresses(json.data.stops)).not.toEqual(addresses([CENTRAL, TUEN_MUN, NEW, MONG_KOK]));
    expect(json.data.distance).toEqual(best.distance);
    const { totalBeforeOptimization, ...prices } = best.priceBreakdown;
    expect(json.data.priceBreakdown).toEqual(prices);

    const given = await onGoing({ quotation: { stops: [CENTRAL, MONG_KOK] } });
    const kept = await edit(given.orderId, [CENTRAL, { ...TUEN_MUN, ...RECIPIENT }, MONG_KOK]);
    expect(addresses(kept.json.data.stops)).toEqual(addresses([CENTRAL, TUEN_MUN, MONG_KOK]));
  });
});

describe('customer support', () => {
  test('edits without using up the partner’s one edit, also after it', async () => {
    const orders = await ordersOf(world);
    const { orderId } = await onGoing();
    const support = (stops: Parameters<typeof editOrder>[3]['stops']) =>
      editOrder(orders, { orderId }, world.clock.now(), { stops, by: 'support' }, (work) =>
        world.foundations.database.inTransaction(work),
      );
    await support([CENTRAL, MONG_KOK, NEW]);
    expect(await editsLeft(orderId)).toBe(1);
    expect((await edit(orderId, [CENTRAL, MONG_KOK])).status).toBe(201);
    await support([CENTRAL, NEW]);
    expect((await read(orderId)).stops).toHaveLength(2);
    expect((await edit(orderId, [CENTRAL, MONG_KOK])).json.message).toBe('Cannot edit order, editing times exceeded');
    const events = await world.foundations.database.query<{ party: string; reason: string }>(
      `select data ->> 'editParty' as party, data ->> 'editReason' as reason from events
       where stream_id = $1 and type = 'ORDER_EDITED' order by number`,
      [orderId],
    );
    expect(events).toEqual([
      { party: 'CUSTOMER_SUPPORT', reason: 'OTHERS' },
      { party: 'USER', reason: 'CLIENT_REQUEST' },
      { party: 'CUSTOMER_SUPPORT', reason: 'OTHERS' },
    ]);
  });

  test('replaces an order: the new one can be edited as often as the old one could', async () => {
    const orders = await ordersOf(world);
    const replace = (orderId: string) =>
      world.foundations.database.inTransaction((tx) => replaceWithDriver(orders, tx, { orderId }, world.clock.now()));
    const fresh = await onGoing();
    const { id: successor } = await replace(fresh.orderId);
    expect((await edit(fresh.orderId, [CENTRAL, NEW])).json.message).toBe('Cannot edit order');
    expect((await edit(successor, [CENTRAL, NEW])).status).toBe(201);
    const { id: second } = await replace(successor);
    expect((await edit(second, [CENTRAL, NEW])).json.message).toBe('Cannot edit order, editing times exceeded');
  });
});
