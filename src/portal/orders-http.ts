import { Type } from 'typebox';
import type { DeskApi } from '../accounts/index.ts';
import { latestPositions } from '../drivers/index.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Session } from '../infrastructure/database/session.ts';
import { createLive, type Live } from '../infrastructure/http/live.ts';
import { ok, okPage } from '../infrastructure/http/partner-api.ts';
import type { MarketCatalogue } from '../markets/index.ts';
import {
  DELIVERIES_CHANNEL,
  driverVisibleFrom,
  type FindingDeps,
  findOrdersOf,
  isOrderStatus,
  type Order,
  type OrderDeps,
  orderKeyOf,
} from '../orders/index.ts';
import { eventsOfStream } from '../webhooks/index.ts';
import { readListQuery } from './list-query.ts';
import { OrdersQuery, orderEvent, orderPage, orderRow } from './orders-wire.ts';
import { asUnknown, type Scope, scopeOf } from './scope.ts';

export type PortalOrderDeps = FindingDeps &
  Pick<OrderDeps, 'readOrder' | 'linksAt'> & {
    readonly catalogue: MarketCatalogue;
    readonly clock: Clock;
    readonly session: Session;
  };

const params = Type.Object({ orderId: Type.String() });
const LIMITS = { mostOfSubject: 50, mostFrom: 200, mostInAll: 5_000 };
/** Where the driver is changes without a word. */
const LOOK_AT_DRIVER_MS = 5_000;

export function addOrderRoutes(api: DeskApi<'portal'>, deps: PortalOrderDeps): Live {
  const { catalogue, linksAt } = deps;

  api.get(
    '/portal/v1/orders',
    { may: 'look', query: OrdersQuery, paged: true },
    async ({ partnerId, now, query, seen }) => {
      const scope = await scopeOf(seen, partnerId, now);
      const { from: placedFrom, until: placedUntil, ...listed } = readListQuery(scope, query, isOrderStatus);
      const found = { ...listed, placedFrom, placedUntil };
      const { orders, next } = await findOrdersOf({ ...deps, seen }, found, scope.now);
      return okPage(
        orders.map((order) => orderRow(order, catalogue.city(order.locode))),
        next,
      );
    },
  );

  api.get(
    '/portal/v1/orders/:orderId',
    { may: 'look', params },
    async ({ partnerId, now, params: { orderId }, seen }) => {
      const scope = await scopeOf(seen, partnerId, now);
      const order = await readOwn(deps, scope, orderId);
      const { name = order.locode, timeZone = 'UTC' } = catalogue.city(order.locode) ?? {};
      return ok(orderPage(order, { links: linksAt(scope.now), now: scope.now, city: name, timeZone }));
    },
  );

  api.get(
    '/portal/v1/orders/:orderId/events',
    { may: 'look', params },
    async ({ partnerId, now, params: { orderId }, seen }) => {
      const order = await readOwn(deps, await scopeOf(seen, partnerId, now), orderId);
      await deps.sequence();
      return ok((await eventsOfStream(seen, order.streamId)).map((event) => orderEvent(event, order)));
    },
  );

  return addLive(api, deps);
}

function readOwn({ readOrder }: PortalOrderDeps, { partner, now }: Scope, orderId: string): Promise<Order> {
  return asUnknown(orderId, readOrder(orderKeyOf(partner, orderId), now));
}

/** The order as it changes: its revision, by which the page knows that it is old, and where its driver is while that may be seen. */
function addLive(api: DeskApi<'portal'>, deps: PortalOrderDeps): Live {
  const { session } = deps;
  const live = createLive({ event: 'order', ...LIMITS, lookAgainMs: LOOK_AT_DRIVER_MS });
  session.listen(DELIVERIES_CHANNEL, live.show);
  api.get(
    '/portal/v1/orders/:orderId/live',
    { may: 'look', params },
    async ({ partnerId, params: { orderId }, reply, address, isSignedIn, seen }) => {
      const look = async () => {
        await isSignedIn();
        const scope = await scopeOf(seen, partnerId, deps.clock.now());
        const order = await readOwn(deps, scope, orderId);
        const driver = await driverSeen(deps, order, scope.now);
        return { revision: order.revision, status: order.status, ...(driver === undefined ? {} : { driver }) };
      };
      const first = await readOwn(deps, await scopeOf(seen, partnerId, deps.clock.now()), orderId);
      live.open(reply, { subject: first.streamId, from: address, look });
      return undefined;
    },
  );
  return live;
}

async function driverSeen({ database }: PortalOrderDeps, order: Order, now: number) {
  const from = driverVisibleFrom(order);
  const driverId = 'driver' in order ? order.driver?.driverId : undefined;
  if (from === undefined || now < from || driverId === undefined) return undefined;
  const position = (await latestPositions(database, [driverId])).get(driverId);
  return position && { lat: position.lat, lng: position.lng };
}
