import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openSession } from '../../src/accounts/open-session.ts';
import { assertPresent } from '../../src/foundation/assert.ts';
import { MINUTE_MS, SECOND_MS } from '../../src/foundation/time.ts';
import type { EveryRoute } from '../../src/infrastructure/http/server.ts';
import { invited } from '../support/desk.ts';
import { driverOf, offeredTo } from '../support/driver-client.ts';
import { CENTRAL, everythingStored, fund, MONG_KOK, quote } from '../support/orders.ts';
import { callPlus, placePlus, quotePlus, supportOf } from '../support/parcels.ts';
import type { HttpAnswer } from '../support/partner-client.ts';
import { sample } from '../support/sample.ts';
import { createWorld, type World } from '../support/world.ts';

type Route = EveryRoute[number];
/** By the name of the parameter that they stand for in a path. */
type Ids = Readonly<Record<string, readonly string[]>>;
type Call = (route: Route, path: string, data?: unknown) => Promise<HttpAnswer>;
type Door = {
  readonly name: string;
  readonly prefix: RegExp;
  readonly call: Call;
  readonly own: Ids;
  readonly foreign: Ids;
};

/** Stands in all that the others have, and must be seen by nobody else. */
const MARK = 'Fremdgut';
/** Calls are written down a moment after their answer. */
const LOG_LIMIT = { timeout: 20 * SECOND_MS, interval: 50 };
/** What a path names beside somebody's things: it is the same for all. */
const NOBODYS = ['market', 'city', 'service', 'version', 'request', 'name', 'token', 'key'];
const NEVER: Readonly<Record<string, string>> = {
  clientRef: 'NEVER-WAS',
  apiKey: 'pk_test_00000000000000000000000000000000',
};
const neverOf = (parameter: string) => NEVER[parameter] ?? '1234567890123456789';

let world: World;
let ours: Tenant;
let theirs: Tenant;
let doors: readonly Door[];

beforeAll(async () => {
  world = await createWorld({ env: { WAYBILL_ADDRESS_LIMIT: '1000000' } });
  theirs = await tenant(MARK);
  ours = await tenant('Own');
  doors = doorsOf(ours);
});
afterAll(() => world.close());

type Tenant = Awaited<ReturnType<typeof tenant>>;

function doorsOf({ partner, portalCookie, driver, ids }: Tenant): readonly Door[] {
  const sides = (whose: keyof Tenant['ids']) => ({ own: ids[whose], foreign: theirs.ids[whose] });
  return [
    { name: 'partners', prefix: /^\/(v3|sandbox\/v1)\//, call: signedBy(partner), ...sides('partner') },
    { name: 'the portal', prefix: /^\/portal\/v1\//, call: atDesk('portal', portalCookie), ...sides('portal') },
    { name: 'drivers', prefix: /^\/driver\/v1\//, call: byToken(driver.token), ...sides('driver') },
  ];
}

/** A partner with everything that one can have, its people, and a driver who works for it. */
async function tenant(mark: string) {
  const as = await world.newPartner({ name: `${mark} Ltd`, platforms: ['ON_DEMAND', 'PLUS'], limitFactor: 100_000 });
  await fund(world, 1_000_000n, as.partnerId);
  const driver = await driverOf(world, { name: mark, plate: `${mark} 1` });
  const quotation = { stops: [{ ...CENTRAL, address: mark }, MONG_KOK] };
  const bought = await quote(world, {}, { as });
  const { orderId, offerId } = await offeredTo(world, driver, { as, quotation, order: { metadata: { mark } } });
  await driver.call('POST', `/offers/${offerId}/accept`);
  const { stops } = (await world.call('GET', `/v3/orders/${orderId}`, { as })).json.data;
  const parcel = await placePlus(world, { as, quotation, parcel: { clientRef: `${mark}-1` } });
  await (await supportOf(world)).assign(parcel.orderId, driver.id);
  const { labelBatchId } = (await callPlus(world, 'POST', '/v3/labels', { orderIds: [parcel.orderId] }, { as })).json
    .data;
  const person = await signedIn('portal', as.partnerId, mark);
  const waiting = await invited(world, 'portal', { partner: as, name: mark });
  const portal = atDesk('portal', person.cookie);
  const [device] = (await read(portal, '/portal/v1/devices')).json.data;
  const request = await vi.waitFor(async () => {
    const [latest] = (await read(portal, '/portal/v1/requests')).json.data;
    return assertPresent(latest as { id: string } | undefined, 'the call is in the log');
  }, LOG_LIMIT);
  const events = (await world.call('GET', '/v3/events', { as })).json.data;
  const orders = {
    orderId: [orderId, parcel.orderId],
    stopId: stops.map(({ stopId }: { stopId: string }) => stopId),
    driverId: [driver.id],
  };
  const partner: Ids = {
    ...orders,
    quotationId: [bought.quotationId, (await quotePlus(world, {}, { as })).quotationId],
    eventId: [events[0].eventId],
    clientRef: [parcel.clientRef],
    labelBatchId: [labelBatchId],
  };
  return {
    partner: as,
    driver,
    portalCookie: person.cookie,
    ids: {
      partner,
      portal: {
        ...partner,
        deviceId: [String(device.id)],
        personId: [person.id, waiting.id],
        apiKey: [as.apiKey],
        id: [String(request.id)],
      } as Ids,
      driver: { ...orders, offerId: [offerId], sessionId: [driver.sessionId] } as Ids,
    },
  };
}

async function signedIn(desk: 'portal' | 'console', partnerId?: string, name = 'Ada') {
  const person = await invited(world, desk, { name, ...(partnerId === undefined ? {} : { partner: { partnerId } }) });
  const origin = { address: '127.0.0.1', device: 'Firefox', noteWho: () => {} };
  const { token, sessionId } = await world.foundations.database.inTransaction((tx) =>
    openSession(world.foundations, tx, person, origin, world.clock.now()),
  );
  return { id: person.id, sessionId, cookie: `__Host-waybill-${desk}=${token}` };
}

const bodyFor = ({ schema }: Route, data?: unknown) => {
  if (data === undefined && schema.body === undefined) return {};
  return { body: JSON.stringify(data === undefined ? sample(schema.body) : { data }) };
};
const signedBy =
  (as: { apiKey: string; apiSecret: string }, market = 'HK'): Call =>
  (route, path, data) =>
    world.call(route.method, path, {
      as,
      market,
      ...(route.variant === undefined ? {} : { headers: { Platform: route.variant } }),
      ...bodyFor(route, data),
    });
const atDesk =
  (desk: string, cookie: string): Call =>
  (route, path, data) =>
    world.send({ method: route.method, path, headers: { cookie, 'waybill-app': desk }, ...bodyFor(route, data) });
const byToken =
  (token: string): Call =>
  (route, path, data) =>
    world.send({
      method: route.method,
      path,
      headers: { authorization: `Bearer ${token}` },
      ...bodyFor(route, data),
    });
const read = (call: Call, path: string) => call({ method: 'GET', path, variant: undefined, schema: {} }, path);

/** They answer for as long as they are listened to. */
const isLive = ({ path }: Route) => path.endsWith('/live');
const routesOf = ({ prefix }: Pick<Door, 'prefix'>) => world.everyRoute.filter(({ path }) => prefix.test(path));
const parametersOf = ({ path }: Route) => (path.match(/:\w+/g) ?? []).map((part) => part.slice(1));
const nameOf = ({ method, path, variant = '' }: Route) => `${method} ${path} ${variant}`.trim();
const filled = ({ path }: Route, ids: Readonly<Record<string, string>>) =>
  path.replaceAll(/:(\w+)/g, (_all, name) => encodeURIComponent(ids[name] ?? 'HK'));
/** Of what was asked for, an answer may say the id. */
const withoutIds = ({ status, text }: HttpAnswer, ids: readonly string[]) =>
  `${status} ${ids.reduce((left, id) => left.replaceAll(id, '…'), text)}`;
/** The one thing that the contract tells apart: an order of another partner is 422, one that never was 404. */
const asUnknown = (answer: string) =>
  answer
    .replace('422 ', 'Order … is not one of yours.' === sentenceIn(answer) ? '404 ' : '422 ')
    .replace('Order … is not one of yours.', 'There is no order ….');
/** And whoever places an order is told whether a quotation is another partner's or none at all. */
const whoseverQuotation = (answer: string) =>
  answer.replace(/There is no (scheduled )?quotation …\.|Quotation … is not one of yours\./, 'No such quotation.');
const sentenceIn = (answer: string) => /"errors":\[?\{"id":"\w+","message":"([^"]*)"/.exec(answer)?.[1];
const stored = async () =>
  (await everythingStored(world)).filter(({ name }) => !/^(desk_sessions|driver_sessions)$/.test(name));

/** All of what can stand in a path of theirs: in one place of it, and in all. */
function waysToAsk({ own, foreign }: Door, route: Route) {
  const named = parametersOf(route).filter((name) => !NOBODYS.includes(name));
  const ownOnes = Object.fromEntries(named.map((name) => [name, own[name]?.[0] ?? '']));
  const inOnePlace = named.flatMap((name) =>
    (foreign[name] ?? []).map((id) => ({
      theirs: { ...ownOnes, [name]: id },
      nobodys: { ...ownOnes, [name]: neverOf(name) },
    })),
  );
  if (named.length < 2) return inOnePlace;
  const everywhere = Object.fromEntries(named.map((name) => [name, foreign[name]?.[0] ?? '']));
  const nowhere = Object.fromEntries(named.map((name) => [name, neverOf(name)]));
  return [...inOnePlace, { theirs: everywhere, nobodys: nowhere }];
}

test('every path that names somebody’s things is tried', () => {
  for (const door of doors) {
    const named = routesOf(door).flatMap((route) => parametersOf(route).map((name) => [name, nameOf(route)] as const));
    const forgotten = named.filter(([name]) => !NOBODYS.includes(name) && (door.foreign[name] ?? []).length === 0);
    expect([door.name, forgotten]).toEqual([door.name, []]);
    expect(named.length).toBeGreaterThan(10);
  }
});

test('what belongs to another partner or driver is answered like what never was, and nothing comes of it', async () => {
  for (const door of doors) {
    const before = await stored();
    const differing: unknown[] = [];
    for (const route of routesOf(door)) {
      for (const { theirs: asked, nobodys } of waysToAsk(door, route)) {
        world.clock.advance(SECOND_MS);
        const answer = await door.call(route, filled(route, asked));
        const nothing = await door.call(route, filled(route, nobodys));
        const ids = [...Object.values(asked), ...Object.values(nobodys)];
        const isSame = asUnknown(withoutIds(answer, ids)) === withoutIds(nothing, ids) && answer.status >= 400;
        if (!isSame || answer.text.includes(MARK))
          differing.push([nameOf(route), asked, answer.status, answer.text, nothing.status, nothing.text]);
      }
    }
    expect([door.name, differing]).toEqual([door.name, []]);
    expect([door.name, await stored()]).toEqual([door.name, before]);
  }
}, 120_000);

test('lists show nothing of theirs, also where a search or a page names something of theirs', async () => {
  const theirIds = Object.values({ ...theirs.ids.portal, ...theirs.ids.driver }).flat();
  const named = ['orderId', 'clientRef', 'eventId', 'apiKey', 'personId'].map((of) => theirs.ids.portal[of]?.[0] ?? '');
  // The portal first: what one has asked for as a partner stands in one's own log of calls.
  const [asPartner, atPortal, asDriver] = doorsOf(await tenant('Onlooker')) as [Door, Door, Door];
  for (const door of [atPortal, asDriver, asPartner]) {
    const lists = routesOf(door).filter((route) => route.method === 'GET' && !isLive(route));
    for (const route of lists.filter((list) => parametersOf(list).every((name) => name === 'market'))) {
      const { properties = {} } = (route.schema.querystring ?? {}) as { properties?: object };
      const asks = Object.keys(properties).flatMap((name) => named.map((id) => `?${name}=${encodeURIComponent(id)}`));
      for (const query of ['', ...asks]) {
        world.clock.advance(SECOND_MS);
        const { text } = await door.call(route, `${filled(route, {})}${query}`);
        const shown = theirIds.filter((id) => id.length > 10 && !query.includes(id) && text.includes(id));
        expect([nameOf(route), query, shown, text.includes(MARK)]).toEqual([nameOf(route), query, [], false]);
      }
    }
  }
}, 120_000);

describe('what is theirs inside a body', () => {
  test.each([
    [
      'POST',
      '/v3/orders',
      () => ({ quotationId: theirs.ids.partner.quotationId?.[0], sender: CONTACT, recipients: [CONTACT] }),
    ],
    [
      'POST',
      '/v3/orders PLUS',
      () => ({
        quotationId: theirs.ids.partner.quotationId?.[1],
        clientRef: 'X',
        sender: CONTACT,
        recipients: [CONTACT],
      }),
    ],
    ['POST', '/v3/labels', () => ({ orderIds: [theirs.ids.partner.orderId?.[1]] })],
    [
      'POST',
      '/portal/v1/orders',
      () => ({ quotationId: theirs.ids.partner.quotationId?.[0], sender: CONTACT, recipients: [CONTACT] }),
    ],
    ['POST', '/portal/v1/labels', () => ({ orderIds: [theirs.ids.partner.orderId?.[1]] })],
  ])('%s %s refuses it like what never was', async (method, name, dataOf) => {
    const before = await stored();
    const route = world.everyRoute.find((known) => nameOf(known) === `${method} ${name}`) as Route;
    const door = doors.find(({ prefix }) => prefix.test(route.path)) as Door;
    const text = JSON.stringify(dataOf());
    const ids = [...(theirs.ids.partner.quotationId ?? []), ...(theirs.ids.partner.orderId ?? []), neverOf('')];
    const nobodys = ids.reduce((left, id) => left.replaceAll(id, neverOf('')), text);
    const answer = await door.call(route, route.path, JSON.parse(text));
    const nothing = await door.call(route, route.path, JSON.parse(nobodys));
    expect(whoseverQuotation(withoutIds(answer, ids))).toBe(whoseverQuotation(withoutIds(nothing, ids)));
    expect([answer.status >= 400, answer.text.includes(MARK)]).toEqual([true, false]);
    expect(await stored()).toEqual(before);
  });
});

const CONTACT = { name: 'Ada', phone: '+85256847123' };

test('a file’s link opens nothing in another’s name, and a share link shows one delivery', async () => {
  const [orderId = ''] = theirs.ids.partner.orderId ?? [];
  const link = world.foundations.fileLinks.linkTo(
    'labels/a.pdf',
    theirs.partner.partnerId,
    world.clock.now() + MINUTE_MS,
  );
  const { pathname, searchParams } = new URL(link);
  searchParams.set('owner', ours.partner.partnerId);
  expect((await world.send({ path: `${pathname}?${searchParams}` })).status).toBe(404);
  const { shareLink } = (await world.call('GET', `/v3/orders/${ours.ids.partner.orderId?.[0]}`, { as: ours.partner }))
    .json.data;
  const page = await world.send({ path: `${new URL(shareLink).pathname}?orderId=${orderId}` });
  expect([page.status, page.text.includes(MARK)]).toEqual([200, false]);
});

test('an operator’s device is signed out by nobody else', async () => {
  const [one, other] = [await signedIn('console'), await signedIn('console')];
  const call = atDesk('console', one.cookie);
  const route = world.everyRoute.find(({ path }) => path === '/console/v1/devices/:deviceId') as Route;
  const [answer, nothing] = [
    await call(route, filled(route, { deviceId: other.sessionId })),
    await call(route, filled(route, { deviceId: neverOf('') })),
  ];
  expect([answer.status, answer.text]).toEqual([404, nothing.text]);
  expect((await read(atDesk('console', other.cookie), '/console/v1/me')).status).toBe(200);
});

describe('nobody comes in', () => {
  /** Where people sign in, and where those who have signed out may do so again, should the answer have been lost. */
  const FOR_ANYBODY =
    /\/(sign-in|sign-in\/code|forgot|links\/look|links\/use|sign-out)$|^DELETE \/driver\/v1\/sessions/;
  type Intruder = readonly [who: string, prefix: RegExp, call: () => Promise<Call>, statuses: readonly number[]];
  const partnersDoor = /^\/(v3|sandbox\/v1)\//;
  test.each<Intruder>([
    [
      'with a key of the other environment',
      partnersDoor,
      async () => signedBy({ ...ours.partner, apiKey: ours.partner.apiKey.replace('test', 'live') }),
      [401],
    ],
    [
      'with another partner’s key and the own secret',
      partnersDoor,
      async () => signedBy({ ...ours.partner, apiKey: theirs.partner.apiKey }),
      [401],
    ],
    [
      'with a key for another market',
      partnersDoor,
      async () => signedBy(await world.newPartner({ markets: ['SG'], platforms: ['ON_DEMAND', 'PLUS'] })),
      [403, 422],
    ],
    ['with a key that was revoked', partnersDoor, revokedKey, [401]],
    ['with a driver’s session that was ended', /^\/driver\/v1\//, endedDevice, [401]],
    ['with a session of the portal that was ended', /^\/portal\/v1\//, () => endedSession('portal'), [401]],
    ['with a session of the console that was ended', /^\/console\/v1\//, () => endedSession('console'), [401]],
    [
      'with the portal’s cookie at the console',
      /^\/console\/v1\//,
      async () => atDesk('console', ours.portalCookie),
      [401],
    ],
    ['with a driver’s session at the portal', /^\/portal\/v1\//, async () => byToken(ours.driver.token), [401, 403]],
  ])('%s, by any way', async (_who, prefix, make, statuses) => {
    const call = await make();
    const before = await stored();
    const routes = routesOf({ prefix }).filter((route) => !FOR_ANYBODY.test(nameOf(route)));
    const answers: unknown[] = [];
    for (const route of routes) {
      const path = filled(
        route,
        Object.fromEntries(parametersOf(route).map((name) => [name, ours.ids.portal[name]?.[0] ?? 'HK'])),
      );
      const { status, text } = await call(route, path);
      if (!statuses.includes(status)) answers.push([nameOf(route), status, text]);
    }
    expect(answers).toEqual([]);
    expect(routes.length).toBeGreaterThan(20);
    expect(await stored()).toEqual(before);
  });

  async function revokedKey(): Promise<Call> {
    const as = await world.newPartner({ platforms: ['ON_DEMAND', 'PLUS'] });
    const { cookie } = await signedIn('portal', as.partnerId);
    const { status } = await world.send({
      method: 'PUT',
      path: `/portal/v1/keys/${as.apiKey}/status`,
      headers: { cookie, 'waybill-app': 'portal' },
      body: JSON.stringify({ data: { status: 'revoked', seen: 'active' } }),
    });
    expect(status).toBeLessThan(300);
    return signedBy(as);
  }

  async function endedDevice(): Promise<Call> {
    const device = await driverOf(world);
    await device.call('DELETE', '/sessions');
    return byToken(device.token);
  }

  async function endedSession(desk: 'portal' | 'console'): Promise<Call> {
    const { cookie } = await signedIn(desk, desk === 'portal' ? ours.partner.partnerId : undefined);
    const call = atDesk(desk, cookie);
    const path = `/${desk}/v1/sign-out`;
    expect((await call({ method: 'POST', path, variant: undefined, schema: {} }, path)).status).toBe(204);
    return call;
  }
});
