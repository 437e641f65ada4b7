import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { latestPositions, setDriverStatus, trackOf } from '../../src/drivers/index.ts';
import { greatCircleMeters } from '../../src/foundation/geo.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/foundation/time.ts';
import type { MadePartner } from '../../src/main/make-partner.ts';
import { countOpenOrders } from '../../src/orders/index.ts';
import { FLEET_SIZE } from '../../src/sandbox/rules/fleet.ts';
import { leaveDemoJob } from '../../src/sandbox/sandbox-jobs.ts';
import { createSequence } from '../../src/webhooks/sequence-events.ts';
import { contradictions, eventsOfOrder, purseOf, runDueJobs } from '../support/order-records.ts';
import { CENTRAL, MONG_KOK, TUEN_MUN } from '../support/orders.ts';
import { inHours, placePlus } from '../support/parcels.ts';
import { act } from '../support/sandbox.ts';
import { simulationOf } from '../support/simulation.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let simulation: Awaited<ReturnType<typeof simulationOf>>;
let partner: MadePartner;
beforeAll(async () => {
  world = await createWorld();
  simulation = await simulationOf(world);
  partner = await simulation.newPartner();
  await simulation.set({ drivers: 'AUTO', speed: 60 }, partner);
});
afterAll(() => world.close());

const sql = () => world.foundations.database;
const now = () => world.clock.now();
const pointOf = ({ coordinates }: typeof CENTRAL) => ({ lat: Number(coordinates.lat), lng: Number(coordinates.lng) });
const advance = (advanceSeconds: number, { call }: World = world, as: MadePartner = partner) =>
  call('POST', '/sandbox/v1/clock', { as, body: JSON.stringify({ data: { advanceSeconds } }) });
const told = async (orderId: string) =>
  (await eventsOfOrder(sql(), orderId)).map(({ type, data }) => data.order.status ?? type);
/** Who was asked for an order, and how they answered. */
const answers = (orderId: string, { foundations: { database } }: World = world) =>
  database.query<{ driverId: string; state: string; simulated: boolean }>(
    `select driver_id as "driverId", state, is_simulated as simulated
     from offers join drivers on drivers.id = driver_id where order_id = $1 order by offers.id`,
    [orderId],
  );
const historyOf = async (orderId: string) => {
  const [row] = await sql().query<{ history: { event: string; at: number; driverId?: string; reason?: string }[] }>(
    'select history from orders where id = $1',
    [orderId],
  );
  return row?.history ?? [];
};
const momentOf = async (orderId: string, event: string) =>
  (await historyOf(orderId)).find((entry) => entry.event === event)?.at ?? Number.NaN;

describe('the scenarios', () => {
  test('HAPPY: taken, fetched and handed over at every door with a proof, along the way', async () => {
    const orderId = await simulation.order(partner, {
      quotation: { stops: [CENTRAL, MONG_KOK, CENTRAL] },
      order: { isPODEnabled: true },
    });
    const order = await simulation.until(orderId, 'COMPLETED', partner);
    expect(await told(orderId)).toEqual(['ASSIGNING_DRIVER', 'ON_GOING', 'DRIVER_ASSIGNED', 'PICKED_UP', 'COMPLETED']);
    expect((await historyOf(orderId)).map(({ event }) => event)).toEqual([
      'placed',
      'driverAccepted',
      'driverArrived',
      'goodsPickedUp',
      'dropOffClosed',
      'lastDropOffClosed',
    ]);
    for (const { POD } of order.stops.slice(1)) {
      expect(['DELIVERED', 'SIGNED']).toContain(POD.status);
      const { pathname, search } = new URL(POD.image);
      expect((await world.send({ path: pathname + search })).status).toBe(200);
    }
    const track = await trackOf(sql(), orderId);
    expect(track.length).toBeGreaterThan(10);
    expect(track.map(({ isJump }) => isJump)).not.toContain(true);
    for (const stop of [CENTRAL, MONG_KOK])
      expect(Math.min(...track.map((place) => greatCircleMeters(place, pointOf(stop))))).toBe(0);
    expect(await contradictions(sql())).toEqual([]);
  });

  test('HAPPY: the ways take what the vehicle takes, sixty times as fast', async () => {
    const orderId = await simulation.order(partner, {});
    await simulation.until(orderId, 'COMPLETED', partner);
    const meters = greatCircleMeters(pointOf(CENTRAL), pointOf(MONG_KOK)) * 1.4;
    const drivenMs = (meters / (25 / 3.6) / 60) * SECOND_MS;
    const tookMs = (await momentOf(orderId, 'lastDropOffClosed')) - (await momentOf(orderId, 'goodsPickedUp'));
    expect(tookMs).toBeGreaterThan(drivenMs + SECOND_MS - 10);
    expect(tookMs).toBeLessThan(drivenMs + 3 * SECOND_MS + 10);
  });

  test('NO_DRIVER: all who are asked decline, until nobody is left and the time is over', async () => {
    const fresh = await createWorld();
    onTestFinished(() => fresh.close());
    const drivers = await simulationOf(fresh);
    const as = await drivers.newPartner();
    await drivers.set({ drivers: 'AUTO', speed: 60 }, as);
    const orderId = await drivers.order(as, { scenario: 'NO_DRIVER' });
    await drivers.pass(90, undefined, 3);
    const asked = await answers(orderId, fresh);
    expect(asked).toHaveLength(12);
    expect(new Set(asked.map(({ state }) => state))).toEqual(new Set(['declined']));
    await advance(2 * 3_600, fresh, as);
    expect((await drivers.read(orderId, as)).status).toBe('EXPIRED');
  });

  test('REJECT_ONCE: one gives it back, another delivers', async () => {
    const orderId = await simulation.order(partner, { scenario: 'REJECT_ONCE' });
    const { driverId } = await simulation.until(orderId, 'COMPLETED', partner);
    const gaveBack = (await historyOf(orderId)).filter(({ event }) => event === 'driverGaveBack');
    expect(gaveBack).toHaveLength(1);
    expect(gaveBack[0]?.driverId).not.toBe(driverId);
    expect(gaveBack[0]?.reason).toBeTruthy();
  });

  test('REJECT_TWICE: two give it back, which ends it', async () => {
    const orderId = await simulation.order(partner, { scenario: 'REJECT_TWICE' });
    await simulation.until(orderId, 'REJECTED', partner);
    expect((await told(orderId)).filter((status) => status !== 'DRIVER_ASSIGNED')).toEqual([
      'ASSIGNING_DRIVER',
      'ON_GOING',
      'ASSIGNING_DRIVER',
      'ON_GOING',
      'ASSIGNING_DRIVER',
      'REJECTED',
    ]);
  });

  test('DRIVER_LATE: another driver can be asked for, and comes in time', async () => {
    const orderId = await simulation.order(partner, { scenario: 'DRIVER_LATE' });
    const { driverId } = await simulation.until(orderId, 'ON_GOING', partner);
    const change = () =>
      world.call('DELETE', `/v3/orders/${orderId}/drivers/${driverId}`, {
        as: partner,
        body: JSON.stringify({ data: { reason: 'DRIVER_LATE' } }),
      });
    await simulation.pass(60, undefined, 5);
    expect((await change()).status).toBe(422);
    await advance(15 * 60);
    await simulation.pass(5);
    expect((await simulation.read(orderId, partner)).status).toBe('ON_GOING');
    expect((await change()).status).toBe(204);
    const order = await simulation.until(orderId, 'COMPLETED', partner);
    expect(order.driverId).not.toBe(driverId);
    expect((await momentOf(orderId, 'lastDropOffClosed')) - (await momentOf(orderId, 'driverChanged'))).toBeLessThan(
      2 * MINUTE_MS,
    );
  });

  test('DRIVER_LATE: whoever waits sees the first one arrive in the end', async () => {
    const orderId = await simulation.order(partner, { scenario: 'DRIVER_LATE' });
    await simulation.until(orderId, 'ON_GOING', partner);
    await advance(19 * 60);
    await simulation.until(orderId, 'COMPLETED', partner);
    const late = (await momentOf(orderId, 'driverArrived')) - (await momentOf(orderId, 'driverAccepted'));
    expect(late).toBe(20 * MINUTE_MS);
  });

  test('SLOW_PICKUP: half an hour at the door, at this speed half a minute', async () => {
    const orderId = await simulation.order(partner, { scenario: 'SLOW_PICKUP' });
    await simulation.until(orderId, 'PICKED_UP', partner);
    const waited = (await momentOf(orderId, 'goodsPickedUp')) - (await momentOf(orderId, 'driverArrived'));
    expect(waited).toBe(30 * SECOND_MS);
  });

  test('POD_FAILED: nobody opens at the first door, the second is served', async () => {
    const orderId = await simulation.order(partner, {
      scenario: 'POD_FAILED',
      quotation: { stops: [CENTRAL, MONG_KOK, CENTRAL] },
      order: { isPODEnabled: true },
    });
    const { stops } = await simulation.until(orderId, 'COMPLETED', partner);
    expect(stops[1].POD.status).toBe('FAILED');
    expect(['DELIVERED', 'SIGNED']).toContain(stops[2].POD.status);
  });

  test('SUPPORT_REPLACES: another order takes its place once, and is delivered', async () => {
    const orderId = await simulation.order(partner, { scenario: 'SUPPORT_REPLACES' });
    await simulation.until(orderId, 'CANCELED', partner);
    const replaced = (await eventsOfOrder(sql(), orderId)).find(({ type }) => type === 'ORDER_REPLACED');
    const successor = replaced?.data.order.orderId;
    expect(successor).not.toBe(orderId);
    const order = await simulation.until(successor, 'COMPLETED', partner);
    expect(order.status).toBe('COMPLETED');
    expect((await told(orderId)).filter((status) => status === 'ORDER_REPLACED')).toHaveLength(1);
    expect(await contradictions(sql())).toEqual([]);
  });

  test('the partner’s setting holds for orders that name none', async () => {
    const other = await simulation.newPartner();
    await simulation.set({ drivers: 'AUTO', speed: 600, scenario: 'REJECT_TWICE' }, other);
    const named = await simulation.order(other, { scenario: 'HAPPY' });
    const unnamed = await simulation.order(other, { scenario: 'NEVER_HEARD_OF' });
    expect((await simulation.until(named, 'COMPLETED', other)).status).toBe('COMPLETED');
    expect((await simulation.until(unnamed, 'REJECTED', other)).status).toBe('REJECTED');
  });
});

describe('time', () => {
  test('at six hundred a look sees many things happen, each at its own time', async () => {
    const fast = await simulation.newPartner();
    await simulation.set({ drivers: 'AUTO', speed: 600 }, fast);
    const orderId = await simulation.order(fast, { quotation: { stops: [CENTRAL, MONG_KOK, CENTRAL] } });
    await simulation.until(orderId, 'ON_GOING', fast);
    world.clock.advance(MINUTE_MS);
    await runDueJobs(world.foundations);
    expect((await simulation.read(orderId, fast)).status).toBe('COMPLETED');
    const times = (await historyOf(orderId)).map(({ at }) => at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(new Set(times).size).toBe(times.length);
    expect(times.at(-1)).toBeLessThan(now() - 30 * SECOND_MS);
  });

  test('the goods of a scheduled order are fetched at their time, by the partner’s clock', async () => {
    const scheduleAt = now() + (await advance(1)).json.data.offsetSeconds * SECOND_MS + 5 * MINUTE_MS;
    const orderId = await simulation.order(partner, {
      quotation: { scheduleAt: new Date(scheduleAt).toISOString() },
    });
    await simulation.until(orderId, 'ON_GOING', partner);
    await simulation.pass(240, undefined, 5);
    expect((await simulation.read(orderId, partner)).status).toBe('ON_GOING');
    await simulation.until(orderId, 'PICKED_UP', partner);
    expect(await momentOf(orderId, 'goodsPickedUp')).toBeGreaterThanOrEqual(scheduleAt);
    expect(await momentOf(orderId, 'goodsPickedUp')).toBeLessThan(scheduleAt + MINUTE_MS);
  });

  describe('a clock that is put forward: when the call answers, all of it has happened', () => {
    let leaping: MadePartner;
    beforeAll(async () => {
      leaping = await world.newPartner({
        limitFactor: 1_000,
        creditMinor: 1_000_000n,
        markets: ['HK'],
        platforms: ['ON_DEMAND', 'PLUS'],
      });
      await simulation.set({ drivers: 'AUTO', speed: 1 }, leaping);
    });
    const leap = async (advanceSeconds: number) => {
      const body = JSON.stringify({ data: { advanceSeconds } });
      const answer = await world.call('POST', '/sandbox/v1/clock', { as: leaping, body });
      expect(answer.status).toBe(200);
    };
    const statusOf = async (orderId: string) => (await simulation.read(orderId, leaping)).status;
    const partnersNow = async () => {
      const { json } = await world.call('GET', '/sandbox/v1/clock', { as: leaping });
      return now() + json.data.offsetSeconds * SECOND_MS;
    };

    test('drivers have driven, fetched and handed over, searches have ended, everything in due order', async () => {
      const waiting = await simulation.order(leaping, { scenario: 'NO_DRIVER' });
      await simulation.pass(120, undefined, 3);
      const driven = await simulation.order(leaping, {
        quotation: { stops: [CENTRAL, MONG_KOK, CENTRAL] },
        order: { isPODEnabled: true },
      });
      const { driverId } = await simulation.until(driven, 'ON_GOING', leaping);
      const [before, after] = [await partnersNow(), (await partnersNow()) + 3 * HOUR_MS];
      await leap(3 * 3_600);
      expect([await statusOf(driven), await statusOf(waiting)]).toEqual(['COMPLETED', 'EXPIRED']);
      const history = (await historyOf(driven)).slice(2);
      expect(history.map(({ event }) => event)).toEqual([
        'driverArrived',
        'goodsPickedUp',
        'dropOffClosed',
        'lastDropOffClosed',
      ]);
      const times = [before, ...history.map(({ at }) => at), after];
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(new Set(times).size).toBe(times.length);
      await createSequence(sql(), world.clock)();
      const recorded = await sql().query<{ createdAt: Date }>(
        `select event_log.created_at as "createdAt" from event_log join orders using (stream_id)
         where orders.id = any($1) and event_log.created_at > $2 order by position`,
        [[waiting, driven], new Date(before)],
      );
      expect(recorded.length).toBeGreaterThan(2);
      expect(recorded).toEqual([...recorded].sort((a, b) => +a.createdAt - +b.createdAt));
      expect((await latestPositions(sql(), [driverId])).get(driverId)).toMatchObject(pointOf(CENTRAL));
      expect(await contradictions(sql())).toEqual([]);
    });

    test('a shorter one finds the driver on the way, nearer by what he drives in that time', async () => {
      const orderId = await simulation.order(leaping, { quotation: { stops: [CENTRAL, TUEN_MUN] } });
      const { driverId } = await simulation.until(orderId, 'ON_GOING', leaping);
      while ((await statusOf(orderId)) !== 'PICKED_UP') await leap(60);
      const left = async () => {
        const place = (await latestPositions(sql(), [driverId])).get(driverId);
        return greatCircleMeters(place ?? pointOf(CENTRAL), pointOf(TUEN_MUN));
      };
      const before = await left();
      await leap(300);
      const driven = before - (await left());
      expect(await statusOf(orderId)).toBe('PICKED_UP');
      expect(driven).toBeCloseTo((300 * 25) / 3.6 / 1.4, -1);
      await leap(2 * 3_600);
      expect(await statusOf(orderId)).toBe('COMPLETED');
    });

    test('a driver who gives back in it leaves a search that ends in it', async () => {
      const orderId = await simulation.order(leaping, { scenario: 'REJECT_ONCE' });
      await simulation.until(orderId, 'ON_GOING', leaping);
      await leap(3 * 3_600);
      const history = await historyOf(orderId);
      expect(history.map(({ event }) => event)).toEqual([
        'placed',
        'driverAccepted',
        'driverGaveBack',
        'matchingTimeEnded',
      ]);
      expect((history[2]?.at ?? 0) - (history[1]?.at ?? 0)).toBe(30 * SECOND_MS);
    });

    test('a parcel for tomorrow is delivered', async () => {
      const scheduleAt = new Date((await partnersNow()) + 24 * HOUR_MS).toISOString();
      const { orderId } = await placePlus(world, { as: leaping, quotation: { scheduleAt } });
      await leap(30 * 3_600);
      const [parcel] = await sql().query<{ status: string; ended_at: Date }>(
        'select status, ended_at from parcels where id = $1',
        [orderId],
      );
      expect(parcel?.status).toBe('DELIVERED');
      expect(+(parcel?.ended_at ?? 0) - Date.parse(scheduleAt)).toBeLessThan(2 * HOUR_MS);
    });

    test('a picture of days ago is kept like any other: whether a proof names it is looked at in a day', async () => {
      const scheduleAt = new Date((await partnersNow()) + 24 * HOUR_MS).toISOString();
      const { orderId } = await placePlus(world, { as: leaping, quotation: { scheduleAt } });
      await leap(5 * 24 * 3_600);
      expect(
        await sql().query(
          `select due_at as "dueAt" from jobs join proofs on name = file_key
           where jobs.kind = 'proof.sweep' and order_id = $1`,
          [orderId],
        ),
      ).toEqual([{ dueAt: new Date(now() + DAY_MS) }]);
    });

    test('nobody moves for a partner whose drivers are not simulated, until they are again', async () => {
      const orderId = await simulation.order(leaping, {});
      await simulation.until(orderId, 'ON_GOING', leaping);
      await simulation.set({ drivers: 'MANUAL' }, leaping);
      await leap(3_600);
      expect(await statusOf(orderId)).toBe('ON_GOING');
      await simulation.set({ drivers: 'AUTO', speed: 1 }, leaping);
      await leap(3 * 3_600);
      expect(await statusOf(orderId)).toBe('COMPLETED');
    });
  });
});

describe('who drives for whom', () => {
  test('orders of a partner without simulated drivers are never offered to them', async () => {
    const manual = await simulation.newPartner();
    const orderId = await simulation.order(manual, {});
    await simulation.pass(30, undefined, 3);
    expect(await answers(orderId)).toEqual([]);
    expect((await simulation.read(orderId, manual)).status).toBe('ASSIGNING_DRIVER');
  });

  test('who turns them off on the way has them stand still, and go on when turned on again', async () => {
    const orderId = await simulation.order(partner, {});
    await simulation.until(orderId, 'PICKED_UP', partner);
    await simulation.set({ drivers: 'MANUAL' }, partner);
    await simulation.pass(60, undefined, 5);
    expect((await simulation.read(orderId, partner)).status).toBe('PICKED_UP');
    await simulation.set({ drivers: 'AUTO', speed: 60 }, partner);
    expect((await simulation.until(orderId, 'COMPLETED', partner)).status).toBe('COMPLETED');
  });

  test('a driver who stands in after an action drives on by himself', async () => {
    const orderId = await simulation.order(partner, { scenario: 'NO_DRIVER' });
    const body = JSON.stringify({ data: { action: 'DRIVER_ACCEPT' } });
    const { json } = await world.call('POST', `/sandbox/v1/orders/${orderId}/actions`, { as: partner, body });
    expect(json.data.status).toBe('ON_GOING');
    expect((await simulation.until(orderId, 'COMPLETED', partner)).driverId).toBe(json.data.driverId);
  });

  test('a far order is fetched too: somebody goes there', async () => {
    const orderId = await simulation.order(partner, { quotation: { stops: [TUEN_MUN, MONG_KOK] } });
    expect((await simulation.until(orderId, 'COMPLETED', partner)).status).toBe('COMPLETED');
    expect((await momentOf(orderId, 'driverAccepted')) - (await momentOf(orderId, 'placed'))).toBeLessThan(
      2 * MINUTE_MS,
    );
  });

  test('the fleet has what special requests ask for, of every service', async () => {
    const orderId = await simulation.order(partner, {
      quotation: { serviceType: 'VAN', specialRequests: ['MOVING_SERVICE_3'] },
    });
    expect((await simulation.until(orderId, 'COMPLETED', partner)).status).toBe('COMPLETED');
  });

  test('nobody who stood in for a driver after an action is one of the fleet', async () => {
    const fresh = await createWorld();
    onTestFinished(() => fresh.close());
    const drivers = await simulationOf(fresh);
    const [byHand, as] = [await drivers.newPartner(), await drivers.newPartner()];
    const orders = [];
    for (let nth = 0; nth < FLEET_SIZE; nth++)
      orders.push(await drivers.order(byHand, { quotation: { serviceType: 'VAN' } }));
    for (const action of ['DRIVER_ACCEPT', 'SUPPORT_CANCEL'])
      for (const orderId of orders) await act(fresh, orderId, action, {}, { as: byHand });
    await drivers.set({ drivers: 'AUTO', speed: 60 }, as);
    const orderId = await drivers.order(as, {
      quotation: { serviceType: 'VAN', specialRequests: ['MOVING_SERVICE_3'] },
    });
    expect((await drivers.until(orderId, 'COMPLETED', as)).status).toBe('COMPLETED');
  });

  test('a cancelled order frees its driver, and a suspended driver takes nothing', async () => {
    const orderId = await simulation.order(partner, { scenario: 'DRIVER_LATE' });
    const { driverId } = await simulation.until(orderId, 'ON_GOING', partner);
    expect((await world.call('DELETE', `/v3/orders/${orderId}`, { as: partner })).status).toBe(204);
    await sql().inTransaction((tx) => setDriverStatus(tx, driverId, 'suspended', now()));
    const before = (await latestPositions(sql(), [driverId])).get(driverId);
    await simulation.pass(10);
    expect((await latestPositions(sql(), [driverId])).get(driverId)).toEqual(before);
    await sql().inTransaction((tx) => setDriverStatus(tx, driverId, 'active', now()));
  });

  test('after a long sleep the fleet is back, and nobody was hired twice', async () => {
    const count = async () =>
      (await sql().query<{ count: number }>('select count(*)::integer as count from drivers where is_simulated'))[0]
        ?.count;
    const deliver = async () =>
      expect((await simulation.until(await simulation.order(partner, {}), 'COMPLETED', partner)).status).toBe(
        'COMPLETED',
      );
    await deliver();
    const before = await count();
    world.clock.advance(2 * HOUR_MS);
    await sql().query('update driver_shifts set offline_at = $1 where offline_at is null', [new Date(now())]);
    await deliver();
    expect(await count()).toBe(before);
  });
});

describe('parcels', () => {
  const read = async (orderId: string) =>
    (
      await sql().query<{ status: string; history: { event: string; at: number }[] }>(
        'select status, history from parcels where id = $1',
        [orderId],
      )
    )[0] as { status: string; history: { event: string; at: number }[] };
  const newPartner = async () => {
    const plus = await world.newPartner({ platforms: ['PLUS'], markets: ['HK'], limitFactor: 1_000 });
    await simulation.set({ drivers: 'AUTO', speed: 60 }, plus);
    return plus;
  };

  test('get a driver half an hour before their time, are fetched at it and handed over', async () => {
    const as = await newPartner();
    const scheduleAt = inHours(world, 24);
    const { orderId } = await placePlus(world, { as, quotation: { scheduleAt } });
    await simulation.pass(2);
    expect((await read(orderId)).status).toBe('AWAIT_DRIVER');
    world.clock.set(Date.parse(scheduleAt) - 30 * MINUTE_MS - 2 * SECOND_MS);
    await simulation.pass(1);
    expect((await read(orderId)).status).toBe('AWAIT_DRIVER');
    await simulation.pass(1);
    expect((await read(orderId)).status).toBe('AWAIT_PICKUP');
    world.clock.set(Date.parse(scheduleAt) - SECOND_MS);
    await simulation.pass(1);
    expect((await read(orderId)).status).toBe('AWAIT_PICKUP');
    await simulation.pass(3);
    expect((await read(orderId)).status).toBe('DELIVERING');
    await simulation.pass(60, undefined, 3);
    expect((await read(orderId)).status).toBe('DELIVERED');
  });

  test('POD_FAILED: fail once, are tried again and arrive, each at its own time though nobody looked', async () => {
    const as = await newPartner();
    const scheduleAt = inHours(world, 24);
    const parcel = { metadata: { sandboxScenario: 'POD_FAILED' } };
    const { orderId } = await placePlus(world, { as, quotation: { scheduleAt }, parcel });
    world.clock.set(Date.parse(scheduleAt) + HOUR_MS);
    await simulation.pass(1);
    const { status, history } = await read(orderId);
    expect(status).toBe('DELIVERED');
    expect(history.map(({ event }) => event)).toEqual([
      'placed',
      'driverAssigned',
      'pickedUp',
      'deliveryFailed',
      'deliveryRetried',
      'delivered',
    ]);
    expect(history[1]?.at).toBe(Date.parse(scheduleAt) - 30 * MINUTE_MS);
    expect(history.at(-1)?.at).toBeLessThan(Date.parse(scheduleAt) + 2 * MINUTE_MS);
  });

  test('without simulated drivers nobody carries them', async () => {
    const as = await world.newPartner({ platforms: ['PLUS'], markets: ['HK'] });
    const scheduleAt = inHours(world, 24);
    const { orderId } = await placePlus(world, { as, quotation: { scheduleAt } });
    world.clock.set(Date.parse(scheduleAt));
    await simulation.pass(2);
    expect((await read(orderId)).status).toBe('AWAIT_DRIVER');
  });
});

describe('the same seed is the same run', () => {
  /** What a partner is told in a fresh world, but for ids and the names of files, which are drawn by lot. */
  async function run(): Promise<string> {
    const fresh = await createWorld();
    try {
      const drivers = await simulationOf(fresh);
      const as = await drivers.newPartner();
      await drivers.set({ drivers: 'AUTO', speed: 60 }, as);
      const orders: string[] = [];
      for (const scenario of ['HAPPY', 'REJECT_ONCE', 'POD_FAILED', 'SUPPORT_REPLACES', 'HAPPY']) {
        orders.push(await drivers.order(as, { scenario, order: { isPODEnabled: true } }));
        await drivers.pass(7);
      }
      const { database } = fresh.foundations;
      await drivers.pass(60, async () => (await countOpenOrders(database, as.partnerId)) === 0);
      const logs = await Promise.all(orders.map((id) => eventsOfOrder(database, id)));
      expect(logs.flat().filter(({ data }) => data.order.status === 'COMPLETED')).toHaveLength(5);
      return JSON.stringify(logs, null, 1)
        .replaceAll(/\b[1-9]\d{18}\b/g, '[id]')
        .replaceAll(/\/(files|track)\/[^"]+/g, '/$1/[name]');
    } finally {
      await fresh.close();
    }
  }

  test('the same calls at the same times: the same drivers do the same things at the same milliseconds', async () => {
    expect(await run()).toBe(await run());
  });
});

describe('the demo partner’s city', () => {
  test('lives for ten minutes after a start, with three orders open at most, and then is left alone', async () => {
    const fresh = await createWorld();
    try {
      const drivers = await simulationOf(fresh);
      const { database } = fresh.foundations;
      const demo = await fresh.newPartner({ limitFactor: 1_000, markets: ['HK'] });
      await drivers.set({ drivers: 'AUTO', speed: 10 }, demo);
      await database.inTransaction((tx) => leaveDemoJob(tx, demo.partnerId, fresh.clock.now()));
      const open: number[] = [];
      const look = async () => {
        open.push(await countOpenOrders(database, demo.partnerId));
        return false;
      };
      await drivers.pass(4, look);
      expect(Math.max(...open)).toBe(0);
      await drivers.pass(1, look);
      expect(open.at(-1)).toBe(1);
      await drivers.pass(600, look, 3);
      expect(Math.max(...open)).toBe(3);
      const placed = () =>
        database.query<{ status: string }>('select status from orders where partner_id = $1', [demo.partnerId]);
      const before = (await placed()).length;
      expect(before).toBeGreaterThan(5);
      fresh.clock.advance(HOUR_MS);
      await drivers.pass(60, undefined, 5);
      expect((await placed()).length).toBe(before);
      expect(new Set((await placed()).map(({ status }) => status))).toEqual(new Set(['COMPLETED']));
      expect(await contradictions(database)).toEqual([]);
    } finally {
      await fresh.close();
    }
  });

  test('has play money that tops itself up, and places nothing while simulated drivers are off', async () => {
    const demo = await world.newPartner({ markets: ['HK'] });
    await sql().inTransaction((tx) => leaveDemoJob(tx, demo.partnerId, now()));
    await simulation.pass(5);
    expect(await countOpenOrders(sql(), demo.partnerId)).toBe(0);
    expect(await purseOf(sql(), demo.partnerId)).toEqual({ balance: 1_000_000, held: 0 });
    expect(await purseOf(sql(), demo.partnerId, 'SGD')).toEqual({ balance: 10_000_000, held: 0 });
    await simulation.pass(80, undefined, 5);
    expect(await purseOf(sql(), demo.partnerId)).toEqual({ balance: 1_000_000, held: 0 });
  });
});
