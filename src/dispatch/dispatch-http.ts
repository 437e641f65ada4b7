import { Type } from 'typebox';
import { noContent, ok, type PartnerApi } from '../infrastructure/http/partner-api.ts';
import { changeDriver, type OrderDeps } from '../orders/index.ts';
import { explainOrder } from './explain-order.ts';

export function addDispatchRoutes(
  partnerApi: PartnerApi,
  deps: Pick<OrderDeps, 'ids' | 'publicUrl' | 'readOrder'>,
): void {
  const common = { platform: 'ON_DEMAND', tag: 'Orders' } as const;

  partnerApi.get(
    '/v3/orders/:orderId/explanation',
    {
      ...common,
      limit: 'GetOrder',
      summary: 'Why this price',
      params: Type.Object({ orderId: Type.String() }),
      answers: {
        200: Type.Unknown({ description: 'As for the quotation, with what the placement and later changes did to it' }),
      },
    },
    async ({ partner, now, params: { orderId } }) =>
      ok(explainOrder(await deps.readOrder({ partnerId: partner.id, orderId }, now))),
  );

  partnerApi.delete(
    '/v3/orders/:orderId/drivers/:driverId',
    {
      ...common,
      limit: 'DeleteDriver',
      summary: 'Ask for another driver',
      description: 'From 15 minutes after the match until the pick-up.',
      params: Type.Object({ orderId: Type.String(), driverId: Type.String() }),
      data: Type.Object({
        reason: Type.Optional(
          Type.Unknown({ description: 'DRIVER_LATE, DRIVER_ASKED_CHANGE, DRIVER_UNRESPONSIVE or DRIVER_RUDE' }),
        ),
      }),
      dataMayBeBare: true,
      missingDataCode: 'ERR_CHANGE_DRIVER',
      answers: { 204: null },
    },
    async ({ partner, now, params, data: { reason }, once }) =>
      once(async (tx) => {
        const { orderId, driverId } = params;
        await changeDriver(deps, tx, { partnerId: partner.id, orderId }, now, driverId, reason);
        return noContent();
      }),
  );
}
