import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, SECOND_MS } from '../../src/foundation/time.ts';
import { type DeskUser, deskUser } from '../support/desk.ts';
import { everythingStored } from '../support/orders.ts';
import type { HttpAnswer } from '../support/partner-client.ts';
import { sample } from '../support/sample.ts';
import { createWorld, type World } from '../support/world.ts';

type Route = World['deskRoutes'][number];
type Desk = Route['desk'];
const DESKS = ['portal', 'console'] as const;
const MADE_UP = ['1234567890123456789', '9999999999999999999', '1', 'x', '%00', '..%2f..'];

let world: World;
let expired: Record<Desk, DeskUser>;
let admins: Record<Desk, DeskUser>;
let viewers: Record<Desk, DeskUser>;

beforeAll(async () => {
  world = await createWorld({
    env: { WAYBILL_ADDRESS_LIMIT: '1000000' },
    partner: { platforms: ['ON_DEMAND', 'PLUS'] },
  });
  expired = await atBoth('admin');
  world.clock.advance(31 * DAY_MS);
});
// Anew for each test: going through all routes takes longer than a session lies unused.
beforeEach(async () => {
  [admins, viewers] = [await atBoth('admin'), await atBoth('viewer')];
});
afterAll(() => world.close());

async function atBoth(role: string): Promise<Record<Desk, DeskUser>> {
  return {
    portal: await deskUser(world, 'portal', { role }),
    console: await deskUser(world, 'console', { role }),
  };
}

const routesOf = (desk: Desk, further: (route: Route) => boolean = () => true) =>
  world.deskRoutes.filter((route) => route.desk === desk && further(route));
const isClosed = ({ may }: Route) => may !== undefined;
const filled = ({ path }: Route, id: string) => path.replaceAll(/:\w+/g, id);
const hasIds = ({ path }: Route) => path.includes(':');

/** One after the other; a second apart, so that nobody calls too often, and nobody is signed out meanwhile. */
async function callAll(
  user: DeskUser,
  routes: readonly Route[],
  headers: Record<string, string> = {},
  id = MADE_UP[0] as string,
): Promise<readonly [name: string, answer: HttpAnswer][]> {
  const answers: [string, HttpAnswer][] = [];
  for (const route of routes) {
    world.clock.advance(SECOND_MS);
    const data = route.data === undefined ? undefined : sample(route.data);
    const path = filled(route, encodeURIComponent(decodeURIComponent(id)));
    answers.push([`${route.method} ${path}`, await user.call(route.method, path, data, { headers })]);
  }
  return answers;
}

const outcomes = (answers: readonly [string, HttpAnswer][]) =>
  answers.map(([name, { status, json }]) => [name, status, json?.errors?.[0]?.id]);
const all = (answers: readonly [string, HttpAnswer][], status: number, code: string) =>
  expect(outcomes(answers)).toEqual(answers.map(([name]) => [name, status, code]));

/** What is stored, without what every call leaves behind. */
async function everything() {
  return (await everythingStored(world)).filter(({ name }) => name !== 'desk_sessions');
}

test('there are routes to try at both desks', () => {
  for (const desk of DESKS) expect(routesOf(desk).length).toBeGreaterThan(12);
});

describe.each(DESKS)('every way into the %s', (desk) => {
  const other = desk === 'portal' ? 'console' : 'portal';

  test('is closed without a session, with one that has expired and with one of the other desk', async () => {
    const routes = routesOf(desk, isClosed);
    const before = await everything();
    const stranger = { ...admins[desk], call: strangersCall(desk) };
    all(await callAll(stranger, routes), 401, 'ERR_UNAUTHORIZED');
    all(await callAll(expired[desk], routes), 401, 'ERR_UNAUTHORIZED');
    const cookie = (admins[other].cookie() as string).replace(other, desk);
    all(await callAll(stranger, routes, { cookie }), 401, 'ERR_UNAUTHORIZED');
    expect(await everything()).toEqual(before);
  });

  test('refuses a role without the permission, and changes nothing', async () => {
    const before = await everything();
    const routes = routesOf(desk, ({ may }) => may !== undefined && may !== 'look');
    all(await callAll(viewers[desk], routes), 403, 'ERR_FORBIDDEN');
    expect(await everything()).toEqual(before);
  });

  test('refuses pages of other sites, and changes that do not name the app', async () => {
    const before = await everything();
    for (const headers of [{ origin: 'https://elsewhere.test' }, { 'sec-fetch-site': 'cross-site' }])
      all(await callAll(admins[desk], routesOf(desk), headers as Record<string, string>), 403, 'ERR_FORBIDDEN');
    const changes = routesOf(desk, ({ method }) => method !== 'GET');
    all(await callAll(admins[desk], changes, { 'waybill-app': other }), 403, 'ERR_FORBIDDEN');
    all(await callAll(admins[desk], changes, { 'waybill-app': '' }), 403, 'ERR_FORBIDDEN');
    expect(await everything()).toEqual(before);
  });

  test('answers what no browser and no cache on the way keeps', async () => {
    const isList = ({ method, path }: Route) => method === 'GET' && !path.includes(':') && !path.endsWith('/live');
    const answers = await callAll(admins[desk], routesOf(desk, isList));
    expect(answers.filter(([, { status }]) => status === 200).length).toBeGreaterThan(5);
    for (const [name, { headers }] of answers) expect([name, headers['cache-control']]).toEqual([name, 'no-store']);
  });

  test('answers ids that are nobody’s with a refusal, never with a fault of ours', async () => {
    const before = await everything();
    const user = { ...admins[desk] };
    for (const id of MADE_UP) {
      const answers = await callAll(user, routesOf(desk, hasIds), {}, id);
      expect(outcomes(answers).filter(([, status]) => status !== 404 && status !== 422)).toEqual([]);
    }
    expect(await everything()).toEqual(before);
  });
});

/** A browser that has no cookie but what a test gives it. */
function strangersCall(desk: Desk): DeskUser['call'] {
  return (method, path, data, { headers = {} } = {}) =>
    world.send({
      method,
      path,
      headers: { 'waybill-app': desk, ...headers },
      ...(data === undefined ? {} : { body: JSON.stringify({ data }) }),
    });
}
