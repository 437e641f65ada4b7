import { type Static, Type } from 'typebox';
import type { DeskApi } from '../accounts/index.ts';
import { DeliveryError } from '../foundation/errors.ts';
import { isId, type PartnerId } from '../foundation/ids.ts';
import { DAY_MS, type Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { pageLimitOf, wrongQuery } from '../infrastructure/http/page-query.ts';
import { ok, okPage } from '../infrastructure/http/partner-api.ts';
import { findKeyOf, findRequest, listRequests, type RequestFilter } from '../partners/index.ts';
import { timeOf } from './events-http.ts';
import {
  RequestDetailsWire,
  RequestLineWire,
  RequestParams,
  RequestsQuery,
  requestDetailsToWire,
  requestLineToWire,
} from './requests-wire.ts';

type RequestDeps = { readonly requestLogDays: number };

export function addRequestRoutes(api: DeskApi<'portal'>, { requestLogDays }: RequestDeps): void {
  const keptSince = (now: Instant) => now - requestLogDays * DAY_MS;

  api.get(
    '/portal/v1/requests',
    { may: 'look', query: RequestsQuery, paged: true, answers: { 200: Type.Array(RequestLineWire) } },
    async ({ partnerId, query, now, seen }) => {
      if (requestLogDays === 0) throw new DeliveryError('ERR_NOT_FOUND', 'No log of calls is kept here.');
      const limit = pageLimitOf(query.limit);
      const before = cursorOf(query.after);
      const filter = await filterOf(seen, partnerId, query, keptSince(now));
      if (filter === undefined) return okPage([], null);
      const { requests, next } = await listRequests(seen, partnerId, filter, { before, limit });
      return okPage(requests.map(requestLineToWire), next);
    },
  );

  api.get(
    '/portal/v1/requests/:id',
    { may: 'look', params: RequestParams, answers: { 200: RequestDetailsWire } },
    async ({ partnerId, params: { id }, now, seen }) => {
      const found = isId(id) ? await findRequest(seen, partnerId, id, keptSince(now)) : undefined;
      if (found === undefined) throw new DeliveryError('ERR_NOT_FOUND', 'There is no such call of yours in the log.');
      return ok(requestDetailsToWire(found));
    },
  );
}

function cursorOf(after: string | undefined): string | undefined {
  if (after === undefined || isId(after)) return after;
  throw wrongQuery('"after" must be the "next" of the page before.', 'after');
}

/** Undefined where nothing can be found. */
async function filterOf(
  seen: Queryable,
  partnerId: PartnerId,
  { answered, path, key, requestId, since, until }: Static<typeof RequestsQuery>,
  keptSince: Instant,
): Promise<RequestFilter | undefined> {
  const ownKey = key === undefined ? undefined : await findKeyOf(seen, partnerId, key);
  if (key !== undefined && ownKey === undefined) return undefined;
  return {
    answered,
    path,
    keyId: ownKey?.id,
    requestId,
    since: Math.max(timeOf(since, 'since') ?? keptSince, keptSince),
    until: timeOf(until, 'until'),
  };
}
