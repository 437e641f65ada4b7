import { Type } from 'typebox';
import { noContent, ok, type PartnerApi } from '../infrastructure/http/partner-api.ts';
import { AsKept, Text, Time } from '../infrastructure/http/schema.ts';
import { changeDriver, type OrderDeps, orderKeyOf } from '../orders/index.ts';
import { explainOrder } from './explain-order.ts';
import { readDriver } from './show-driver.ts';

const DriverWire = Type.Object(
  {
    driverId: Text('A short number', { examples: ['100001'] }),
    name: Text('As the driver is called'),
    phone: Text('In E.164 form', { examples: ['+85256847123'] }),
    plateNumber: Text('The first two characters and the last one are asterisks', { examples: ['**1234*'] }),
    photo: Text('Link to the photo; empty where there is none'),
    coordinates: Type.Optional(
      Type.Object(
        {
          lat: Text('Latitude in degrees', { examples: ['22.3193'] }),
          lng: Text('Longitude in degrees', { examples: ['114.1694'] }),
          updatedAt: Time('When the driver was there'),
        },
        { title: 'DriverPosition', description: 'Where the driver was last; absent while nobody knows' },
      ),
    ),
  },
  { title: 'Driver', description: 'Who has the order' },
);

const DriverChange = Type.Object(
  {
    reason: Type.Optional(
      Type.Unknown({ description: 'DRIVER_LATE, DRIVER_ASKED_CHANGE, DRIVER_UNRESPONSIVE or DRIVER_RUDE' }),
    ),
  },
  { title: 'DriverChange', description: 'Why another driver is asked for' },
);

const ExplanationWire = AsKept(
  Type.Object(
    {},
    {
      title: 'OrderExplanation',
      description:
        'The price as for the quotation, with what the placement and later changes did to it; the driver with the rounds that led to an offer: candidates, scores, and who was passed over and why',
    },
  ),
);

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
      params: Type.Object({ orderId: Type.String() }),
      refusals: ['ERR_NOT_FOUND', 'ERR_ORDER_NOT_FOUND', 'ERR_ORDER_OF_ANOTHER_PARTNER'],
      answers: { 200: ExplanationWire },
    },
    async ({ partner, now, params: { orderId } }) =>
      ok(await explainOrder(deps.database, await deps.readOrder(orderKeyOf(partner, orderId), now))),
  );

  const driverParams = Type.Object({ orderId: Type.String(), driverId: Type.String() });
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
