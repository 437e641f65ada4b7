import { type DeskApi, recordAct } from '../accounts/index.ts';
import {
  assignByHand,
  type DriversForDeps,
  explainOrder,
  listDriversFor,
  replaceWithDriver,
  takeOffByHand,
  whyOrdersWait,
} from '../dispatch/index.ts';
import { findDriver, findDrivers, latestPositions, trackOf } from '../drivers/index.ts';
import { formatAmount } from '../foundation/money.ts';
import { formatInstant, type Instant } from '../foundation/time.ts';
import type { Queryable, Transaction } from '../infrastructure/database/database.ts';
import { pageLimitOf } from '../infrastructure/http/page-query.ts';
import { type Answer, noContent, ok, okPage } from '../infrastructure/http/partner-api.ts';
import {
  cancelForSupport,
  editOrder,
  type FindingDeps,
  findAllOrders,
  type Order,
  type OrderDeps,
  type OrderKey,
} from '../orders/index.ts';
import { namesOfPartners } from '../partners/index.ts';
import { proofsOf } from '../proof/index.ts';
import { creditNoteNumber, refundOrder } from '../wallet/index.ts';
import { eventsOfStream } from '../webhooks/index.ts';
import { amountFrom } from './amount.ts';
import {
  AssignData,
  askedDriverToWire,
  DriversForQuery,
  EditOrderData,
  eventToWire,
  moneyToWire,
  type Names,
  OrderActData,
  OrderParams,
  OrdersQuery,
  orderRowToWire,
  orderToWire,
  proofToWire,
  RefundData,
  TakeOffData,
} from './orders-wire.ts';
import { pageAfter } from './page-after.ts';
import { readOrderMoney } from './read-order-money.ts';

export type OrderDeskDeps = OrderDeps &
  DriversForDeps &
  Pick<FindingDeps, 'sequence'> & { readonly offerAheadMs: number };
type Api = DeskApi<'console'>;

export function addOrderRoutes(api: Api, deps: OrderDeskDeps): void {
  addLists(api, deps);
  addReading(api, deps);
  addActs(api, deps);
  addRefund(api, deps);
}

async function namesFor(sql: Queryable, orders: readonly Order[]): Promise<Names> {
  const driverIds = orders.flatMap((order) => [
    ...('driver' in order && order.driver !== undefined ? [order.driver.driverId] : []),
    ...order.formerDriverIds,
  ]);
  const [partners, drivers] = await Promise.all([
    namesOfPartners(
      sql,
      orders.map(({ partnerId }) => partnerId),
    ),
    namesOfDrivers(sql, driverIds),
  ]);
  return { partners, drivers };
}

async function namesOfDrivers(sql: Queryable, ids: readonly string[]): Promise<Names['drivers']> {
  const drivers = await findDrivers(sql, [...new Set(ids)]);
  return new Map(drivers.map(({ id, name }) => [id, name]));
}

function addLists(api: Api, deps: OrderDeskDeps): void {
  api.get('/console/v1/orders', { may: 'look', query: OrdersQuery }, async ({ now, query }) => {
    const wanted = {
      search: query.search,
      locode: query.city,
      status: query.status,
      partnerId: query.partner,
      after: pageAfter(query.after),
      limit: pageLimitOf(query.limit),
    };
    const { orders, next } = await findAllOrders(deps, wanted, now);
    const names = await namesFor(deps.database, orders);
    return okPage(
      orders.map((order) => orderRowToWire(order, names)),
      next,
    );
  });
}

function addReading(api: Api, deps: OrderDeskDeps): void {
  const { database } = deps;

  /** As everybody at the desk sees it: all of it, and where its driver is. */
  async function show(order: Order, now: Instant) {
    const driverId = order.status === 'ON_GOING' || order.status === 'PICKED_UP' ? order.driver.driverId : undefined;
    const [names, driver, positions, why] = await Promise.all([
      namesFor(database, [order]),
      driverId === undefined ? undefined : findDriver(database, driverId),
      latestPositions(database, driverId === undefined ? [] : [driverId]),
      order.status === 'ASSIGNING_DRIVER' ? whyOrdersWait(database, [order], now, deps.offerAheadMs) : undefined,
    ]);
    const position = driverId === undefined ? undefined : positions.get(driverId);
    return orderToWire(order, { names, links: deps.linksAt(now), driver, position, why: why?.get(order.id)?.why });
  }

  api.get('/console/v1/orders/:orderId', { may: 'look', params: OrderParams }, async ({ now, params }) =>
    ok(await show(await deps.readOrder(params, now), now)),
  );
  api.get('/console/v1/orders/:orderId/explanation', { may: 'look', params: OrderParams }, async ({ now, params }) => {
    const explained = await explainOrder(database, await deps.readOrder(params, now), 'desk');
    const { offers, rounds } = explained.driver;
    const lookedAt = [...offers, ...rounds.flatMap(({ candidates }) => candidates)];
    const names = await namesOfDrivers(
      database,
      lookedAt.map(({ driverId }) => driverId),
    );
    return ok({ ...explained, driverNames: Object.fromEntries(names) });
  });
  api.get('/console/v1/orders/:orderId/money', { may: 'look', params: OrderParams }, async ({ now, params }) => {
    const order = await deps.readOrder(params, now);
    return ok(moneyToWire(order, await readOrderMoney(database, order)));
  });
  api.get('/console/v1/orders/:orderId/events', { may: 'look', params: OrderParams }, async ({ now, params }) => {
    const order = await deps.readOrder(params, now);
    await deps.sequence();
    return ok((await eventsOfStream(database, order.streamId)).map((event) => eventToWire(event, order)));
  });
  api.get('/console/v1/orders/:orderId/proofs', { may: 'look', params: OrderParams }, async ({ now, params }) => {
    const order = await deps.readOrder(params, now);
    const proofs = await proofsOf(database, [order.id]);
    return ok(proofs.map((proof) => proofToWire(proof, order, deps.linksAt(now))));
  });
  api.get('/console/v1/orders/:orderId/track', { may: 'look', params: OrderParams }, async ({ now, params }) => {
    const { id } = await deps.readOrder(params, now);
    const points = await trackOf(database, id);
    return ok(
      points
        .filter(({ isJump }) => !isJump)
        .map(({ driverId, at, lat, lng }) => ({ driverId, at: formatInstant(at), lat, lng })),
    );
  });
  api.get(
    '/console/v1/orders/:orderId/drivers',
    { may: 'dispatch', params: OrderParams, query: DriversForQuery },
    async ({ now, params, query: { search } }) => {
      const order = await deps.readOrder(params, now);
      const wanted = search === undefined || search.trim() === '' ? undefined : search.trim();
      return ok((await listDriversFor(deps, database, order, wanted, now)).map(askedDriverToWire));
    },
  );
}

function addActs(api: Api, deps: OrderDeskDeps): void {
  api.post(
    '/console/v1/orders/:orderId/assign',
    { may: 'dispatch', params: OrderParams, data: AssignData },
    async ({ person, now, params: { orderId }, data: { driverId, reason, seen }, once }) =>
      once(async (tx) => {
        const order = await assignByHand(deps, tx, { orderId, seenRevision: seen }, driverId, now);
        await recordAct(tx, {
          ...about(order),
          at: now,
          by: person,
          action: 'order.assign',
          reason,
          details: { driverId },
        });
        return noContent();
      }),
  );

  api.post(
    '/console/v1/orders/:orderId/take-off',
    { may: 'dispatch', params: OrderParams, data: TakeOffData },
    async ({ person, now, params: { orderId }, data: { isBlamed, reason, seen }, once }) =>
      once(async (tx) => {
        const key = { orderId, seenRevision: seen };
        const { order, driverId } = await takeOffByHand(deps, tx, key, { reason, isBlamed }, now);
        await recordAct(tx, {
          ...about(order),
          at: now,
          by: person,
          action: 'order.take-off',
          reason,
          details: { driverId, isBlamed },
        });
        return ok({ status: order.status });
      }),
  );

  type SimpleAct = (tx: Transaction, key: OrderKey, now: Instant, reason: string) => Promise<Order>;
  const acts: readonly (readonly [path: string, action: string, act: SimpleAct])[] = [
    ['cancel', 'order.cancel', (tx, key, now, reason) => cancelForSupport(deps, tx, key, now, reason)],
    ['replace', 'order.replace', (tx, key, now, reason) => replaceWithDriver(deps, tx, key, now, reason)],
  ];
  for (const [path, action, act] of acts) {
    api.post(
      `/console/v1/orders/:orderId/${path}`,
      { may: 'dispatch', params: OrderParams, data: OrderActData },
      async ({ person, now, params: { orderId }, data: { reason, seen }, once }) =>
        once(async (tx): Promise<Answer> => {
          const order = await act(tx, { orderId, seenRevision: seen }, now, reason);
          await recordAct(tx, {
            ...about(order, orderId),
            at: now,
            by: person,
            action,
            reason,
            ...(order.id === orderId ? {} : { details: { replacedBy: order.id } }),
          });
          return ok({ orderId: order.id });
        }),
    );
  }

  api.patch(
    '/console/v1/orders/:orderId',
    { may: 'dispatch', params: OrderParams, data: EditOrderData },
    async ({ person, now, params: { orderId }, data: { stops, reason, seen }, once }) =>
      editOrder(deps, { orderId, seenRevision: seen }, now, { stops, by: 'support' }, (work) =>
        once(async (tx) => {
          const order = await work(tx);
          await recordAct(tx, { ...about(order), at: now, by: person, action: 'order.edit', reason });
          return ok({ orderId: order.id });
        }),
      ),
  );
}

/** What an entry of the audit log is about. */
function about(order: Order, orderId: string = order.id) {
  return { subject: { kind: 'order', id: orderId }, partnerId: order.partnerId } as const;
}

function addRefund(api: Api, deps: OrderDeskDeps): void {
  api.post(
    '/console/v1/orders/:orderId/refund',
    { may: 'money', params: OrderParams, data: RefundData },
    async ({ person, now, params, data: { amount, reason }, once }) => {
      const order = await deps.readOrder(params, now);
      const { currency, market, partnerId, id: orderId } = order;
      const { decimals } = order.pricing;
      const amountMinor = amountFrom(amount, { currency, decimals });
      return once(async (tx) => {
        const credit = { partnerId, market, currency, decimals, amountMinor, reason, orderId };
        const { note } = await refundOrder(deps, tx, credit, now);
        await recordAct(tx, {
          ...about(order),
          at: now,
          by: person,
          action: 'order.refund',
          reason,
          details: { amount: formatAmount(amountMinor, decimals), currency, creditNote: creditNoteNumber(note) },
        });
        return ok({ creditNote: creditNoteNumber(note) });
      });
    },
  );
}
