import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AccountsHttpDeps, addAccountRoutes, type DeskApi } from '../accounts/index.ts';
import { DeliveryError, ERRORS } from '../foundation/errors.ts';
import type { Clock } from '../infrastructure/clock.ts';
import { answerError } from '../infrastructure/http/error-answers.ts';
import type { Live } from '../infrastructure/http/live.ts';
import { sendPage } from '../infrastructure/http/page.ts';
import { addressOf } from '../infrastructure/http/request-context.ts';
import type { AddressGuard, ExamineCall } from '../partners/index.ts';
import { examinePaste } from './examine-paste.ts';
import { addOrderRoutes, type PortalOrderDeps } from './orders-http.ts';
import { addParcelRoutes, type PortalParcelDeps } from './parcels-http.ts';
import { addPlaceRoutes, type PortalPlaceDeps } from './places-http.ts';
import { signaturePage } from './signature-page.ts';
import { addWalletRoutes, type PortalWalletDeps } from './wallet-http.ts';

export type PortalDeps = {
  readonly clock: Clock;
  readonly examine: ExamineCall;
  /** Of its own: whoever is shut out at the front door comes here to learn why. */
  readonly addressGuard: AddressGuard;
};

export type PortalRoutesDeps = AccountsHttpDeps &
  PortalOrderDeps &
  PortalWalletDeps &
  PortalParcelDeps &
  PortalPlaceDeps;

/** What the app at /portal asks for and has done, beside what it shares with the partner API. */
export function addPortalRoutes(api: DeskApi<'portal'>, deps: PortalRoutesDeps): Live {
  addAccountRoutes(api, deps);
  addPlaceRoutes(api, deps);
  addWalletRoutes(api, deps);
  addParcelRoutes(api, deps);
  return addOrderRoutes(api, deps);
}

const PATH = '/portal/signature';
const hidden = { schema: { hide: true } as object };
/** A form writes one character as up to nine. */
const FORM_LIMIT_BYTES = 1024 * 1024;

/** Only in the sandbox: nobody signs in here yet, and keys are looked up. */
export function addPortalPages(app: FastifyInstance, { clock, examine, addressGuard }: PortalDeps): void {
  app.get(PATH, hidden, async (_request, reply) => sendPage(reply, signaturePage('', undefined)));
  app.post(
    PATH,
    {
      ...hidden,
      bodyLimit: FORM_LIMIT_BYTES,
      onRequest: (request, _reply, done) => done(addressGuard.refusalFor(addressOf(request))),
      errorHandler: answerWithPage,
    },
    async (request, reply) => {
      const pasted = new URLSearchParams(String(request.body ?? '')).get('request') ?? '';
      const examined = await examinePaste(examine, pasted, clock.now());
      if ('refused' in examined) {
        const { refused, sentence } = examined;
        reply.code(ERRORS[refused].status);
        return sendPage(reply, signaturePage(pasted, { problem: sentence ?? ERRORS[refused].sentence }));
      }
      if (!examined.accepted.isSigned) addressGuard.countFailure(addressOf(request));
      return sendPage(reply, signaturePage(pasted, examined.accepted));
    },
  );
}

/** What was too much to be read, or came too often, cannot be shown again. */
function answerWithPage(error: Error & { code?: string }, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal =
    error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
      ? new DeliveryError(
          'ERR_PAYLOAD_TOO_LARGE',
          'This is larger than any request that is taken. Paste one request alone.',
        )
      : error;
  if (!(refusal instanceof DeliveryError)) return answerError(error, request, reply);
  reply.code(refusal.status).headers(refusal.headers);
  return sendPage(reply, signaturePage('', { problem: refusal.message }));
}
