import { type Instant, MINUTE_MS, SECOND_MS } from '../foundation/time.ts';
import type { Environment } from '../infrastructure/config/environment.ts';
import type { Session } from '../infrastructure/database/session.ts';
import type { GuardedHttp } from '../infrastructure/guarded-http.ts';
import type { Metrics } from '../infrastructure/metrics.ts';
import type { SecretBox } from '../infrastructure/secret-box.ts';
import { createTrouble } from '../infrastructure/trouble.ts';
import { type SigningKeys, signingKeysOf } from '../partners/index.ts';
import { applyFaults, type PlannedPush, unharmed } from './apply-faults.ts';
import { awaitKeys } from './await-keys.ts';
import type { Attempt } from './delivery-attempts-sql.ts';
import {
  type Lease,
  leaseStreams,
  lockLeasing,
  putStreamsAway,
  releaseLost,
  WEBHOOKS_CHANNEL,
} from './delivery-streams-sql.ts';
import { createFaultPlaces } from './fault-places.ts';
import { createOutcomeRecorder, type OutcomeDeps } from './record-outcome.ts';
import { freePlaces, isWorthLeasing, MOST_OF_A_STREAM, type Places, PROMPT_MS } from './rules/pace.ts';
import { sendEvent } from './send-event.ts';
import { sequenceBatch } from './sequence-events.ts';

export type SenderDeps = OutcomeDeps & {
  readonly environment: Environment;
  readonly session: Session;
  readonly secretBox: SecretBox;
  readonly http: GuardedHttp;
  readonly metrics: Metrics;
};
export type Sender = { stop(): Promise<void> };

const POLL_MS = 500;
const GATHER_MS = 20;
/** Longer than any attempt and its recording take. After a crash the same event goes out again then, with the same id. */
const LEASE_MS = MINUTE_MS;
const leasedUntil = (now: Instant): Instant => now + LEASE_MS;
const GRACE_MS = 4 * SECOND_MS;

/** Pushes events to the partners' receivers. Not a job: nothing is sent inside a transaction. */
export function startSender(deps: SenderDeps): Sender {
  const { session, log } = deps;
  let stopping = false;
  let woken = false;
  let wakeUp: () => void = () => {};
  const wake = () => {
    woken = true;
    wakeUp();
  };
  session.listen(WEBHOOKS_CHANNEL, wake);
  const { round, isWorthARound, settle } = createRounds(deps, wake);

  /** Until the time is over, or something has happened after which it is so. */
  async function waitUntil(isSo: () => boolean, mostMs: number): Promise<void> {
    if (isSo()) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, mostMs);
      wakeUp = () => {
        if (!isSo()) return;
        clearTimeout(timer);
        resolve();
      };
    });
  }

  const unreached = createTrouble(log, 'the sender of webhooks cannot reach its work');

  async function loop(): Promise<void> {
    while (!stopping) {
      woken = false;
      await round().then(unreached.over, unreached.met);
      await waitUntil(() => woken || stopping, POLL_MS);
      await waitUntil(() => isWorthARound() || stopping, GATHER_MS);
    }
  }

  const finished = loop();
  return {
    async stop() {
      stopping = true;
      wake();
      await finished;
      await settle();
    },
  };
}

/** `round` starts whatever is due and fits; `settle` waits a little for what is under way, then gives it back untried. */
function createRounds(deps: SenderDeps, wake: () => void) {
  const { environment, database, clock, secretBox, log, metrics } = deps;
  const givingUp = new AbortController();
  const faultPlaces = createFaultPlaces(database);
  const record = createOutcomeRecorder(deps, givingUp.signal);
  const attempts = metrics.counter('waybill_webhook_attempts_total', 'Attempts to deliver an event', ['outcome']);
  const running = new Map<Lease, { readonly run: Promise<void>; readonly interruption: AbortController }>();
  /** When leases end of which nobody knows whether they were given, or that were not taken up. */
  const lost = new Set<Instant>();
  /** Those that may still be answered soon. */
  const prompt = new Set<Lease>();
  /** How many of them there were after the last round. */
  let promptAtFirst = 0;
  let lastTurn = '0';
  let interrupted = false;

  /** One event after the other, as long as they get through and the receiver is prompt. */
  async function deliver(
    { lease, outcome }: PlannedPush,
    keys: SigningKeys | undefined,
    interruption: AbortController,
  ): Promise<void> {
    if (outcome === 'drop') return record.dropped(lease);
    const goesOnUntil = clock.now() + PROMPT_MS;
    const delivered: Attempt[] = [];
    for (const event of lease.events) {
      const { attempt, failure } = await sendEvent(deps, lease, event, keys, interruption);
      if (failure !== undefined && interrupted) break;
      attempts.inc({ outcome: failure === undefined ? 'delivered' : 'failed' });
      if (failure !== undefined) return record.failed(lease, delivered, attempt, failure);
      if (outcome === 'double') return record.deliveredOnce(lease, attempt);
      delivered.push(attempt);
      if (clock.now() >= goesOnUntil || interrupted) break;
    }
    await (delivered.length === 0 ? record.untried(lease) : record.delivered(lease, delivered));
  }

  function start(push: PlannedPush, keys: SigningKeys | undefined): void {
    const interruption = new AbortController();
    prompt.add(push.lease);
    const givePlace = () => {
      prompt.delete(push.lease);
      wake();
    };
    const isLate = setTimeout(givePlace, PROMPT_MS);
    const run = deliver(push, keys, interruption)
      // The lease ends by itself, and the event goes out again.
      .catch((error) => log.warn({ err: error }, 'the outcome of a webhook could not be recorded'))
      .finally(() => {
        clearTimeout(isLate);
        running.delete(push.lease);
        givePlace();
      });
    running.set(push.lease, { run, interruption });
  }

  function findPlaces(): Places {
    return freePlaces(new Set([...prompt].map(({ partnerId }) => partnerId)).size, running.size);
  }

  async function round(): Promise<void> {
    const places = findPlaces();
    const now = clock.now();
    // Two transactions: streams that get new events are locked until the first ends, and who records what got through waits for them.
    if (await database.inTransaction((tx) => sequenceBatch(tx, now))) wake();
    if (places.most === 0) return;
    await leaseAndStart(places, now).catch((error) => {
      lost.add(leasedUntil(now));
      throw error;
    });
  }

  async function leaseAndStart(places: Places, now: Instant): Promise<void> {
    const { leases, idle, ...leased } = await database.inTransaction(async (tx) => {
      await lockLeasing(tx);
      if (lost.size > 0) await releaseLost(tx, [...lost], [...running.keys()]);
      return leaseStreams(tx, { now, until: leasedUntil(now), ...places, perStream: MOST_OF_A_STREAM, lastTurn });
    });
    lost.clear();
    lastTurn = leased.lastTurn;
    if (idle.length > 0) {
      await putStreamsAway(database, idle);
      // They took the places of others that are due.
      wake();
    }
    if (leases.length === 0) return;
    const pushes =
      environment === 'sandbox' ? await applyFaults(database, faultPlaces, leases, now) : leases.map(unharmed);
    // Those that were put back took places too.
    if (pushes.length < leases.length) wake();
    const partnerIds = [...new Set(pushes.map(({ lease }) => lease.partnerId))];
    const keys = await signingKeysOf(database, secretBox, partnerIds, clock.now());
    const isSigned = ({ lease }: PlannedPush) => keys.get(lease.partnerId)?.key !== undefined;
    for (const push of pushes.filter(isSigned)) start(push, keys.get(push.lease.partnerId));
    promptAtFirst = prompt.size;
    const [first, ...others] = pushes.filter((push) => !isSigned(push)).map(({ lease }) => lease);
    if (first === undefined) return;
    await awaitKeys(database, [first, ...others], now);
    // They took the places of others that are due.
    wake();
  }

  const isWorthARound = () => isWorthLeasing(prompt.size, promptAtFirst);

  async function settle(): Promise<void> {
    const grace = setTimeout(() => {
      interrupted = true;
      givingUp.abort();
      for (const { interruption } of running.values()) interruption.abort();
    }, GRACE_MS);
    await Promise.all([...running.values()].map(({ run }) => run));
    clearTimeout(grace);
  }

  return { round, isWorthARound, settle };
}
