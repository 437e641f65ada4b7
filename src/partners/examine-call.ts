import { accepted, type Decision, refused } from '../foundation/decision.ts';
import { DeliveryError } from '../foundation/errors.ts';
import type { PartnerId } from '../foundation/ids.ts';
import type { Environment } from '../infrastructure/config/environment.ts';
import { BODY_LIMIT_BYTES } from '../infrastructure/http/server.ts';
import { type AuthenticationDeps, judgeSignature } from './authenticate.ts';
import type { OpenKey } from './key-ring.ts';
import { readData } from './read-data.ts';
import {
  type CallHeaders,
  decideKeyStatus,
  decideTerms,
  environmentOfKey,
  type KeyStatus,
  type MarketList,
  type Terms,
} from './rules/api-key.ts';
import { type AnyRoute, findRoute, type KnownRoute } from './rules/find-route.ts';
import { decideTimestamp, decideToken, type SignedRequest, type Token } from './rules/signature.ts';

/** A request that was not sent to us, but is shown to us. */
export type ShownCall = Omit<SignedRequest, 'bodyMayBeUnsigned'> & {
  readonly headers: CallHeaders & { readonly authorization: string | undefined };
};

/** What the front door would say to a call, check by check; undefined where a check has nothing to go by. Nothing here gives a secret away. */
export type Examination = {
  readonly call: Decision<true>;
  readonly token: Decision<Token>;
  readonly key: ExaminedKey | undefined;
  readonly timestamp: Decision<true> | undefined;
  /** Judged also where the timestamp is too old: what is shown was mostly sent a while ago. */
  readonly signature: Decision<true> | undefined;
  readonly terms: Decision<Terms> | undefined;
  readonly data: Decision<true> | undefined;
};
type ExaminedKey = {
  /** The one that the key names itself for. */
  readonly environment: Environment | undefined;
  /** One of the partner's own. */
  readonly isOwn: boolean;
  /** This and the terms are only for whoever has the secret. */
  readonly status: KeyStatus | undefined;
};
/** For one of the partner's people: only the partner's own keys are looked up. */
export type ExamineCall = (partnerId: PartnerId, call: ShownCall) => Promise<Examination>;

type ExaminerDeps = AuthenticationDeps & { readonly markets: () => MarketList };

/** By the same checks as the front door, but all of them; where a call comes from and how often is not judged. */
export function createExaminer(deps: ExaminerDeps, routes: readonly KnownRoute[]): ExamineCall {
  return async (partnerId, { headers, ...request }) => {
    const found = findRoute(routes, { ...request, platform: headers.platform });
    const route = 'accepted' in found ? found.accepted : undefined;
    const token = decideToken(headers.authorization);
    const ofRoute = { call: withoutValue(found), data: route && decideData(route, request.body), token };
    if ('refused' in token)
      return { ...ofRoute, key: undefined, timestamp: undefined, signature: undefined, terms: undefined };
    const { publicKey, timestamp } = token.accepted;
    const known = await deps.keyRing.fresh(publicKey);
    const key = known?.partner.id === partnerId ? known : undefined;
    const bodyMayBeUnsigned = request.method === 'GET' || route?.ignoresBody === true;
    const signature =
      key === undefined
        ? notYours(publicKey)
        : withoutValue(await judgeSignature(deps, token.accepted, { ...request, bodyMayBeUnsigned }, true));
    const proven = 'accepted' in signature ? key : undefined;
    return {
      ...ofRoute,
      key: { environment: environmentOfKey(publicKey), isOwn: key !== undefined, status: proven?.status },
      timestamp: decideTimestamp(timestamp, deps.clock.now(), deps.allowedSkewMs),
      signature,
      terms: proven && decideUse(proven, headers, route, deps.markets()),
    };
  };
}

/** The same for a key of somebody else and for one that nobody has. */
function notYours(publicKey: string): Decision<true> {
  return refused('ERR_UNAUTHORIZED', `The API key ${publicKey} is not one of yours, or was revoked.`);
}

/** Neither a key with its secret nor a route is for whoever shows a call. */
function withoutValue(decision: Decision<unknown>): Decision<true> {
  return 'refused' in decision ? decision : accepted(true);
}

function decideUse(
  key: OpenKey,
  headers: CallHeaders,
  route: AnyRoute | undefined,
  markets: MarketList,
): Decision<Terms> {
  const standing = decideKeyStatus(key);
  return 'refused' in standing ? standing : decideTerms(key, headers, route?.platform ?? 'ANY', markets);
}

function decideData(route: AnyRoute, body: Buffer): Decision<true> {
  if (body.length > BODY_LIMIT_BYTES) return refused('ERR_PAYLOAD_TOO_LARGE');
  try {
    readData(route, body);
    return accepted(true);
  } catch (error) {
    if (error instanceof DeliveryError) return refused(error.code, error.message);
    throw error;
  }
}
