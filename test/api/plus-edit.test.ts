import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, formatInstant, HOUR_MS, MINUTE_MS } from '../../src/foundation/time.ts';
import { CENTRAL, everythingStored, MONG_KOK, RECIPIENT, SENDER, TUEN_MUN } from '../support/orders.ts';
import {
  bring,
  callPlus,
  editData,
  inHours,
  type Options,
  placePlus,
  type Support,
  supportOf,
} from '../support/parcels.ts';
import type { HttpAnswer } from '../support/partner-client.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let support: Support;
beforeAll(async () => {
  world = await createWorld({ partner: { platforms: ['PLUS'], limitFactor: 1000 } });
  support = await supportOf(world);
});
afterAll(() => world.close());

type Json = Record<string, unknown>;
const iso = (instant: number) => new Date(instant).toISOString();
const sameAgain = (further: Json = {}) => editData(world, further);
const edit = (orderId: string, data: unknown, options: Options = {}) =>
  callPlus(world, 'PATCH', `/v3/orders/${orderId}`, data, options);
const read = async (orderId: string) => (await callPlus(world, 'GET', `/v3/orders/${orderId}`)).json.data;
const refusal = ({ status, json }: HttpAnswer) => [status, json.message, json.errors[0].detail];

describe('PATCH /v3/orders/{orderId}', () => {
  test('changes times, stops, item and metadata, and answers 201 with the whole record', async () => {
    const parcel = await placePlus(world, { parcel: { metadata: { old: 1 } } });
    const placedAt = world.clock.now();
    world.clock.advance(MINUTE_MS);
    const now = world.clock.now();
    const item = { quantity: '2', weight: '1.5', categories: ['BOOKS'], handlingInstructions: ['FRAGILE'] };
    const stops = [
      { ...CENTRAL, ...SENDER, name: 'Zoe' },
      { ...TUEN_MUN, name: 'Cleo', phone: '+85256847125', remarks: 'Ring' },
    ];
    const times = { scheduleAt: iso(now + 2 * DAY_MS), deliveryBy: iso(now + 2 * DAY_MS + 3 * HOUR_MS) };
    const answer = await edit(parcel.orderId, { ...times, stops, item, metadata: { new: 2 } });
    const spelled = {
      pickupAt: formatInstant(now + 2 * DAY_MS),
      deliveryBy: formatInstant(now + 2 * DAY_MS + 3 * HOUR_MS),
      createdAt: formatInstant(placedAt),
      updatedAt: formatInstant(now),
    };
    const [pickUp, dropOff] = parcel.stops;
    const change = (field: string, from: unknown, to: unknown) => ({ field, from, to });
    const { value } = (await read(parcel.orderId)).distance;
    expect(Number(value)).toBeGreaterThan(Number(parcel.distance.value));
    expect([answer.status, answer.json]).toEqual([
      201,
      {
        data: {
          id: parcel.orderId,
          quotationId: parcel.quotationId,
          clientId: world.partner.partnerId,
          deliveryStage: 'LAST_MILE',
          clientRef: parcel.clientRef,
          label: null,
          address: [
            {
              stopId: pickUp.stopId,
              text: CENTRAL.address,
              contacts: [{ name: 'Zoe', phone: SENDER.phone }],
              remarks: '',
            },
            {
              stopId: dropOff.stopId,
              text: TUEN_MUN.address,
              contacts: [{ name: 'Cleo', phone: '+85256847125' }],
              remarks: 'Ring',
            },
          ],
          extras: { metadata: { new: 2 } },
          locationId: 'HK HKG',
          parcelNum: 2,
          totalWeight: 1.5,
          notes: [{ categories: ['BOOKS'], handlingInstructions: ['FRAGILE'], weight: '1.5' }],
          ...spelled,
          status: 'AWAIT_DRIVER',
          attributes: { metadata: { new: 2 } },
          pickupDistrict: 'Hong Kong',
          deliveryDistrict: 'Hong Kong',
          pickupCoordinate: '22.2810,114.1580',
          deliveryCoordinate: '22.3910,113.9770',
          distance: { value, unit: 'm' },
          isCancelled: false,
          changeLogs: [
            {
              at: formatInstant(now),
              by: 'USER',
              changes: [
                change('scheduleAt', parcel.scheduleAt, spelled.pickupAt),
                change('deliveryBy', parcel.deliveryBy, spelled.deliveryBy),
                change('stops.0.name', 'Ada', 'Zoe'),
                change('stops.1.coordinates', MONG_KOK.coordinates, TUEN_MUN.coordinates),
                change('stops.1.address', MONG_KOK.address, TUEN_MUN.address),
                change('stops.1.name', 'Ben', 'Cleo'),
                change('stops.1.phone', RECIPIENT.phone, '+85256847125'),
                change('stops.1.remarks', RECIPIENT.remarks, 'Ring'),
                change('item', null, item),
                change('metadata', { old: 1 }, { new: 2 }),
              ],
            },
          ],
          users: [],
          tags: [],
          shareLink: parcel.shareLink,
          userIds: [],
          deliveries: [
            {
              ...spelled,
              id: parcel.orderId,
              clientId: world.partner.partnerId,
              hasSla: true,
              isFlagged: false,
              orderId: parcel.orderId,
              meta: { barcodeFormats: ['QR_CODE', 'CODE_128'], frames: [] },
              orderRef: parcel.orderId,
              parcelRef: parcel.clientRef,
              formSubmissions: [],
            },
          ],
        },
      },
    ]);
    expect(await read(parcel.orderId)).toEqual({
      ...parcel,
      scheduleAt: spelled.pickupAt,
      deliveryBy: spelled.deliveryBy,
      distance: { value, unit: 'm' },
      item,
      stops: [
        { stopId: pickUp.stopId, ...stops[0] },
        { stopId: dropOff.stopId, ...stops[1] },
      ],
      metadata: { new: 2 },
    });
  });

  test('item and metadata stay as they are where they are left out or null', async () => {
    const terms = { quotation: { item: { weight: '9' } }, parcel: { metadata: { shelf: 'A7' } } };
    const { orderId } = await placePlus(world, terms);
    for (const further of [{}, { item: null, metadata: null }]) {
      const { json } = await edit(orderId, sameAgain({ ...further, deliveryBy: inHours(world, 29) }));
      expect(json.data).toMatchObject({ totalWeight: 9, extras: { metadata: { shelf: 'A7' } } });
    }
    expect(await read(orderId)).toMatchObject({ item: { weight: '9' }, metadata: { shelf: 'A7' } });
  });

  test('that changes nothing leaves no trace', async () => {
    const { orderId } = await placePlus(world, { parcel: { generateLabel: true } });
    const before = await everythingStored(world);
    const { status, json } = await edit(orderId, sameAgain());
    expect([status, json.data.changeLogs]).toEqual([201, []]);
    expect(await everythingStored(world)).toEqual(before);
  });

  test('remarks that are not sent again are gone', async () => {
    const { orderId } = await placePlus(world);
    const stops = [
      { ...CENTRAL, ...SENDER },
      { ...MONG_KOK, ...RECIPIENT, remarks: undefined },
    ];
    await edit(orderId, sameAgain({ stops }));
    expect((await read(orderId)).stops[1]).not.toHaveProperty('remarks');
  });

  test('edits are listed one after another, and the log of the delivery has none of them', async () => {
    const { orderId } = await placePlus(world);
    for (const shelf of [1, 2, 3]) await edit(orderId, sameAgain({ metadata: { shelf } }));
    const { json } = await edit(orderId, sameAgain());
    const steps = json.data.changeLogs.map(({ changes }: { changes: { from: Json | null; to: Json }[] }) => [
      changes[0]?.from?.shelf,
      changes[0]?.to.shelf,
    ]);
    expect(steps).toEqual([
      [undefined, 1],
      [1, 2],
      [2, 3],
    ]);
    expect((await read(orderId)).deliveryLogs).toHaveLength(1);
  });

  test('the same call again by its Request-ID gets the same answer, and is listed once', async () => {
    const { orderId } = await placePlus(world);
    const data = sameAgain({ metadata: { shelf: 1 } });
    const first = await edit(orderId, data, { requestId: 'edit-1' });
    await edit(orderId, sameAgain({ metadata: { shelf: 2 } }));
    const again = await edit(orderId, data, { requestId: 'edit-1' });
    expect([again.status, again.headers['idempotent-replayed'], again.text]).toEqual([201, 'true', first.text]);
    expect((await read(orderId)).metadata).toEqual({ shelf: 2 });
  });

  test('of one’s own parcel only', async () => {
    const { orderId } = await placePlus(world);
    const stranger = await world.newPartner({ platforms: ['PLUS'], limitFactor: 100 });
    expect(refusal(await edit(orderId, sameAgain(), { as: stranger })).slice(0, 2)).toEqual([
      422,
      'ERR_ORDER_NOT_FOUND',
    ]);
    for (const id of ['1', 'x', '9'.repeat(19)])
      expect(refusal(await edit(id, sameAgain())).slice(0, 2)).toEqual([404, 'ERR_ORDER_NOT_FOUND']);
  });
});

describe('what an edit cannot ask for', () => {
  let orderId: string;
  beforeAll(async () => {
    orderId = (await placePlus(world)).orderId;
  });

  test('a pick-up that is not later than now, or more than 30 days ahead', async () => {
    const at = (ms: number) => ({
      scheduleAt: iso(world.clock.now() + ms),
      deliveryBy: iso(world.clock.now() + ms + 2 * HOUR_MS),
    });
    const wrong = [422, 'ERR_INVALID_SCHEDULE_TIME', '/data/scheduleAt'];
    expect(refusal(await edit(orderId, sameAgain(at(-HOUR_MS))))).toEqual(wrong);
    expect(refusal(await edit(orderId, sameAgain(at(0))))).toEqual(wrong);
    expect((await edit(orderId, sameAgain(at(1)))).status).toBe(201);
    expect((await edit(orderId, sameAgain(at(30 * DAY_MS)))).status).toBe(201);
    expect(refusal(await edit(orderId, sameAgain(at(30 * DAY_MS + 1))))).toEqual(wrong);
  });

  test('a delivery an hour after the pick-up or less; just more is allowed', async () => {
    const later = (ms: number) => sameAgain({ deliveryBy: iso(world.clock.now() + DAY_MS + ms) });
    const wrong = [422, 'ERR_INVALID_FIELD', '/data/deliveryBy'];
    expect(refusal(await edit(orderId, later(59 * MINUTE_MS)))).toEqual(wrong);
    expect(refusal(await edit(orderId, later(HOUR_MS)))).toEqual(wrong);
    expect((await edit(orderId, later(HOUR_MS + 1))).status).toBe(201);
  });

  test.each([
    [0, 'ERR_INSUFFICIENT_STOPS'],
    [1, 'ERR_INSUFFICIENT_STOPS'],
    [3, 'ERR_TOO_MANY_STOPS'],
  ])('%s stops', async (count, code) => {
    const stops = Array.from({ length: count }, () => ({ ...MONG_KOK, ...RECIPIENT }));
    expect(refusal(await edit(orderId, sameAgain({ stops })))).toEqual([422, code, '/data/stops']);
  });

  test('a phone of elsewhere, a name of nothing, a place outside the area, all without a trace', async () => {
    const before = await everythingStored(world);
    const recipient = (changes: Json) =>
      sameAgain({
        stops: [
          { ...CENTRAL, ...SENDER },
          { ...MONG_KOK, ...RECIPIENT, ...changes },
        ],
      });
    expect(refusal(await edit(orderId, recipient({ phone: '+6591234567' })))).toEqual([
      422,
      'ERR_INVALID_PHONE_NUMBER',
      '/data/stops/1/phone',
    ]);
    expect(refusal(await edit(orderId, recipient({ name: ' ' })))).toEqual([
      422,
      'ERR_INVALID_FIELD',
      '/data/stops/1/name',
    ]);
    const atSea = { coordinates: { lat: '21.0', lng: '115.5' } };
    expect(refusal(await edit(orderId, recipient(atSea)))[1]).toBe('ERR_OUT_OF_SERVICE_AREA');
    const nowhere = { coordinates: undefined, address: 'Nowhere at all, 12345' };
    expect(refusal(await edit(orderId, recipient(nowhere)))[1]).toBe('ERR_REVERSE_GEOCODE_FAILURE');
    expect(await everythingStored(world)).toEqual(before);
  });
});

describe('in each status', () => {
  test.each(['AWAIT_DRIVER', 'AWAIT_PICKUP', 'DELIVERING', 'FAILED_PICKUP', 'FAILED', 'RETURNED'] as const)(
    '%s: it can be edited, and stays there',
    async (status) => {
      const { orderId, driver } = await bring(world, support, status);
      const { json, status: code } = await edit(orderId, sameAgain({ metadata: { status } }));
      expect([code, json.data.status, json.data.isCancelled]).toEqual([201, status, false]);
      const hasDriver = status !== 'AWAIT_DRIVER';
      expect([json.data.users, json.data.userIds]).toEqual(
        hasDriver ? [[{ id: driver.id, name: driver.name }], [driver.id]] : [[], []],
      );
      const parcel = await read(orderId);
      expect([parcel.status, parcel.metadata, parcel.driverId]).toEqual([
        'IN_PROGRESS',
        { status },
        hasDriver ? driver.id : '',
      ]);
    },
  );

  test.each(['DELIVERED', 'CANCELED', 'CLOSED'] as const)('%s: it cannot be edited any more', async (status) => {
    const { orderId } = await bring(world, support, status);
    const before = await everythingStored(world);
    for (const data of [sameAgain(), sameAgain({ metadata: { late: true } })]) {
      const answer = await edit(orderId, data);
      expect(refusal(answer).slice(0, 2)).toEqual([422, 'ERR_INVALID_ORDER_STATUS']);
      expect(answer.json.errors[0].message).toBe(`Order ${orderId} is ${status} and cannot be changed any more.`);
    }
    expect(await everythingStored(world)).toEqual(before);
  });

  test('the record says what has failed, and which forms were handed in', async () => {
    const { orderId, driver } = await bring(world, support, 'RETURNED');
    const { json } = await edit(orderId, sameAgain());
    const at = formatInstant(world.clock.now());
    expect(json.data.deliveries[0]).toMatchObject({
      isFlagged: true,
      formSubmissions: ['PICK_UP', 'FAILED_DELIVERY', 'RETURN'].map((form) => ({ form, at, driverId: driver.id })),
    });
  });
});
