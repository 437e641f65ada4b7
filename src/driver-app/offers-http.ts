import { Type } from 'typebox';
import { acceptOffer, DRIVERS_CHANNEL, declineOffer, readOpenOffers } from '../dispatch/index.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Session } from '../infrastructure/database/session.ts';
import { noContent, ok } from '../infrastructure/http/partner-api.ts';
import type { OrderDeps } from '../orders/index.ts';
import type { DriverApi } from './driver-api.ts';
import { DriverOrderWire, NothingElse, OfferWire, offerToWire, orderToDriver } from './driver-app-wire.ts';
import { createLiveConnections } from './live-offers.ts';

export type OfferDeps = OrderDeps & { readonly clock: Clock; readonly session: Session };

export function addOfferRoutes(api: DriverApi, deps: OfferDeps) {
  const live = createLiveConnections(deps.session, DRIVERS_CHANNEL);
  const look = async (driverId: string) =>
    (await readOpenOffers(deps.database, [driverId], deps.clock.now())).map(offerToWire);
  const params = Type.Object({ offerId: Type.String({ description: 'An offer to the driver' }) });
  api.get(
    '/driver/v1/offers',
    { summary: 'What I can take now', answers: { 200: Type.Array(OfferWire, { description: 'Oldest first' }) } },
    async ({ driver }) => ok(await look(driver.id)),
  );
  api.get(
    '/driver/v1/live',
    {
      summary: 'Offers as they come and go',
      description: 'Server-sent events of type "offers": each carries all offers that stand then.',
      streams: 'text/event-stream',
      answers: { 200: Type.String({ description: 'Each event carries a list as GET /driver/v1/offers gives it' }) },
    },
    async ({ driver, isSignedIn, reply }) => {
      reply.hijack();
      reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      live.add(driver.id, reply.raw, async () => {
        await isSignedIn();
        return look(driver.id);
      });
      return undefined;
    },
  );
  api.post(
    '/driver/v1/offers/:offerId/accept',
    { summary: 'Take the order', params, data: NothingElse, answers: { 200: DriverOrderWire } },
    async ({ driver, now, params: { offerId }, once }) =>
      once(async (tx) => ok(orderToDriver(await acceptOffer(deps, tx, driver, offerId, now)))),
  );
  api.post(
    '/driver/v1/offers/:offerId/decline',
    { summary: 'Leave the order to others', params, data: NothingElse, answers: { 204: null } },
    async ({ driver, now, params: { offerId }, once }) =>
      once(async (tx) => {
        await declineOffer(tx, driver, offerId, now);
        return noContent();
      }),
  );
  return live;
}
