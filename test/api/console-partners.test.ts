import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { localTimeText, MINUTE_MS } from '../../src/foundation/time.ts';
import { type DeskUser, deskUser } from '../support/desk.ts';
import { driversOf, fund, place, quote } from '../support/orders.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let admin: DeskUser;
let finance: DeskUser;
let viewer: DeskUser;
beforeAll(async () => {
  world = await createWorld({ partner: { name: 'Harbour Foods', limitFactor: 1_000 } });
  admin = await deskUser(world, 'console', { role: 'admin' });
  finance = await deskUser(world, 'console', { role: 'finance' });
  viewer = await deskUser(world, 'console', { role: 'viewer' });
});
afterAll(() => world.close());

const AT = '/console/v1/partners';
const own = () => `${AT}/${world.partner.partnerId}`;
const actsOf = async (subject: string) =>
  (await admin.get(`/console/v1/acts?subjectId=${encodeURIComponent(subject)}`)).json.data;

test('a partner is created with a key that works, found by name, id and key, and stands in the log with its reason', async () => {
  const made = await admin.post(AT, {
    name: '  Kowloon Books ',
    markets: ['HK', 'SG'],
    platforms: ['ON_DEMAND'],
    credit: '500',
    reason: 'Signed the contract',
  });
  expect(made.status).toBe(201);
  const { partnerId, apiKey, apiSecret } = made.json.data;
  await quote(world, {}, { as: { apiKey, apiSecret } });
  for (const search of ['kowloon b', partnerId, apiKey]) {
    const { json } = await viewer.get(`${AT}?search=${encodeURIComponent(search)}`);
    expect(json.data).toMatchObject([{ partnerId, name: 'Kowloon Books', markets: ['HK', 'SG'], keys: 1 }]);
  }
  expect((await viewer.get(`${AT}?search=nobody%25`)).json.data).toEqual([]);
  const shown = (await viewer.get(`${AT}/${partnerId}`)).json.data;
  expect(shown.wallets).toMatchObject([
    { market: 'HK', balance: '500', held: '0', currency: 'HKD' },
    { market: 'SG', balance: '500.0', currency: 'SGD' },
  ]);
  expect(JSON.stringify(shown)).not.toContain(apiSecret);
  expect(await actsOf(partnerId)).toMatchObject([
    { action: 'partner.create', reason: 'Signed the contract', who: { id: admin.id } },
  ]);
});

test('a partner that cannot be is refused beside its field, and nothing is made', async () => {
  const before = (await viewer.get(AT)).json.data.length;
  const wish = { name: 'X', markets: ['HK'], platforms: ['ON_DEMAND'], reason: 'Why not' };
  for (const [change, pointer] of [
    [{ name: ' ' }, '/data/name'],
    [{ markets: [] }, '/data/markets'],
    [{ markets: ['HK', 'ZZ'] }, '/data/markets/1'],
    [{ platforms: ['MINUS'] }, '/data/platforms/0'],
    [{ credit: '1.5' }, '/data/credit'],
    [{ credit: '-1' }, '/data/credit'],
    [{ reason: '' }, '/data/reason'],
    [{ reason: 'x'.repeat(501) }, '/data/reason'],
  ] as const) {
    const { status, json } = await admin.post(AT, { ...wish, ...change });
    expect([change, status, json.errors[0].detail]).toEqual([change, 422, pointer]);
  }
  expect((await admin.post(AT, { ...wish, sourceAddresses: ['here'] })).json.errors[0].message).toBe(
    '"here" is not an address or a range such as 203.0.113.7 or 203.0.113.0/24.',
  );
  expect((await finance.post(AT, wish)).status).toBe(403);
  expect((await viewer.get(AT)).json.data).toHaveLength(before);
});

test('the list goes on page by page', async () => {
  await world.newPartner({ name: 'One more' });
  const page = await viewer.get(`${AT}?limit=1`);
  expect(page.json.data).toHaveLength(1);
  const rest = await viewer.get(`${AT}?limit=200&after=${page.json.next}`);
  const ids = [...page.json.data, ...rest.json.data].map(({ partnerId }: { partnerId: string }) => partnerId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain(world.partner.partnerId);
  expect((await viewer.get(`${AT}?after=x`)).status).toBe(422);
});

test('a key is issued, suspended, changed and revoked; the later of two is told what it is by now', async () => {
  const partner = await world.newPartner({ name: 'Two keys' });
  const path = `${AT}/${partner.partnerId}/keys`;
  const issued = await admin.post(path, { reason: 'A second one' });
  expect(issued.status).toBe(201);
  const second = issued.json.data;
  await quote(world, {}, { as: second });
  expect((await admin.post(path, { reason: 'A third one' })).json.errors[0].message).toMatch(
    /^Two keys has two keys already, .* Revoke one first\.$/,
  );
  const change = (data: object) => admin.patch(`${path}/${second.apiKey}`, { reason: 'Misused', ...data });
  const shown = async () => (await viewer.get(`${AT}/${partner.partnerId}`)).json.data.keys[0];
  const { revision: first } = await shown();
  expect((await change({ seen: first, status: 'suspended' })).status).toBe(200);
  expect((await world.call('GET', '/v3/cities', { as: second })).status).toBe(403);
  const late = await change({ seen: first, status: 'revoked' });
  expect([late.status, late.json.errors[0].id]).toEqual([409, 'ERR_CHANGED_MEANWHILE']);
  expect(late.json.errors[0].message).toBe(
    'Somebody changed this key meanwhile: it is suspended now. Look again first.',
  );
  const { revision: suspended } = await shown();
  expect((await change({ seen: suspended, status: 'active', limitFactor: 7 })).status).toBe(200);
  expect(await shown()).toMatchObject({ apiKey: second.apiKey, limitFactor: 7, status: 'active' });
  expect((await change({ seen: (await shown()).revision, status: 'revoked' })).status).toBe(200);
  expect((await world.call('GET', '/v3/cities', { as: second })).status).toBe(401);
  expect((await actsOf(second.apiKey)).map(({ action }: { action: string }) => action)).toEqual([
    'key.revoke',
    'key.resume',
    'key.suspend',
    'key.create',
  ]);
  const foreign = await admin.patch(`${own()}/keys/${partner.apiKey}`, {
    seen: 1,
    status: 'revoked',
    reason: 'x',
  });
  expect(foreign.status).toBe(404);
});

test('of two who change the terms of a key, the later is told: what the first has locked stays locked', async () => {
  const partner = await world.newPartner({ name: 'Locked' });
  const path = `${AT}/${partner.partnerId}`;
  const shown = async () => (await viewer.get(path)).json.data.keys[0];
  const { revision: seen, markets, sourceAddresses } = await shown();
  const change = (terms: object) =>
    admin.patch(`${path}/keys/${partner.apiKey}`, { seen, markets, sourceAddresses, limitFactor: 1, ...terms });
  expect((await change({ sourceAddresses: ['203.0.113.7'], reason: 'It leaked' })).status).toBe(200);
  const late = await change({ limitFactor: 2, reason: 'A busy season' });
  expect([late.status, late.json.errors[0].id]).toEqual([409, 'ERR_CHANGED_MEANWHILE']);
  expect(await shown()).toMatchObject({ sourceAddresses: ['203.0.113.7/32'], limitFactor: 1 });
});

test('a wallet is topped up once under a reference', async () => {
  const before = Number((await viewer.get(`${own()}/wallets/HK`)).json.data.balance);
  const wish = { market: 'HK', amount: '250', reference: 'Transfer 17', reason: 'Bank statement' };
  expect((await finance.post(`${own()}/top-ups`, wish)).json.data).toEqual({ alreadyBooked: false });
  expect((await finance.post(`${own()}/top-ups`, wish)).json.data).toEqual({ alreadyBooked: true });
  const other = await finance.post(`${own()}/top-ups`, { ...wish, amount: '251' });
  expect(other.json.errors[0]).toMatchObject({
    message: 'Under this reference 250 HKD are booked already, not 251 HKD. Nothing was booked now.',
    detail: '/data/reference',
  });
  const wallet = (await viewer.get(`${own()}/wallets/HK`)).json.data;
  expect(Number(wallet.balance)).toBe(before + 250);
  expect(wallet.entries[0]).toMatchObject({ type: 'TOP_UP', balanceChange: '250', heldChange: '0' });
  for (const amount of ['0', '-5', '1.5', 'much', '1'.repeat(18)])
    expect((await finance.post(`${own()}/top-ups`, { ...wish, amount })).json.errors[0]).toMatchObject({
      message: 'It must be a whole number of at most 15 digits, in HKD and more than 0.',
      detail: '/data/amount',
    });
  expect((await viewer.post(`${own()}/top-ups`, wish)).status).toBe(403);
});

test('a credit note gives back at most what its order has cost; one without an order is numbered after it', async () => {
  await fund(world, 1_000n);
  const drivers = await driversOf(world);
  const { orderId, priceBreakdown } = await place(world);
  for (const step of ['accept', 'arrive', 'pickUp', 'dropOff'] as const) await drivers[step](orderId);
  world.clock.advance(MINUTE_MS);
  const path = `${own()}/credit-notes`;
  const wish = { market: 'HK', amount: priceBreakdown.total, orderId, reason: 'Never arrived' };
  const tooMuch = await finance.post(path, { ...wish, amount: String(Number(priceBreakdown.total) + 1) });
  expect(tooMuch.json.errors[0].detail).toBe('/data/amount');
  const first = (await finance.post(path, wish)).json.data;
  expect(first).toMatchObject({ orderId, amount: priceBreakdown.total, reason: 'Never arrived' });
  expect(first.number).toMatch(/^HK-\d{6}$/);
  expect((await finance.post(path, wish)).status).toBe(422);
  const second = (await finance.post(path, { market: 'HK', amount: '5', reason: 'Goodwill' })).json.data;
  expect(Number(second.number.slice(3))).toBe(Number(first.number.slice(3)) + 1);
  expect((await viewer.get(`${path}/HK`)).json.data.slice(0, 2)).toEqual([second, first]);
  const page = (await viewer.get(`${path}/HK?limit=1`)).json;
  expect((await viewer.get(`${path}/HK?limit=1&after=${page.next}`)).json.data).toEqual([first]);
  const file = await viewer.get(`${path}/HK/csv`);
  expect(file.headers['content-disposition']).toContain('credit-notes-HK-');
  const lines = file.text.split('\r\n');
  expect(lines[0]).toBe('\uFEFFnumber,issued_at_local,partner,order_id,amount,currency,reason');
  const issued = localTimeText(Date.parse(first.issuedAt), 'Asia/Hong_Kong');
  expect(lines[2]).toBe(`${first.number},${issued},Harbour Foods,${orderId},${first.amount},HKD,Never arrived`);
  expect((await viewer.get(`${path}/HK/csv?decimal=comma`)).text).toMatch(
    new RegExp(`^\uFEFFnumber;issued_at_local;[^]*;Harbour Foods;'${orderId};`),
  );
  const other = await world.newPartner();
  expect((await finance.post(`${AT}/${other.partnerId}/credit-notes`, wish)).json.errors[0]).toMatchObject({
    message: 'The partner has no such order in HK.',
    detail: '/data/orderId',
  });
  expect(await actsOf(first.number)).toMatchObject([{ action: 'credit-note.issue', reason: 'Never arrived' }]);
});

test('the first admin of a partner is invited by a link that opens the portal', async () => {
  const path = `${own()}/people`;
  const wish = { email: 'first@harbour.example', name: 'Fay', role: 'admin', reason: 'Asked for the portal' };
  const invited = await admin.post(path, wish);
  expect(invited.status).toBe(201);
  expect(invited.json.data.link).toMatch(/\/portal\/welcome#/);
  expect((await viewer.get(path)).json.data).toMatchObject([{ email: wish.email, role: 'admin', hasPassword: false }]);
  expect((await admin.post(path, wish)).json.errors[0].detail).toBe('/data/email');
  expect((await finance.post(path, wish)).status).toBe(403);
  const acts = await actsOf(invited.json.data.person.id);
  expect(acts.map(({ reason }: { reason?: string }) => reason)).toContain('Asked for the portal');
});

test('webhooks in trouble begin with whom waits for longest, whether it is parked, tried again or not tried at all', async () => {
  const { database, clock } = world.foundations;
  const minutesAgo = (minutes: number) => new Date(clock.now() - minutes * MINUTE_MS);
  let made = 0;
  const waiting = async (
    streams: readonly { due: number; first?: number; attempts?: number; parked?: boolean }[],
  ): Promise<string> => {
    const { partnerId } = await world.newPartner();
    for (const { due, first, attempts = 0, parked = false } of streams) {
      await database.query(
        `insert into delivery_streams (stream_id, partner_id, due_at, first_attempt_at, attempts, parked_reason)
         values ($1, $2, $3, $4, $5, $6)`,
        [
          ++made,
          partnerId,
          minutesAgo(due),
          first === undefined ? null : minutesAgo(first),
          attempts,
          parked ? 'Tried ten times.' : null,
        ],
      );
    }
    return partnerId;
  };
  onTestFinished(async () => {
    await database.query('delete from delivery_streams where stream_id <= $1', [made]);
  });
  await waiting([{ due: 4 }, { due: -1 }]);
  const untried = await waiting([{ due: 6 }, { due: 20 }, { due: 1 }]);
  const failing = await waiting([
    { due: -30, first: 40, attempts: 2 },
    { due: -10, first: 50, attempts: 3 },
    { due: 10, first: 30, attempts: 1 },
    { due: 1 },
  ]);
  const parked = await waiting([
    { due: 70, first: 80, attempts: 9, parked: true },
    { due: 60, first: 90, attempts: 10, parked: true },
    { due: 70 },
  ]);
  const isAtLeast = { parked: false, behind: false };
  expect((await viewer.get('/console/v1/webhooks')).json.data).toMatchObject([
    { partnerId: parked, parked: 2, behind: 1, attempts: 10, isAtLeast },
    { partnerId: failing, parked: 0, behind: 3, attempts: 3, isAtLeast },
    { partnerId: untried, parked: 0, behind: 2, attempts: 0, isAtLeast },
  ]);
});

test('webhooks in trouble are listed with what was answered last, and sent again for their partner', async () => {
  const { database, clock } = world.foundations;
  await fund(world, 1_000n);
  await world.call('PATCH', '/v3/webhook', { body: JSON.stringify({ data: { url: '' } }) });
  await place(world);
  await world.call('GET', '/v3/events');
  const [event] = await database.query<{ position: string; stream_id: string; number: number }>(
    'select position, stream_id, number from event_log where partner_id = $1 order by position limit 1',
    [world.partner.partnerId],
  );
  const since = new Date(clock.now()).toISOString();
  expect((await viewer.get('/console/v1/webhooks')).json.data).toEqual([]);
  await database.query(
    `insert into webhook_receivers (partner_id, url, updated_at) values ($1, 'https://dead.example', now())
     on conflict (partner_id) do update set url = 'https://dead.example'`,
    [world.partner.partnerId],
  );
  await database.query(
    "insert into deliveries (position, stream_id, number, attempts, last_error) values ($1, $2, $3, 10, '500: no') on conflict (position) do update set last_error = '500: no'",
    [event?.position, event?.stream_id, event?.number],
  );
  await database.query(
    `insert into delivery_streams (stream_id, partner_id, due_at, attempts, first_attempt_at, parked_reason)
     values ($1, $2, $3, 10, $3, 'GAVE_UP')`,
    [event?.stream_id, world.partner.partnerId, since],
  );
  expect((await viewer.get('/console/v1/webhooks')).json.data).toMatchObject([
    {
      partnerId: world.partner.partnerId,
      partnerName: 'Harbour Foods',
      url: 'https://dead.example',
      parked: 1,
      behind: 0,
      attempts: 10,
      lastAnswer: '500: no',
    },
  ]);
  const recover = (user: DeskUser) =>
    user.post(`/console/v1/webhooks/${world.partner.partnerId}/recover`, {
      since: '2026-01-01T00:00:00Z',
      reason: 'Their server is back',
    });
  expect((await recover(viewer)).status).toBe(403);
  expect((await recover(admin)).json.data.events).toBeGreaterThan(0);
  expect((await viewer.get('/console/v1/webhooks')).json.data).toEqual([]);
});
