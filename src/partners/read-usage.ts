import type { PartnerId } from '../foundation/ids.ts';
import { DAY_MS, type Instant } from '../foundation/time.ts';
import type { Environment } from '../infrastructure/config/environment.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { LIMITED_APIS } from '../infrastructure/http/partner-api.ts';
import { findKeyOf } from './api-keys-sql.ts';
import { callCountsSince } from './call-counts-sql.ts';
import { rateLimitOf } from './rules/rate-limits.ts';
import { type Usage, usageOf, usageSince } from './rules/usage.ts';

/** A little longer than anybody looks back. */
export const COUNTS_KEPT_MS = DAY_MS;

/** How near this key of the partner came to its limits, kind by kind; undefined where the partner has no such key. */
export async function readUsage(
  { environment }: { readonly environment: Environment },
  sql: Queryable,
  partnerId: PartnerId,
  publicKey: string,
  now: Instant,
): Promise<readonly Usage[] | undefined> {
  const key = await findKeyOf(sql, partnerId, publicKey);
  if (key === undefined) return undefined;
  const counts = await callCountsSince(sql, key.id, usageSince(now));
  return LIMITED_APIS.filter((api) => api !== 'Sandbox' || environment === 'sandbox').map((api) => {
    const { allowed, pace } = rateLimitOf(api, environment, key.limitFactor);
    return usageOf({ api, allowed, allowedASecond: pace?.allowed }, counts, now);
  });
}
