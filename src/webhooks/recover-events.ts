import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { leaveJob } from '../infrastructure/jobs/jobs-sql.ts';
import { lineUp, wakeSenders } from './delivery-streams-sql.ts';
import { lockSequence } from './event-log-sql.ts';
import { lockReceiver } from './receivers-sql.ts';
import { countUndelivered, END_OF_LOG, firstUndelivered, placeBefore } from './recovery-sql.ts';
import { insistOnReceiver } from './redeliver-event.ts';
import { nameOfRest, type PushedSince, RECOVER_REST } from './rules/recovery.ts';

/** While so many are put in line, nobody's events get their places in the log. */
const MOST_AT_ONCE = 1_000;

/**
 * Sends everything that was recorded since then and is not delivered; answers with how many events that is. The first of them are put in
 * line here, the rest by a worker. What has no place in the log yet goes out by itself, after what is left of its stream.
 */
export async function recoverEvents(
  tx: Transaction,
  partnerId: PartnerId,
  since: Instant,
  now: Instant,
): Promise<number> {
  insistOnReceiver(await lockReceiver(tx, partnerId));
  const wanted = { partnerId, since, after: await placeBefore(tx, partnerId, since), until: END_OF_LOG };
  const first = await firstUndelivered(tx, wanted, MOST_AT_ONCE);
  const after = first[MOST_AT_ONCE - 1];
  // Counted before anything is locked that others wait for.
  const rest = after === undefined ? 0 : await countUndelivered(tx, { ...wanted, after });
  const until = await putInLine(tx, partnerId, first, now);
  if (after !== undefined && rest > 0) await leaveRest(tx, { ...wanted, after, until }, now);
  return first.length + rest;
}

export async function recoverRest(tx: Transaction, rest: PushedSince, now: Instant): Promise<void> {
  const next = await firstUndelivered(tx, rest, MOST_AT_ONCE);
  await putInLine(tx, rest.partnerId, next, now);
  const after = next[MOST_AT_ONCE - 1];
  if (after !== undefined) await leaveRest(tx, { ...rest, after }, now);
}

/** Answers with the last place in the log at that moment. */
async function putInLine(
  tx: Transaction,
  partnerId: PartnerId,
  positions: readonly string[],
  now: Instant,
): Promise<string> {
  // No stream is forgotten while something is added to it.
  const last = await lockSequence(tx);
  await lineUp(tx, partnerId, positions, now, { again: false });
  wakeSenders(tx);
  return last;
}

async function leaveRest(tx: Transaction, rest: PushedSince, now: Instant): Promise<void> {
  await leaveJob(tx, { kind: RECOVER_REST, name: nameOfRest(rest), dueAt: now, payload: rest });
}
