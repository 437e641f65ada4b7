import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, type Instant } from '../../src/foundation/time.ts';
import { runDueJob } from '../../src/infrastructure/jobs/worker.ts';
import { composeJobs } from '../../src/main/compose-worker.ts';
import { createOrderReader } from '../../src/orders/index.ts';
import { exportEvidence, openEvidenceKey } from '../../src/proof/index.ts';
import { checkBooks } from '../../src/wallet/index.ts';
import { chooseEvents } from '../../src/webhooks/index.ts';
import { deliveriesOf } from '../support/deliveries.ts';
import { deskUser } from '../support/desk.ts';
import { runDueJobs } from '../support/order-records.ts';
import { CENTRAL, driversOf, fund, MONG_KOK, orderBody, place, quote, RECIPIENT, SENDER } from '../support/orders.ts';
import { bring, callPlus, placePlus, supportOf } from '../support/parcels.ts';
import { photo } from '../support/pictures.ts';
import { advance } from '../support/sandbox.ts';
import { filesOf, tracesInDatabase } from '../support/traces.ts';
import { createWorld, type World } from '../support/world.ts';

const KEPT_MS = 180 * DAY_MS;
const PERSONAL = {
  'the sender’s phone': SENDER.phone,
  'the recipient’s phone': RECIPIENT.phone,
  'the recipient’s name': 'Benedikta',
  remarks: 'Second door',
  'the address': 'Nathan Road',
  'the pick-up': 'Queen’s Road',
  metadata: 'for her birthday',
  'the driver’s words': 'a word about her',
};
const METADATA = { note: 'for her birthday' };

let world: World;

/** In which nobody else has placed anything. */
function inAWorldOfItsOwn(): void {
  beforeAll(async () => {
    world = await createWorld({ partner: { platforms: ['ON_DEMAND', 'PLUS'], limitFactor: 100 } });
    await fund(world, 5_000n);
  });
  afterAll(() => world.close());
}

const sql = <Row>(text: string, values: readonly unknown[] = []) =>
  world.foundations.database.query<Row>(text, values.length === 0 ? undefined : values);

/** As the worker does at that time, with what else is due then. */
async function eraseAt(at: Instant, personalDataDays = 180): Promise<void> {
  const { foundations } = world;
  world.clock.set(at);
  await sql("delete from jobs where kind = 'privacy.eraseEnded'");
  await sql(
    "insert into jobs (kind, name, due_at, payload) values ('privacy.eraseEnded', 'hourly', '-infinity', '{}')",
  );
  const handlers = composeJobs({ ...foundations, settings: { ...foundations.settings, personalDataDays } });
  expect(await runDueJob({ ...foundations, handlers })).toBe(true);
  while (await runOne('privacy.removeFile')) {}

  async function runOne(kind: string): Promise<boolean> {
    return runDueJob({ ...foundations, handlers }, { only: [kind] });
  }
}

async function evidenceOf(orderId: string) {
  const { database, files, clock, settings } = world.foundations;
  const { environment, publicUrl } = settings;
  const evidenceKey = await openEvidenceKey(world.foundations);
  return exportEvidence(
    { readOrder: createOrderReader(database), files, evidenceKey, environment, publicUrl },
    database,
    orderId,
    clock.now(),
  );
}

describe('the personal data of a delivery', { shuffle: false }, () => {
  inAWorldOfItsOwn();
  let orderId: string;
  let parcelId: string;
  let endedAt: Instant;
  // biome-ignore lint/suspicious/noExplicitAny: an order as it came back
  let before: any;

  beforeAll(async () => {
    const deliveries = await deliveriesOf(world);
    const quotation = await quote(world, { stops: [CENTRAL, MONG_KOK, MONG_KOK] });
    const body = orderBody(quotation, { isPODEnabled: true, metadata: METADATA });
    const recipients = (body.recipients as object[]).map((one) => ({ ...one, name: 'Benedikta' }));
    const placed = await world.call('POST', '/v3/orders', { body: JSON.stringify({ data: { ...body, recipients } }) });
    orderId = placed.json.data.orderId;
    const drivers = await driversOf(world);
    await drivers.accept(orderId);
    await drivers.pickUp(orderId);
    await deliveries.deliver(orderId, { kind: 'photo', photo: await photo() });
    await deliveries.deliver(orderId, { kind: 'failure', reason: 'a word about her' });
    parcelId = (
      await bring(world, await supportOf(world), 'DELIVERED', {
        parcel: { generateLabel: true, metadata: METADATA },
      })
    ).orderId;
    await runDueJobs(world.foundations);
    endedAt = world.clock.now();
    before = (await world.call('GET', `/v3/orders/${orderId}`)).json.data;
  });

  test('is all there until so many days after the end', async () => {
    await eraseAt(endedAt + KEPT_MS - 3_000);
    expect((await world.call('GET', `/v3/orders/${orderId}`)).json.data.stops[1].name).toBe('Benedikta');
    expect((await callPlus(world, 'GET', `/v3/orders/${parcelId}`)).json.data.stops[1].name).toBe('Ben');
    expect((await evidenceOf(orderId)).proofs).toHaveLength(2);
    // A photo of the order, a signature and a label of the parcel.
    expect(await filesOf(world)).toHaveLength(3);
  });

  test('is gone from then on, from every table and from the files, while money, times, ids and about the place stay', async () => {
    const prices = before.priceBreakdown;
    await eraseAt(endedAt + KEPT_MS);
    const after = (await world.call('GET', `/v3/orders/${orderId}`)).json.data;
    expect(after.stops).toEqual([
      {
        stopId: before.stops[0].stopId,
        coordinates: { lat: '22.28', lng: '114.16' },
        address: '',
        name: '',
        phone: '',
      },
      ...['DELIVERED', 'FAILED'].map((status, index) => ({
        stopId: before.stops[index + 1].stopId,
        coordinates: { lat: '22.32', lng: '114.17' },
        address: '',
        name: '',
        phone: '',
        POD: expect.objectContaining({ status }),
      })),
    ]);
    expect(after.stops[1].POD).not.toHaveProperty('image');
    const { stops: _, remarks, metadata, ...kept } = before;
    expect(after).toEqual({ ...kept, stops: after.stops, remarks: ['', '', ''] });
    expect(after.priceBreakdown).toEqual(prices);
    const parcel = (await callPlus(world, 'GET', `/v3/orders/${parcelId}`)).json.data;
    expect(parcel).toMatchObject({ orderId: parcelId, status: 'DELIVERED', label: null });
    expect(parcel.stops[1]).toMatchObject({ address: '', name: '', phone: '' });
    // What is kept in days goes with its days, which no worker of this test has dropped.
    const traces = await tracesInDatabase(world, PERSONAL);
    expect(traces.filter((trace) => !/^(request_log|remembered_answers)_/.test(trace))).toEqual([]);
    expect(await filesOf(world)).toEqual([]);
  });

  test('is found by nobody who looks for it', async () => {
    const person = await deskUser(world, 'portal');
    for (const search of [RECIPIENT.phone.slice(-6), 'benedikta', '750 nathan', 'for her birthday'])
      expect((await person.get(`/portal/v1/orders?search=${encodeURIComponent(search)}`)).json.data).toEqual([]);
    expect((await world.call('GET', '/v3/orders?metadata.note=for%20her%20birthday')).json.data).toEqual([]);
    expect((await person.get(`/portal/v1/orders?search=${orderId}`)).json.data).toHaveLength(1);
  });

  test('leaves the books and their seals as they were, and no document of proof that could not be checked', async () => {
    expect((await checkBooks(world.foundations.database)).faults).toEqual([]);
    await expect(evidenceOf(orderId)).rejects.toThrow(/The proofs of order \d+ were erased on 2027-05-15/);
  });

  test('is erased once: the row is not written again', async () => {
    const revisions = () =>
      sql('select id, revision from orders union all select id, revision from parcels order by 1');
    const known = await revisions();
    await eraseAt(world.clock.now() + DAY_MS);
    expect(await revisions()).toEqual(known);
  });
});

describe('an order', () => {
  inAWorldOfItsOwn();

  test('in the sandbox goes when its partner’s clock says so, not ours', async () => {
    const ahead = await world.newPartner();
    const as = { as: ahead };
    await fund(world, 5_000n, ahead.partnerId);
    const { orderId } = await place(world, as);
    const other = await place(world);
    await world.call('DELETE', `/v3/orders/${orderId}`, as);
    await world.call('DELETE', `/v3/orders/${other.orderId}`);
    const nameOf = async (id: string, options = {}) =>
      (await world.call('GET', `/v3/orders/${id}`, options)).json.data.stops[0].name;
    for (let days = 0; days < 180; days += 30) await advance(world, (30 * DAY_MS) / 1_000 - (days === 0 ? 1 : 0), as);
    await eraseAt(world.clock.now());
    expect(await nameOf(orderId, as)).toBe('Ada');
    await advance(world, 1, as);
    await eraseAt(world.clock.now());
    expect(await nameOf(orderId, as)).toBe('');
    expect(await nameOf(other.orderId)).toBe('Ada');
  });

  test('that is under way keeps what its driver needs, however old it is', async () => {
    const { orderId } = await place(world);
    await sql("update orders set placed_at = '2020-01-01' where id = $1", [orderId]);
    await eraseAt(world.clock.now());
    expect((await world.call('GET', `/v3/orders/${orderId}`)).json.data.stops[0].name).toBe('Ada');
  });

  test('stays whole where the days are 0', async () => {
    const { orderId } = await place(world);
    await world.call('DELETE', `/v3/orders/${orderId}`);
    await eraseAt(world.clock.now() + 20 * 365 * DAY_MS, 0);
    expect(await sql('select erased_at from orders where id = $1', [orderId])).toEqual([{ erased_at: null }]);
    await eraseAt(world.clock.now());
    expect(await sql('select erased_at from orders where id = $1', [orderId])).not.toEqual([{ erased_at: null }]);
  });
});

describe('why support cancelled a parcel', () => {
  inAWorldOfItsOwn();

  test('is gone from the event that told it, of which the rest stays', async () => {
    await chooseEvents(
      world.foundations.database,
      world.partner.partnerId,
      ['PLUS_ORDER_STATUS_CHANGED'],
      world.clock.now(),
    );
    const { orderId } = await placePlus(world);
    await (await supportOf(world)).cancel(orderId, PERSONAL['the driver’s words']);
    const told = async () =>
      (
        await sql<{ data: { order: object } }>('select data from events where stream_id = $1 order by number', [
          orderId,
        ])
      ).map(({ data }) => data);
    const before = await told();
    expect(before[1]?.order).toMatchObject({ status: 'CANCELED', cancelReason: 'a word about her' });
    await eraseAt(world.clock.now() + KEPT_MS + DAY_MS);
    const { cancelReason: _, ...kept } = (before[1]?.order ?? {}) as { cancelReason?: string };
    expect(await told()).toEqual([before[0], { ...before[1], order: kept }]);
  });
});
