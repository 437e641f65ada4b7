import { createGuardedHttp, type GuardedHttp } from '../infrastructure/guarded-http.ts';
import { mayConnect } from '../webhooks/index.ts';
import type { Foundations } from './foundations.ts';

/** What reaches partners' receivers, and nothing inside our own network. */
export function webhookHttp({ settings }: Foundations): GuardedHttp {
  const policy = { environment: settings.environment, allow: settings.webhookAllow };
  return createGuardedHttp((address, host) => mayConnect(address, host, policy));
}
