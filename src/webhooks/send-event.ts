import { type Instant, SECOND_MS } from '../foundation/time.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { GuardedHttp } from '../infrastructure/guarded-http.ts';
import { type SigningKeys, signatureOf } from '../partners/index.ts';
import type { Attempt } from './delivery-attempts-sql.ts';
import type { Lease } from './delivery-streams-sql.ts';
import { bodyOf, standardHeaders } from './rules/envelope.ts';
import { eventIdOf } from './rules/event-id.ts';
import { failureOfAnswer, failureOfFault, NO_KEY, startOfAnswer } from './rules/failure.ts';
import type { Failure } from './rules/retry.ts';

export type Sent = { readonly attempt: Attempt; readonly failure: Failure | undefined };
type SendDeps = { readonly http: GuardedHttp; readonly clock: Clock };

const LIMIT_SECONDS = 10;

/**
 * One attempt to deliver one event, outside any transaction. Never fails: what went wrong is in its answer. It is given up after its
 * time, or by whoever has the interruption.
 */
export async function sendEvent(
  { http, clock }: SendDeps,
  lease: Lease,
  keys: SigningKeys | undefined,
  interruption: AbortController,
): Promise<Sent> {
  const at = clock.now();
  const timeout = () => interruption.abort(new DOMException('The time is up.', 'TimeoutError'));
  const timer = setTimeout(timeout, LIMIT_SECONDS * SECOND_MS);
  const result = await tryToSend(http, lease, keys, at, interruption.signal).finally(() => clearTimeout(timer));
  const { position, streamId, leasedUntil } = lease;
  const { status, answer, failure } = result;
  const durationMs = Math.max(clock.now() - at, 0);
  return { attempt: { position, streamId, leasedUntil, at, durationMs, status, answer }, failure };
}

type Result = { readonly status: number | undefined; readonly answer: string; readonly failure: Failure | undefined };

async function tryToSend(
  http: GuardedHttp,
  lease: Lease,
  keys: SigningKeys | undefined,
  at: Instant,
  signal: AbortSignal,
): Promise<Result> {
  if (keys?.key === undefined) return { status: undefined, answer: NO_KEY.error, failure: NO_KEY };
  const { apiKey, secret } = keys.key;
  const eventId = eventIdOf(lease);
  const envelope = { apiKey, eventId, eventType: lease.type, data: lease.data, url: lease.url, at };
  const body = bodyOf(envelope, (...signed) => signatureOf(secret, ...signed));
  try {
    const answer = await http.post(lease.url, {
      headers: standardHeaders(eventId, at, body, keys.webhookSecrets),
      body,
      signal,
    });
    return { status: answer.status, answer: startOfAnswer(answer.start), failure: failureOfAnswer(answer) };
  } catch (fault) {
    const failure = failureOfFault(fault, LIMIT_SECONDS);
    return { status: undefined, answer: failure.error, failure };
  }
}
