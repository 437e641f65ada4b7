import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatInstant, MINUTE_MS } from '../../src/foundation/time.ts';
import type { MadePartner } from '../../src/main/make-partner.ts';
import { chooseEvents } from '../../src/webhooks/index.ts';
import { type DriverClient, driverOf } from '../support/driver-client.ts';
import { contradictions } from '../support/order-records.ts';
import {
  callPlus,
  editData,
  inHours,
  placePlus,
  STEPS,
  type Step,
  type Support,
  supportOf,
  take,
} from '../support/parcels.ts';
import { eventually, startReceiver } from '../support/webhook-receiver.ts';
import { readEvents, setUrl, startSending } from '../support/webhooks.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let support: Support;
let told: MadePartner;
let quiet: MadePartner;
let drivers: [DriverClient, DriverClient];
beforeAll(async () => {
  world = await createWorld();
  support = await supportOf(world);
  told = await newPartner();
  quiet = await newPartner();
  await choose(told);
  drivers = [await driverOf(world), await driverOf(world)];
});
afterAll(() => world.close());

const newPartner = () => world.newPartner({ platforms: ['ON_DEMAND', 'PLUS'], limitFactor: 1_000, markets: ['HK'] });
const choose = ({ partnerId }: MadePartner) =>
  chooseEvents(world.foundations.database, partnerId, ['PLUS_ORDER_STATUS_CHANGED'], world.clock.now());

type Act = Step | 'assign' | 'assign the other' | 'close' | 'cancel' | 'support cancels' | 'edit';

/** Does one thing, as whoever does it. */
async function act(what: Act, orderId: string, partner: MadePartner, driver: DriverClient): Promise<DriverClient> {
  if (what in STEPS) await take(driver, orderId, what as Step);
  if (what === 'close') await support.close(orderId);
  if (what === 'support cancels') await support.cancel(orderId);
  if (what === 'cancel')
    expect((await callPlus(world, 'DELETE', `/v3/orders/${orderId}`, undefined, { as: partner })).status).toBe(204);
  if (what === 'edit') {
    const data = editData(world, { scheduleAt: inHours(world, 30), deliveryBy: inHours(world, 36) });
    const { status } = await callPlus(world, 'PATCH', `/v3/orders/${orderId}`, data, { as: partner });
    expect(status).toBe(201);
  }
  if (!what.startsWith('assign')) return driver;
  const next = drivers[what === 'assign' ? 0 : 1];
  await support.assign(orderId, next.id);
  return next;
}

/** A thing a minute, from a placement on: what the partner reads in the end, and what they were told. */
async function tell(acts: readonly Act[], partner: MadePartner) {
  const { orderId } = await placePlus(world, { as: partner });
  const start = world.clock.now();
  let driver = drivers[0];
  for (const what of acts) {
    world.clock.advance(MINUTE_MS);
    driver = await act(what, orderId, partner, driver);
  }
  const parcel = (await callPlus(world, 'GET', `/v3/orders/${orderId}`, undefined, { as: partner })).json.data;
  const events = await world.foundations.database.query<{ number: number; type: string; data: { order: object } }>(
    'select number, type, data from events where stream_id = $1 order by number',
    [orderId],
  );
  return { orderId, start, parcel, events };
}

/** The log as it should be: the minute of the story, and the status since then. */
type Tale = readonly (readonly [minute: number, status: string])[];

const STORIES: readonly [title: string, acts: readonly Act[], tale: Tale, driver: 0 | 1 | undefined][] = [
  ['is placed', [], [[0, 'AWAITS_DRIVER']], undefined],
  [
    'is delivered',
    ['assign', 'pick-up', 'deliver'],
    [
      [0, 'AWAITS_DRIVER'],
      [1, 'AWAITS_PICKUP'],
      [2, 'DELIVERING'],
      [3, 'DELIVERED'],
    ],
    0,
  ],
  [
    'is delivered by another, after the first dropped out',
    ['assign', 'drop-out', 'assign the other', 'pick-up', 'deliver'],
    [
      [0, 'AWAITS_DRIVER'],
      [1, 'AWAITS_PICKUP'],
      [2, 'AWAITS_DRIVER'],
      [3, 'AWAITS_PICKUP'],
      [4, 'DELIVERING'],
      [5, 'DELIVERED'],
    ],
    1,
  ],
  [
    'is picked up at the second try',
    ['assign', 'fail-pick-up', 'retry', 'pick-up', 'deliver'],
    [
      [0, 'AWAITS_DRIVER'],
      [1, 'AWAITS_PICKUP'],
      [2, 'FAILED_PICKUP'],
      [3, 'AWAITS_PICKUP'],
      [4, 'DELIVERING'],
      [5, 'DELIVERED'],
    ],
    0,
  ],
  [
    'is not picked up at the second try either, and closed',
    ['assign', 'fail-pick-up', 'retry', 'fail-pick-up', 'close'],
    [
      [0, 'AWAITS_DRIVER'],
      [1, 'AWAITS_PICKUP'],
      [2, 'FAILED_PICKUP'],
      [3, 'AWAITS_PICKUP'],
      [4, 'FAILED_PICKUP'],
      [5, 'CLOSED'],
    ],
    0,
  ],
  [
    'is tried again by another driver after a failed pick-up',
    ['assign', 'fail-pick-up', 'retry', 'drop-out', 'assign the other', 'pick-up', 'deliver'],
    [
      [0, 'AWAITS_DRIVER'],
      [1, 'AWAITS_PICKUP'],
      [2, 'FAILED_PICKUP'],
      [3, 'AWAITS_PICKUP'],
      [4, 'AWAITS_DRIVER'],
      [5, 'AWAITS_PICKUP'],
      [6, 'DELIVERING'],
      [7, 'DELIVERED'],
    ],
    1,
  ],
  [
    'is delivered at the second try',
    ['assign', 'pick-up', 'fail-delivery', 'retry', 'deliver'],
    [
      [0, 'AWAITS_DRIVER'],
      [1, 'AWAITS_PICKUP'],
      [2, 'DELIVERING'],
      [3, 'FAILED'],
      [4, 'DELIVERING'],
      [5, 'DELIVERED'],
    ],
    0,
  ],
  [
    'comes back, and is closed',
    ['assign', 'pick-up', 'fail-delivery', 'return', 'close'],
    [
      [0, 'AWAITS_DRIVER'],
      [1, 'AWAITS_PICKUP'],
      [2, 'DELIVERING'],
      [3, 'FAILED'],
      [4, 'RETURNED'],
      [5, 'CLOSED'],
    ],
    0,
  ],
  [
    'is edited at every turn, which the log does not tell',
    ['edit', 'assign', 'edit', 'pick-up', 'edit', 'fail-delivery', 'edit', 'return', 'edit', 'close'],
    [
      [0, 'AWAITS_DRIVER'],
      [2, 'AWAITS_PICKUP'],
      [4, 'DELIVERING'],
      [6, 'FAILED'],
      [8, 'RETURNED'],
      [10, 'CLOSED'],
    ],
    0,
  ],
  [
    'is cancelled before anybody has it',
    ['cancel'],
    [
      [0, 'AWAITS_DRIVER'],
      [1, 'CANCELED'],
    ],
    undefined,
  ],
  [
    'is cancelled before the pick-up',
    ['assign', 'cancel'],
    [
      [0, 'AWAITS_DRIVER'],
      [1, 'AWAITS_PICKUP'],
      [2, 'CANCELED'],
    ],
    0,
  ],
  [
    'is cancelled on its way',
    ['assign', 'pick-up', 'cancel'],
    [
      [0, 'AWAITS_DRIVER'],
      [1, 'AWAITS_PICKUP'],
      [2, 'DELIVERING'],
      [3, 'CANCELED'],
    ],
    0,
  ],
  [
    'is cancelled after a failed pick-up, which closes it',
    ['assign', 'fail-pick-up', 'cancel'],
    [
      [0, 'AWAITS_DRIVER'],
      [1, 'AWAITS_PICKUP'],
      [2, 'FAILED_PICKUP'],
      [3, 'CLOSED'],
    ],
    0,
  ],
  [
    'is cancelled after a failed delivery, which closes it',
    ['assign', 'pick-up', 'fail-delivery', 'cancel'],
    [
      [0, 'AWAITS_DRIVER'],
      [1, 'AWAITS_PICKUP'],
      [2, 'DELIVERING'],
      [3, 'FAILED'],
      [4, 'CLOSED'],
    ],
    0,
  ],
  [
    'is cancelled when it is back, which closes it',
    ['assign', 'pick-up', 'fail-delivery', 'return', 'cancel'],
    [
      [0, 'AWAITS_DRIVER'],
      [1, 'AWAITS_PICKUP'],
      [2, 'DELIVERING'],
      [3, 'FAILED'],
      [4, 'RETURNED'],
      [5, 'CLOSED'],
    ],
    0,
  ],
  [
    'is cancelled by support, once a second try has begun',
    ['assign', 'pick-up', 'fail-delivery', 'retry', 'support cancels'],
    [
      [0, 'AWAITS_DRIVER'],
      [1, 'AWAITS_PICKUP'],
      [2, 'DELIVERING'],
      [3, 'FAILED'],
      [4, 'DELIVERING'],
      [5, 'CANCELED'],
    ],
    0,
  ],
];

const ENDS = ['DELIVERED', 'CANCELED', 'CLOSED'];

describe.each(STORIES)('a parcel %s', (_, acts, tale, driver) => {
  const statuses = tale.map(([, status]) => status);
  const last = statuses.at(-1) ?? '';

  test('and its log tells that in full', async () => {
    const { parcel, start, events } = await tell(acts, quiet);
    expect(parcel.deliveryLogs).toEqual(
      tale.map(([minute, status]) => ({ status, updatedAt: formatInstant(start + minute * MINUTE_MS) })),
    );
    expect([parcel.status, parcel.driverId]).toEqual([
      ENDS.includes(last) ? last : 'IN_PROGRESS',
      driver === undefined ? '' : drivers[driver].id,
    ]);
    expect(events).toEqual([]);
  });

  test('and a partner who chose so is told each change of the status', async () => {
    const { orderId, start, parcel, events } = await tell(acts, told);
    const spelled = statuses.map((status) => status.replace('AWAITS', 'AWAIT'));
    expect(events.map(({ number, type, data }) => ({ number, type, data }))).toEqual(
      spelled.map((status, index) => ({
        number: index + 1,
        type: 'ORDER_STATUS_CHANGED',
        data: {
          order: expect.objectContaining({
            orderId,
            shareLink: parcel.shareLink,
            market: 'HK_HKG',
            createdAt: formatInstant(start),
            previousStatus: spelled[index - 1] ?? '',
            status,
          }),
          updatedAt: formatInstant(start + (tale[index]?.[0] ?? 0) * MINUTE_MS),
        },
      })),
    );
    expect(await contradictions(world.foundations.database)).toEqual([]);
  });
});

describe('support closes', () => {
  test.each<[string, readonly Act[]]>([
    ['AWAIT_DRIVER', []],
    ['AWAIT_PICKUP', ['assign']],
    ['DELIVERING', ['assign', 'pick-up']],
    ['FAILED', ['assign', 'pick-up', 'fail-delivery']],
    ['DELIVERED', ['assign', 'pick-up', 'deliver']],
    ['CANCELED', ['cancel']],
    ['CLOSED', ['assign', 'fail-pick-up', 'close']],
  ])('nothing that is %s', async (status, acts) => {
    const { orderId } = await tell(acts, quiet);
    await expect(support.close(orderId)).rejects.toThrow(`is ${status}, which does not allow this.`);
  });
});

describe('pushes', () => {
  test('reach the receiver of a partner who chose them in their order, and nobody else’s', async () => {
    const [chosen, other] = [await newPartner(), await newPartner()];
    await choose(chosen);
    const [receiver, silent] = [await startReceiver(), await startReceiver()];
    expect((await setUrl(world, receiver.url, chosen)).status).toBe(200);
    expect((await setUrl(world, silent.url, other)).status).toBe(200);
    const acts: Act[] = ['assign', 'pick-up', 'fail-delivery', 'retry', 'deliver'];
    const { orderId, parcel } = await tell(acts, chosen);
    await tell(acts, other);
    const sender = startSending(world);
    await eventually(() => receiver.taken().length === 6);
    await sender.stop();
    const pushes = receiver.taken().map(({ json }) => json);
    expect(pushes.map(({ eventType, data }) => [eventType, data.order.previousStatus, data.order.status])).toEqual([
      ['ORDER_STATUS_CHANGED', '', 'AWAIT_DRIVER'],
      ['ORDER_STATUS_CHANGED', 'AWAIT_DRIVER', 'AWAIT_PICKUP'],
      ['ORDER_STATUS_CHANGED', 'AWAIT_PICKUP', 'DELIVERING'],
      ['ORDER_STATUS_CHANGED', 'DELIVERING', 'FAILED'],
      ['ORDER_STATUS_CHANGED', 'FAILED', 'DELIVERING'],
      ['ORDER_STATUS_CHANGED', 'DELIVERING', 'DELIVERED'],
    ]);
    expect(pushes.map(({ data }) => data.order.driverId)).toEqual(['', ...Array(5).fill(drivers[0].id)]);
    expect(pushes.at(-1)?.data.order).toMatchObject({ orderId, scheduleAt: parcel.scheduleAt });
    expect(silent.taken()).toEqual([]);
    const { json } = await readEvents(world, '', chosen, { Platform: 'PLUS' });
    expect(json.data.map(({ data }: { data: { order: { status: string } } }) => data.order.status)).toEqual(
      pushes.map(({ data }) => data.order.status),
    );
    expect((await readEvents(world, '', other)).json.data).toEqual([]);
    await receiver.stop();
    await silent.stop();
  });

  test('begin where the choice is made, and end where it is taken back', async () => {
    const partner = await newPartner();
    const { orderId } = await placePlus(world, { as: partner });
    await support.assign(orderId, drivers[0].id);
    await choose(partner);
    await take(drivers[0], orderId, 'pick-up');
    await take(drivers[0], orderId, 'fail-delivery');
    await chooseEvents(world.foundations.database, partner.partnerId, [], world.clock.now());
    await take(drivers[0], orderId, 'return');
    const events = await world.foundations.database.query<{ number: number; moved: string }>(
      `select number, concat_ws(' to ', data -> 'order' ->> 'previousStatus', data -> 'order' ->> 'status') as moved
       from events where stream_id = $1 order by number`,
      [orderId],
    );
    expect(events).toEqual([
      { number: 1, moved: 'AWAIT_PICKUP to DELIVERING' },
      { number: 2, moved: 'DELIVERING to FAILED' },
    ]);
  });
});
