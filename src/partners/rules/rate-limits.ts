import type { Instant } from '../../foundation/time.ts';
import { MINUTE_MS, SECOND_MS } from '../../foundation/time.ts';
import type { Environment } from '../../infrastructure/config/environment.ts';
import type { LimitedApi } from '../../infrastructure/http/partner-api.ts';

/** A name to count under, and how many calls any stretch of `windowMs` may hold. */
export type RateLimit = {
  readonly name: string;
  readonly allowed: number;
  readonly windowMs: number;
  /** A limit of the same calls for shorter stretches; a call that comes too fast is not counted against the longer one. */
  readonly pace?: RateLimit;
};

const CALLS_A_MINUTE: Readonly<Record<LimitedApi, Readonly<Record<Environment, number>>>> = {
  PostQuotation: { sandbox: 30, production: 100 },
  GetQuotation: { sandbox: 50, production: 300 },
  PostOrder: { sandbox: 30, production: 100 },
  GetOrder: { sandbox: 50, production: 300 },
  GetDriver: { sandbox: 50, production: 300 },
  DeleteDriver: { sandbox: 30, production: 100 },
  DeleteOrder: { sandbox: 30, production: 100 },
  PostPriorityFee: { sandbox: 30, production: 100 },
  GetCities: { sandbox: 50, production: 300 },
  PatchOrder: { sandbox: 30, production: 100 },
  PatchWebhook: { sandbox: 30, production: 100 },
  Sandbox: { sandbox: 600, production: 600 },
};
const ORDERS_A_SECOND = 2;

export function rateLimitOf(api: LimitedApi, environment: Environment, limitFactor: number): RateLimit {
  const limit = { name: api, allowed: CALLS_A_MINUTE[api][environment] * limitFactor, windowMs: MINUTE_MS };
  if (api !== 'PostOrder') return limit;
  return { ...limit, pace: { name: 'PostOrderPace', allowed: ORDERS_A_SECOND * limitFactor, windowMs: SECOND_MS } };
}

/** `resetAt`: when the oldest counted call leaves the window, so that there is room for one more. */
export type RateState = { readonly allowed: number; readonly remaining: number; readonly resetAt: Instant };

/** Both spellings that clients of this API look for. */
const SPELLINGS = ['ratelimit', 'ratelimits'];
const HEADER_NAMES = Object.fromEntries(
  Object.keys(CALLS_A_MINUTE).map((api) => {
    const named = (field: string) => SPELLINGS.map((spelling) => `${spelling}-${field}-${api.toLowerCase()}`);
    return [api, { limit: named('limit'), remaining: named('remaining'), reset: named('reset') }];
  }),
) as unknown as Readonly<Record<LimitedApi, Readonly<Record<'limit' | 'remaining' | 'reset', readonly string[]>>>>;

export function rateHeaders(api: LimitedApi, state: RateState): Record<string, string> {
  const headers: Record<string, string> = {};
  const names = HEADER_NAMES[api];
  for (const name of names.limit) headers[name] = String(state.allowed);
  for (const name of names.remaining) headers[name] = String(state.remaining);
  for (const name of names.reset) headers[name] = String(Math.ceil(state.resetAt / SECOND_MS));
  return headers;
}

export function retryAfterSeconds(state: RateState, now: Instant): number {
  return Math.max(1, Math.ceil((state.resetAt - now) / SECOND_MS));
}
