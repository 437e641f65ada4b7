import { Type } from 'typebox';
import { acceptOffer, declineOffer } from '../dispatch/index.ts';
import { noContent, ok } from '../infrastructure/http/partner-api.ts';
import type { OrderDeps } from '../orders/index.ts';
import type { DriverApi } from './driver-api.ts';
import { OfferWire, offerToWire } from './offers-wire.ts';
import { DriverOrderWire, orderToDriver } from './orders-wire.ts';
import { wordsOnOrder } from './read-words.ts';
import { readOffers } from './read-work-now.ts';
import { NothingElse } from './wire-forms.ts';

export function addOfferRoutes(api: DriverApi, deps: OrderDeps): void {
  const params = Type.Object({ offerId: Type.String({ description: 'An offer to the driver' }) });
  api.get(
    '/driver/v1/offers',
    {
      operationId: 'listOffers',
      summary: 'What I can take now',
      answers: { 200: Type.Array(OfferWire, { description: 'Oldest first' }) },
    },
    async ({ driver, now }) => ok((await readOffers(deps, driver.id, now)).map(offerToWire)),
  );
  api.post(
    '/driver/v1/offers/:offerId/accept',
    {
      operationId: 'acceptOffer',
      summary: 'Take the order',
      params,
      data: NothingElse,
      refusals: ['ERR_OFFER_NOT_FOUND', 'ERR_OFFER_GONE', 'ERR_INVALID_ORDER_STATUS'],
      answers: { 200: DriverOrderWire },
    },
    async ({ driver, now, params: { offerId }, once }) =>
      once(async (tx) => {
        const order = await acceptOffer(deps, tx, driver, offerId, now);
        return ok(orderToDriver(order, await wordsOnOrder(tx, order)));
      }),
  );
  api.post(
    '/driver/v1/offers/:offerId/decline',
    {
      operationId: 'declineOffer',
      summary: 'Leave the order to others',
      params,
      data: NothingElse,
      refusals: ['ERR_OFFER_NOT_FOUND', 'ERR_OFFER_GONE'],
      answers: { 204: null },
    },
    async ({ driver, now, params: { offerId }, once }) =>
      once(async (tx) => {
        await declineOffer(tx, driver, offerId, now);
        return noContent();
      }),
  );
}
