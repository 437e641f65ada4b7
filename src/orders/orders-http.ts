import { Type } from 'typebox';
import { isId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { PageLimit, pageLimitOf, wrongQuery } from '../infrastructure/http/page-query.ts';
import { created, noContent, ok, okMadeOf, okPage, type PartnerApi } from '../infrastructure/http/partner-api.ts';
import { Text } from '../infrastructure/http/schema.ts';
import { phoneFormFault } from '../markets/index.ts';
import { addPriorityFee } from './add-priority-fee.ts';
import { cancelOrder } from './cancel-order.ts';
import { orderKeyOf } from './change-order.ts';
import { type EditDeps, editOrder } from './edit-order.ts';
import { listOrders } from './list-orders.ts';
import {
  EditData,
  OrderData,
  OrderDetailsWire,
  OrderWire,
  orderDetailsToWire,
  PriorityFeeData,
} from './orders-wire.ts';
import { type PlacementDeps, placeOrder } from './place-order.ts';
import { placeWith } from './placement-queue.ts';
import { findEditFaults } from './read-edit.ts';
import { actionsOf } from './rules/actions.ts';
import type { RejectionLimits } from './rules/matching.ts';
import { hasPictures, type Order } from './rules/order.ts';
import { findRequestFaults } from './rules/order-request.ts';
import { orderView } from './rules/order-view.ts';
import type { Reference } from './rules/references.ts';

export type OrderDeps = PlacementDeps &
  EditDeps & { readonly database: Database; readonly rejectionLimits: RejectionLimits };

export function addOrderRoutes(partnerApi: PartnerApi, deps: OrderDeps): void {
  const common = { platform: 'ON_DEMAND', tag: 'Orders' } as const;
  const params = Type.Object({ orderId: Text('An order of yours') });
  const view = (order: Order, now: Instant) => orderView(order, deps.linksAt(now));

  partnerApi.post(
    '/v3/orders',
    {
      ...common,
      limit: 'PostOrder',
      operationId: 'placeOrder',
      summary: 'Place an order',
      description: 'A quotation buys one order, at its price or, where rates fell since, at the lower one.',
      data: OrderData,
      furtherFaults: (data, { market }) => findRequestFaults(data, deps.phoneFault(market)),
      refusals: ['ERR_INVALID_QUOTATION_ID', 'ERR_INVALID_PHONE_NUMBER', 'ERR_INSUFFICIENT_CREDIT'],
      answers: { 201: OrderWire },
    },
    async ({ partner, market, now, clockAheadMs, data, trace, memoryOf, asBefore, commitsAlone, once }) => {
      const asker = {
        partnerId: partner.id,
        market: deps.catalogue.market(market),
        now,
        clockAheadMs,
        trace,
        remember: (order: Order) => memoryOf(created(view(order, now))),
      };
      const alone = placeWith((order, write) =>
        once(async (tx) => {
          await write(tx);
          return created(view(order, now));
        }),
      );
      const how = commitsAlone ? { ...deps, place: alone } : deps;
      const { order, isNew } = await placeOrder(how, asker, data);
      const answer = created(view(order, now));
      return isNew ? answer : asBefore(answer);
    },
  );

  partnerApi.get(
    '/v3/orders',
    {
      ...common,
      limit: 'GetOrder',
      operationId: 'listOrders',
      summary: 'List orders, newest first',
      description:
        'In the market of the header. With `metadata.<key>=<value>` or `partner=<mark>`: those that carry it.',
      query: Type.Object(
        {
          limit: PageLimit,
          after: Type.Optional(Type.String({ description: 'The `next` of the page before' })),
          partner: Type.Optional(Type.String({ description: 'The mark of a channel partner' })),
        },
        // Metadata has names of the partner's own.
        { additionalProperties: true },
      ),
      paged: true,
      refusals: ['ERR_NOT_FOUND'],
      answers: { 200: Type.Array(OrderDetailsWire, { description: 'Newest first' }) },
    },
    async ({ partner, market, now, query, seen }) => {
      const wanted = { partnerId: partner.id, market, ...readQuery(query as Readonly<Record<string, unknown>>) };
      const { orders, next } = await listOrders(seen, wanted, now);
      return okPage(
        orders.map((order) => orderDetailsToWire(order, deps.linksAt(now), undefined)),
        next,
      );
    },
  );

  partnerApi.get(
    '/v3/orders/:orderId',
    {
      ...common,
      limit: 'GetOrder',
      operationId: 'getOrder',
      summary: 'Read an order',
      params,
      expand: ['actions'],
      readWhileCounted: true,
      refusals: ['ERR_ORDER_NOT_FOUND', 'ERR_ORDER_OF_ANOTHER_PARTNER'],
      answers: { 200: OrderDetailsWire },
    },
    async ({ partner, now, params: { orderId }, expands }) => {
      const order = await deps.readOrder(orderKeyOf(partner, orderId), now);
      const links = deps.linksAt(now);
      if (expands('actions')) return ok(orderDetailsToWire(order, links, actionsOf(order, now)));
      // A link to a picture lives from when it is given, so it is made anew for every answer.
      if (hasPictures(order)) return ok(orderDetailsToWire(order, links, undefined));
      return okMadeOf(order, () => orderDetailsToWire(order, links, undefined));
    },
  );

  partnerApi.patch(
    '/v3/orders/:orderId',
    {
      ...common,
      limit: 'PatchOrder',
      operationId: 'editOrder',
      summary: 'Edit the drop-offs',
      description:
        'Once, while the order is ON_GOING. The pick-up stays as it was; remarks that are not sent again are gone.',
      params,
      data: EditData,
      // The market of the order may be another than the header's.
      furtherFaults: (data) => findEditFaults((data as { stops?: unknown } | undefined)?.stops, phoneFormFault),
      refusals: [
        'ERR_ORDER_NOT_FOUND',
        'ERR_ORDER_OF_ANOTHER_PARTNER',
        'ERR_ORDER_EDIT',
        'ERR_ORDER_EDITED_ALREADY',
        'ERR_INSUFFICIENT_STOPS',
        'ERR_TOO_MANY_STOPS',
        'ERR_INVALID_PHONE_NUMBER',
        'ERR_OUT_OF_SERVICE_AREA',
        'ERR_REVERSE_GEOCODE_FAILURE',
        'ERR_INSUFFICIENT_CREDIT',
      ],
      answers: { 201: OrderWire },
    },
    async ({ partner, now, params: { orderId }, data, seenRevision, once }) => {
      const key = orderKeyOf(partner, orderId, seenRevision);
      return editOrder(deps, key, now, { stops: data.stops, by: 'partner' }, (work) =>
        once(async (tx) => created(view(await work(tx), now))),
      );
    },
  );

  partnerApi.delete(
    '/v3/orders/:orderId',
    {
      ...common,
      limit: 'DeleteOrder',
      operationId: 'cancelOrder',
      summary: 'Cancel',
      description: 'While a driver is looked for, and less than 5 minutes after the match.',
      params,
      ignoresBody: true,
      refusals: ['ERR_ORDER_NOT_FOUND', 'ERR_ORDER_OF_ANOTHER_PARTNER', 'ERR_CANCELLATION_FORBIDDEN'],
      answers: { 204: null },
    },
    async ({ partner, now, params: { orderId }, once }) =>
      once(async (tx) => {
        await cancelOrder(deps, tx, orderKeyOf(partner, orderId), now);
        return noContent();
      }),
  );

  partnerApi.post(
    '/v3/orders/:orderId/priority-fee',
    {
      ...common,
      limit: 'PostPriorityFee',
      operationId: 'addPriorityFee',
      summary: 'Add a priority fee',
      description: 'While a driver is looked for. Each fee must be greater than the one before, and takes its place.',
      params,
      data: PriorityFeeData,
      refusals: [
        'ERR_NOT_FOUND',
        'ERR_ORDER_NOT_FOUND',
        'ERR_ORDER_OF_ANOTHER_PARTNER',
        'ERR_INVALID_ORDER_STATUS',
        'ERR_EXCEED_MIN_TIPS',
        'ERR_EXCEED_MAX_TIPS',
        'ERR_INVALID_TIPS',
        'ERR_INSUFFICIENT_CREDIT',
      ],
      answers: { 200: OrderWire },
    },
    async ({ partner, now, params: { orderId }, data, once }) =>
      once(async (tx) =>
        ok(view(await addPriorityFee(deps, tx, orderKeyOf(partner, orderId), now, String(data.priorityFee)), now)),
      ),
  );
}

/** Which page of which orders. */
function readQuery(query: Readonly<Record<string, unknown>>): {
  limit: number;
  after: string | undefined;
  reference: Reference | undefined;
} {
  const { after } = query;
  const limit = pageLimitOf(query.limit);
  if (after !== undefined && (typeof after !== 'string' || !isId(after)))
    throw wrongQuery('"after" must be the "next" of the page before.', 'after');
  const names = Object.keys(query).filter((name) => name === 'partner' || name.startsWith('metadata.'));
  const [name] = names;
  if (names.length > 1) throw wrongQuery('Orders can be searched by one reference at a time.', names[1] as string);
  const value = name === undefined ? undefined : query[name];
  if (name !== undefined && typeof value !== 'string') throw wrongQuery(`${name} must be given once.`, name);
  return {
    limit,
    after: after as string | undefined,
    reference: name === undefined ? undefined : { name, value: value as string },
  };
}
