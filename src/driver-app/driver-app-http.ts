import { Type } from 'typebox';
import { acceptOffer, DRIVERS_CHANNEL, declineOffer, readOpenOffers } from '../dispatch/index.ts';
import { goOffline, goOnline, latestPositions, onlineSince, sessionsOf, signIn, signOut } from '../drivers/index.ts';
import { orThrow } from '../foundation/decision.ts';
import { isId } from '../foundation/ids.ts';
import { formatInstant } from '../foundation/time.ts';
import type { Session } from '../infrastructure/database/session.ts';
import { PageLimit, pageLimitOf, wrongQuery } from '../infrastructure/http/page-query.ts';
import { created, noContent, ok, okPage } from '../infrastructure/http/partner-api.ts';
import {
  arriveAtPickUp,
  decideDropOff,
  findOrdersOfDriver,
  findOrdersUnderWay,
  giveBackOrder,
  type OrderDeps,
  pickUpGoods,
} from '../orders/index.ts';
import { closeStop, type EvidenceDeps, prepareEvidence } from '../proof/index.ts';
import { callForHelp } from './call-for-help.ts';
import type { DriverApi } from './driver-api.ts';
import {
  ActionData,
  DriverOrderWire,
  DropOffData,
  driverToWire,
  EarningsWire,
  EmergencyData,
  EmergencyWire,
  GiveBackData,
  MeWire,
  NothingElse,
  OfferWire,
  OnlineWire,
  offerToWire,
  orderToDriver,
  PositionsData,
  PositionsWire,
  SessionWire,
  SignedInWire,
  SignInCodeData,
  SignInData,
} from './driver-app-wire.ts';
import { createLiveConnections } from './live-offers.ts';
import { addParcelRoutes, type ParcelWorkDeps } from './parcels-http.ts';
import { readEarnings } from './read-earnings.ts';
import { type ReportDeps, reportPositions } from './report-positions.ts';
import { actionTime } from './rules/action-time.ts';
import { givenProof } from './rules/given-proof.ts';
import { type SendCodeDeps, sendSignInCode } from './send-sign-in-code.ts';

export type DriverAppDeps = ParcelWorkDeps &
  OrderDeps &
  EvidenceDeps &
  ReportDeps &
  SendCodeDeps & { readonly session: Session };

const LARGEST_PROOF_BYTES = 15 * 1024 * 1024;
const idParam = (description: string) => Type.String({ description });
const orderParams = Type.Object({ orderId: idParam('An order of the driver') });
const pageQuery = Type.Object({
  limit: PageLimit,
  after: Type.Optional(Type.String({ description: 'The `next` of the page before' })),
});

export function addDriverRoutes(api: DriverApi, deps: DriverAppDeps): { close(): void } {
  addSignIn(api, deps);
  addPresence(api, deps);
  const live = addOffers(api, deps);
  addOrders(api, deps);
  addParcelRoutes(api, deps);
  return { close: live.closeAll };
}

function addSignIn(api: DriverApi, deps: DriverAppDeps): void {
  api.open(
    '/driver/v1/sign-in/code',
    {
      summary: 'Ask for a code by phone',
      description:
        'The answer is the same for every phone, whoever has it. Repeated with its Request-ID, the call sends no second message.',
      data: SignInCodeData,
      answers: { 204: null },
    },
    async ({ phone }, now, asker) => {
      await sendSignInCode(deps, phone, asker, now);
      return noContent();
    },
  );
  api.open(
    '/driver/v1/sign-in',
    {
      summary: 'Sign a device in',
      description:
        'A code works once. Repeated with its Request-ID while the code would live, the call gives a fresh token for the same session.',
      data: SignInData,
      answers: { 201: SignedInWire },
    },
    async ({ phone, code, device = '' }, now, { requestId }) =>
      created(await signIn(deps, { phone, code, device, requestId }, now)),
  );
  api.get(
    '/driver/v1/sessions',
    {
      summary: 'Devices that are signed in',
      answers: { 200: Type.Array(SessionWire, { description: 'The latest first' }) },
    },
    async ({ driver }) => {
      const sessions = await sessionsOf(deps.database, driver.id);
      return ok(
        sessions.map(({ id, device, createdAt, lastSeenAt }) => ({
          sessionId: id,
          device,
          current: id === driver.sessionId,
          createdAt: formatInstant(createdAt),
          lastSeenAt: formatInstant(lastSeenAt),
        })),
      );
    },
  );
  api.delete(
    '/driver/v1/sessions/:sessionId',
    {
      summary: 'Sign a device out',
      description: 'Safe to repeat, also by the device that is signed out.',
      purpose: 'SIGN_OUT',
      params: Type.Object({ sessionId: idParam('"current" for the device that asks') }),
      answers: { 204: null },
    },
    async ({ driver, now, params: { sessionId }, once }) =>
      once(async (tx) => {
        await signOut(tx, driver, sessionId, now);
        return noContent();
      }),
  );
}

function addPresence(api: DriverApi, deps: DriverAppDeps): void {
  api.get('/driver/v1/me', { summary: 'Who I am', answers: { 200: MeWire } }, async ({ driver }) => {
    const [since, [order]] = await Promise.all([
      onlineSince(deps.database, driver.id),
      findOrdersUnderWay(deps.database, [driver.id]),
    ]);
    return ok({
      ...driverToWire(driver),
      onlineSince: since === undefined ? null : formatInstant(since),
      order: order === undefined ? null : orderToDriver(order),
    });
  });
  api.post(
    '/driver/v1/online',
    { summary: 'Start taking offers', data: NothingElse, answers: { 200: OnlineWire } },
    async ({ driver, now, once }) =>
      once(async (tx) => ok({ onlineSince: formatInstant(await goOnline(tx, driver.id, now)) })),
  );
  api.post(
    '/driver/v1/offline',
    { summary: 'Stop taking offers', data: ActionData, answers: { 204: null } },
    async ({ driver, now, data, once }) => {
      const at = orThrow(actionTime(data.at, now));
      return once(async (tx) => {
        await goOffline(tx, driver.id, at);
        return noContent();
      });
    },
  );
  api.post(
    '/driver/v1/positions',
    {
      summary: 'Where I am',
      description: 'At least every 10 seconds while online; what could not be sent comes with the next report.',
      data: PositionsData,
      answers: { 200: PositionsWire },
    },
    async ({ driver, now, data: { positions } }) => ok(await reportPositions(deps, driver.id, positions, now)),
  );
  api.post(
    '/driver/v1/emergency',
    {
      summary: 'Call for help',
      description: 'Also for a driver who is suspended. No field is needed, and none that is wrong is refused.',
      purpose: 'HELP',
      data: EmergencyData,
      answers: { 201: EmergencyWire },
    },
    async ({ driver, now, data, once }) => once(async (tx) => created(await callForHelp(deps, tx, driver, data, now))),
  );
}

function addOffers(api: DriverApi, deps: DriverAppDeps) {
  const live = createLiveConnections(deps.session, DRIVERS_CHANNEL);
  const look = async (driverId: string) =>
    (await readOpenOffers(deps.database, [driverId], deps.clock.now())).map(offerToWire);
  const params = Type.Object({ offerId: idParam('An offer to the driver') });
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

function addOrders(api: DriverApi, deps: DriverAppDeps): void {
  const order = { 200: DriverOrderWire };
  api.get(
    '/driver/v1/orders',
    {
      summary: 'What I have had',
      description: 'Newest first.',
      query: pageQuery,
      paged: true,
      answers: { 200: Type.Array(DriverOrderWire) },
    },
    async ({ driver, query }) => {
      const limit = pageLimitOf(query.limit);
      if (query.after !== undefined && !isId(query.after))
        throw wrongQuery('"after" must be the "next" of the page before.', 'after');
      const found = await findOrdersOfDriver(deps.database, driver.id, { before: query.after, limit: limit + 1 });
      const shown = found.slice(0, limit);
      return okPage(shown.map(orderToDriver), found.length > limit ? (shown.at(-1)?.id ?? null) : null);
    },
  );
  api.get(
    '/driver/v1/orders/:orderId',
    { summary: 'An order of mine', params: orderParams, answers: order },
    async ({ driver, now, params: { orderId } }) =>
      ok(orderToDriver(await deps.readOrder({ orderId, driverId: driver.id }, now))),
  );
  api.post(
    '/driver/v1/orders/:orderId/give-back',
    { summary: 'Give the order back', params: orderParams, data: GiveBackData, answers: { 204: null } },
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
  for (const [path, summary, act] of [
    ['arrive', 'I am at the pick-up', arriveAtPickUp],
    ['pick-up', 'I have the goods', pickUpGoods],
  ] as const) {
    api.post(
      `/driver/v1/orders/:orderId/${path}`,
      { summary, params: orderParams, data: ActionData, answers: order },
      async ({ driver, now, params: { orderId }, data, once }) => {
        const at = orThrow(actionTime(data.at, now));
        return once(async (tx) => ok(orderToDriver(await act(deps, tx, { orderId, driverId: driver.id }, at, now))));
      },
    );
  }
  api.post(
    '/driver/v1/orders/:orderId/drop-offs/:stopId',
    {
      summary: 'Close a drop-off',
      description: 'In any order, with proof where the order asks for it, or with the reason why it failed.',
      params: Type.Object({ orderId: idParam('An order of the driver'), stopId: idParam('One of its drop-offs') }),
      data: DropOffData,
      bodyLimit: LARGEST_PROOF_BYTES,
      answers: order,
    },
    async ({ driver, now, params: { orderId, stopId }, data, once }) => {
      const takenAt = orThrow(actionTime(data.at, now));
      // No picture is unpacked for a drop-off that cannot be closed.
      const order = await deps.readOrder({ orderId, driverId: driver.id }, now);
      orThrow(decideDropOff(order, stopId, { outcome: 'FAILED', reason: 'not yet known' }, now));
      const evidence = await prepareEvidence(deps, orThrow(givenProof(data)), now);
      const closing = { orderId, stopId, driverId: driver.id, evidence, takenAt, receivedAt: now, point: data.place };
      return once(async (tx) => ok(orderToDriver(await closeStop(deps, tx, closing))));
    },
  );
  api.get(
    '/driver/v1/earnings',
    { summary: 'What I have earned', answers: { 200: EarningsWire } },
    async ({ driver }) => ok(await readEarnings(deps, driver)),
  );
}
