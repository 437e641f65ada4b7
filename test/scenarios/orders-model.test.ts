import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replaceWithDriver } from '../../src/dispatch/index.ts';
import { DeliveryError } from '../../src/foundation/errors.ts';
import type { PartnerId } from '../../src/foundation/ids.ts';
import { readSettings } from '../../src/infrastructure/config/settings.ts';
import { type Connection, openDatabase, type Transaction } from '../../src/infrastructure/database/database.ts';
import { continueTrace } from '../../src/infrastructure/trace.ts';
import { type Foundations, layFoundations } from '../../src/main/foundations.ts';
import { partnerDeps } from '../../src/main/make-partner.ts';
import { addPriorityFee } from '../../src/orders/add-priority-fee.ts';
import { cancelOrder } from '../../src/orders/cancel-order.ts';
import {
  acceptOrder,
  arriveAtPickUp,
  cancelForSupport,
  changeDriver,
  closeDropOff,
  editOrder,
  giveBackOrder,
  type Order,
  type OrderDeps,
  pickUpGoods,
} from '../../src/orders/index.ts';
import { placeOrder } from '../../src/orders/place-order.ts';
import { registerPartner } from '../../src/partners/index.ts';
import { createQuotation, createQuotationKeeper } from '../../src/quotations/create-quotation.ts';
import { noGeocoder } from '../../src/routing/index.ts';
import { topUp } from '../../src/wallet/index.ts';
import { silentLog, testClock } from '../support/edges.ts';
import { contradictions, runDueJobs } from '../support/order-records.ts';
import { CENTRAL, MONG_KOK, ordersOf, RECIPIENT, SENDER, TUEN_MUN } from '../support/orders.ts';
import { runs } from '../support/runs.ts';
import { cloneDatabase, dropDatabase, MASTER_KEY } from '../support/world.ts';

/** Sequences run side by side, each lane in a database of its own: a worker applies whatever is due in its database. */
const LANES = 4;
const SEQUENCES_A_LANE = runs(250);
const LIMIT_MS = runs(240_000);

/** Fewer than by default, so that short sequences reach it. */
const GIVE_BACKS_IN_ALL = 3;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

// ---- What an order costs, worked out here from the printed rates of a motorcycle in Hong Kong.

const SHA_TIN = { coordinates: { lat: '22.3817', lng: '114.1877' }, address: '18 Sha Tin Centre Street' };
const PLACES = { MONG_KOK, SHA_TIN, TUEN_MUN } as const;
type PlaceName = keyof typeof PLACES;
const ROUTES: readonly (readonly PlaceName[])[] = [
  ['MONG_KOK'],
  ['TUEN_MUN'],
  ['MONG_KOK', 'SHA_TIN'],
  ['SHA_TIN', 'TUEN_MUN', 'MONG_KOK'],
];
/** Metres of each route, as the first quotation for it measured them. */
const meters = new Map<string, number>();

function price(route: readonly PlaceName[], pickUpAt: number): number {
  const distance = meters.get(route.join()) as number;
  const kilometers = (from: number, to: number) => Math.max(0, Math.min(distance, to) - from) / 1_000;
  const mileage = 6.5 * kilometers(1_000, 10_000) + 5.5 * kilometers(10_000, Number.POSITIVE_INFINITY);
  const stops = 20 * (route.length - 1);
  const local = new Date(pickUpAt + 8 * HOUR);
  const [hour, weekday] = [local.getUTCHours(), local.getUTCDay()];
  const night = hour >= 23 || hour < 6 ? 0.2 * (48 + mileage + stops) : 0;
  const peak = weekday >= 1 && weekday <= 5 && hour >= 17 && hour < 20 ? 8 : 0;
  const rounded = (amount: number) => Math.floor(amount + 0.5 + 1e-9);
  return 48 + rounded(mileage) + stops + rounded(night + peak);
}

// ---- The model: what should be true, in a few plain variables.

type Status = 'ASSIGNING_DRIVER' | 'ON_GOING' | 'PICKED_UP' | 'COMPLETED' | 'CANCELED' | 'REJECTED' | 'EXPIRED';
type ModelOrder = {
  id: string;
  status: Status;
  fare: number;
  fee: number;
  pricedAt: number;
  matchBy: number;
  endedAt: number;
  scheduleAt: number | undefined;
  driver: string;
  matchedAt: number;
  hasArrived: boolean;
  giveBacks: number;
  giveBacksInARow: number;
  former: string[];
  edits: number;
  stops: { place: PlaceName; closed: boolean }[];
};
type Purchase = {
  quotationId: string;
  route: readonly PlaceName[];
  scheduleAt: number | undefined;
  quotedAt: number;
  quoted: number;
  bought: string | undefined;
};
type Model = { now: number; balance: number; orders: ModelOrder[]; purchase: Purchase | undefined };

const total = ({ fare, fee }: ModelOrder) => fare + fee;
const isOpen = ({ status }: ModelOrder) => /^(ASSIGNING_DRIVER|ON_GOING|PICKED_UP)$/.test(status);
/** What a caller sees: an order is over at its deadline, whether or not a worker has applied that. */
const statusAt = (order: ModelOrder, now: number): Status =>
  order.status === 'ASSIGNING_DRIVER' && now >= order.matchBy ? 'EXPIRED' : order.status;

function end(model: Model, order: ModelOrder, status: Status): void {
  model.balance += total(order);
  Object.assign(order, { status, endedAt: status === 'EXPIRED' ? order.matchBy : model.now });
}

/** All that is compared of an order; the time is that of its deadline or of its end, where it has one. */
function described(order: ModelOrder): string {
  const time = order.status === 'ASSIGNING_DRIVER' ? order.matchBy : isOpen(order) ? 0 : order.endedAt;
  return `${order.status} ${total(order)} ${order.driver || 'nobody'} ${time}`;
}

// ---- The real thing.

type Lane = {
  readonly connection: Connection;
  readonly folder: string;
  readonly foundations: Foundations;
  readonly orders: OrderDeps;
};
type Real = Lane & { readonly partnerId: PartnerId; readonly model: Model };
/** What drivers of completed orders should have earned, to be compared with the books in the end. */
const earned = new Map<string, number>();

const lanes: Lane[] = [];
beforeAll(async () => {
  lanes.push(...(await Promise.all(Array.from({ length: LANES }, openLane))));
  const { foundations, orders } = lanes[0] as Lane;
  const partnerId = await newPartner(foundations, 0);
  for (const route of ROUTES)
    meters.set(route.join(), (await quotationFor({ foundations, orders, partnerId }, route, START)).distanceMeters);
});
afterAll(async () => {
  for (const { foundations, connection, folder } of lanes) {
    await foundations.close();
    await dropDatabase(connection);
    await rm(folder, { recursive: true, force: true });
  }
});

async function openLane(): Promise<Lane> {
  const connection = await cloneDatabase();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'waybill-model-'));
  const settings = readSettings({
    WAYBILL_MASTER_KEY: MASTER_KEY,
    WAYBILL_DATA: folder,
    WAYBILL_REJECTIONS_IN_ALL: String(GIVE_BACKS_IN_ALL),
  });
  const foundations = await layFoundations(settings, connection, { clock: testClock(), log: silentLog });
  return { connection, folder, foundations, orders: await ordersOf({ foundations }) };
}

async function newPartner(foundations: Foundations, credit: number): Promise<PartnerId> {
  return foundations.database.inTransaction(async (tx) => {
    const { partnerId } = await registerPartner(partnerDeps(foundations, []), tx, 'Model');
    if (credit > 0) await topUp(foundations, tx, { partnerId, currency: 'HKD', decimals: 0 }, BigInt(credit));
    return partnerId;
  });
}

async function quotationFor(
  { foundations, orders, partnerId }: Pick<Real, 'foundations' | 'orders' | 'partnerId'>,
  route: readonly PlaceName[],
  now: number,
  scheduleAt?: number,
) {
  const keepQuotation = createQuotationKeeper(foundations.database);
  const deps = { ...orders, ids: foundations.ids, keepQuotation, geocoder: noGeocoder };
  const quotation = await createQuotation(
    deps,
    { partnerId, market: orders.catalogue.market('HK'), now },
    {
      serviceType: 'MOTORCYCLE',
      language: 'en_HK',
      stops: [CENTRAL, ...route.map((name) => PLACES[name])],
      scheduleAt: scheduleAt === undefined ? null : new Date(scheduleAt).toISOString(),
    },
  );
  return { id: quotation.id, total: Number(quotation.totalMinor), distanceMeters: quotation.document.distanceMeters };
}

/** The code with which a call was refused, or what it gave. */
async function outcomeOf<T>(call: Promise<T>): Promise<T | { refused: string }> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof DeliveryError) return { refused: error.code };
    throw error;
  }
}

async function expectSameState({ foundations, partnerId, model }: Real): Promise<void> {
  const rows = await foundations.database.query<{
    id: string;
    status: string;
    total: string;
    driver: string;
    time: string;
  }>(
    `select id, status, fare_minor + priority_fee_minor as total, coalesce(right(driver_id::text, 3), 'nobody') as driver,
       extract(epoch from coalesce(match_by, ended_at, to_timestamp(0))) * 1000 as time
     from orders where partner_id = $1
     union all select id, kind, balance_minor, null, null from ledger_accounts where partner_id = $1`,
    [partnerId],
  );
  const real = Object.fromEntries(
    rows.map(({ id, status, total, driver, time }) =>
      driver === null ? [status, total] : [id, `${status} ${total} ${driver} ${Number(time)}`],
    ),
  );
  const held = model.orders.filter(isOpen).reduce((sum, order) => sum + total(order), 0);
  expect({ partner: '0', held: '0', ...real }).toEqual({
    partner: String(model.balance),
    held: String(held),
    ...Object.fromEntries(model.orders.map((order) => [order.id, described(order)])),
  });
}

// ---- Commands.

/** Named, so that a sequence that fails can be read. */
type Command = {
  readonly [fc.toStringMethod]: () => string;
  readonly isPossible: (model: Model) => boolean;
  readonly run: (model: Model, real: Real) => Promise<void>;
};

/** From 10 on any order, below that one that has not ended, where there is one. */
function chosen({ orders, now }: Model, pick: number): ModelOrder {
  const open = orders.filter((order) => isOpen(order) && statusAt(order, now) !== 'EXPIRED');
  const among = pick < 10 && open.length > 0 ? open : orders;
  return among[pick % among.length] as ModelOrder;
}

/** A command that needs an order: `decide` changes the model and says how the call must end, `call` makes it. */
function onOrder(
  name: string,
  pick: number,
  decide: (order: ModelOrder, model: Model) => string | undefined,
  call: (real: Real, orderId: string, tx: Transaction) => Promise<unknown>,
): Command {
  return {
    isPossible: ({ orders }) => orders.length > 0,
    async run(model, real) {
      const order = chosen(model, pick);
      const refusal = decide(order, model);
      const outcome = await outcomeOf(real.foundations.database.inTransaction((tx) => call(real, order.id, tx)));
      expect((outcome as { refused?: string } | undefined)?.refused).toBe(refusal);
      await expectSameState(real);
    },
    [fc.toStringMethod]: () => `${name}(${pick})`,
  };
}

const WRONG_STATUS = 'ERR_INVALID_ORDER_STATUS';

/** A driver has one order at a time. */
const isBusy = ({ orders }: Model, driver: string) =>
  orders.some((order) => order.driver === driver && (order.status === 'ON_GOING' || order.status === 'PICKED_UP'));
/** Who has never had the order, and has no other now. */
const newcomer = ({ former }: ModelOrder, model: Model) =>
  Array.from({ length: 99 }, (_, index) => String(401 + index)).find(
    (driver) => !former.includes(driver) && !isBusy(model, driver),
  ) as string;
/** Each sequence has drivers of its own; their last three digits are what the model knows them by. */
const numberOf = (driver: string, { partnerId }: Pick<Real, 'partnerId'>) => `1${partnerId.slice(5)}${driver}`;

const accept = (pick: number, driver: string): Command =>
  onOrder(
    `accept by ${driver}`,
    pick,
    (order, model) => {
      const { now } = model;
      if (statusAt(order, now) !== 'ASSIGNING_DRIVER' || order.former.includes(driver)) return WRONG_STATUS;
      if (isBusy(model, driver)) return WRONG_STATUS;
      Object.assign(order, { status: 'ON_GOING', driver, matchedAt: now, hasArrived: false });
      return undefined;
    },
    (real, orderId, tx) => acceptOrder(real.orders, tx, { orderId }, real.model.now, numberOf(driver, real)),
  );

const giveBack = (pick: number): Command =>
  onOrder(
    'give back',
    pick,
    (order, model) => {
      if (order.status !== 'ON_GOING' && order.status !== 'PICKED_UP') return WRONG_STATUS;
      order.former.push(order.driver);
      order.driver = '';
      if (++order.giveBacks >= GIVE_BACKS_IN_ALL || ++order.giveBacksInARow >= 2) end(model, order, 'REJECTED');
      else Object.assign(order, { status: 'ASSIGNING_DRIVER', matchBy: model.now + 2 * HOUR });
      return undefined;
    },
    ({ orders, model }, orderId, tx) => giveBackOrder(orders, tx, { orderId }, model.now),
  );

const changeTo = (pick: number, driver: string): Command =>
  onOrder(
    `change driver ${driver}`,
    pick,
    (order, { now }) => {
      if (order.driver !== driver) return 'ERR_DRIVER_NOT_FOUND';
      if (order.status !== 'ON_GOING' || now - order.matchedAt < 15 * MINUTE) return 'ERR_CHANGE_DRIVER';
      const matchBy = Math.max(now, order.scheduleAt ?? 0) + 2 * HOUR;
      order.former.push(driver);
      Object.assign(order, { status: 'ASSIGNING_DRIVER', driver: '', matchBy });
      return undefined;
    },
    (real, orderId, tx) => {
      const { orders, model, partnerId } = real;
      return changeDriver(orders, tx, { orderId, partnerId }, model.now, numberOf(driver, real), 'DRIVER_LATE');
    },
  );

const arrive = (pick: number): Command =>
  onOrder(
    'arrive',
    pick,
    (order) => {
      if (order.status !== 'ON_GOING' || order.hasArrived) return WRONG_STATUS;
      order.hasArrived = true;
      return undefined;
    },
    ({ orders, model }, orderId, tx) => arriveAtPickUp(orders, tx, { orderId }, model.now),
  );

const pickUp = (pick: number): Command =>
  onOrder(
    'pick up',
    pick,
    (order) => {
      if (order.status !== 'ON_GOING') return WRONG_STATUS;
      Object.assign(order, { status: 'PICKED_UP', giveBacksInARow: 0 });
      return undefined;
    },
    ({ orders, model }, orderId, tx) => pickUpGoods(orders, tx, { orderId }, model.now),
  );

const dropOff = (pick: number, outcome: 'DELIVERED' | 'FAILED'): Command =>
  onOrder(
    `drop off, ${outcome}`,
    pick,
    (order, { now }) => {
      if (order.status !== 'PICKED_UP') return WRONG_STATUS;
      const stop = order.stops.find(({ closed }) => !closed);
      if (stop !== undefined) stop.closed = true;
      if (order.stops.every(({ closed }) => closed)) {
        Object.assign(order, { status: 'COMPLETED', endedAt: now });
        earned.set(order.id, Math.floor((order.fare * 8) / 10) + order.fee);
      }
      return undefined;
    },
    ({ orders, model }, orderId, tx) =>
      closeDropOff(orders, tx, { orderId }, model.now, undefined, { outcome, reason: 'nobody there' }),
  );

const cancel = (pick: number): Command =>
  onOrder(
    'cancel',
    pick,
    (order, model) => {
      const status = statusAt(order, model.now);
      const isEarly = status === 'ON_GOING' && model.now - order.matchedAt < 5 * MINUTE;
      if (status !== 'ASSIGNING_DRIVER' && !isEarly) return 'ERR_CANCELLATION_FORBIDDEN';
      end(model, order, 'CANCELED');
      return undefined;
    },
    ({ orders, model, partnerId }, orderId, tx) => cancelOrder(orders, tx, { orderId, partnerId }, model.now),
  );

const supportCancel = (pick: number): Command =>
  onOrder(
    'cancel by support',
    pick,
    (order, model) => {
      if (!isOpen(order) || statusAt(order, model.now) === 'EXPIRED') return WRONG_STATUS;
      end(model, order, 'CANCELED');
      return undefined;
    },
    ({ orders, model }, orderId, tx) => cancelForSupport(orders, tx, { orderId }, model.now),
  );

const addFee = (pick: number, fee: number): Command =>
  onOrder(
    `fee of ${fee}`,
    pick,
    (order, model) => {
      if (statusAt(order, model.now) !== 'ASSIGNING_DRIVER') return WRONG_STATUS;
      if (!Number.isInteger(fee)) return 'ERR_INVALID_TIPS';
      if (fee < 1) return 'ERR_EXCEED_MIN_TIPS';
      if (fee > 5 * 48) return 'ERR_EXCEED_MAX_TIPS';
      if (fee <= order.fee) return 'ERR_INVALID_TIPS';
      if (fee - order.fee > model.balance) return 'ERR_INSUFFICIENT_CREDIT';
      model.balance -= fee - order.fee;
      order.fee = fee;
      return undefined;
    },
    ({ orders, model, partnerId }, orderId, tx) =>
      addPriorityFee(orders, tx, { orderId, partnerId }, model.now, String(fee)),
  );

const edit = (pick: number, route: readonly PlaceName[], by: 'partner' | 'support'): Command => ({
  isPossible: ({ orders }) => orders.length > 0,
  async run(model, real) {
    const order = chosen(model, pick);
    const refusal = editModel(model, order, route, by);
    const { orders, partnerId, foundations } = real;
    const key = by === 'partner' ? { orderId: order.id, partnerId } : { orderId: order.id };
    const drops = route.map((name) => ({ ...PLACES[name], ...RECIPIENT }));
    const stops = [{ ...CENTRAL, ...SENDER }, ...drops];
    const outcome = await outcomeOf(
      editOrder(orders, key, model.now, { stops, by }, (work) => foundations.database.inTransaction(work)),
    );
    expect((outcome as { refused?: string }).refused).toBe(refusal);
    await expectSameState(real);
  },
  [fc.toStringMethod]: () => `edit by ${by}(${pick}) to ${route.join(', ')}`,
});

function editModel(model: Model, order: ModelOrder, route: readonly PlaceName[], by: string): string | undefined {
  if (order.status !== 'ON_GOING') return 'ERR_ORDER_EDIT';
  if (by === 'partner' && order.edits > 0) return 'ERR_ORDER_EDITED_ALREADY';
  const closed = order.stops.filter((stop) => stop.closed).map(({ place }) => place);
  if (closed.some((place) => !route.includes(place))) return 'ERR_ORDER_EDIT';
  if (route.every((place) => closed.includes(place))) return 'ERR_INSUFFICIENT_STOPS';
  const fare = price(route, order.pricedAt);
  if (fare - order.fare > model.balance) return 'ERR_INSUFFICIENT_CREDIT';
  model.balance -= fare - order.fare;
  order.fare = fare;
  order.stops = route.map((place) => ({ place, closed: closed.includes(place) }));
  if (by === 'partner') order.edits++;
  return undefined;
}

const replace = (pick: number): Command => ({
  isPossible: ({ orders }) => orders.length > 0,
  async run(model, real) {
    const order = chosen(model, pick);
    const can = /^(ASSIGNING_DRIVER|ON_GOING)$/.test(statusAt(order, model.now));
    const outcome = await outcomeOf(
      real.foundations.database.inTransaction((tx) =>
        replaceWithDriver(real.orders, tx, { orderId: order.id }, model.now),
      ),
    );
    expect('refused' in outcome ? outcome.refused : undefined).toBe(can ? undefined : WRONG_STATUS);
    if (can) {
      const stops = order.stops.map((stop) => ({ ...stop }));
      model.orders.push({ ...order, id: (outcome as Order).id, former: [...order.former], stops });
      Object.assign(order, { status: 'CANCELED', endedAt: model.now });
    }
    await expectSameState(real);
  },
  [fc.toStringMethod]: () => `replace(${pick})`,
});

const place = (route: readonly PlaceName[], scheduleInMinutes: number | undefined, pauseMs: number): Command => ({
  isPossible: () => true,
  async run(model, real) {
    const scheduleAt = scheduleInMinutes === undefined ? undefined : model.now + scheduleInMinutes * MINUTE;
    const quotation = await quotationFor(real, route, model.now, scheduleAt);
    const quoted = price(route, scheduleAt ?? model.now);
    expect(quotation.total).toBe(quoted);
    const quotationId = quotation.id;
    model.purchase = { quotationId, route, scheduleAt, quotedAt: model.now, quoted, bought: undefined };
    model.now += pauseMs;
    await buy(model, real, model.purchase);
  },
  [fc.toStringMethod]: () => `place ${route.join(', ')} in ${scheduleInMinutes ?? 0} min after ${pauseMs} ms`,
});

const retry: Command = {
  isPossible: ({ purchase }) => purchase !== undefined,
  run: (model, real) => buy(model, real, model.purchase as Purchase),
  [fc.toStringMethod]: () => 'the last placement again',
};

const placeDifferently: Command = {
  isPossible: ({ purchase }) => purchase?.bought !== undefined,
  async run(model, real) {
    const { quotationId, route } = model.purchase as Purchase;
    const outcome = await outcomeOf(placeReally(real, quotationId, route, { isPODEnabled: true }));
    expect(outcome).toEqual({ refused: 'ERR_INVALID_QUOTATION_ID' });
    await expectSameState(real);
  },
  [fc.toStringMethod]: () => 'the last quotation again for another order',
};

function placeReally(real: Real, quotationId: string, route: readonly PlaceName[], further: object = {}) {
  const { orders, partnerId, foundations, model } = real;
  const asker = {
    partnerId,
    market: orders.catalogue.market('HK'),
    now: model.now,
    clockAheadMs: 0,
    trace: continueTrace(undefined, foundations.random),
    remember: () => undefined,
  };
  return placeOrder(orders, asker, { quotationId, sender: SENDER, recipients: route.map(() => RECIPIENT), ...further });
}

async function buy(model: Model, real: Real, purchase: Purchase): Promise<void> {
  const { quotationId, route, scheduleAt, quotedAt, quoted } = purchase;
  const outcome = await outcomeOf(placeReally(real, quotationId, route));
  const actual = 'refused' in outcome ? outcome.refused : outcome.order.id;
  const now = price(route, scheduleAt ?? model.now);
  const fare = Math.min(quoted, now);
  if (purchase.bought !== undefined) expect(actual).toBe(purchase.bought);
  else if (model.now - quotedAt >= 5 * MINUTE) expect(actual).toBe('ERR_INVALID_QUOTATION_ID');
  else if (fare > model.balance) expect(actual).toBe('ERR_INSUFFICIENT_CREDIT');
  else {
    expect(actual).toMatch(/^\d{19}$/);
    purchase.bought = actual;
    model.balance -= fare;
    model.orders.push({
      id: actual,
      status: 'ASSIGNING_DRIVER',
      fare,
      fee: 0,
      pricedAt: scheduleAt ?? (now < quoted ? model.now : quotedAt),
      matchBy: (scheduleAt ?? model.now) + 2 * HOUR,
      endedAt: 0,
      scheduleAt,
      driver: '',
      matchedAt: 0,
      hasArrived: false,
      giveBacks: 0,
      giveBacksInARow: 0,
      former: [],
      edits: 0,
      stops: route.map((place) => ({ place, closed: false })),
    });
  }
  await expectSameState(real);
}

/** What a driver does next, so that orders come far. */
const goOn = (pick: number): Command => ({
  isPossible: ({ orders }) => orders.length > 0,
  async run(model, real) {
    const order = chosen(model, pick);
    const next = {
      ASSIGNING_DRIVER: accept(pick, newcomer(order, model)),
      ON_GOING: pickUp(pick),
      PICKED_UP: dropOff(pick, 'DELIVERED'),
    } as Partial<Record<Status, Command>>;
    await next[order.status]?.run(model, real);
  },
  [fc.toStringMethod]: () => `go on(${pick})`,
});

/** One driver after another comes as far as the pick-up and gives up. */
const collectAndGiveBack = (pick: number): Command => ({
  isPossible: ({ orders }) => orders.length > 0,
  async run(model, real) {
    for (const command of [accept(pick, newcomer(chosen(model, pick), model)), pickUp(pick), giveBack(pick)])
      await command.run(model, real);
  },
  [fc.toStringMethod]: () => `collect and give back(${pick})`,
});

/** To the edge of a time that matters to the order, or a moment before it. */
const waitUntil = (pick: number, limit: 'deadline' | 'cancellation' | 'driver change', before: number): Command => ({
  isPossible: ({ orders }) => orders.length > 0,
  async run(model) {
    const order = chosen(model, pick);
    const edges = {
      deadline: order.matchBy,
      cancellation: order.matchedAt + 5 * MINUTE,
      'driver change': order.matchedAt + 15 * MINUTE,
    };
    model.now = Math.max(model.now, edges[limit] - before);
  },
  [fc.toStringMethod]: () => `wait until ${before} ms before the ${limit}(${pick})`,
});

const advance = (ms: number): Command => ({
  isPossible: () => true,
  async run(model) {
    model.now += ms;
  },
  [fc.toStringMethod]: () => `wait ${ms / MINUTE} min`,
});

const work: Command = {
  isPossible: () => true,
  async run(model, real) {
    await runDueJobs(real.foundations, { now: () => model.now });
    for (const order of model.orders) if (order.status !== statusAt(order, model.now)) end(model, order, 'EXPIRED');
    await expectSameState(real);
  },
  [fc.toStringMethod]: () => 'the worker does what is due',
};

const read = (pick: number): Command => ({
  isPossible: ({ orders }) => orders.length > 0,
  async run(model, real) {
    const order = chosen(model, pick);
    const seen = await real.orders.readOrder({ orderId: order.id, partnerId: real.partnerId }, model.now);
    expect(seen.status).toBe(statusAt(order, model.now));
  },
  [fc.toStringMethod]: () => `read(${pick})`,
});

const fund = (amount: number): Command => ({
  isPossible: () => true,
  async run(model, real) {
    const { foundations, partnerId } = real;
    const deps = { ids: foundations.ids, clock: { now: () => model.now } };
    const purse = { partnerId, currency: 'HKD', decimals: 0 };
    await foundations.database.inTransaction((tx) => topUp(deps, tx, purse, BigInt(amount)));
    model.balance += amount;
    await expectSameState(real);
  },
  [fc.toStringMethod]: () => `top up ${amount}`,
});

// Monday noon, shortly before the evening peak begins and ends, and before the night begins; no holiday is near.
const START = Date.UTC(2026, 10, 16, 4);
const STARTS = [START, START + 4.95 * HOUR, START + 7.95 * HOUR, START + 10.95 * HOUR];

const anyPick = fc.constantFrom(0, 0, 0, 1, 2, 10, 11);
const anyDriver = fc.constantFrom('401', '402', '403');
const anyRoute = fc.constantFrom(...ROUTES);
const anyPlace = fc
  .tuple(
    anyRoute,
    fc.option(fc.constantFrom(30, 90, 600), { nil: undefined, freq: 3 }),
    fc.constantFrom(0, 0, 0, MINUTE, 4 * MINUTE, 5 * MINUTE - 1, 5 * MINUTE),
  )
  .map((details) => place(...details));
const anyLimit = fc.constantFrom('deadline' as const, 'cancellation' as const, 'driver change' as const);
const ANY_COMMAND: readonly (readonly [weight: number, fc.Arbitrary<Command>])[] = [
  [2, anyPlace],
  [1, fc.constantFrom(retry, placeDifferently)],
  [12, anyPick.map(goOn)],
  [1, fc.tuple(anyPick, anyDriver).map((details) => accept(...details))],
  [5, anyPick.map(giveBack)],
  [3, anyPick.map(collectAndGiveBack)],
  [3, fc.tuple(anyPick, anyDriver).map((details) => changeTo(...details))],
  [1, anyPick.map(arrive)],
  [1, anyPick.map(pickUp)],
  [1, anyPick.map((pick) => dropOff(pick, 'FAILED'))],
  [1, anyPick.map(cancel)],
  [1, anyPick.map(supportCancel)],
  [2, fc.tuple(anyPick, fc.constantFrom(0, 0.5, 1, 20, 50, 240, 241)).map((details) => addFee(...details))],
  [
    2,
    fc
      .tuple(anyPick, anyRoute, fc.constantFrom('partner' as const, 'support' as const))
      .map((details) => edit(...details)),
  ],
  [1, anyPick.map(replace)],
  [2, fc.constantFrom(MINUTE, 20 * MINUTE, HOUR, 3 * HOUR).map(advance)],
  [3, fc.tuple(anyPick, anyLimit, fc.constantFrom(0, 1)).map((details) => waitUntil(...details))],
  [3, fc.constant(work)],
  [1, anyPick.map(read)],
  [1, fc.constantFrom(1, 100, 1_000).map(fund)],
];
const anyCommand = fc.oneof(...ANY_COMMAND.map(([weight, arbitrary]) => ({ weight, arbitrary })));
// Without its liking for short and simple ones: orders come far only in long sequences.
const anySequence = fc.noBias(fc.array(anyCommand, { minLength: 3, maxLength: 15, size: 'max' }));

function runSequences(lane: Lane): Promise<void> {
  const property = fc.asyncProperty(
    fc.constantFrom(...STARTS),
    fc.constantFrom(100, 400, 2_000),
    anyPlace,
    anySequence,
    async (now, credit, first, sequence) => {
      const partnerId = await newPartner(lane.foundations, credit);
      const model: Model = { now, balance: credit, orders: [], purchase: undefined };
      const real = { ...lane, partnerId, model };
      for (const command of [first, ...sequence]) if (command.isPossible(model)) await command.run(model, real);
    },
  );
  return fc.assert(property, { numRuns: SEQUENCES_A_LANE });
}

test(
  'whatever is done in whatever order, orders and money are where a small model says',
  async () => {
    await Promise.all(lanes.map(runSequences));
    for (const { foundations, connection } of lanes) {
      expect(await contradictions(foundations.database)).toEqual([]);
      // Long after all of it, the timers that are left have nothing to contradict.
      await runDueJobs(foundations, { now: () => START + 90 * 24 * HOUR });
      expect(await contradictions(foundations.database)).toEqual([]);
      const database = openDatabase(connection, 1, silentLog);
      const paid = await database.query<{ id: string; amount: string }>(
        "select order_id as id, amount_minor as amount from ledger_transfers where kind = 'earning'",
      );
      await database.close();
      for (const { id, amount } of paid) {
        expect([id, Number(amount)]).toEqual([id, earned.get(id)]);
        earned.delete(id);
      }
    }
    expect([...earned]).toEqual([]);
  },
  LIMIT_MS,
);
