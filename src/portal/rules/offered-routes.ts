/** Where a route of the partner API stands in the portal, who may call it, and how it stands in the audit log. */
export type Offer = {
  readonly path: string;
  readonly may: 'look' | 'build';
  readonly action?: string;
  /** Whatever comes of it begins here. */
  readonly isNewBusiness?: true;
  /** It takes the place of what was there: whoever has not seen that is told first. */
  readonly isReplacing?: true;
};

const look = (path: string): Offer => ({ path, may: 'look' });
const build = (path: string, action?: string): Offer => ({
  path,
  may: 'build',
  ...(action === undefined ? {} : { action }),
});

/** What the portal serves of the partner API, by method, variant and path there. */
export const OFFERED: Readonly<Record<string, Offer>> = {
  'GET /v3/cities': look('/cities'),
  'POST /v3/quotations': { ...build('/quotations'), isNewBusiness: true },
  'GET /v3/quotations/:quotationId/explanation': look('/quotations/:quotationId/explanation'),
  'POST /v3/orders': build('/orders', 'order.place'),
  'PATCH /v3/orders/:orderId': { ...build('/orders/:orderId', 'order.edit'), isReplacing: true },
  'DELETE /v3/orders/:orderId': build('/orders/:orderId', 'order.cancel'),
  'POST /v3/orders/:orderId/priority-fee': build('/orders/:orderId/priority-fee', 'order.priority-fee'),
  'GET /v3/orders/:orderId/explanation': look('/orders/:orderId/explanation'),
  'GET /v3/orders/:orderId/drivers/:driverId': look('/orders/:orderId/drivers/:driverId'),
  'DELETE /v3/orders/:orderId/drivers/:driverId': build('/orders/:orderId/drivers/:driverId', 'order.change-driver'),
  'GET PLUS /v3/orders/:orderId': look('/parcels/:orderId'),
  'PATCH PLUS /v3/orders/:orderId': build('/parcels/:orderId', 'parcel.edit'),
  'DELETE PLUS /v3/orders/:orderId': build('/parcels/:orderId', 'parcel.cancel'),
  'POST PLUS /v3/labels': build('/labels', 'parcel.labels'),
  'GET PLUS /v3/labels/:labelBatchId': look('/labels/:labelBatchId'),
  'GET /sandbox/v1/clock': look('/sandbox/clock'),
  'POST /sandbox/v1/clock': build('/sandbox/clock', 'sandbox.clock'),
  'GET /sandbox/v1/orders/:orderId/actions': look('/sandbox/orders/:orderId/actions'),
  'POST /sandbox/v1/orders/:orderId/actions': build('/sandbox/orders/:orderId/actions', 'sandbox.act'),
  'GET /sandbox/v1/simulation': look('/sandbox/simulation'),
  'PUT /sandbox/v1/simulation': build('/sandbox/simulation', 'sandbox.simulation'),
  'GET /sandbox/v1/faults': look('/sandbox/faults'),
  'PUT /sandbox/v1/faults': build('/sandbox/faults', 'sandbox.faults'),
};
