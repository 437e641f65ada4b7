import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/foundation/time.ts';
import { partnerDeps } from '../../src/main/make-partner.ts';
import { issueKey } from '../../src/partners/index.ts';
import { CENTRAL, driverFor, driversOf, MONG_KOK, place, RECIPIENT, SENDER, TUEN_MUN } from '../support/orders.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let drivers: Awaited<ReturnType<typeof driversOf>>;
beforeAll(async () => {
  world = await createWorld({ partner: { limitFactor: 1000, creditMinor: 1_000_000n } });
  drivers = await driversOf(world);
});
afterAll(() => world.close());

type As = { apiKey: string; apiSecret: string };
const get = (path: string, options: Parameters<World['call']>[2] = {}) => world.call('GET', path, options);
const read = async (orderId: string) => (await get(`/v3/orders/${orderId}`)).json.data;
const actionsOf = async (orderId: string) =>
  (await get(`/v3/orders/${orderId}`, { headers: { expand: 'actions' } })).json.data.actions;
const printed = (instant: number) => new Date(instant).toISOString().replace(/\.\d{3}Z$/, '.00Z');

const RAFFLES_PLACE = { coordinates: { lat: '1.2839', lng: '103.8515' }, address: 'Raffles Place' };
const CHANGI = { coordinates: { lat: '1.3640', lng: '103.9910' }, address: 'Changi' };
const singapore = {
  market: 'SG',
  quotation: { language: 'en_SG', stops: [RAFFLES_PLACE, CHANGI] },
  order: { sender: { ...SENDER, phone: '+6581234567' }, recipients: [{ ...RECIPIENT, phone: '+6581234568' }] },
};

describe('one order', () => {
  test('has a remark for each stop, empty where there is none', async () => {
    const quotation = { stops: [CENTRAL, MONG_KOK, TUEN_MUN] };
    const order = {
      sender: { ...SENDER, remarks: 'Ask for\r\nAda' },
      recipients: [
        { name: 'Ben', phone: '+85256847124' },
        { ...RECIPIENT, remarks: 'Lift 3' },
      ],
    };
    const data = await read((await place(world, { quotation, order })).orderId);
    expect(data.remarks).toEqual(['Ask for\r\nAda', '', 'Lift 3']);
    expect(data.stops.map(({ remarks }: { remarks?: string }) => remarks)).toEqual([
      'Ask for\r\nAda',
      undefined,
      'Lift 3',
    ]);
    expect(
      (await read((await place(world, { order: { sender: SENDER, recipients: [SENDER] } })).orderId)).remarks,
    ).toEqual(['', '']);
  });

  test.each([
    '1571354659422392320',
    '9223372036854775807',
    '9223372036854775808',
    '123456789012',
    '1234567890123456789012345',
    '1e18',
    '-1',
    "1'%20or%20'1'='1",
    '%00',
    '%F0%9F%9A%9A',
    '9'.repeat(2_000),
  ])('that nobody has placed is 404: %s', async (orderId) => {
    for (const path of [`/v3/orders/${orderId}`, `/v3/orders/${orderId}/explanation`]) {
      const { status, json } = await get(path);
      expect([status, json.message, json.errors[0].id]).toEqual([404, 'ERR_ORDER_NOT_FOUND', 'ERR_ORDER_NOT_FOUND']);
      expect(json.errors[0].message).toMatch(/^There is no order .{1,40}\.$/su);
    }
  });

  test('of another partner is 422, and nothing of it is shown', async () => {
    const stranger = await world.newPartner({ limitFactor: 10 });
    const { orderId } = await place(world);
    for (const path of [`/v3/orders/${orderId}`, `/v3/orders/${orderId}/explanation`]) {
      const { status, json } = await get(path, { as: stranger });
      expect([status, json]).toEqual([
        422,
        {
          message: 'ERR_ORDER_NOT_FOUND',
          errors: [{ id: 'ERR_ORDER_NOT_FOUND', message: `Order ${orderId} is not one of yours.` }],
        },
      ]);
    }
  });

  test('carries proof of its drop-offs as they are closed', async () => {
    const quotation = { stops: [CENTRAL, MONG_KOK, TUEN_MUN, MONG_KOK] };
    const { orderId } = await place(world, { quotation, order: { isPODEnabled: true } });
    const proofs = async () => (await read(orderId)).stops.map(({ POD }: { POD?: object }) => POD);
    await drivers.accept(orderId);
    await drivers.pickUp(orderId);
    expect(await proofs()).toEqual([undefined, { status: 'PENDING' }, { status: 'PENDING' }, { status: 'PENDING' }]);
    const at = world.clock.now();
    await drivers.dropOff(orderId, { outcome: 'DELIVERED', image: 'proofs/1.jpg' });
    await drivers.dropOff(orderId, { outcome: 'FAILED', reason: 'Nobody there' });
    expect(await proofs()).toEqual([
      undefined,
      { status: 'DELIVERED', image: expect.stringContaining('/files/'), deliveredAt: printed(at) },
      { status: 'FAILED', reason: 'Nobody there' },
      { status: 'PENDING' },
    ]);
    await drivers.dropOff(orderId, { outcome: 'SIGNED', image: 'proofs/2.png' });
    expect((await proofs())[3]).toEqual({
      status: 'SIGNED',
      image: expect.stringContaining('/files/'),
      deliveredAt: printed(at),
    });
    expect(await read(orderId)).toMatchObject({ status: 'COMPLETED', driverId: driverFor(orderId) });
  });

  test('is shown as EXPIRED at exactly 2 hours, and not a millisecond before, when no worker ran', async () => {
    const { orderId } = await place(world);
    const listed = async () => (await get('/v3/orders?limit=1')).json.data[0];
    world.clock.advance(2 * HOUR_MS - 1);
    expect([(await read(orderId)).status, (await listed()).status]).toEqual(['ASSIGNING_DRIVER', 'ASSIGNING_DRIVER']);
    world.clock.advance(1);
    expect([(await read(orderId)).status, (await listed()).status]).toEqual(['EXPIRED', 'EXPIRED']);
    expect((await listed()).orderId).toBe(orderId);
    const [row] = await world.foundations.database.query('select status from orders where id = $1', [orderId]);
    expect(row).toEqual({ status: 'ASSIGNING_DRIVER' });
  });

  test('that is scheduled expires 2 hours after its scheduled time', async () => {
    const scheduleAt = new Date(world.clock.now() + 3 * HOUR_MS).toISOString();
    const { orderId } = await place(world, { quotation: { scheduleAt } });
    world.clock.advance(5 * HOUR_MS - 1);
    expect((await read(orderId)).status).toBe('ASSIGNING_DRIVER');
    world.clock.advance(1);
    expect((await read(orderId)).status).toBe('EXPIRED');
  });

  test('that was read before is read as it stands now, whoever has changed it', async () => {
    const other = await world.another();
    const { orderId } = await place(world);
    const body = JSON.stringify({ data: { priorityFee: '20' } });
    expect(await read(orderId)).not.toHaveProperty('priorityFee');
    expect((await other.call('POST', `/v3/orders/${orderId}/priority-fee`, { body })).status).toBe(200);
    expect(await read(orderId)).toMatchObject({ priorityFee: '20' });
    // By hand, without a word to anybody.
    await world.foundations.database.query(
      `update orders set status = 'CANCELED', match_by = null, ended_at = now() where id = $1`,
      [orderId],
    );
    expect(await read(orderId)).toMatchObject({ status: 'CANCELED' });
  });

  test('needs no body, and ignores one', async () => {
    const { orderId } = await place(world);
    expect((await get(`/v3/orders/${orderId}`, { body: '{}' })).status).toBe(200);
    expect((await get(`/v3/orders/${orderId}`, { body: '{"stale":', signed: { body: '' } })).status).toBe(200);
  });
});

describe('with Expand: actions', () => {
  const nothing = {
    canCancelUntil: null,
    canChangeDriverFrom: null,
    canEdit: false,
    editsLeft: 1,
    canAddPriorityFee: false,
    driverVisibleFrom: null,
  };

  test('an order shows them only when asked, in any list of parts', async () => {
    const { orderId } = await place(world);
    expect(await read(orderId)).not.toHaveProperty('actions');
    const asked = (expand: string) => get(`/v3/orders/${orderId}`, { headers: { expand } });
    expect((await asked('driver')).json.data).not.toHaveProperty('actions');
    expect((await asked('driver, actions')).json.data.actions).toMatchObject({ canAddPriorityFee: true });
  });

  test('each status says what the partner can do, and until or from when', async () => {
    world.clock.advance(SECOND_MS - (world.clock.now() % SECOND_MS));
    const { orderId } = await place(world);
    expect(await actionsOf(orderId)).toEqual({
      ...nothing,
      canCancelUntil: printed(world.clock.now() + 2 * HOUR_MS),
      canAddPriorityFee: true,
    });
    world.clock.advance(10 * MINUTE_MS);
    const matchedAt = world.clock.now();
    await drivers.accept(orderId);
    const onGoing = {
      ...nothing,
      canCancelUntil: printed(matchedAt + 5 * MINUTE_MS),
      canChangeDriverFrom: printed(matchedAt + 15 * MINUTE_MS),
      canEdit: true,
      driverVisibleFrom: printed(matchedAt),
    };
    expect(await actionsOf(orderId)).toEqual(onGoing);
    world.clock.advance(5 * MINUTE_MS - 1);
    expect(await actionsOf(orderId)).toEqual(onGoing);
    world.clock.advance(1);
    expect(await actionsOf(orderId)).toEqual({ ...onGoing, canCancelUntil: null });
    await drivers.pickUp(orderId);
    expect(await actionsOf(orderId)).toEqual({ ...nothing, driverVisibleFrom: printed(matchedAt) });
    await drivers.dropOff(orderId);
    expect(await actionsOf(orderId)).toEqual(nothing);
  });

  test('each end allows nothing more', async () => {
    const ended = async (end: (orderId: string) => Promise<unknown>) => {
      const { orderId } = await place(world);
      await end(orderId);
      return [(await read(orderId)).status, await actionsOf(orderId)];
    };
    expect(await ended((orderId) => world.call('DELETE', `/v3/orders/${orderId}`))).toEqual(['CANCELED', nothing]);
    expect(
      await ended(async (orderId) => {
        for (const driverId of ['1', '2']) {
          await drivers.accept(orderId, driverId);
          await drivers.giveBack(orderId);
        }
      }),
    ).toEqual(['REJECTED', nothing]);
    expect(await ended(async () => world.clock.advance(2 * HOUR_MS))).toEqual(['EXPIRED', nothing]);
  });

  test('after a give-back the search begins anew', async () => {
    const { orderId } = await place(world);
    await drivers.accept(orderId);
    world.clock.advance(HOUR_MS);
    await drivers.giveBack(orderId);
    expect(await actionsOf(orderId)).toEqual({
      ...nothing,
      canCancelUntil: printed(world.clock.now() + 2 * HOUR_MS),
      canAddPriorityFee: true,
    });
    expect((await read(orderId)).driverId).toBe('');
  });

  test('an edit is counted', async () => {
    const { orderId } = await place(world);
    await drivers.accept(orderId);
    const stops = [CENTRAL, MONG_KOK];
    await world.call('PATCH', `/v3/orders/${orderId}`, { body: JSON.stringify({ data: { stops } }) });
    expect(await actionsOf(orderId)).toMatchObject({ canEdit: false, editsLeft: 0 });
  });

  test('the driver of a scheduled order is seen from an hour before, or from the arrival if that is earlier', async () => {
    const scheduled = async () => {
      const scheduleAt = new Date(world.clock.now() + 5 * HOUR_MS).toISOString();
      const { orderId } = await place(world, { quotation: { scheduleAt } });
      await drivers.accept(orderId);
      return orderId;
    };
    world.clock.advance(SECOND_MS - (world.clock.now() % SECOND_MS));
    const start = world.clock.now();
    const [early, late] = [await scheduled(), await scheduled()];
    expect((await actionsOf(early)).driverVisibleFrom).toBe(printed(start + 4 * HOUR_MS));
    world.clock.advance(2 * HOUR_MS);
    await drivers.arrive(early);
    expect((await actionsOf(early)).driverVisibleFrom).toBe(printed(start + 2 * HOUR_MS));
    expect((await actionsOf(late)).driverVisibleFrom).toBe(printed(start + 4 * HOUR_MS));
  });

  test('times are rounded so that obeying them works', async () => {
    world.clock.advance(SECOND_MS - (world.clock.now() % SECOND_MS) + 500);
    const { orderId } = await place(world);
    await drivers.accept(orderId);
    const whole = world.clock.now() - 500;
    expect(await actionsOf(orderId)).toMatchObject({
      canCancelUntil: printed(whole + 5 * MINUTE_MS),
      canChangeDriverFrom: printed(whole + 15 * MINUTE_MS + SECOND_MS),
      driverVisibleFrom: printed(whole + SECOND_MS),
    });
    world.clock.set(whole + 5 * MINUTE_MS - 1);
    expect((await world.call('DELETE', `/v3/orders/${orderId}`)).status).toBe(204);
  });
});

describe('the list', () => {
  let partner: As & { partnerId: string };
  let ids: string[];
  beforeAll(async () => {
    partner = await world.newPartner({ limitFactor: 1000, creditMinor: 100_000n });
    ids = [];
    for (let index = 0; index < 5; index++) {
      const metadata = { number: index, even: index % 2 === 0, shop: `Shop ${index % 2}`, deep: { number: index } };
      const order = { metadata, ...(index < 2 ? { partner: 'Channel & Söhne' } : {}) };
      ids.unshift((await place(world, { as: partner, order })).orderId);
    }
  });
  const list = async (query = '', market = 'HK') => {
    const { status, json } = await get(`/v3/orders${query}`, { as: partner, market });
    expect([status, Object.keys(json)]).toEqual([200, ['data', 'next']]);
    return { ids: json.data.map(({ orderId }: { orderId: string }) => orderId), next: json.next };
  };
  const refused = async (query: string) => {
    const { status, json } = await get(`/v3/orders${query}`, { as: partner });
    return [status, json.message, json.errors?.[0].detail];
  };

  test('has the newest first, each as it reads alone', async () => {
    expect(await list()).toEqual({ ids, next: null });
    const { json } = await get('/v3/orders?limit=1', { as: partner });
    expect(json.data[0]).toEqual((await get(`/v3/orders/${ids[0]}`, { as: partner })).json.data);
  });

  test('comes in pages that hold everything once', async () => {
    const first = await list('?limit=2');
    expect(first).toEqual({ ids: ids.slice(0, 2), next: expect.any(String) });
    const second = await list(`?limit=2&after=${first.next}`);
    expect(second).toEqual({ ids: ids.slice(2, 4), next: expect.any(String) });
    expect((await list(`?limit=2&after=${second.next}`)).ids).toEqual(ids.slice(4, 6));
    expect(await list(`?limit=${ids.length}`)).toEqual({ ids, next: null });
    expect((await list(`?limit=${ids.length - 1}`)).next).not.toBeNull();
    const newer = (await place(world, { as: partner })).orderId;
    expect((await list(`?limit=2&after=${first.next}`)).ids).toEqual(ids.slice(2, 4));
    ids.unshift(newer);
  });

  test('takes a limit from 1 to 200', async () => {
    expect((await list('?limit=1')).ids).toHaveLength(1);
    expect((await list('?limit=200')).ids).toHaveLength(ids.length);
    for (const limit of ['0', '201', '-1', '1.5', '1e2', '', 'ten', '00000001', '%00', '9'.repeat(40)]) {
      expect(await refused(`?limit=${limit}`)).toEqual([422, 'ERR_INVALID_FIELD', '/querystring/limit']);
    }
    expect(await refused('?limit=1&limit=2')).toEqual([422, 'ERR_INVALID_FIELD', '/querystring/limit']);
  });

  test('goes on only after an order', async () => {
    for (const after of ['1', '1e18', 'next', '9223372036854775808', "'", '1234567890123456789012345']) {
      expect(await refused(`?after=${after}`)).toEqual([422, 'ERR_INVALID_FIELD', '/querystring/after']);
    }
    expect(await list('?after=1000000000000000000')).toEqual({ ids: [], next: null });
    expect(await list('?after=9223372036854775807')).toEqual({ ids, next: null });
  });

  test('shows 50 where no limit is given', async () => {
    const many = await world.newPartner({ limitFactor: 1000, creditMinor: 100_000n });
    await Promise.all(Array.from({ length: 51 }, () => place(world, { as: many })));
    const { json } = await get('/v3/orders', { as: many });
    expect([json.data.length, json.next]).toEqual([50, json.data[49].orderId]);
  });

  test('is that of the market in the header', async () => {
    const { market, quotation, order } = singapore;
    const { orderId } = await place(world, { as: partner, market, quotation, order });
    expect(await list('', 'SG')).toEqual({ ids: [orderId], next: null });
    expect((await list()).ids).toEqual(ids);
  });

  test('finds orders by a value of their metadata: text, number or truth', async () => {
    const oldest = [...ids].reverse().slice(0, 5);
    expect((await list('?metadata.shop=Shop%201')).ids).toEqual([oldest[3], oldest[1]]);
    expect((await list('?metadata.number=3')).ids).toEqual([oldest[3]]);
    expect((await list('?metadata.even=true')).ids).toEqual([oldest[4], oldest[2], oldest[0]]);
    for (const query of [
      'shop=Shop',
      'shop=shop%201',
      'number=03',
      'even=1',
      'nothing=1',
      'deep=1',
      'deep.number=1',
      '=1',
    ]) {
      expect(await list(`?metadata.${query}`)).toEqual({ ids: [], next: null });
    }
    const first = await list('?metadata.even=true&limit=2');
    expect(first).toEqual({ ids: [oldest[4], oldest[2]], next: expect.any(String) });
    expect(await list(`?metadata.even=true&limit=2&after=${first.next}`)).toEqual({ ids: [oldest[0]], next: null });
  });

  test('finds orders by the mark of a channel partner', async () => {
    const oldest = [...ids].reverse();
    expect((await list(`?partner=${encodeURIComponent('Channel & Söhne')}`)).ids).toEqual([oldest[1], oldest[0]]);
    expect((await list('?partner=')).ids).toEqual([]);
  });

  test('finds orders by references that look like code, kept literally', async () => {
    const values = ["'; drop table orders; --", '<script>alert(1)</script>', '運送 🚚', '%', '\\', ' a+b&c=d ', '0'];
    for (const value of values) {
      const { orderId } = await place(world, { as: partner, order: { metadata: { [value]: value } } });
      ids.unshift(orderId);
      const query = `?metadata.${encodeURIComponent(value)}=${encodeURIComponent(value)}`;
      expect((await list(query)).ids).toEqual([orderId]);
    }
  });

  test('takes one reference at a time, and each once', async () => {
    expect(await refused('?metadata.a=1&metadata.b=2')).toEqual([422, 'ERR_INVALID_FIELD', '/querystring/metadata.b']);
    expect(await refused('?metadata.a=1&metadata.a=2')).toEqual([422, 'ERR_INVALID_FIELD', '/querystring/metadata.a']);
    expect(await refused('?partner=a&partner=b')).toEqual([422, 'ERR_INVALID_FIELD', '/querystring/partner']);
    expect((await refused('?metadata.a=1&partner=a'))[0]).toBe(422);
  });

  test('passes over parameters that it does not know', async () => {
    expect((await list('?foo=bar&status=COMPLETED&__proto__=1&constructor=2&%')).ids).toEqual(ids);
  });

  test('shows nothing of another partner, whatever is searched for', async () => {
    const stranger = await world.newPartner({ limitFactor: 10 });
    for (const query of ['', '?metadata.number=3', '?partner=Channel%20%26%20S%C3%B6hne', `?after=${ids[0]}`]) {
      expect((await get(`/v3/orders${query}`, { as: stranger })).json).toEqual({ data: [], next: null });
    }
  });

  test('is signed over the path, with or without its query', async () => {
    expect((await get('/v3/orders?limit=1', { as: partner, signed: { path: '/v3/orders?limit=1' } })).status).toBe(200);
  });
});

test('a key that is not for the market of an order reaches neither it nor its quotation', async () => {
  const { orderId, quotationId } = await place(world);
  const { database } = world.foundations;
  const deps = partnerDeps(world.foundations, []);
  const narrow = await database.inTransaction((tx) =>
    issueKey(deps, tx, world.partner.partnerId, { markets: ['SG'], limitFactor: 100 }),
  );
  const answer = await get(`/v3/orders/${orderId}`, { as: narrow, market: 'SG' });
  expect([answer.status, answer.json.message, answer.json.errors[0].message]).toEqual([
    422,
    'ERR_ORDER_NOT_FOUND',
    `Order ${orderId} is in the market HK, which this key is not for.`,
  ]);
  for (const path of [quotationId, `${quotationId}/explanation`]) {
    const refused = await get(`/v3/quotations/${path}`, { as: narrow, market: 'SG' });
    expect([refused.status, refused.json.message, refused.json.errors[0].message]).toEqual([
      422,
      'ERR_INVALID_QUOTATION_ID',
      `Quotation ${quotationId} is in the market HK, which this key is not for.`,
    ]);
  }
});

describe('the explanation', () => {
  test('says what the price was made from, what the placement did to it and what came after', async () => {
    const { orderId, quotationId, priceBreakdown } = await place(world, {
      quotation: { specialRequests: ['THERMAL_BAG_1'] },
    });
    const explain = async () => (await get(`/v3/orders/${orderId}/explanation`)).json.data;
    const quoted = (await get(`/v3/quotations/${quotationId}/explanation`)).json.data;
    const { total } = priceBreakdown;
    const placement = { quotedTotal: total, totalAtPlacement: total, taken: 'QUOTED' };
    const driver = { ...quoted.driver, former: [], offers: [], rounds: [] };
    expect(await explain()).toEqual({ ...quoted, driver, orderId, placement, total });
    for (const { item, amount } of quoted.items) expect(priceBreakdown[item]).toBe(amount);

    await world.call('POST', `/v3/orders/${orderId}/priority-fee`, { body: '{"data":{"priorityFee":"20"}}' });
    const withFee = String(Number(total) + 20);
    expect(await explain()).toEqual({ ...quoted, driver, orderId, placement, priorityFee: '20', total: withFee });

    await drivers.accept(orderId);
    const stops = [CENTRAL, MONG_KOK, { ...TUEN_MUN, name: 'Cleo', phone: '+85256847125' }];
    const edited = await world.call('PATCH', `/v3/orders/${orderId}`, { body: JSON.stringify({ data: { stops } }) });
    const after = await explain();
    expect(after).toMatchObject({
      orderId,
      rateCard: { version: quoted.rateCard.version },
      placement,
      edited: { totalBefore: total },
      priorityFee: '20',
      total: edited.json.data.priceBreakdown.total,
    });
    for (const { item, amount } of after.items) expect(edited.json.data.priceBreakdown[item]).toBe(amount);
  });
});
