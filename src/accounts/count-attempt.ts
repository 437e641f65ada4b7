import { DeliveryError } from '../foundation/errors.ts';
import { type Instant, MINUTE_MS, SECOND_MS } from '../foundation/time.ts';
import type { Database, Transaction } from '../infrastructure/database/database.ts';
import { hashOf } from '../infrastructure/session-token.ts';
import { deleteFailure, deleteFailuresFrom, failuresSince, insertFailure, lockEmail } from './failures-sql.ts';
import type { Desk } from './rules/permissions.ts';
import { FAILURES_COUNT_MS, waitBeforeSignIn } from './rules/sign-in-limit.ts';

export type Attempt = { readonly id: string; readonly emailHash: Buffer; readonly address: string };
type Guess = { readonly desk: Desk; readonly email: string; readonly address: string };

/** Counts as failed until it is known to be right, so that many at once are no way around the limit. */
export async function beginAttempt(database: Database, guess: Guess, now: Instant): Promise<Attempt> {
  const { address } = guess;
  const emailHash = hashOf(`${guess.desk}/${guess.email}`);
  return database.inTransaction(async (tx) => {
    await lockEmail(tx, emailHash);
    const failures = await failuresSince(tx, emailHash, now - FAILURES_COUNT_MS);
    const waitMs = waitBeforeSignIn(failures, address, now);
    if (waitMs > 0) throw tooMany(waitMs);
    return { id: await insertFailure(tx, emailHash, address, now), emailHash, address };
  });
}

/** It was neither right nor wrong. */
export async function takeBack(tx: Transaction, { id }: Attempt): Promise<void> {
  await deleteFailure(tx, id);
}

/** It was right: the failures before it, from the same place, were this person's own. */
export async function forgetFailures(tx: Transaction, { emailHash, address }: Attempt): Promise<void> {
  await deleteFailuresFrom(tx, emailHash, address);
}

function tooMany(waitMs: number): DeliveryError {
  const minutes = Math.ceil(waitMs / MINUTE_MS);
  return new DeliveryError(
    'ERR_RATE_LIMIT_EXCEEDED',
    `Too many attempts have failed. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`,
    undefined,
    { 'retry-after': String(Math.ceil(waitMs / SECOND_MS)) },
  );
}
