import { readdirSync } from 'node:fs';
import { openSession } from '../../../src/accounts/open-session.ts';
import { invited } from '../desk.ts';
import { driverOf } from '../driver-client.ts';
import { driversOf, fund, place, quote } from '../orders.ts';
import { placePlus, quotePlus, supportOf } from '../parcels.ts';
import type { World } from '../world.ts';
import type { Caller } from './draft.ts';
import type { Door, Plan } from './plans.ts';
import { createStock, type Stock } from './stock.ts';

type Member = { readonly caller: Caller; readonly stock: Stock };

/** Calls by which people lose what they came in with; somebody else makes them. */
const ENDS_SESSIONS = /\/(sign-out|sign-out-everywhere|password|second-factor|devices|sessions|people)(\/|$)/;

/** Callers who are known at their doors, each with business of their own, so that calls get past the first look. */
export type Cast = {
  memberFor(plan: Pick<Plan, 'door' | 'route'>): Member;
  /** Everybody, with something to ask that changes nothing, to see whether they are still let in. */
  members(): readonly { readonly member: Member; readonly asks: string; replace(): Promise<void> }[];
};

export async function assembleCast(world: World): Promise<Cast> {
  let driver = await driverWithBusiness(world);
  let partner = await partnerWithBusiness(world);
  partner.stock.learn({ driverId: driver.id, orderId: driver.orderId });
  // What is put out of order at the portal and in the sandbox stays there: clocks, faults, keys.
  let other = await partnerWithBusiness(world);
  const atDesk = {
    portal: () => personAt(world, 'portal', other.partnerId, other.stock),
    console: () => personAt(world, 'console', undefined, partner.stock),
  };
  const people = { portal: await atDesk.portal(), console: await atDesk.console() };
  const leaving = { portal: await atDesk.portal(), console: await atDesk.console(), driver: await deviceOf(world) };
  const visitor: Member = { caller: { kind: 'nobody' }, stock: pagesOf(partner.stock) };

  function atDoor(door: Door): Member {
    if (door === 'page') return visitor;
    if (door === 'partner') return partner;
    if (door === 'sandbox') return other;
    return door === 'driver' ? driver : people[door];
  }
  const leaves = (door: Door): door is keyof typeof leaving => door in leaving;

  return {
    memberFor: ({ door, route }) => (ENDS_SESSIONS.test(route.path) && leaves(door) ? leaving[door] : atDoor(door)),
    members: () => [
      ...(['portal', 'console'] as const).flatMap((desk) =>
        [people, leaving].map((those) => ({
          member: those[desk],
          asks: `/${desk}/v1/me`,
          replace: async () => {
            those[desk] = await atDesk[desk]();
          },
        })),
      ),
      {
        member: leaving.driver,
        asks: '/driver/v1/me',
        replace: async () => {
          leaving.driver = await deviceOf(world);
        },
      },
      {
        member: driver,
        asks: '/driver/v1/me',
        replace: async () => {
          driver = await driverWithBusiness(world);
        },
      },
      {
        member: partner,
        asks: '/v3/cities',
        replace: async () => {
          partner = await partnerWithBusiness(world);
        },
      },
      {
        member: other,
        asks: '/sandbox/v1/clock',
        replace: async () => {
          other = await partnerWithBusiness(world);
          people.portal = await atDesk.portal();
        },
      },
    ],
  };
}

/** Signed in without a password, which takes long to check. */
async function personAt(
  world: World,
  desk: 'portal' | 'console',
  partnerId: string | undefined,
  stock: Stock,
): Promise<Member> {
  const {
    link: _,
    token: __,
    ...person
  } = await invited(world, desk, partnerId === undefined ? {} : { partner: { partnerId } });
  const origin = { address: '127.0.0.1', device: 'Firefox', noteWho: () => {} };
  const { token } = await world.foundations.database.inTransaction((tx) =>
    openSession(world.foundations, tx, person, origin, world.clock.now()),
  );
  return { caller: { kind: 'cookie', desk, cookie: `__Host-waybill-${desk}=${token}` }, stock };
}

async function deviceOf(world: World): Promise<Member> {
  const { token, sessionId } = await driverOf(world);
  const stock = createStock();
  stock.keep('sessionId', sessionId);
  return { caller: { kind: 'token', token }, stock };
}

async function partnerWithBusiness(world: World) {
  const as = await world.newPartner({ platforms: ['ON_DEMAND', 'PLUS'], limitFactor: 100_000 });
  await fund(world, 1_000_000_000n, as.partnerId);
  const stock = createStock();
  stock.keep('partnerId', as.partnerId);
  stock.keep('apiKey', as.apiKey);
  for (let count = 0; count < 3; count++) {
    stock.learn(await place(world, { as }));
    stock.learn(await placePlus(world, { as }));
    stock.keepQuotation('', await quote(world, {}, { as }));
    stock.keepQuotation('PLUS', await quotePlus(world, {}, { as }));
  }
  stock.learn((await world.call('GET', '/v3/events', { as })).json);
  return { caller: { kind: 'key', ...as } as Caller, stock, partnerId: as.partnerId };
}

async function driverWithBusiness(world: World) {
  const driver = await driverOf(world);
  const stock = createStock();
  await driver.comeOnline();
  const { orderId } = await place(world);
  await (await driversOf(world)).accept(orderId, driver.id);
  const { orderId: parcelId } = await placePlus(world);
  await (await supportOf(world)).assign(parcelId, driver.id);
  for (const path of ['/orders', `/orders/${orderId}`, '/parcels', '/sessions'])
    stock.learn((await driver.call('GET', path)).json);
  return { caller: { kind: 'token', token: driver.token } as Caller, stock, id: driver.id, orderId };
}

function pagesOf(stock: Stock): Stock {
  for (const name of readdirSync('docs/guide')) stock.keep('guide', name.replace('.md', ''));
  for (const name of readdirSync('dist/web/assets')) stock.keep('asset', name);
  return stock;
}
