import { type Instant, SECOND_MS } from '../foundation/time.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { GuardedHttp } from '../infrastructure/guarded-http.ts';
import { type SigningKeys, signatureOf } from '../partners/index.ts';
import type { Attempt } from './delivery-attempts-sql.ts';
import type { Lease, LeasedEvent } from './delivery-streams-sql.ts';
import { bodyOf, standardHeaders } from './rules/envelope.ts';
import { eventIdOf } from './rules/event-id.ts';
import { failureOfAnswer, failureOfFault, NO_KEY, startOfAnswer } from './rules/failure.ts';
import type { Failure } from './rules/retry.ts';

export type Sent = { readonly attempt: Attempt; readonly failure: Failure | undefined };
export type SendDeps = { readonly http: GuardedHttp; readonly clock: Clock };

/** What is sent, where to, and as which event. */
type Push = { readonly eventId: string; readonly type: string; readonly data: unknown; readonly url: string };
/** What came of it. */
export type Outcome = {
  readonly at: Instant;
  readonly durationMs: number;
  readonly status: number | undefined;
  /** The first bytes of the answer, or why there was none. */
  readonly answer: string;
  readonly failure: Failure | undefined;
};

const LIMIT_SECONDS = 10;

/** One attempt to deliver one event, outside any transaction. */
export async function sendEvent(
  deps: SendDeps,
  { streamId, url }: Lease,
  { position, number, type, data }: LeasedEvent,
  keys: SigningKeys | undefined,
  interruption: AbortController,
): Promise<Sent> {
  const what = { eventId: eventIdOf({ streamId, number, position }), type, data, url };
  const { failure, ...outcome } = await push(deps, what, keys, interruption);
  return { attempt: { position, ...outcome }, failure };
}

/** Never fails: what went wrong is in its answer. It is given up after its time, or by whoever has the interruption. */
export async function push(
  { http, clock }: SendDeps,
  what: Push,
  keys: SigningKeys | undefined,
  interruption: AbortController,
): Promise<Outcome> {
  const at = clock.now();
  const timeout = () => interruption.abort(new DOMException('The time is up.', 'TimeoutError'));
  const timer = setTimeout(timeout, LIMIT_SECONDS * SECOND_MS);
  const result = await tryToSend(http, what, keys, at, interruption.signal).finally(() => clearTimeout(timer));
  return { at, durationMs: Math.max(clock.now() - at, 0), ...result };
}

async function tryToSend(
  http: GuardedHttp,
  { eventId, type, data, url }: Push,
  keys: SigningKeys | undefined,
  at: Instant,
  signal: AbortSignal,
): Promise<Omit<Outcome, 'at' | 'durationMs'>> {
  if (keys?.key === undefined) return { status: undefined, answer: NO_KEY.error, failure: NO_KEY };
  const { apiKey, secret } = keys.key;
  const body = bodyOf({ apiKey, eventId, eventType: type, data, url, at }, (...signed) =>
    signatureOf(secret, ...signed),
  );
  try {
    const answer = await http.post(url, {
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
