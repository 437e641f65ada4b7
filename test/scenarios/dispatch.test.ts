import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readOpenOffers, replaceWithDriver, saveCityDispatch } from '../../src/dispatch/index.ts';
import { measureSpread } from '../../src/dispatch/measure-spread.ts';
import { blockDriver, type Driver, setDriverStatus } from '../../src/drivers/index.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '../../src/foundation/time.ts';
import type { MadePartner } from '../../src/main/make-partner.ts';
import { findWaitingOrders } from '../../src/orders/index.ts';
import { dispatchOf, ROUND_MS } from '../support/dispatch.ts';
import { runDueJobs } from '../support/order-records.ts';
import { driversOf, place } from '../support/orders.ts';
import { createWorld, type World } from '../support/world.ts';

const CITY = 'HK HKG';
const OPEN_CITY = { mode: 'POOL', paused: false, pausedServices: [], notes: {} } as const;

let world: World;
let dispatch: Awaited<ReturnType<typeof dispatchOf>>;
let partner: MadePartner;
let driving: Awaited<ReturnType<typeof driversOf>>;
beforeAll(async () => {
  world = await createWorld();
  dispatch = await dispatchOf(world);
  driving = await driversOf(world);
  partner = await newPartner();
});
afterAll(() => world.close());
// Every test begins at noon of a Monday of its own: nobody is online, and what waited before has expired.
let week = 0;
beforeEach(async () => {
  await dispatch.leaveAll();
  world.clock.set(Date.UTC(2026, 10, 16, 4) + ++week * 7 * DAY_MS);
  await runCity({});
  await runDueJobs(world.foundations);
});

const sql = () => world.foundations.database;
const now = () => world.clock.now();
const newPartner = () => world.newPartner({ limitFactor: 1_000, creditMinor: 1_000_000n, markets: ['HK'] });
const runCity = (changes: Partial<Parameters<typeof saveCityDispatch>[2]>) =>
  sql().inTransaction((tx) => saveCityDispatch(tx, CITY, { ...OPEN_CITY, ...changes }));

type Wish = { scheduleAt?: Instant; serviceType?: string; specialRequests?: readonly string[]; as?: MadePartner };
async function order({ scheduleAt, as = partner, ...quotation }: Wish = {}): Promise<string> {
  const when = scheduleAt === undefined ? {} : { scheduleAt: new Date(scheduleAt).toISOString() };
  return (await place(world, { quotation: { ...quotation, ...when }, as })).orderId;
}
const idsOf = (...drivers: readonly Driver[]) => drivers.map(({ id }) => id);
const cancel = (orderId: string) => world.call('DELETE', `/v3/orders/${orderId}`, { as: partner });
async function explain(orderId: string, as = partner) {
  const { status, json } = await world.call('GET', `/v3/orders/${orderId}/explanation`, { as });
  expect(status).toBe(200);
  return json.data.driver;
}
const latestRound = async (orderId: string) => (await explain(orderId)).rounds[0];

describe('who is asked', () => {
  test('the nearest driver of the service, and nobody else while the offer is open', async () => {
    await dispatch.join(1_000);
    const near = await dispatch.join(200);
    await dispatch.join(100, { service: 'COURIER' });
    const orderId = await order();
    await dispatch.round();
    await dispatch.round();
    expect(await dispatch.offers(orderId)).toMatchObject([{ driverId: near.id, state: 'open' }]);
    expect(await readOpenOffers(sql(), [near.id], now())).toMatchObject([{ order: { id: orderId } }]);
  });

  test('for a thermal bag only who has one', async () => {
    await dispatch.join(100);
    const equipped = await dispatch.join(900, { capabilities: ['THERMAL_BAG_1'] });
    const orderId = await order({ specialRequests: ['THERMAL_BAG_1'] });
    await dispatch.round();
    expect(await dispatch.asked(orderId)).toEqual(idsOf(equipped));
    expect((await latestRound(orderId)).excluded).toEqual({ LACKS_THERMAL_BAG_1: 1 });
  });

  test('for a move with one helper also who brings two, but nobody who comes alone', async () => {
    await dispatch.join(100, { service: 'VAN', capabilities: ['LOADING'] });
    const withTwo = await dispatch.join(900, { service: 'VAN', capabilities: ['LOADING', 'HELPERS_2'] });
    const orderId = await order({ serviceType: 'VAN', specialRequests: ['MOVING_SERVICE_2'] });
    await dispatch.round();
    expect(await dispatch.asked(orderId)).toEqual(idsOf(withTwo));
    expect((await latestRound(orderId)).excluded).toEqual({ LACKS_HELPERS_1: 1 });
  });

  test('nobody who is kept from the partner’s orders; another partner’s are offered', async () => {
    const blocked = await dispatch.join(100);
    await blockDriver(sql(), { driverId: blocked.id, partnerId: partner.partnerId }, now());
    const orderId = await order();
    await dispatch.round();
    expect(await dispatch.asked(orderId)).toEqual([]);
    expect(await latestRound(orderId)).toMatchObject({ outcome: 'NO_CANDIDATE', excluded: { BLOCKED_FOR_PARTNER: 1 } });
    const foreign = await order({ as: await newPartner() });
    await dispatch.round();
    expect(await dispatch.asked(foreign)).toEqual(idsOf(blocked));
  });

  test('nobody who is offline or suspended', async () => {
    const gone = await dispatch.join(100);
    await dispatch.leave(gone);
    const suspended = await dispatch.join(200);
    await sql().inTransaction((tx) => setDriverStatus(tx, suspended.id, 'suspended', now()));
    const orderId = await order();
    await dispatch.round();
    expect(await dispatch.asked(orderId)).toEqual([]);
    expect(await latestRound(orderId)).toMatchObject({ considered: 0, outcome: 'NO_CANDIDATE' });
  });

  test('who was heard of 120 seconds ago, but not a moment longer', async () => {
    const silent = await dispatch.join(100);
    world.clock.advance(1);
    const justHeard = await dispatch.join(900);
    dispatch.fallSilent(silent);
    dispatch.fallSilent(justHeard);
    const orderId = await order();
    await dispatch.round(120 * SECOND_MS);
    expect(await dispatch.asked(orderId)).toEqual(idsOf(justHeard));
    expect((await latestRound(orderId)).considered).toBe(1);
  });

  test('nobody who has an order already, until it is over', async () => {
    const driver = await dispatch.join(100);
    const first = await order();
    await dispatch.round();
    await dispatch.accept(driver, first);
    const second = await order();
    await dispatch.round();
    expect(await dispatch.asked(second)).toEqual([]);
    expect((await latestRound(second)).excluded).toEqual({ HAS_OFFER_OR_ORDER: 1 });
    await driving.pickUp(first);
    await driving.dropOff(first);
    await dispatch.round();
    expect(await dispatch.asked(second)).toEqual(idsOf(driver));
  });

  test('in a growing circle: three kilometres at first, five after 30 seconds', async () => {
    const far = await dispatch.join(4_000);
    const orderId = await order();
    await dispatch.round(27 * SECOND_MS);
    expect(await dispatch.asked(orderId)).toEqual([]);
    expect(await latestRound(orderId)).toMatchObject({ radiusMeters: 3_000, excluded: { TOO_FAR: 1 } });
    await dispatch.round(3 * SECOND_MS);
    expect(await dispatch.asked(orderId)).toEqual(idsOf(far));
    expect(await latestRound(orderId)).toMatchObject({ radiusMeters: 5_000, outcome: 'OFFERED' });
  });
});

describe('who is asked again', () => {
  test('nobody who declined, for as long as the order waits', async () => {
    const near = await dispatch.join(100);
    const far = await dispatch.join(900);
    const orderId = await order();
    await dispatch.round();
    await dispatch.decline(near, orderId);
    await dispatch.round();
    expect(await dispatch.asked(orderId)).toEqual(idsOf(near, far));
    await dispatch.decline(far, orderId);
    await dispatch.round(110 * MINUTE_MS);
    expect(await dispatch.asked(orderId)).toEqual(idsOf(near, far));
    expect(await latestRound(orderId)).toMatchObject({ outcome: 'NO_CANDIDATE', excluded: { REFUSED: 2 } });
  });

  test('nobody who declined it before support replaced it, however often', async () => {
    const driver = await dispatch.join(100);
    let orderId: string = await order();
    await dispatch.round();
    await dispatch.decline(driver, orderId);
    for (let times = 1; times <= 2; times++) {
      const replaced = orderId;
      ({ id: orderId } = await sql().inTransaction((tx) =>
        replaceWithDriver(dispatch.orders, tx, { orderId: replaced }, now()),
      ));
      await dispatch.round();
      expect(await dispatch.asked(orderId)).toEqual([]);
      expect(await latestRound(orderId)).toMatchObject({ outcome: 'NO_CANDIDATE', excluded: { REFUSED: 1 } });
    }
    await cancel(orderId);
  });

  test('who let an offer lapse, five minutes after it did', async () => {
    const driver = await dispatch.join(100);
    const orderId = await order();
    await dispatch.round();
    await dispatch.round(24 * SECOND_MS);
    expect(await dispatch.offers(orderId)).toMatchObject([{ state: 'open' }]);
    await dispatch.round();
    expect(await dispatch.offers(orderId)).toMatchObject([{ state: 'lapsed' }]);
    // It lapsed two seconds before that round.
    await dispatch.round(5 * MINUTE_MS - 2 * SECOND_MS - ROUND_MS);
    expect(await dispatch.asked(orderId)).toEqual(idsOf(driver));
    await dispatch.round();
    expect(await dispatch.asked(orderId)).toEqual(idsOf(driver, driver));
  });

  test('nobody who gave it back; it goes to another', async () => {
    const former = await dispatch.join(100);
    const orderId = await order();
    await dispatch.round();
    await dispatch.accept(former, orderId);
    await driving.giveBack(orderId);
    await dispatch.round();
    expect(await dispatch.asked(orderId)).toEqual(idsOf(former));
    expect((await latestRound(orderId)).excluded).toEqual({ FORMER_DRIVER: 1 });
    const next = await dispatch.join(900);
    await dispatch.round();
    expect(await dispatch.asked(orderId)).toEqual(idsOf(former, next));
    expect((await explain(orderId)).former).toEqual([former.id]);
  });
});

describe('when an order is offered', () => {
  test('a scheduled one 30 minutes ahead of its time, and not a moment before', async () => {
    await dispatch.join(100);
    await dispatch.join(200);
    const at = now() + 2 * HOUR_MS;
    const [due, early] = [await order({ scheduleAt: at }), await order({ scheduleAt: at + SECOND_MS })];
    await dispatch.round(HOUR_MS);
    expect([...(await dispatch.asked(due)), ...(await dispatch.asked(early))]).toEqual([]);
    await dispatch.round(30 * MINUTE_MS);
    expect([(await dispatch.asked(due)).length, (await dispatch.asked(early)).length]).toEqual([1, 0]);
    await dispatch.round();
    expect((await dispatch.asked(early)).length).toBe(1);
  });

  test('the older one first where there is one driver for two', async () => {
    const older = await order();
    world.clock.advance(MINUTE_MS);
    const younger = await order();
    const driver = await dispatch.join(100);
    await dispatch.round();
    expect([await dispatch.asked(older), await dispatch.asked(younger)]).toEqual([idsOf(driver), []]);
    expect((await latestRound(younger)).outcome).toBe('LEFT_WAITING');
  });

  test('the one with a priority fee first, though it is younger', async () => {
    const older = await order();
    world.clock.advance(MINUTE_MS);
    const younger = await order();
    const fee = await world.call('POST', `/v3/orders/${younger}/priority-fee`, {
      as: partner,
      body: JSON.stringify({ data: { priorityFee: '40' } }),
    });
    expect(fee.status).toBe(200);
    const driver = await dispatch.join(100);
    await dispatch.round();
    expect([await dispatch.asked(older), await dispatch.asked(younger)]).toEqual([[], idsOf(driver)]);
  });

  test('both, though each driver would rather have the same, where that serves two instead of one', async () => {
    const [near, far] = [await dispatch.join(100), await dispatch.join(2_900)];
    const first = await order();
    const second = await order();
    await dispatch.round();
    const asked = [...(await dispatch.asked(first)), ...(await dispatch.asked(second))];
    expect(asked.sort()).toEqual(idsOf(near, far).sort());
  });
});

describe('no more offers', () => {
  test('after the order was accepted', async () => {
    const [near] = [await dispatch.join(100), await dispatch.join(200)];
    const orderId = await order();
    await dispatch.round();
    await dispatch.accept(near, orderId);
    await dispatch.round();
    await dispatch.round(MINUTE_MS);
    expect(await dispatch.offers(orderId)).toMatchObject([{ driverId: near.id, state: 'accepted' }]);
  });

  test('after it was cancelled: the open offer cannot be taken, and nobody else is asked', async () => {
    const [near] = [await dispatch.join(100), await dispatch.join(200)];
    const orderId = await order();
    await dispatch.round();
    expect((await cancel(orderId)).status).toBe(204);
    expect(await readOpenOffers(sql(), [near.id], now())).toEqual([]);
    await expect(dispatch.accept(near, orderId)).rejects.toMatchObject({ code: 'ERR_OFFER_GONE' });
    await dispatch.round(MINUTE_MS);
    expect(await dispatch.asked(orderId)).toEqual(idsOf(near));
  });

  test('after it expired, exactly at the end of its two hours', async () => {
    const orderId = await order();
    const end = now() + 2 * HOUR_MS;
    await dispatch.round(2 * HOUR_MS - 5 * MINUTE_MS);
    const late = await dispatch.join(100);
    world.clock.set(end - ROUND_MS);
    await dispatch.round();
    expect(now()).toBe(end);
    expect(await dispatch.asked(orderId)).toEqual([]);
    expect(await readOpenOffers(sql(), [late.id], now())).toEqual([]);
  });

  test('in a city that is paused, until it is resumed', async () => {
    await runCity({ paused: true });
    const driver = await dispatch.join(100);
    const orderId = await order();
    await dispatch.round();
    await dispatch.round();
    expect(await dispatch.asked(orderId)).toEqual([]);
    await runCity({});
    await dispatch.round();
    expect(await dispatch.asked(orderId)).toEqual(idsOf(driver));
  });

  test('of a service that is paused, while others go on', async () => {
    await runCity({ pausedServices: ['MOTORCYCLE'] });
    const [rider, courier] = [await dispatch.join(100), await dispatch.join(100, { service: 'COURIER' })];
    const [paused, open] = [await order(), await order({ serviceType: 'COURIER' })];
    await dispatch.round();
    expect([await dispatch.asked(paused), await dispatch.asked(open)]).toEqual([[], idsOf(courier)]);
    await runCity({});
    await dispatch.round();
    expect(await dispatch.asked(paused)).toEqual(idsOf(rider));
  });
});

test('a round looks at the oldest orders of each service, so that no service hides another', async () => {
  const riders = [await order(), await order(), await order({ specialRequests: ['THERMAL_BAG_1'] })];
  const courier = await order({ serviceType: 'COURIER' });
  const scheduled = await order({ serviceType: 'COURIER', scheduleAt: now() + 2 * HOUR_MS });
  const look = async (mostOfAService: number, withoutServices: readonly string[] = []) =>
    findWaitingOrders(sql(), CITY, { now: now(), scheduledUntil: now(), withoutServices, mostOfAService });
  const idsFound = async (...wanted: Parameters<typeof look>) => (await look(...wanted)).map(({ id }) => id);
  expect(await idsFound(2)).toEqual([...riders.slice(0, 2), courier]);
  expect(await idsFound(10)).toEqual([...riders, courier]);
  expect(await idsFound(10, ['COURIER'])).toEqual(riders);
  expect(await idsFound(10, ['MOTORCYCLE', 'COURIER'])).toEqual([]);
  expect((await look(10))[2]).toEqual({
    clockAheadMs: 0,
    id: riders[2],
    partnerId: partner.partnerId,
    market: 'HK',
    service: 'MOTORCYCLE',
    placedAt: now(),
    scheduleAt: undefined,
    fareMinor: expect.any(BigInt),
    priorityFeeMinor: 0n,
    formerDriverIds: [],
    replaces: undefined,
    takesSimulated: false,
    specialRequests: ['THERMAL_BAG_1'],
    goodsAt: { lat: 22.281, lng: 114.158 },
  });
  const later = { now: now(), scheduledUntil: now() + 2 * HOUR_MS, withoutServices: [], mostOfAService: 10 };
  expect((await findWaitingOrders(sql(), CITY, later)).map(({ id }) => id)).toEqual([...riders, courier, scheduled]);
  expect(await findWaitingOrders(sql(), 'SG SIN', later)).toEqual([]);
});

describe('a city that broadcasts', () => {
  test('asks the ten nearest at once; the first has it, the others are not asked any more', async () => {
    await runCity({ mode: 'BROADCAST' });
    const drivers: Driver[] = [];
    for (let number = 1; number <= 12; number++) drivers.push(await dispatch.join(number * 100));
    const orderId = await order();
    await dispatch.round();
    const nearest = drivers.slice(0, 10);
    expect((await dispatch.asked(orderId)).sort()).toEqual(idsOf(...nearest).sort());
    const [first, second] = [drivers[4] as Driver, drivers[2] as Driver];
    await dispatch.accept(first, orderId);
    const states = (await dispatch.offers(orderId)).map(({ state }) => state).sort();
    expect(states).toEqual(['accepted', ...Array.from({ length: 9 }, () => 'withdrawn')]);
    expect(await readOpenOffers(sql(), [second.id], now())).toEqual([]);
    await dispatch.round();
    expect((await dispatch.asked(orderId)).length).toBe(10);
  });

  test('gives a driver three offers at most', async () => {
    await runCity({ mode: 'BROADCAST' });
    const driver = await dispatch.join(100);
    const orders: string[] = [];
    for (let number = 0; number < 4; number++) orders.push(await order());
    await dispatch.round();
    expect(await readOpenOffers(sql(), [driver.id], now())).toHaveLength(3);
    await dispatch.accept(driver, (await readOpenOffers(sql(), [driver.id], now()))[1]?.order.id as string);
    expect(await readOpenOffers(sql(), [driver.id], now())).toEqual([]);
  });
});

describe('fairness', () => {
  /** One has delivered an order, the other has waited as long for nothing. */
  async function rivals(earnerMeters: number, otherMeters: number) {
    const earner = await dispatch.join(earnerMeters);
    const first = await order();
    await dispatch.round();
    await dispatch.accept(earner, first);
    await driving.pickUp(first);
    await driving.dropOff(first);
    const other = await dispatch.join(otherMeters);
    world.clock.advance(HOUR_MS);
    return { earner, other };
  }

  test('of two neighbours the one who has earned nothing yet is asked', async () => {
    const { other } = await rivals(100, 600);
    const orderId = await order();
    await dispatch.round();
    expect(await dispatch.asked(orderId)).toEqual(idsOf(other));
    const [best] = (await latestRound(orderId)).candidates;
    expect(best).toMatchObject({ driverId: other.id, chosen: true, score: { fairnessBonus: 180 } });
  });

  test('how unevenly drivers earn is measured every minute though nothing waits, and shown by every process', async () => {
    const other = await world.another();
    const spreads = async () => {
      const pages = [await world.send({ path: '/metrics' }), await other.send({ path: '/metrics' })];
      return pages.map(({ text }) => /^waybill_earnings_spread\{city="HK HKG"\} (\S+)$/m.exec(text)?.[1]);
    };
    expect(await spreads()).toEqual([undefined, undefined]);
    const { earner, other: idle } = await rivals(100, 600);
    await dispatch.round();
    expect((await spreads()).map(Number)).toEqual([expect.closeTo(1, 2), expect.closeTo(1, 2)]);
    // Who has left still counts for some hours.
    await dispatch.leave(earner);
    await dispatch.leave(idle);
    await dispatch.round(MINUTE_MS);
    expect((await spreads()).map(Number)).toEqual([expect.closeTo(1, 2), expect.closeTo(1, 2)]);
    world.clock.advance(5 * MINUTE_MS + 1);
    expect(await spreads()).toEqual([undefined, undefined]);
    await dispatch.round(4 * HOUR_MS);
    expect(await sql().query('select locode from earnings_spreads')).toEqual([]);
    expect(await spreads()).toEqual([undefined, undefined]);
  });

  test('the figure takes as many statements for three cities as for one', async () => {
    const statements = async () => {
      let count = 0;
      await sql().inTransaction(async (tx) => {
        const query: typeof tx.query = (...statement) => {
          count++;
          return tx.query(...statement);
        };
        await measureSpread({ query } as typeof tx, now());
      });
      return count;
    };
    await dispatch.join(100);
    const forOne = await statements();
    await dispatch.join(100, { locode: 'SG SIN', phone: '+6591234511', languages: ['en_SG'] });
    await dispatch.join(200, { locode: 'SG SIN', phone: '+6591234512', languages: ['en_SG'] });
    await dispatch.join(300);
    expect(await statements()).toBe(forOne);
    expect(await sql().query('select locode, spread from earnings_spreads order by locode')).toEqual([
      { locode: 'HK HKG', spread: 0 },
      { locode: 'SG SIN', spread: 0 },
    ]);
  });

  test('a much longer way is not made up for', async () => {
    const { earner } = await rivals(100, 2_500);
    const orderId = await order();
    await dispatch.round();
    expect(await dispatch.asked(orderId)).toEqual(idsOf(earner));
  });

  test('less than half an hour online says nothing', async () => {
    const { earner, other } = await rivals(100, 600);
    await dispatch.leave(other);
    const fresh = await dispatch.join(600);
    world.clock.advance(29 * MINUTE_MS);
    const orderId = await order();
    await dispatch.round();
    expect(await dispatch.asked(orderId)).toEqual(idsOf(earner));
    const scores = (await latestRound(orderId)).candidates;
    expect(scores.find(({ driverId }: { driverId: string }) => driverId === fresh.id).score.fairnessBonus).toBe(0);
  });
});

describe('the explanation', () => {
  test('says who was asked, how they scored, and how many were passed over for which reason', async () => {
    const near = await dispatch.join(500);
    const second = await dispatch.join(1_000);
    await dispatch.join(50_000);
    await dispatch.join(100, { service: 'VAN' });
    const blocked = await dispatch.join(100);
    await blockDriver(sql(), { driverId: blocked.id, partnerId: partner.partnerId }, now());
    const orderId = await order();
    await dispatch.round();
    const firstRound = now();
    await dispatch.decline(near, orderId);
    await dispatch.round();
    await dispatch.round();
    const { rounds, offers, former, driverId } = await explain(orderId);
    expect([former, driverId]).toEqual([[], undefined]);
    expect(offers).toEqual([
      { driverId: second.id, state: 'OPEN', offeredAt: rounds[0].at },
      { driverId: near.id, state: 'DECLINED', offeredAt: rounds[1].at },
    ]);
    expect(rounds.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['OFFERED', 'OFFERED']);
    expect(rounds[1]).toEqual({
      at: new Date(firstRound).toISOString().replace('.000Z', '.00Z'),
      radiusMeters: 3_000,
      considered: 5,
      candidates: [
        { driverId: near.id, chosen: true, score: expect.objectContaining({ feeBonus: 0, ageBonus: 1 }) },
        { driverId: second.id, chosen: false, score: expect.objectContaining({ fairnessBonus: 0 }) },
      ],
      excluded: { OTHER_SERVICE: 1, BLOCKED_FOR_PARTNER: 1, TOO_FAR: 1 },
      outcome: 'OFFERED',
    });
    expect(rounds[0].excluded).toEqual({ OTHER_SERVICE: 1, REFUSED: 1, BLOCKED_FOR_PARTNER: 1, TOO_FAR: 1 });
    await dispatch.accept(second, orderId);
    expect(await explain(orderId)).toMatchObject({ driverId: second.id, offers: [{ state: 'ACCEPTED' }, {}] });
  });

  test('keeps every round that led to an offer, and of the others the latest', async () => {
    const orderId = await order();
    for (let number = 0; number < 4; number++) await dispatch.round();
    const kept = () =>
      sql().query<{ number: number; at: Date }>(
        'select number, at from match_rounds where order_id = $1 order by number',
        [orderId],
      );
    expect(await kept()).toEqual([{ number: 0, at: new Date(now()) }]);
    const driver = await dispatch.join(100);
    await dispatch.round();
    await dispatch.decline(driver, orderId);
    await dispatch.round();
    expect((await kept()).map(({ number }) => number)).toEqual([0, 1]);
  });

  test('tells when it was as the partner’s clock showed it then, wherever that is put afterwards', async () => {
    const as = await newPartner();
    const clock = async (data: object) =>
      expect((await world.call('POST', '/sandbox/v1/clock', { as, body: JSON.stringify({ data }) })).status).toBe(200);
    const printed = (at: Instant) => new Date(at).toISOString().replace('.000Z', '.00Z');
    await clock({ advanceSeconds: 90 });
    const driver = await dispatch.join(100);
    const orderId = await order({ as });
    await dispatch.round();
    const then = printed(now() + 90 * SECOND_MS);
    await dispatch.accept(driver, orderId);
    const told = async () => {
      const { rounds, offers, matchedAt } = await explain(orderId, as);
      return [rounds[0].at, offers[0].offeredAt, matchedAt];
    };
    expect(await told()).toEqual([then, then, then]);
    await clock({ advanceSeconds: 5 * 3_600 });
    expect(await told()).toEqual([then, then, then]);
    await sql().query('update offers set clock_ahead_ms = null where order_id = $1', [orderId]);
    const byTheClockOfToday = printed(now() + 90 * SECOND_MS + 5 * HOUR_MS);
    expect(await told()).toEqual([then, byTheClockOfToday, then]);
  });

  test('belongs to the partner whose order it is', async () => {
    const orderId = await order();
    const { status, json } = await world.call('GET', `/v3/orders/${orderId}/explanation`, { as: await newPartner() });
    expect([status, json.errors[0].id]).toEqual([422, 'ERR_ORDER_NOT_FOUND']);
  });
});
