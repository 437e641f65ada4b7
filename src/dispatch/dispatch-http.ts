import { Type } from 'typebox';
import { noContent, ok, type PartnerApi } from '../infrastructure/http/partner-api.ts';
import { Text } from '../infrastructure/http/schema.ts';
import { changeDriver, type OrderDeps, orderKeyOf } from '../orders/index.ts';
import { DriverChange, DriverWire, ExplanationWire } from './dispatch-wire.ts';
import { explainOrder } from './explain-order.ts';
import { readDriver } from './show-driver.ts';

export function addDispatchRoutes(
  partnerApi: PartnerApi,
  deps: Pick<OrderDeps, 'database' | 'ids' | 'linksAt' | 'readOrder'>,
): void {
  const common = { platform: 'ON_DEMAND', tag: 'Orders' } as const;

  partnerApi.get(
    '/v3/orders/:orderId/explanation',
    {
      ...common,
      limit: 'GetOrder',
      operationId: 'explainOrder',
      summary: 'Why this price, and why this driver',
      params: Type.Object({ orderId: Text('An order of yours') }),
      refusals: ['ERR_NOT_FOUND', 'ERR_ORDER_NOT_FOUND', 'ERR_ORDER_OF_ANOTHER_PARTNER'],
      answers: { 200: ExplanationWire },
    },
    async ({ partner, now, params: { orderId } }) =>
      ok(await explainOrder(deps.database, await deps.readOrder(orderKeyOf(partner, orderId), now), 'partner')),
  );

  const driverParams = Type.Object({
    orderId: Text('An order of yours'),
    driverId: Text('The `driverId` of the order'),
  });
  partnerApi.get(
    '/v3/orders/:orderId/drivers/:driverId',
    {
      ...common,
      limit: 'GetDriver',
      operationId: 'getDriver',
      summary: 'Read the driver',
      description:
        'From the match on, or for a scheduled order from one hour before its time or the arrival at the pick-up, until the order ends.',
      params: driverParams,
      readWhileCounted: true,
      refusals: ['ERR_NOT_FOUND', 'ERR_ORDER_NOT_FOUND', 'ERR_ORDER_OF_ANOTHER_PARTNER', 'ERR_DRIVER_NOT_FOUND'],
      answers: { 200: DriverWire },
    },
    async ({ partner, now, params }) =>
      ok(await readDriver(deps, orderKeyOf(partner, params.orderId), params.driverId, now)),
  );

  partnerApi.delete(
    '/v3/orders/:orderId/drivers/:driverId',
    {
      ...common,
      limit: 'DeleteDriver',
      operationId: 'changeDriver',
      summary: 'Ask for another driver',
      description: 'From 15 minutes after the match until the pick-up.',
      params: driverParams,
      data: DriverChange,
      dataMayBeBare: true,
      refusals: [
        'ERR_NOT_FOUND',
        'ERR_ORDER_NOT_FOUND',
        'ERR_ORDER_OF_ANOTHER_PARTNER',
        'ERR_DRIVER_NOT_FOUND',
        'ERR_CHANGE_DRIVER',
      ],
      answers: { 204: null },
    },
    async ({ partner, now, params, data: { reason }, once }) =>
      once(async (tx) => {
        const { orderId, driverId } = params;
        await changeDriver(deps, tx, orderKeyOf(partner, orderId), now, driverId, reason);
        return noContent();
      }),
  );
}
