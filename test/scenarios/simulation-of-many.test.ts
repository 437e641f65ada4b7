import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/foundation/time.ts';
import { withConnection } from '../../src/infrastructure/database/database.ts';
import { chooseEvents } from '../../src/webhooks/index.ts';
import { createSequence } from '../../src/webhooks/sequence-events.ts';
import { driverOf } from '../support/driver-client.ts';
import { waitingForLocks } from '../support/meeting.ts';
import { MONG_KOK, TUEN_MUN } from '../support/orders.ts';
import { copyParcel, inHours, placePlus } from '../support/parcels.ts';
import { advance, tryAction } from '../support/sandbox.ts';
import { simulationOf } from '../support/simulation.ts';
import { createWorld, type World } from '../support/world.ts';

type Partner = Awaited<ReturnType<World['newPartner']>>;

let world: World | undefined;
let simulation: Awaited<ReturnType<typeof simulationOf>>;
/** Each counts who is attended to, and has a city of its own for it. */
const newWorld = async () => {
  await world?.close();
  world = await createWorld();
  simulation = await simulationOf(world);
};
beforeEach(newWorld);
afterAll(() => world?.close());

const here = () => world as World;
const sql = () => here().foundations.database;
const newPartner = async (setting = {}) => {
  const made = await here().newPartner({
    platforms: ['ON_DEMAND', 'PLUS'],
    markets: ['HK'],
    limitFactor: 1_000,
    creditMinor: 1_000_000n,
  });
  await simulation.set({ drivers: 'AUTO', speed: 1, ...setting }, made);
  return made;
};
const statusOf = async (orderId: string) =>
  (await sql().query<{ status: string }>('select status from parcels where id = $1', [orderId]))[0]?.status;
const countIn = async (ids: readonly string[], status: string) =>
  (await sql().query('select from parcels where id = any($1) and status = $2', [ids, status])).length;
const parcelOf = async (as: Partner, hours: number, scenario?: string): Promise<string> => {
  const named = scenario === undefined ? {} : { metadata: { sandboxScenario: scenario } };
  const quotation = { scheduleAt: inHours(here(), hours) };
  return (await placePlus(here(), { as, quotation, parcel: named })).orderId;
};
const pass = async (minutes: number) => {
  here().clock.advance(minutes * MINUTE_MS);
  await simulation.pass(1);
};

test('a leap of one partner that takes long holds up nobody else', async () => {
  const [leaping, byHand, other] = [await newPartner(), await newPartner({ drivers: 'MANUAL' }), await newPartner()];
  const [first, second] = [await parcelOf(leaping, 1), await parcelOf(leaping, 2)];
  const [assigned, carried] = [await parcelOf(byHand, 1), await parcelOf(other, 1)];
  await withConnection(here().connection, async (holder) => {
    await holder.query('begin');
    await holder.query('select from parcels where id = $1 for update', [second]);
    const leap = advance(here(), 3 * 3_600, { as: leaping });
    await expect.poll(() => waitingForLocks(sql())).toBe(1);
    expect((await tryAction(here(), assigned, { action: 'DRIVER_ASSIGN' }, { as: byHand })).status).toBe(200);
    await pass(31);
    expect(await statusOf(carried)).toBe('AWAIT_PICKUP');
    await holder.query('rollback');
    await leap;
  });
  expect([await statusOf(first), await statusOf(second)]).toEqual(['DELIVERED', 'DELIVERED']);
});

describe('parcels', () => {
  test('that nobody does anything with hide no other, of whatever partner', async () => {
    const [busy, other] = [await newPartner(), await newPartner()];
    const nobodys = await parcelOf(busy, 1, 'NO_DRIVER');
    const { id } = await driverOf(here());
    await copyParcel(here(), nobodys, 250);
    for (const status of ['AWAIT_PICKUP', 'FAILED_PICKUP', 'FAILED', 'RETURNED'])
      await copyParcel(here(), await parcelOf(busy, 1), 100, { status, driver_id: id });
    const [own, theirs] = [await parcelOf(busy, 2), await parcelOf(other, 2)];
    await pass(100);
    expect([await statusOf(own), await statusOf(theirs)]).toEqual(['AWAIT_PICKUP', 'AWAIT_PICKUP']);
    expect(await statusOf(nobodys)).toBe('AWAIT_DRIVER');
  });

  test('of a partner whose setting is NO_DRIVER wait, except those that name another scenario', async () => {
    const as = await newPartner({ scenario: 'NO_DRIVER' });
    const nobodys = await parcelOf(as, 1);
    await copyParcel(here(), nobodys, 250);
    const somebodys = await parcelOf(as, 1, 'HAPPY');
    const unknown = await parcelOf(as, 1, 'SUNNY');
    await pass(45);
    expect(await statusOf(somebodys)).toBe('AWAIT_PICKUP');
    expect([await statusOf(nobodys), await statusOf(unknown)]).toEqual(['AWAIT_DRIVER', 'AWAIT_DRIVER']);
  });

  test('that are on their way for long hide no other', async () => {
    const as = await newPartner();
    const first = await parcelOf(as, 1);
    await pass(70);
    expect(await statusOf(first)).toBe('DELIVERING');
    await copyParcel(here(), first, 250);
    const next = await parcelOf(as, 0.25);
    await simulation.pass(1);
    expect([await statusOf(first), await statusOf(next)]).toEqual(['DELIVERING', 'AWAIT_PICKUP']);
  });

  test('that were fetched before their time are handed over when the way is driven', async () => {
    const as = await newPartner({ speed: 60 });
    const orderId = await parcelOf(as, 24);
    for (const action of ['DRIVER_ASSIGN', 'DRIVER_PICK_UP'])
      await here().call('POST', `/sandbox/v1/orders/${orderId}/actions`, {
        as,
        body: JSON.stringify({ data: { action } }),
      });
    await pass(5);
    expect(await statusOf(orderId)).toBe('DELIVERED');
  });

  test('of all partners get their turn in each look, however many one of them has', async () => {
    const [busy, other] = [await newPartner(), await newPartner()];
    const many = await copyParcel(here(), await parcelOf(busy, 1), 350);
    const theirs = await parcelOf(other, 1.1);
    await pass(45);
    expect(await statusOf(theirs)).toBe('AWAIT_PICKUP');
    const attended = await countIn(many, 'AWAIT_PICKUP');
    expect(attended).toBeGreaterThan(100);
    expect(attended).toBeLessThan(350);
    await simulation.pass(1);
    expect(await countIn(many, 'AWAIT_PICKUP')).toBe(350);
  });

  test('that fall due while the clock leaps have moved when it answers, however many, in due order', async () => {
    const as = await newPartner();
    await chooseEvents(sql(), as.partnerId, ['PLUS_ORDER_STATUS_CHANGED'], here().clock.now());
    const later = await copyParcel(here(), await parcelOf(as, 1.1), 120);
    const sooner = await copyParcel(here(), await parcelOf(as, 1), 120);
    await copyParcel(here(), await parcelOf(as, 1, 'NO_DRIVER'), 250);
    const body = JSON.stringify({ data: { advanceSeconds: 45 * 60 } });
    expect((await here().call('POST', '/sandbox/v1/clock', { as, body })).status).toBe(200);
    expect(await countIn([...sooner, ...later], 'AWAIT_PICKUP')).toBe(240);
    await createSequence(sql(), here().clock)();
    const told = await sql().query<{ at: Date }>(
      'select created_at as at from event_log where stream_id = any($1) order by position',
      [[...sooner, ...later]],
    );
    expect(told).toHaveLength(240);
    expect(told).toEqual([...told].sort((a, b) => +a.at - +b.at));
  });
});

test('orders that nobody takes hide neither those of another service nor those far away', async () => {
  const as = await newPartner({ speed: 60 });
  for (let number = 0; number < 101; number++) await simulation.order(as, { scenario: 'NO_DRIVER' });
  const others = [
    await simulation.order(as, { quotation: { serviceType: 'VAN' } }),
    await simulation.order(as, { quotation: { stops: [TUEN_MUN, MONG_KOK] } }),
  ];
  const waiting = () => sql().query("select from orders where id = any($1) and status = 'ASSIGNING_DRIVER'", [others]);
  await simulation.pass(120, async () => (await waiting()).length === 0, 3);
  expect(await waiting()).toEqual([]);
});
