import { type TObject, type TSchema, Type } from 'typebox';
import { type DeskApi, recordAct } from '../accounts/index.ts';
import { DeliveryError } from '../foundation/errors.ts';
import type { Answer, PartnerApi, PartnerCall, PartnerRoute } from '../infrastructure/http/partner-api.ts';
import { OFFERED, type Offer } from './rules/offered-routes.ts';
import { asUnknown, insistOnOpen, readMarket, readOpenMarket, type Scope, scopeOf } from './scope.ts';

type AnyRoute = PartnerRoute<TSchema, TSchema, TSchema>;
/** Signed calls name it in a header. */
const MARKET = {
  market: Type.Optional(Type.String({ description: 'One of the partner’s; the first where none is named' })),
};
const SEEN = {
  seen: Type.Optional(Type.String({ pattern: '^\\d{1,9}$', description: 'The revision that the person saw' })),
};
type AnyCall = PartnerCall<unknown, unknown, unknown>;
type AnyHandle = (call: AnyCall) => Promise<Answer>;
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type PortalCall = Parameters<Parameters<DeskApi<'portal'>['get']>[2]>[0];

/**
 * The partner API for whoever is signed in at the portal: rooms add their routes to it as they do to the signed front door, and those
 * that are offered here are served, by the same handlers. What is changed stands in the audit log.
 */
export function createPartnerDoor(api: DeskApi<'portal'>): PartnerApi {
  const via = (method: Method) => (path: string, route: AnyRoute, handle: AnyHandle) => {
    const variant = route.platform === 'PLUS' ? 'PLUS ' : '';
    const offer = OFFERED[`${method.toUpperCase()} ${variant}${path}`];
    if (offer === undefined) return;
    const { params, query, data, answers, paged = false } = route;
    api[method](
      `/portal/v1${offer.path}`,
      {
        may: offer.may,
        ...(params === undefined ? {} : { params }),
        query: withFurther(query, offer),
        ...(data === undefined ? {} : { data }),
        answers,
        paged,
      },
      (call) => serve(offer, route, handle, call as PortalCall),
    );
  };
  return {
    get: via('get'),
    post: via('post'),
    put: via('put'),
    patch: via('patch'),
    delete: via('delete'),
  } as PartnerApi;
}

function withFurther(query: TSchema | undefined, { isReplacing }: Offer): TSchema {
  const { properties, type: _, ...options } = (query ?? {}) as Partial<TObject>;
  return Type.Object({ ...properties, ...MARKET, ...(isReplacing === true ? SEEN : {}) }, options);
}

async function serve(offer: Offer, route: AnyRoute, handle: AnyHandle, call: PortalCall): Promise<Answer> {
  const scope = await scopeOf(call.seen, call.partnerId, call.now);
  if (offer.may === 'build') insistOnOpen(scope);
  const platform = route.platform === 'PLUS' ? 'PLUS' : 'ON_DEMAND';
  if ((route.platform === 'PLUS' || route.platform === 'ON_DEMAND') && !scope.partner.platforms.includes(platform))
    throw new DeliveryError('ERR_FORBIDDEN', whyNot(platform));
  const { request } = call.reply;
  const once: AnyCall['once'] = (work) =>
    call.once(async (tx) => {
      const answer = await work(tx);
      if (offer.action !== undefined) await recordAct(tx, actOf(offer.action, scope, call, answer));
      return answer;
    });
  const { orderId = '' } = call.params as { orderId?: string };
  const { seen } = request.query as { seen?: string };
  return asUnknown(
    orderId,
    handle({
      partner: scope.partner,
      market: (offer.isNewBusiness === true ? readOpenMarket : readMarket)(scope, request.query),
      platform,
      now: scope.now,
      clockAheadMs: scope.partner.clockAheadMs,
      params: call.params,
      query: call.query,
      data: call.data,
      ...(offer.isReplacing === true && seen !== undefined ? { seenRevision: Number(seen) } : {}),
      trace: request.trace,
      seen: call.seen,
      expands: () => true,
      memoryOf: () => undefined,
      asBefore: async (answer) => answer,
      commitsAlone: true,
      once,
    }),
  );
}

function whyNot(platform: 'ON_DEMAND' | 'PLUS'): string {
  return platform === 'PLUS'
    ? 'Scheduled deliveries are not part of your agreement. Ask partner support.'
    : 'You have scheduled deliveries only. Ask partner support.';
}

function actOf(action: string, { partner }: Scope, call: PortalCall, answer: Answer): Parameters<typeof recordAct>[1] {
  const { orderId } = call.params as { orderId?: string };
  const made = (answer.data as { orderId?: string } | undefined)?.orderId;
  const id = orderId ?? made;
  const kind = action.split('.')[0] === 'parcel' ? 'parcel' : 'order';
  return {
    at: call.now,
    by: call.person,
    action,
    subject: id === undefined ? { kind: 'partner', id: partner.id } : { kind, id },
    partnerId: partner.id,
    details: detailsOf(call.data),
  };
}

const TOLD = [
  'priorityFee',
  'reason',
  'action',
  'advanceSeconds',
  'reset',
  'drivers',
  'speed',
  'scenario',
  'webhooks',
  'api',
];

/** What was wanted, as far as it is no person's data: contacts stand in the order itself. */
function detailsOf(data: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries((data ?? {}) as object).filter(([name]) => TOLD.includes(name)));
}
