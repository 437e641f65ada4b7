import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, formatInstant, HOUR_MS, MINUTE_MS } from '../../src/foundation/time.ts';
import { deskUser } from '../support/desk.ts';
import { contradictions } from '../support/order-records.ts';
import { CENTRAL, fund, MONG_KOK, place, post, RECIPIENT, SENDER, TUEN_MUN } from '../support/orders.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let user: Awaited<ReturnType<typeof deskUser>>;
beforeAll(async () => {
  world = await createWorld({ partner: { limitFactor: 1000, creditMinor: 1_000_000n } });
  user = await deskUser(world, 'portal');
});
afterAll(() => world.close());

const list = async (query = '') => (await user.get(`/portal/v1/orders${query}`)).json;
/** A driver takes it, as the sandbox lets one; the driver's id. */
const accept = async (orderId: string): Promise<string> =>
  (await user.post(`/portal/v1/sandbox/orders/${orderId}/actions`, { action: 'DRIVER_ACCEPT' })).json.data.driverId;
const idsOf = (answer: { data: { orderId: string }[] }) => answer.data.map(({ orderId }) => orderId);
const to = (name: string, phone: string, further: object = {}) => ({
  order: { sender: SENDER, recipients: [{ name, phone }], ...further },
});

describe('the list', () => {
  test('has the newest first and goes on page by page', async () => {
    const placed: string[] = [];
    for (let count = 0; count < 3; count++) placed.push((await place(world)).orderId);
    const first = await list('?limit=2');
    expect(idsOf(first)).toEqual([placed[2], placed[1]]);
    expect(first.data[0]).toMatchObject({
      status: 'ASSIGNING_DRIVER',
      market: 'HK',
      city: 'Hong Kong',
      timeZone: 'Asia/Hong_Kong',
      service: 'MOTORCYCLE',
      from: CENTRAL.address,
      to: MONG_KOK.address,
      recipient: 'Ben 1',
      dropOffs: 1,
      currency: 'HKD',
    });
    expect(idsOf(await list(`?limit=2&after=${first.next}`))[0]).toBe(placed[0]);
  });

  test('finds by name, address, last digits of the phone, metadata and id, at once after the placement', async () => {
    const stops = [CENTRAL, { ...TUEN_MUN, address: '88 Castle Peak Road' }];
    const found = (
      await place(world, { quotation: { stops }, ...to('Zhang Wei', '+85298765432', { metadata: { shop: 'B-77' } }) })
    ).orderId;
    for (const text of ['zhang', 'Zhang Wei', '88 castle', '765432', '+852 9876 5432', 'b-77', found])
      expect(idsOf(await list(`?search=${encodeURIComponent(text)}`)), text).toEqual([found]);
    for (const text of ['wei', 'castle', '98765433', 'b-78', '1571354659422392320'])
      expect(idsOf(await list(`?search=${encodeURIComponent(text)}`)), text).toEqual([]);
  });

  test.each(['56847124', '%2B852+5684+7124', 'Ben+Lee', '750%20Nathan%20Road'])(
    'keeps what is looked for out of the log: %s',
    async (search) => {
      await user.get(`/portal/v1/orders?status=OPEN&search=${search}&limit=7`);
      const paths = () => world.logEntries().map(({ path }) => String(path));
      await expect.poll(paths).toContain('/portal/v1/orders?status=OPEN&search=…&limit=7');
      expect(world.logLines.join('')).not.toContain(search);
    },
  );

  test('finds an order by the address that an edit has given it', async () => {
    const { orderId, stops } = await place(world, to('Edited One', '+85291112222'));
    await accept(orderId);
    const edited = [
      { coordinates: stops[0].coordinates, address: stops[0].address },
      { ...TUEN_MUN, address: 'Unseen Lane 9', name: 'Edited One', phone: '+85291112222' },
    ];
    expect((await user.patch(`/portal/v1/orders/${orderId}?market=HK`, { stops: edited })).status).toBe(201);
    expect(idsOf(await list('?search=unseen'))).toEqual([orderId]);
  });

  test('is narrowed down by status, market and time', async () => {
    const cancelled = (await place(world)).orderId;
    expect((await user.delete(`/portal/v1/orders/${cancelled}`)).status).toBe(204);
    const open = (await place(world)).orderId;
    for (const query of ['?status=CANCELED', '?search=ben&status=CANCELED']) {
      expect(idsOf(await list(query))).toContain(cancelled);
      expect(idsOf(await list(query))).not.toContain(open);
    }
    expect(idsOf(await list('?status=OPEN'))).toContain(open);
    expect(idsOf(await list('?status=OPEN'))).not.toContain(cancelled);
    expect(idsOf(await list('?market=SG'))).toEqual([]);
    const before = world.clock.now() + 1;
    world.clock.advance(2 * HOUR_MS);
    const later = (await place(world)).orderId;
    const time = (instant: number) => encodeURIComponent(new Date(instant).toISOString());
    expect(idsOf(await list(`?from=${time(before)}`))).toEqual([later]);
    expect(idsOf(await list(`?until=${time(before)}`))).not.toContain(later);
    expect(idsOf(await list(`?until=${time(before)}`))).toContain(open);
    expect(idsOf(await list(`?from=${time(0)}&until=${time(before - 30 * DAY_MS)}`))).toEqual([]);
  });

  test.each([
    ['?search=x', '/querystring/search'],
    ['?status=GONE', '/querystring/status'],
    ['?after=12', '/querystring/after'],
    ['?from=yesterday', '/querystring/from'],
    ['?limit=0', '/querystring/limit'],
    ['?market=TH', '/querystring/market'],
  ])('%s is refused with its place', async (query, detail) => {
    const answer = await user.get(`/portal/v1/orders${query}`);
    expect([answer.status, answer.json.errors[0].detail]).toEqual([422, detail]);
  });

  test('asks for more of a text that too many orders begin with', async () => {
    const { orderId } = await place(world, to('Popular Person', '+85293334444'));
    await list('?search=popular');
    await world.foundations.database.query(
      `insert into order_terms (partner_id, term, order_id)
       select partner_id, 'crowd ' || number, id from orders, generate_series(1, 2000) as number where id = $1`,
      [orderId],
    );
    expect(idsOf(await list('?search=crowd'))).toEqual([orderId]);
    await world.foundations.database.query(
      `insert into order_terms (partner_id, term, order_id)
       select partner_id, 'crowd more', id from orders where partner_id = (select partner_id from orders where id = $1) order by id desc limit 1`,
      [orderId],
    );
    const refused = await user.get('/portal/v1/orders?search=crowd');
    expect([refused.status, refused.json.errors[0].detail]).toEqual([422, '/querystring/search']);
    expect(idsOf(await list('?search=crowd%20more'))).toEqual([orderId]);
  });

  test('shows nothing of another partner, and another partner’s ids are not there', async () => {
    const other = await world.newPartner({ name: 'Other', creditMinor: 100_000n });
    const theirs = (await place(world, { as: other, ...to('Only Theirs', '+85297776666') })).orderId;
    expect(idsOf(await list('?search=only theirs'.replace(' ', '%20')))).toEqual([]);
    const unknown = await user.get('/portal/v1/orders/1571354659422392320');
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/events'],
      ['GET', '/live'],
      ['GET', '/explanation'],
      ['DELETE', ''],
      ['GET', '/drivers/1'],
    ] as const) {
      const answer = await user.call(method, `/portal/v1/orders/${theirs}${path}`);
      expect([answer.status, answer.json.errors[0].message], `${method} ${path}`).toEqual([
        404,
        unknown.json.errors[0].message.replace('1571354659422392320', theirs),
      ]);
    }
  });
});

describe('one order', () => {
  test('has everything: price, actions with their times, history, events, the share link', async () => {
    const { orderId } = await place(world, to('Ben', '+85256847124', { metadata: { a: '<script>alert(1)</script>' } }));
    const { data } = (await user.get(`/portal/v1/orders/${orderId}`)).json;
    expect(data).toMatchObject({
      orderId,
      market: 'HK',
      city: 'Hong Kong',
      timeZone: 'Asia/Hong_Kong',
      revision: 1,
      metadata: { a: '<script>alert(1)</script>' },
      actions: { canEdit: false, canAddPriorityFee: true },
      history: [{ event: 'placed', status: 'ASSIGNING_DRIVER', by: 'partner' }],
    });
    expect(Date.parse(data.actions.canCancelUntil)).toBeGreaterThan(world.clock.now());
    const events = (await user.get(`/portal/v1/orders/${orderId}/events`)).json.data;
    expect(events).toMatchObject([{ type: 'ORDER_STATUS_CHANGED', delivery: null }]);
    const explained = (await user.get(`/portal/v1/orders/${orderId}/explanation`)).json.data;
    expect(explained).toMatchObject({ orderId, items: [{ item: 'base' }, {}], driver: { rounds: [] } });
  });

  test('says of a drop-off that failed that it did, also where no proof was asked for', async () => {
    const { orderId } = await place(world);
    await accept(orderId);
    const act = (data: object) => user.post(`/portal/v1/sandbox/orders/${orderId}/actions`, data);
    const closings = async () => (await user.get(`/portal/v1/orders/${orderId}`)).json.data.closings;
    expect(await closings()).toEqual([null]);
    await act({ action: 'DRIVER_PICK_UP' });
    await act({ action: 'DRIVER_DROP_OFF', proof: 'FAILED', reason: 'Nobody there' });
    expect(await closings()).toEqual([
      { at: formatInstant(world.clock.now()), outcome: 'FAILED', reason: 'Nobody there' },
    ]);
  });

  test('is changed by the same rules as by the API, and what was done stands in the audit log', async () => {
    const { orderId } = await place(world);
    const fee = await user.post(`/portal/v1/orders/${orderId}/priority-fee`, { priorityFee: '20' });
    expect(fee.json.data.priorityFee).toBe('20');
    const lower = await user.post(`/portal/v1/orders/${orderId}/priority-fee`, { priorityFee: '10' });
    expect(lower.status).toBe(422);
    const driverId = await accept(orderId);
    const early = await user.delete(`/portal/v1/orders/${orderId}/drivers/${driverId}`, { reason: 'DRIVER_LATE' });
    expect(early.status).toBe(422);
    expect((await user.get(`/portal/v1/orders/${orderId}/drivers/${driverId}`)).json.data).toMatchObject({ driverId });
    world.clock.advance(15 * MINUTE_MS);
    const late = await user.delete(`/portal/v1/orders/${orderId}/drivers/${driverId}`, { reason: 'DRIVER_LATE' });
    expect(late.status).toBe(204);
    const acts = (await user.get(`/portal/v1/acts?subjectKind=order&subjectId=${orderId}`)).json.data;
    expect(acts.map(({ action, details }: { action: string; details: unknown }) => [action, details])).toEqual([
      ['order.change-driver', { reason: 'DRIVER_LATE' }],
      ['sandbox.act', { action: 'DRIVER_ACCEPT' }],
      ['order.priority-fee', { priorityFee: '20' }],
    ]);
  });

  test('its drop-offs are not replaced by whoever has not seen how they stand', async () => {
    const { orderId } = await place(world);
    await accept(orderId);
    const read = async () => (await user.get(`/portal/v1/orders/${orderId}`)).json.data;
    const { revision: seen } = await read();
    const bySupport = { stops: [CENTRAL, { ...TUEN_MUN, ...RECIPIENT }], reason: 'wrong flat', seen };
    const operator = await deskUser(world, 'console');
    expect((await operator.patch(`/console/v1/orders/${orderId}`, bySupport)).status).toBe(200);
    const edit = (query: string) =>
      user.patch(`/portal/v1/orders/${orderId}${query}`, { stops: [CENTRAL, { ...MONG_KOK, ...RECIPIENT }] });
    const late = await edit(`?seen=${seen}`);
    expect([late.status, late.json.errors[0].message]).toEqual([
      409,
      'Customer support edited the drop-offs since you looked. Its driver is on the way to the pick-up now.',
    ]);
    expect((await edit('?seen=the-last-one')).status).toBe(422);
    const { revision, stops } = await read();
    expect(stops[1].address).toBe(TUEN_MUN.address);
    expect((await edit(`?seen=${revision}`)).status).toBe(201);
  });

  test('a repeated call takes effect once', async () => {
    const { orderId } = await place(world);
    const repeat = { requestId: 'a-request-of-the-portal-0001' };
    for (let time = 0; time < 2; time++)
      expect((await user.delete(`/portal/v1/orders/${orderId}`, undefined, repeat)).status).toBe(204);
    expect((await user.delete(`/portal/v1/orders/${orderId}`)).status).toBe(409);
  });
});

describe('placing', () => {
  const quotation = { serviceType: 'MOTORCYCLE', language: 'en_HK', stops: [CENTRAL, MONG_KOK] };
  const contacts = { sender: SENDER, recipients: [RECIPIENT] };

  test('asks for a price, explains it, and buys it once', async () => {
    const quoted = (await user.post('/portal/v1/quotations?market=HK', quotation)).json.data;
    const explained = (await user.get(`/portal/v1/quotations/${quoted.quotationId}/explanation`)).json.data;
    expect(explained.total).toBe(quoted.priceBreakdown.total);
    const order = { quotationId: quoted.quotationId, ...contacts };
    const first = await user.post('/portal/v1/orders?market=HK', order);
    const again = await user.post('/portal/v1/orders?market=HK', order);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.json.data.orderId).toBe(first.json.data.orderId);
    const acts = (await user.get(`/portal/v1/acts?subjectId=${first.json.data.orderId}`)).json.data;
    expect(acts[0]).toMatchObject({ action: 'order.place', subject: { kind: 'order' } });
  });

  test('is committed with its entry in the audit log, or not at all', async () => {
    const { database } = world.foundations;
    const { quotationId } = (await user.post('/portal/v1/quotations?market=HK', quotation)).json.data;
    const buy = () => user.post('/portal/v1/orders?market=HK', { quotationId, ...contacts });
    const bought = () => database.query('select from orders where quotation_id = $1', [quotationId]);
    await database.query("alter table audit_entries add constraint unheard check (action <> 'order.place') not valid");
    try {
      expect((await buy()).status).toBe(500);
    } finally {
      await database.query('alter table audit_entries drop constraint unheard');
    }
    expect(await bought()).toHaveLength(0);
    expect((await buy()).status).toBe(201);
    expect(await bought()).toHaveLength(1);
    expect(await contradictions(database)).toEqual([]);
  });

  test('many at once, at the portal and by the key, buy a quotation once', async () => {
    const { quotationId } = (await user.post('/portal/v1/quotations?market=HK', quotation)).json.data;
    const order = { quotationId, ...contacts };
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => user.post('/portal/v1/orders?market=HK', order)),
      ...Array.from({ length: 4 }, () => post(world, order)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(answers.map(({ json }) => json.data.orderId)).size).toBe(1);
    expect(await contradictions(world.foundations.database)).toEqual([]);
  });

  test('more at once than there are connections to the database wait for one another, and no call needs two', async () => {
    const quoted = await Promise.all(
      Array.from({ length: 24 }, () => user.post('/portal/v1/quotations?market=HK', quotation)),
    );
    const answers = await Promise.all(
      quoted.map(({ json }, at) =>
        user.post(
          '/portal/v1/orders?market=HK',
          { quotationId: json.data.quotationId, ...contacts },
          { requestId: `a-portal-order-${at}` },
        ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(24).fill(201));
    const { orderId } = answers[0]?.json.data ?? {};
    const acts = (await user.get(`/portal/v1/acts?subjectId=${orderId}`)).json.data;
    expect(acts.map(({ action }: { action: string }) => action)).toEqual(['order.place']);
  });

  test('the same call twice at once, and once more, stands in the audit log once', async () => {
    const { quotationId } = (await user.post('/portal/v1/quotations?market=HK', quotation)).json.data;
    const buy = () =>
      user.post('/portal/v1/orders?market=HK', { quotationId, ...contacts }, { requestId: 'a-portal-order-twice' });
    const atOnce = await Promise.all([buy(), buy()]);
    const again = await buy();
    expect(again.status).toBe(201);
    for (const { status, text } of atOnce) expect([again.text, 409]).toContain(status === 409 ? status : text);
    expect(atOnce.map(({ status }) => status)).toContain(201);
    const acts = (await user.get(`/portal/v1/acts?subjectId=${again.json.data.orderId}`)).json.data;
    expect(acts).toHaveLength(1);
  });

  test('says kindly that the wallet is short, and which phone is wrong', async () => {
    const poor = await world.newPartner({ name: 'Poor' });
    const their = await deskUser(world, 'portal', { partner: poor });
    const { quotationId } = (await their.post('/portal/v1/quotations?market=HK', quotation)).json.data;
    const short = await their.post('/portal/v1/orders?market=HK', { quotationId, ...contacts });
    expect([short.status, short.json.message]).toEqual([402, 'ERR_INSUFFICIENT_CREDIT']);
    await fund(world, 1_000n, poor.partnerId);
    const wrong = { ...contacts, recipients: [{ ...RECIPIENT, phone: '+15550100' }] };
    const refused = await their.post('/portal/v1/orders?market=HK', { quotationId, ...wrong });
    expect(refused.json.errors[0]).toMatchObject({ detail: '/data/recipients/0/phone' });
  });

  test('finds the place of an address and the address of a place', async () => {
    const markets = (await user.get('/portal/v1/markets')).json.data;
    expect(markets.map(({ market }: { market: string }) => market)).toEqual(['HK', 'SG']);
    expect(markets[0].cities[0].corners[0].lat).toBeLessThan(22.3);
    const named = await user.post('/portal/v1/places?market=HK', { coordinates: { lat: 22.3193, lng: 114.1694 } });
    expect(named.status).toBe(200);
    const placed = await user.post('/portal/v1/places?market=HK', { address: named.json.data.address });
    expect(placed.status).toBe(200);
    expect((await user.post('/portal/v1/places?market=HK', {})).json.message).toBe('ERR_MISSING_FIELD');
    expect((await user.post('/portal/v1/places?market=HK', { address: 'qqqq zzzz' })).status).toBe(422);
    expect((await user.get('/portal/v1/cities?market=SG')).json.data[0]).toMatchObject({ name: 'Singapore' });
  });

  test('is not for those who only look', async () => {
    const viewer = await deskUser(world, 'portal', { role: 'viewer' });
    const { orderId } = await place(world);
    expect((await viewer.get(`/portal/v1/orders/${orderId}`)).status).toBe(200);
    expect((await viewer.post('/portal/v1/quotations?market=HK', quotation)).status).toBe(403);
    expect((await viewer.delete(`/portal/v1/orders/${orderId}`)).status).toBe(403);
    expect((await viewer.get(`/portal/v1/orders/${orderId}`)).json.data.status).toBe('ASSIGNING_DRIVER');
  });
});
