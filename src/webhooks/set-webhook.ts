import { orThrow } from '../foundation/decision.ts';
import { DeliveryError } from '../foundation/errors.ts';
import type { PartnerId } from '../foundation/ids.ts';
import { type Instant, SECOND_MS } from '../foundation/time.ts';
import type { Environment } from '../infrastructure/config/environment.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { GuardedHttp } from '../infrastructure/guarded-http.ts';
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

/**
 * Events of before the first registration are not sent, so all that are committed get their places first. After that whatever waits goes
 * on from the first undelivered event. Undefined takes the URL away.
 */
export async function setWebhook(
  tx: Transaction,
  partnerId: PartnerId,
  url: string | undefined,
  now: Instant,
): Promise<void> {
  await sequenceAll(tx, now);
  await setReceiverUrl(tx, partnerId, url, now);
  await resumeStreams(tx, partnerId, now);
  wakeSenders(tx);
}
