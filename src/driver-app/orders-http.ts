import { Type } from 'typebox';
import { latestPositions } from '../drivers/index.ts';
import { orThrow } from '../foundation/decision.ts';
import { isId } from '../foundation/ids.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { PageLimit, pageLimitOf, wrongQuery } from '../infrastructure/http/page-query.ts';
import { noContent, ok, okPage } from '../infrastructure/http/partner-api.ts';
import {
  arriveAtPickUp,
  decideDropOff,
  findOrdersOfDriver,
  giveBackOrder,
  type Order,
  type OrderDeps,
  pickUpGoods,
} from '../orders/index.ts';
import { closeStop, type EvidenceDeps, prepareEvidence } from '../proof/index.ts';
import type { DriverApi } from './driver-api.ts';
import {
  DriverOrderWire,
  DropOffData,
  EarningsWire,
  FailureReasonsWire,
  GiveBackData,
  LARGEST_PROOF_BYTES,
  orderToDriver,
} from './orders-wire.ts';
import { readEarnings } from './read-earnings.ts';
import { wordsOnOrder } from './read-words.ts';
import { actionTime } from './rules/action-time.ts';
import type { FailureReasons } from './rules/failure-reason.ts';
import { givenProof } from './rules/given-proof.ts';
import { ActionData } from './wire-forms.ts';

export type OrderWorkDeps = OrderDeps & EvidenceDeps & { readonly failureReasons: FailureReasons };

const orderParams = Type.Object({ orderId: Type.String({ description: 'An order of the driver' }) });
const pageQuery = Type.Object({
  limit: PageLimit,
  after: Type.Optional(Type.String({ description: 'The `next` of the page before' })),
});

const order = { 200: DriverOrderWire };

const shown = async (sql: Queryable, one: Order) => orderToDriver(one, await wordsOnOrder(sql, one));

/** Every step of an order, and what came of it. */
export function addOrderRoutes(api: DriverApi, deps: OrderWorkDeps): void {
  addReading(api, deps);
  addSteps(api, deps);
  addDropOff(api, deps);
  api.get(
    '/driver/v1/earnings',
    { operationId: 'getEarnings', summary: 'What I have earned', answers: { 200: EarningsWire } },
    async ({ driver, now }) => ok(await readEarnings(deps, driver, now)),
  );
}

function addReading(api: DriverApi, deps: OrderWorkDeps): void {
  api.get(
    '/driver/v1/orders',
    {
      operationId: 'listDriverOrders',
      summary: 'What I have had',
      description: 'Newest first.',
      query: pageQuery,
      paged: true,
      answers: { 200: Type.Array(DriverOrderWire, { description: 'Newest first' }) },
    },
    async ({ driver, query }) => {
      const limit = pageLimitOf(query.limit);
      if (query.after !== undefined && !isId(query.after))
        throw wrongQuery('"after" must be the "next" of the page before.', 'after');
      const found = await findOrdersOfDriver(deps.database, driver.id, { before: query.after, limit: limit + 1 });
      const page = found.slice(0, limit);
      const next = found.length > limit ? (page.at(-1)?.id ?? null) : null;
      return okPage(await Promise.all(page.map((one) => shown(deps.database, one))), next);
    },
  );
  api.get(
    '/driver/v1/orders/:orderId',
    {
      operationId: 'getDriverOrder',
      summary: 'An order of mine',
      params: orderParams,
      refusals: ['ERR_ORDER_NOT_FOUND'],
      answers: order,
    },
    async ({ driver, now, params: { orderId } }) =>
      ok(await shown(deps.database, await deps.readOrder({ orderId, driverId: driver.id }, now))),
  );
}

function addSteps(api: DriverApi, deps: OrderWorkDeps): void {
  api.post(
    '/driver/v1/orders/:orderId/give-back',
    {
      operationId: 'giveBackOrder',
      summary: 'Give the order back',
      params: orderParams,
      data: GiveBackData,
      refusals: ['ERR_ORDER_NOT_FOUND', 'ERR_INVALID_ORDER_STATUS'],
      answers: { 204: null },
    },
    async ({ driver, now, params: { orderId }, data: { at, reason }, once }) => {
      const givenBackAt = orThrow(actionTime(at, now));
      return once(async (tx) => {
        const position = (await latestPositions(tx, [driver.id])).get(driver.id);
        const why = {
          reason,
          ...(position === undefined ? {} : { position: { lat: position.lat, lng: position.lng } }),
        };
        await giveBackOrder(deps, tx, { orderId, driverId: driver.id }, givenBackAt, why, now);
        return noContent();
      });
    },
  );
  for (const [path, operationId, summary, act] of [
    ['arrive', 'arriveAtPickUp', 'I am at the pick-up', arriveAtPickUp],
    ['pick-up', 'pickUpGoods', 'I have the goods', pickUpGoods],
  ] as const) {
    api.post(
      `/driver/v1/orders/:orderId/${path}`,
      {
        operationId,
        summary,
        params: orderParams,
        data: ActionData,
        refusals: ['ERR_ORDER_NOT_FOUND', 'ERR_INVALID_ORDER_STATUS'],
        answers: order,
      },
      async ({ driver, now, params: { orderId }, data, once }) => {
        const at = orThrow(actionTime(data.at, now));
        return once(async (tx) => ok(await shown(tx, await act(deps, tx, { orderId, driverId: driver.id }, at, now))));
      },
    );
  }
}

function addDropOff(api: DriverApi, deps: OrderWorkDeps): void {
  api.get(
    '/driver/v1/failure-reasons',
    {
      operationId: 'listFailureReasons',
      summary: 'Why a pick-up or drop-off can fail',
      answers: { 200: FailureReasonsWire },
    },
    async () => ok(deps.failureReasons),
  );
  api.post(
    '/driver/v1/orders/:orderId/drop-offs/:stopId',
    {
      operationId: 'closeDropOff',
      summary: 'Close a drop-off',
      description: 'In any order, with proof where the order asks for it, or with the reason why it failed.',
      params: Type.Object({
        orderId: Type.String({ description: 'An order of the driver' }),
        stopId: Type.String({ description: 'One of its drop-offs' }),
      }),
      data: DropOffData,
      bodyLimit: LARGEST_PROOF_BYTES,
      refusals: ['ERR_ORDER_NOT_FOUND', 'ERR_INVALID_ORDER_STATUS'],
      answers: order,
    },
    async ({ driver, now, params: { orderId, stopId }, data, once }) => {
      const takenAt = orThrow(actionTime(data.at, now));
      // No picture is unpacked for a drop-off that cannot be closed.
      const held = await deps.readOrder({ orderId, driverId: driver.id }, now);
      orThrow(decideDropOff(held, stopId, { outcome: 'FAILED', reason: 'not yet known' }, now));
      const evidence = await prepareEvidence(deps, orThrow(givenProof(data, deps.failureReasons.dropOff)));
      const closing = { orderId, stopId, driverId: driver.id, evidence, takenAt, receivedAt: now, point: data.place };
      return once(async (tx) => ok(await shown(tx, await closeStop(deps, tx, closing))));
    },
  );
}
