import { setTimeout as wait } from 'node:timers/promises';
import { type Asker, requestSignInCode, type SignInDeps } from '../drivers/index.ts';
import type { Instant } from '../foundation/time.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Database } from '../infrastructure/database/database.ts';
import type { Log } from '../infrastructure/log.ts';
import type { Messages } from '../infrastructure/messages.ts';

export type SendCodeDeps = SignInDeps & {
  readonly database: Database;
  readonly clock: Clock;
  readonly messages: Messages;
  readonly log: Log;
};

/** Longer than all of it takes, so that the time does not tell either for whom there was something to do. */
export const ANSWERED_AFTER_MS = 100;

/** Answers the same for every phone, and does not wait for the message: nobody learns who is a driver. */
export async function sendSignInCode(deps: SendCodeDeps, phone: string, asker: Asker, now: Instant): Promise<void> {
  await Promise.all([sendIfDriver(deps, phone, asker, now), wait(ANSWERED_AFTER_MS)]);
}

async function sendIfDriver(deps: SendCodeDeps, phone: string, asker: Asker, now: Instant): Promise<void> {
  const issued = await deps.database.inTransaction((tx) => requestSignInCode(deps, tx, phone, asker, now));
  if (issued === undefined) return;
  const text = `Your Waybill code is ${issued.code}. It is valid for 10 minutes. Give it to nobody.`;
  void deps.messages.send({ to: phone, text });
}
