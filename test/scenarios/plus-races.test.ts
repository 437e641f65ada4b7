import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setDriverStatus } from '../../src/drivers/index.ts';
import type { MadePartner } from '../../src/main/make-partner.ts';
import { type ParcelStatus, statusAfter } from '../../src/plus/rules/parcel-transitions.ts';
import { chooseEvents } from '../../src/webhooks/index.ts';
import { deskUser } from '../support/desk.ts';
import { type DriverClient, driverOf } from '../support/driver-client.ts';
import { meetAtRow, waitingForLocks } from '../support/meeting.ts';
import { CENTRAL, MONG_KOK, RECIPIENT, SENDER } from '../support/orders.ts';
import {
  bring,
  callPlus,
  editData,
  parcelBody,
  placePlus,
  quotePlus,
  STEPS,
  type Step,
  type Support,
  supportOf,
} from '../support/parcels.ts';
import type { HttpAnswer } from '../support/partner-client.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let second: Awaited<ReturnType<World['another']>>;
let support: Support;
let driver: DriverClient;
beforeAll(async () => {
  world = await createWorld({ partner: { platforms: ['PLUS'], limitFactor: 10_000, markets: ['HK'] } });
  second = await world.another();
  support = await supportOf(world);
  driver = await driverOf(world);
});
afterAll(() => world.close());

type Process = Pick<World, 'call' | 'send' | 'port' | 'ca'>;
const place = (process: Process, data: unknown, options: object = {}) =>
  callPlus(process, 'POST', '/v3/orders', data, options);
const cancel = (orderId: string, process: Process) => callPlus(process, 'DELETE', `/v3/orders/${orderId}`);
const edit = (orderId: string, process: Process) =>
  callPlus(
    process,
    'PATCH',
    `/v3/orders/${orderId}`,
    editData(world, {
      stops: [
        { ...CENTRAL, ...SENDER },
        { ...MONG_KOK, ...RECIPIENT, name: 'Cleo' },
      ],
    }),
  );
const step = (orderId: string, name: Step, through: Process) =>
  driver.call('POST', `/parcels/${orderId}/${name}`, STEPS[name], { through });
const read = async (orderId: string) => (await callPlus(world, 'GET', `/v3/orders/${orderId}`)).json.data;
const codeOf = ({ status, json }: HttpAnswer) => (status < 300 ? status : json.errors[0].id);
const count = async (table: string, condition: string, value: unknown) =>
  (await world.foundations.database.query(`select from ${table} where ${condition} = $1`, [value])).length;

/** Both wait for the parcel, then go one after the other. */
async function oneAfterTheOther(orderId: string, ...calls: (() => Promise<HttpAnswer>)[]) {
  const settled = await meetAtRow(world, 'parcels', orderId, calls);
  return settled.map((result) => codeOf((result as PromiseFulfilledResult<HttpAnswer>).value));
}

describe('two processes place', () => {
  const PROCESSES = [
    ['one process', () => world],
    ['two processes', () => second],
  ] as const;

  test.each(PROCESSES)('the same parcel at once, in %s: there is one, told to both', async (_, other) => {
    for (let time = 0; time < 5; time++) {
      const body = parcelBody(await quotePlus(world), { generateLabel: true });
      const answers = await Promise.all([place(world, body), place(other(), body)]);
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      expect(answers[0]?.json.data).toEqual(answers[1]?.json.data);
      expect(await count('parcels', 'quotation_id', body.quotationId)).toBe(1);
      expect(await count('jobs', "payload ->> 'parcelId'", answers[0]?.json.data.orderId)).toBe(1);
    }
  });

  test.each(PROCESSES)(
    'two parcels with one quotation, in %s: one is placed, the other told which',
    async (_, other) => {
      for (let time = 0; time < 5; time++) {
        const quotation = await quotePlus(world);
        const answers = await Promise.all([place(world, parcelBody(quotation)), place(other(), parcelBody(quotation))]);
        expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
        const [placed, refused] = answers.toSorted((one, another) => one.status - another.status);
        expect([refused?.json.message, refused?.json.errors[0].detail]).toEqual([
          'ERR_INVALID_QUOTATION_ID',
          '/data/quotationId',
        ]);
        expect(refused?.json.errors[0].message).toContain(placed?.json.data.orderId);
        expect(await count('parcels', 'quotation_id', quotation.quotationId)).toBe(1);
      }
    },
  );

  test.each(PROCESSES)('two parcels with one reference, in %s: one is placed, the other named', async (_, other) => {
    for (let time = 0; time < 5; time++) {
      const [one, another] = [parcelBody(await quotePlus(world)), parcelBody(await quotePlus(world))];
      const answers = await Promise.all([place(world, one), place(other(), { ...another, clientRef: one.clientRef })]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
      const refused = answers.find(({ status }) => status === 422);
      expect([refused?.json.message, refused?.json.errors[0].detail]).toEqual(['ERR_INVALID_FIELD', '/data/clientRef']);
      expect(await count('parcels', 'client_ref', one.clientRef)).toBe(1);
    }
  });

  test('twenty times the same parcel: there is one, told once, and its label is drawn once', async () => {
    const partner: MadePartner = await world.newPartner({ platforms: ['PLUS'], limitFactor: 1_000, markets: ['HK'] });
    await chooseEvents(world.foundations.database, partner.partnerId, ['PLUS_ORDER_STATUS_CHANGED'], world.clock.now());
    const body = parcelBody(await quotePlus(world, {}, { as: partner }), { generateLabel: true });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => place(index % 2 === 0 ? world : second, body, { as: partner })),
    );
    expect(new Set(answers.map(({ status, json }) => `${status} ${json.data?.orderId}`)).size).toBe(1);
    const orderId = answers[0]?.json.data.orderId;
    expect(await count('events', 'stream_id', orderId)).toBe(1);
    expect(await count('jobs', "payload ->> 'parcelId'", orderId)).toBe(1);
  });

  test('the same call by its Request-ID, ten times: one effect, one answer', async () => {
    const body = parcelBody(await quotePlus(world));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        place(index % 2 === 0 ? world : second, body, { requestId: 'parcel-race' }),
      ),
    );
    const answered = answers.filter(({ status }) => status === 201);
    expect(answered.length).toBeGreaterThan(0);
    expect(new Set(answered.map(({ text }) => text)).size).toBe(1);
    for (const answer of answers) expect([201, 'ERR_REQUEST_IN_PROGRESS']).toContain(codeOf(answer));
    expect(await count('parcels', 'client_ref', body.clientRef)).toBe(1);
  });
});

describe('the driver delivers while the partner cancels', () => {
  test('the driver is first: it is delivered, and cannot be cancelled', async () => {
    const { orderId } = await bring(world, support, 'DELIVERING', {}, driver);
    const deliver = () => step(orderId, 'deliver', second);
    expect(await oneAfterTheOther(orderId, deliver, () => cancel(orderId, world))).toEqual([
      200,
      'ERR_CANCELLATION_FORBIDDEN',
    ]);
    expect((await read(orderId)).status).toBe('DELIVERED');
    expect(await count('proofs', 'order_id', orderId)).toBe(1);
  });

  test('the partner is first: it is cancelled, cannot be delivered, and there is no proof of it', async () => {
    const { orderId } = await bring(world, support, 'DELIVERING', {}, driver);
    const deliver = () => step(orderId, 'deliver', second);
    expect(await oneAfterTheOther(orderId, () => cancel(orderId, world), deliver)).toEqual([
      204,
      'ERR_INVALID_ORDER_STATUS',
    ]);
    expect((await read(orderId)).status).toBe('CANCELED');
    expect(await count('proofs', 'order_id', orderId)).toBe(0);
  });

  test('who is first decides whether a cancellation is CANCELED or CLOSED', async () => {
    const ends = async (driverFirst: boolean) => {
      const { orderId } = await bring(world, support, 'DELIVERING', {}, driver);
      const calls = [() => step(orderId, 'fail-delivery', second), () => cancel(orderId, world)];
      const codes = await oneAfterTheOther(orderId, ...(driverFirst ? calls : calls.toReversed()));
      return [codes, (await read(orderId)).status];
    };
    expect(await ends(true)).toEqual([[200, 204], 'CLOSED']);
    expect(await ends(false)).toEqual([[204, 'ERR_INVALID_ORDER_STATUS'], 'CANCELED']);
  });
});

describe('the partner edits', () => {
  test('while they cancel: the edit holds where it was first, and is refused where it was not', async () => {
    const first = (await placePlus(world)).orderId;
    expect(
      await oneAfterTheOther(
        first,
        () => edit(first, world),
        () => cancel(first, second),
      ),
    ).toEqual([201, 204]);
    expect(await read(first)).toMatchObject({ status: 'CANCELED', stops: [{}, { name: 'Cleo' }] });
    const late = (await placePlus(world)).orderId;
    expect(
      await oneAfterTheOther(
        late,
        () => cancel(late, second),
        () => edit(late, world),
      ),
    ).toEqual([204, 'ERR_INVALID_ORDER_STATUS']);
    expect(await read(late)).toMatchObject({ status: 'CANCELED', stops: [{}, { name: 'Ben' }] });
  });

  test('while the driver picks up: both hold, in either order', async () => {
    for (const driverFirst of [true, false]) {
      const { orderId } = await bring(world, support, 'AWAIT_PICKUP', {}, driver);
      const calls = [() => step(orderId, 'pick-up', second), () => edit(orderId, world)];
      const codes = await oneAfterTheOther(orderId, ...(driverFirst ? calls : calls.toReversed()));
      expect(codes.toSorted()).toEqual([200, 201]);
      const parcel = await read(orderId);
      expect([parcel.deliveryLogs.at(-1).status, parcel.stops[1].name]).toEqual(['DELIVERING', 'Cleo']);
    }
  });

  test('twice the same at once: one edit is listed', async () => {
    const { orderId } = await placePlus(world);
    expect(
      await oneAfterTheOther(
        orderId,
        () => edit(orderId, world),
        () => edit(orderId, second),
      ),
    ).toEqual([201, 201]);
    expect((await edit(orderId, world)).json.data.changeLogs).toHaveLength(1);
  });
});

test('whoever drops out is first, and the pick-up finds nothing', async () => {
  const { orderId } = await bring(world, support, 'AWAIT_PICKUP', {}, driver);
  const codes = await oneAfterTheOther(
    orderId,
    () => step(orderId, 'drop-out', world),
    () => step(orderId, 'pick-up', second),
  );
  expect(codes).toEqual([204, 'ERR_ORDER_NOT_FOUND']);
});

test('whoever cancels at the desk what the driver picks up at that moment is told, and it stays on its way', async () => {
  const operator = await deskUser(world, 'console');
  const { orderId } = await bring(world, support, 'AWAIT_PICKUP', {}, driver);
  const moves = `/console/v1/plus/parcels/${orderId}/moves`;
  const codes = await oneAfterTheOther(
    orderId,
    () => step(orderId, 'pick-up', second),
    () => operator.post(moves, { move: 'cancel', seen: 'AWAIT_PICKUP', reason: 'Not needed any more' }),
  );
  expect(codes).toEqual([200, 'ERR_CHANGED_MEANWHILE']);
  expect((await read(orderId)).status).toBe('IN_PROGRESS');
});

test('two are given a parcel at once: one has it', async () => {
  const [one, other] = [await driverOf(world), await driverOf(world)];
  const { orderId } = await placePlus(world);
  const results = await meetAtRow(world, 'parcels', orderId, [
    () => support.assign(orderId, one.id),
    () => support.assign(orderId, other.id),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect((await read(orderId)).driverId).toBe(one.id);
});

test('a driver who is being suspended while support gives them a parcel is given none', async () => {
  const operator = await deskUser(world, 'console');
  const { id } = await driverOf(world);
  const { orderId } = await placePlus(world);
  const { database, clock } = world.foundations;
  let answer: Promise<HttpAnswer> | undefined;
  await database.inTransaction(async (tx) => {
    await setDriverStatus(tx, id, 'suspended', clock.now());
    answer = operator.post('/console/v1/plus/assign', { driverId: id, parcelIds: [orderId], reason: 'On the way' });
    await expect.poll(() => waitingForLocks(database)).toBe(1);
  });
  const { status, json } = (await answer) as HttpAnswer;
  expect([status, json?.errors[0].message]).toEqual([422, 'The driver is suspended.']);
  expect((await read(orderId)).driverId).toBe('');
});

test('whatever is done at once in two processes, what was taken follows the table one after the other', async () => {
  const starts = fc.constantFrom<ParcelStatus>('AWAIT_PICKUP', 'DELIVERING', 'FAILED_PICKUP', 'FAILED');
  const deeds = fc.array(fc.constantFrom(...(Object.keys(STEPS) as Step[]), 'cancel' as const, 'edit' as const), {
    minLength: 3,
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(starts, deeds, async (start, names) => {
      const { orderId } = await bring(world, support, start, {}, driver);
      const [before] = await historyOf(orderId);
      const answers = await Promise.all(
        names.map((name, index) => {
          const process = index % 2 === 0 ? world : second;
          if (name === 'cancel') return cancel(orderId, process);
          return name === 'edit' ? edit(orderId, process) : step(orderId, name, process);
        }),
      );
      for (const answer of answers) expect(answer.status).toBeLessThan(500);
      const [row] = await historyOf(orderId);
      const entries = row?.history ?? [];
      expect(entries.slice(0, before?.history.length)).toEqual(before?.history);
      for (const [index, { event, status }] of entries.slice(1).entries())
        expect(statusAfter(entries[index]?.status as ParcelStatus, event as never)).toBe(status);
      expect(entries.at(-1)?.status).toBe(row?.status);
      // An edit that changes nothing is answered like one that does, and leaves no entry.
      const added = entries.length - (before?.history.length ?? 0);
      const taken = answers.filter(({ status }, index) => status < 300 && names[index] !== 'edit').length;
      const hasEdited = entries.some(({ event }) => event === 'edited') ? 1 : 0;
      expect(added).toBe(taken + hasEdited);
      expect(await count('proofs', 'order_id', orderId)).toBe(
        entries.filter(({ event }) => event === 'delivered' || event === 'deliveryFailed').length,
      );
    }),
    { numRuns: 25 },
  );
});

function historyOf(orderId: string) {
  return world.foundations.database.query<{
    status: ParcelStatus;
    history: { event: string; status: ParcelStatus }[];
  }>('select status, history from parcels where id = $1', [orderId]);
}
