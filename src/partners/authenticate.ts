import { accepted, type Decision, orThrow, refused } from '../foundation/decision.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Environment } from '../infrastructure/config/environment.ts';
import type { KeyRing, OpenKey } from './key-ring.ts';
import { environmentOfKey } from './rules/api-key.ts';
import { decideTimestamp, decideToken, isSignatureValid, type SignedRequest, type Token } from './rules/signature.ts';
import { diagnoseSignature, hintAtBody } from './rules/signature-doctor.ts';

type SignatureDeps = { readonly environment: Environment; readonly keyRing: KeyRing };
export type AuthenticationDeps = SignatureDeps & { readonly clock: Clock; readonly allowedSkewMs: number };

/** Stands in for the secret of a key that does not exist, so that such a key costs what any other costs. */
const DECOY_SECRET = 'sk_none_0000000000000000000000000000000000000000000';
const CLOSED_SENTENCE = 'The authorization token is not valid.';

/** Whose request this is, by its signature. Outside the sandbox a failure does not say what was wrong. */
export async function authenticate(
  deps: AuthenticationDeps,
  authorization: string | undefined,
  request: SignedRequest,
): Promise<OpenKey> {
  const decision = await decideAuthentication(deps, authorization, request);
  if ('refused' in decision && deps.environment !== 'sandbox')
    return orThrow(refused(decision.refused, CLOSED_SENTENCE));
  return orThrow(decision);
}

async function decideAuthentication(
  deps: AuthenticationDeps,
  authorization: string | undefined,
  request: SignedRequest,
): Promise<Decision<OpenKey>> {
  const token = decideToken(authorization);
  if ('refused' in token) return token;
  const inTime = decideTimestamp(token.accepted.timestamp, deps.clock.now(), deps.allowedSkewMs);
  if ('refused' in inTime) return inTime;
  return judgeSignature(deps, token.accepted, request, deps.environment === 'sandbox');
}

/** Whose signature it is, however old; where it is nobody's, and that may be told, what differed. */
export async function judgeSignature(
  deps: SignatureDeps,
  token: Token,
  request: SignedRequest,
  mayTell: boolean,
): Promise<Decision<OpenKey>> {
  const remembered = deps.keyRing.remembered(token.publicKey);
  if (isSignatureValid(remembered?.secret ?? DECOY_SECRET, token, request) && remembered !== undefined) {
    return accepted(remembered);
  }
  // Known or not, nobody is turned away without a look at the database: what was remembered may be old.
  const fresh = await deps.keyRing.fresh(token.publicKey);
  if (isSignatureValid(fresh?.secret ?? DECOY_SECRET, token, request) && fresh !== undefined) {
    return accepted(fresh);
  }
  return refused('ERR_UNAUTHORIZED', mayTell ? await explain(deps, fresh, token, request) : CLOSED_SENTENCE);
}

async function explain(
  { environment, keyRing }: SignatureDeps,
  key: OpenKey | undefined,
  token: Token,
  request: SignedRequest,
): Promise<string> {
  const keyEnvironment = environmentOfKey(token.publicKey);
  if (keyEnvironment !== undefined && keyEnvironment !== environment) {
    return `This API key belongs to ${keyEnvironment}, and this is the ${environment}. Use the keys of this environment.`;
  }
  if (key === undefined) return `The API key ${token.publicKey} is not known here, or was revoked.`;
  const diagnosis = diagnoseSignature(await keyRing.secretsAround(key), token, request);
  return (
    diagnosis ??
    `The signature does not match. It must be the HMAC-SHA256, with the secret of ${key.publicKey}, of "${token.timestamp}\\r\\n${request.method}\\r\\n${request.path}\\r\\n\\r\\n" and the ${request.body.length} bytes of the body. Check that the secret is the one of this key and this environment.${hintAtBody(request.body)}`
  );
}
