import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '../../src/foundation/time.ts';
import { ORDER_EVENTS, ORDER_STATUSES, statusAfter } from '../../src/orders/rules/order-transitions.ts';
import {
  PARCEL_EVENTS,
  PARCEL_STATUSES,
  statusAfter as parcelStatusAfter,
} from '../../src/plus/rules/parcel-transitions.ts';
import { chooseEvents, EVENT_CHOICES, type NewEvent } from '../../src/webhooks/index.ts';
import { CENTRAL, MONG_KOK, place, RECIPIENT, SENDER, TUEN_MUN } from '../support/orders.ts';
import { callPlus, placePlus } from '../support/parcels.ts';
import { act, advance, listActions } from '../support/sandbox.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let calls = 0;
beforeAll(async () => {
  const opened = await createWorld({
    partner: { limitFactor: 1_000, creditMinor: 10_000_000n, markets: ['HK'], platforms: ['ON_DEMAND', 'PLUS'] },
  });
  world = {
    ...opened,
    call: (...given) => {
      calls++;
      return opened.call(...given);
    },
  };
  await chooseEvents(world.foundations.database, world.partner.partnerId, EVENT_CHOICES, world.clock.now());
});
afterAll(() => world.close());

type Thing = { orderId: string; readonly isParcel: boolean };
/** One call, and how the page puts it. */
type Step = { readonly says: string; readonly make: (thing: Thing) => Promise<unknown> };

const does = (action: string, further: Readonly<Record<string, string>> = {}): Step => ({
  says: `\`${[action, ...Object.values(further)].join(' ')}\``,
  make: async (thing) => {
    // A replacement goes on as the new order.
    thing.orderId = (await act(world, thing.orderId, action, further)).orderId;
  },
});
const later = (seconds: number): Step => ({
  says: `clock + ${seconds} s`,
  make: () => advance(world, seconds),
});
async function expectDone(call: ReturnType<World['call']>): Promise<void> {
  const { status, text } = await call;
  if (status >= 300) throw new Error(text);
}
const CANCEL: Step = {
  says: '`DELETE /v3/orders/{orderId}`',
  make: ({ orderId, isParcel }) =>
    expectDone(
      isParcel ? callPlus(world, 'DELETE', `/v3/orders/${orderId}`) : world.call('DELETE', `/v3/orders/${orderId}`),
    ),
};
const PRIORITY_FEE: Step = {
  says: '`POST /v3/orders/{orderId}/priority-fee`',
  make: ({ orderId }) =>
    expectDone(
      world.call('POST', `/v3/orders/${orderId}/priority-fee`, {
        body: JSON.stringify({ data: { priorityFee: '20' } }),
      }),
    ),
};
const CHANGE_DRIVER: Step = {
  says: '`DELETE /v3/orders/{orderId}/drivers/{driverId}`',
  make: async ({ orderId }) => {
    const { driverId } = (await world.call('GET', `/v3/orders/${orderId}`)).json.data;
    await expectDone(
      world.call('DELETE', `/v3/orders/${orderId}/drivers/${driverId}`, {
        body: JSON.stringify({ data: { reason: 'DRIVER_LATE' } }),
      }),
    );
  },
};
const PICK_UP_STOP = { ...CENTRAL, ...SENDER };
let edits = 0;
const EDIT: Step = {
  says: '`PATCH /v3/orders/{orderId}`',
  make: ({ orderId, isParcel }) => {
    if (!isParcel) {
      const stops = [PICK_UP_STOP, { ...MONG_KOK, ...RECIPIENT }, { ...TUEN_MUN, ...RECIPIENT }];
      return expectDone(world.call('PATCH', `/v3/orders/${orderId}`, { body: JSON.stringify({ data: { stops } }) }));
    }
    const at = (hours: number) => new Date(world.clock.now() + hours * HOUR_MS).toISOString();
    return expectDone(
      callPlus(world, 'PATCH', `/v3/orders/${orderId}`, {
        scheduleAt: at(48),
        deliveryBy: at(52),
        stops: [PICK_UP_STOP, { ...MONG_KOK, ...RECIPIENT, remarks: `Door ${++edits}` }],
      }),
    );
  },
};

async function begin(isParcel: boolean, proof = false): Promise<Thing> {
  const { orderId } = isParcel ? await placePlus(world) : await place(world, { order: { isPODEnabled: proof } });
  return { orderId, isParcel };
}
async function take(thing: Thing, steps: readonly Step[]): Promise<void> {
  for (const { make } of steps) await make(thing);
}

const ACCEPT = does('DRIVER_ACCEPT');
const PICK_UP = does('DRIVER_PICK_UP');
const REJECT = does('DRIVER_REJECT');
const DROP_OFF = does('DRIVER_DROP_OFF');
const ASSIGN = does('DRIVER_ASSIGN');
const FAIL_PICK_UP = does('DRIVER_FAIL_PICKUP');
const FAIL = does('DRIVER_FAIL_DELIVERY');
const RETRY = does('DRIVER_RETRY');
const RETURN = does('DRIVER_RETURN');
const CLOSE = does('SUPPORT_CLOSE');

type Reach = Readonly<Record<string, readonly Step[]>>;
const STATUSES = {
  ASSIGNING_DRIVER: [],
  ON_GOING: [ACCEPT],
  PICKED_UP: [ACCEPT, PICK_UP],
  COMPLETED: [ACCEPT, PICK_UP, DROP_OFF],
  CANCELED: [CANCEL],
  REJECTED: [ACCEPT, REJECT, ACCEPT, REJECT],
  EXPIRED: [later(7_200)],
} satisfies Record<(typeof ORDER_STATUSES)[number], readonly Step[]>;
const PROOFS: Reach = {
  PENDING: [],
  DELIVERED: [ACCEPT, PICK_UP, does('DRIVER_DROP_OFF', { proof: 'PHOTO' })],
  SIGNED: [ACCEPT, PICK_UP, does('DRIVER_DROP_OFF', { proof: 'SIGNATURE' })],
  FAILED: [ACCEPT, PICK_UP, does('DRIVER_DROP_OFF', { proof: 'FAILED' })],
};
const PARCELS = {
  AWAIT_DRIVER: [],
  AWAIT_PICKUP: [ASSIGN],
  DELIVERING: [ASSIGN, PICK_UP],
  FAILED_PICKUP: [ASSIGN, FAIL_PICK_UP],
  FAILED: [ASSIGN, PICK_UP, FAIL],
  RETURNED: [ASSIGN, PICK_UP, FAIL, RETURN],
  DELIVERED: [ASSIGN, PICK_UP, does('DRIVER_DELIVER')],
  CANCELED: [CANCEL],
  CLOSED: [ASSIGN, FAIL_PICK_UP, CLOSE],
} satisfies Record<(typeof PARCEL_STATUSES)[number], readonly Step[]>;
/** What a partner can be told of an order; the alert of a low balance is for the portal only. */
const EVENTS = {
  ORDER_CREATED: [],
  ORDER_STATUS_CHANGED: [],
  WALLET_BALANCE_CHANGED: [],
  DRIVER_ASSIGNED: [ACCEPT],
  ORDER_AMOUNT_CHANGED: [PRIORITY_FEE],
  ORDER_EDITED: [ACCEPT, EDIT],
  POD_STATUS_CHANGED: [ACCEPT, PICK_UP, DROP_OFF],
  ORDER_REPLACED: [does('SUPPORT_REPLACE')],
} satisfies Record<Exclude<NewEvent['type'], 'WALLET_BALANCE_LOW'>, readonly Step[]>;

const statusOf = async ({ orderId }: Thing) => (await listActions(world, orderId)).json.data.status as string;
async function lastCursor(): Promise<string> {
  for (let after = '0'; ; ) {
    const { data, next } = (await world.call('GET', `/v3/events?limit=200&after=${after}`)).json;
    after = data.at(-1)?.cursor ?? after;
    if (next === null) return after;
  }
}

test('everything can be reached by a short list of calls, which docs/guide/testing.md prints (UPDATE_DOCS=1 prints it anew)', async () => {
  const sections: [heading: string, begins: string, rows: Reach][] = [
    ['Status of an order', '`POST /v3/orders`', STATUSES],
    ['Status of a proof', '`POST /v3/orders` with `isPODEnabled`', PROOFS],
    ['Sub-status of a Plus order', '`POST /v3/orders` with `Platform: PLUS`', PARCELS],
    ['Type of an event', '`POST /v3/orders` with `isPODEnabled`', EVENTS],
  ];
  expect([...ORDER_STATUSES].sort()).toEqual(Object.keys(STATUSES).sort());
  expect([...PARCEL_STATUSES].sort()).toEqual(Object.keys(PARCELS).sort());

  for (const [status, steps] of Object.entries(STATUSES)) {
    const order = await begin(false);
    await take(order, steps);
    expect((await world.call('GET', `/v3/orders/${order.orderId}`)).json.data.status).toBe(status);
  }
  for (const [status, steps] of Object.entries(PROOFS)) {
    const order = await begin(false, true);
    await take(order, steps);
    expect((await world.call('GET', `/v3/orders/${order.orderId}`)).json.data.stops[1].POD.status).toBe(status);
  }
  for (const [status, steps] of Object.entries(PARCELS)) {
    const parcel = await begin(true);
    await take(parcel, steps);
    expect(await statusOf(parcel)).toBe(status);
    const { json } = await callPlus(world, 'GET', `/v3/orders/${parcel.orderId}`);
    const isEnd = ['DELIVERED', 'CANCELED', 'CLOSED'].includes(status);
    expect(json.data.status).toBe(isEnd ? status : 'IN_PROGRESS');
  }
  for (const [type, steps] of Object.entries(EVENTS)) {
    const before = await lastCursor();
    const order = await begin(false, true);
    await take(order, steps);
    const told = (await world.call('GET', `/v3/events?after=${before}`)).json.data as { eventType: string }[];
    expect(told.map(({ eventType }) => eventType)).toContain(type);
  }

  const printed = sections
    .flatMap(([heading, begins, rows]) => [
      `| ${heading} | After ${begins} |`,
      '|---|---|',
      ...Object.entries(rows).map(
        ([name, steps]) => `| ${name} | ${steps.map(({ says }) => says).join(', ') || 'nothing more'} |`,
      ),
      '',
    ])
    .join('\n');
  const marked = /(<!-- walk -->\n)([\s\S]*?)(<!-- end of walk -->)/;
  const page = await readFile('docs/guide/testing.md', 'utf8');
  if (process.env.UPDATE_DOCS === '1')
    await writeFile(
      'docs/guide/testing.md',
      page.replace(marked, (_, head, _old, foot) => head + printed + foot),
    );
  expect(marked.exec(await readFile('docs/guide/testing.md', 'utf8'))?.[2]).toBe(printed);
});

const ORDER_WALKS: readonly (readonly Step[])[] = [
  [PRIORITY_FEE, ACCEPT, does('DRIVER_ARRIVE'), EDIT, PICK_UP, DROP_OFF, DROP_OFF],
  [ACCEPT, REJECT, ACCEPT, REJECT],
  [later(7_200)],
  [CANCEL],
  [does('SUPPORT_CANCEL')],
  [does('SUPPORT_REPLACE')],
  [ACCEPT, later(900), CHANGE_DRIVER, ACCEPT, CANCEL],
  [ACCEPT, does('SUPPORT_CANCEL')],
  [ACCEPT, does('SUPPORT_REPLACE')],
  [ACCEPT, PICK_UP, REJECT, ACCEPT, PICK_UP, does('SUPPORT_CANCEL')],
];
const PARCEL_WALKS: readonly (readonly Step[])[] = [
  [EDIT, ASSIGN, does('DRIVER_DROP_OUT'), ASSIGN, EDIT, PICK_UP, EDIT, does('DRIVER_DELIVER')],
  [ASSIGN, FAIL_PICK_UP, EDIT, RETRY, FAIL_PICK_UP, CLOSE],
  [ASSIGN, PICK_UP, FAIL, EDIT, RETRY, FAIL, RETURN, EDIT, CLOSE],
  [CANCEL],
  [ASSIGN, CANCEL],
  [ASSIGN, PICK_UP, CANCEL],
  [ASSIGN, FAIL_PICK_UP, CANCEL],
  [ASSIGN, PICK_UP, FAIL, CANCEL],
  [ASSIGN, PICK_UP, FAIL, RETURN, CANCEL],
];

/** Nobody but an operator takes a driver off who has the goods on board: `test/api/console-orders.test.ts`. */
const AT_THE_CONSOLE = 'PICKED_UP driverChanged ASSIGNING_DRIVER';

type History = readonly { readonly event: string; readonly status: string }[];
const movesOf = (history: History) =>
  history.slice(1).map(({ event, status }, index) => `${history[index]?.status} ${event} ${status}`);
async function historyOf(table: 'orders' | 'parcels', id: string): Promise<History> {
  const [row] = await world.foundations.database.query<{ history: History }>(
    `select history from ${table} where id = $1`,
    [id],
  );
  return row?.history ?? [];
}

test('the whole table of transitions is walked in a hundred and some calls', async () => {
  const startedAt = performance.now();
  calls = 0;
  const walked = { orders: new Set<string>(), parcels: new Set<string>() };
  for (const steps of ORDER_WALKS) {
    const order = await begin(false);
    const { orderId } = order;
    await take(order, steps);
    for (const move of movesOf(await historyOf('orders', orderId))) walked.orders.add(move);
  }
  for (const steps of PARCEL_WALKS) {
    const parcel = await begin(true);
    for (const step of steps) {
      // An edit leaves no trace among the moves.
      if (step === EDIT) {
        const status = await statusOf(parcel);
        walked.parcels.add(`${status} edited ${status}`);
      }
      await take(parcel, [step]);
    }
    for (const move of movesOf(await historyOf('parcels', parcel.orderId))) walked.parcels.add(move);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  // biome-ignore lint/suspicious/noConsole: a time for whoever reads the run
  console.log(`every transition: ${calls} calls in ${seconds.toFixed(1)} s`);

  const table = <S extends string, E extends string>(
    statuses: readonly S[],
    events: readonly E[],
    after: (status: S, event: E) => S | undefined,
  ) =>
    statuses.flatMap((status) =>
      events.flatMap((event) => {
        const next = after(status, event);
        const move = `${status} ${event} ${next}`;
        return next === undefined || move === AT_THE_CONSOLE ? [] : [move];
      }),
    );
  expect([...walked.orders].sort()).toEqual(table(ORDER_STATUSES, ORDER_EVENTS, statusAfter).sort());
  expect([...walked.parcels].sort()).toEqual(table(PARCEL_STATUSES, PARCEL_EVENTS, parcelStatusAfter).sort());
  expect(calls).toBeLessThan(150);
});
