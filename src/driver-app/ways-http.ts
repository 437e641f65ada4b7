import { type TSchema, Type } from 'typebox';
import { readOpenOffers } from '../dispatch/index.ts';
import { DeliveryError } from '../foundation/errors.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { ok } from '../infrastructure/http/partner-api.ts';
import type { Order, ReadOrder } from '../orders/index.ts';
import { vehicleOf } from '../quotations/index.ts';
import type { FindWay } from '../routing/index.ts';
import type { DriverApi } from './driver-api.ts';
import { pointsAhead } from './points-of-order.ts';
import { WayWire, wayToWire } from './ways-wire.ts';

export type WayDeps = { readonly database: Database; readonly readOrder: ReadOrder; readonly findWay: FindWay };

/** The line on the map, apart from the offer or order itself: lists stay light, and nobody waits for a routing engine. */
export function addWayRoutes(api: DriverApi, deps: WayDeps): void {
  const answers: Record<number, TSchema> = { 200: WayWire };
  const wayOf = async (order: Order) => ok(wayToWire(await deps.findWay(pointsAhead(order), vehicleOf(order.service))));
  api.get(
    '/driver/v1/offers/:offerId/way',
    {
      operationId: 'getWayOfOffer',
      summary: 'Where an offer leads',
      params: Type.Object({ offerId: Type.String({ description: 'An offer to the driver' }) }),
      refusals: ['ERR_OFFER_NOT_FOUND'],
      answers,
    },
    async ({ driver, now, params: { offerId } }) => {
      const open = (await readOpenOffers(deps.database, [driver.id], now)).find(({ offer }) => offer.id === offerId);
      if (open === undefined) throw new DeliveryError('ERR_OFFER_NOT_FOUND', 'There is no such offer of yours.');
      return wayOf(open.order);
    },
  );
  api.get(
    '/driver/v1/orders/:orderId/way',
    {
      operationId: 'getWayOfOrder',
      summary: 'Where an order leads',
      description: 'From the goods through the drop-offs that are open.',
      params: Type.Object({ orderId: Type.String({ description: 'An order of the driver' }) }),
      refusals: ['ERR_ORDER_NOT_FOUND'],
      answers,
    },
    async ({ driver, now, params: { orderId } }) => wayOf(await deps.readOrder({ orderId, driverId: driver.id }, now)),
  );
}
