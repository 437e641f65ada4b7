import { orThrow } from '../foundation/decision.ts';
import { DeliveryError } from '../foundation/errors.ts';
import type { PartnerId } from '../foundation/ids.ts';
import { type Instant, SECOND_MS } from '../foundation/time.ts';
import type { Environment } from '../infrastructure/config/environment.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { GuardedHttp } from '../infrastructure/guarded-http.ts';
import { leaveJob } from '../infrastructure/jobs/jobs-sql.ts';
import { resumeStreams, wakeSenders } from './delivery-streams-sql.ts';
import { lockReceiver, setReceiverUrl } from './receivers-sql.ts';
import { decideReceiverUrl } from './rules/receiver-url.ts';
import { sequenceAll } from './sequence-events.ts';

const PROBE_LIMIT_MS = 5 * SECOND_MS;

/** Refuses a URL that does not answer; what exactly happened is not told, so that nobody looks around with our eyes. */
export async function probeReceiver(http: GuardedHttp, text: string, environment: Environment): Promise<void> {
  const url = orThrow(decideReceiverUrl(text, environment));
  const probe = { headers: {}, body: '', signal: AbortSignal.timeout(PROBE_LIMIT_MS) };
  const status = await http.post(url, probe).then(
    (answer) => answer.status,
    () => undefined,
  );
  if (status !== 200) throw new DeliveryError('ERR_INVALID_RESPONSE', undefined, '/data/url');
}

/** `seen`: the revision that whoever sets the URL decided by; 0 where there was none yet. */
export async function insistOnRevision(tx: Transaction, partnerId: PartnerId, seen: number): Promise<void> {
  const receiver = await lockReceiver(tx, partnerId);
  if ((receiver?.revision ?? 0) === seen) return;
  throw new DeliveryError(
    'ERR_CHANGED_MEANWHILE',
    receiver?.url === undefined
      ? 'Somebody took the webhook URL away meanwhile. Look again, then decide.'
      : `Somebody set another webhook URL meanwhile: ${receiver.url}. Look again, then decide.`,
  );
}

/** Streams that wait for one partner, from there on. */
export type Resumption = { readonly partnerId: PartnerId; readonly after: string };

export const RESUME_REST = 'webhooks.resumeRest';
/** While so many are woken, nobody's events get their places in the log. */
const MOST_AT_ONCE = 1_000;

/**
 * Events of before the first registration are not sent, so all that are committed get their places first. After that whatever waits goes
 * on from the first undelivered event, some of it at once, the rest by a worker. Undefined takes the URL away.
 */
export async function setWebhook(
  tx: Transaction,
  partnerId: PartnerId,
  url: string | undefined,
  now: Instant,
): Promise<void> {
  // Whoever takes both, the receiver and the log, takes the receiver first.
  await lockReceiver(tx, partnerId);
  await sequenceAll(tx, now);
  await setReceiverUrl(tx, partnerId, url, now);
  await resumeFrom(tx, { partnerId, after: '0' }, now);
}

export async function resumeFrom(tx: Transaction, { partnerId, after }: Resumption, now: Instant): Promise<void> {
  const last = await resumeStreams(tx, { partnerId, after }, MOST_AT_ONCE, now);
  wakeSenders(tx);
  if (last !== undefined) await leaveJob(tx, { kind: RESUME_REST, dueAt: now, payload: { partnerId, after: last } });
}
