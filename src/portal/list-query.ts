import { isId } from '../foundation/ids.ts';
import { type Instant, parseInstant } from '../foundation/time.ts';
import { pageLimitOf, wrongQuery } from '../infrastructure/http/page-query.ts';
import { readMarket, type Scope } from './scope.ts';

type Query = { readonly [name in 'limit' | 'after' | 'market' | 'status' | 'search' | 'from' | 'until']?: string };

/** How a list of orders or parcels is narrowed down, and where it goes on. */
export function readListQuery(scope: Scope, query: Query, isStatus: (name: string) => boolean) {
  const { after, market, status, search } = query;
  if (after !== undefined && !isId(after)) throw wrongQuery('"after" must be the "next" of the page before.', 'after');
  if (status !== undefined && status !== 'OPEN' && !isStatus(status))
    throw wrongQuery('There is no such status.', 'status');
  return {
    partnerId: scope.partner.id,
    markets: market === undefined ? scope.partner.markets : [readMarket(scope, query)],
    status: status as 'OPEN' | undefined,
    search,
    from: timeIn(query.from, 'from'),
    until: timeIn(query.until, 'until'),
    after,
    limit: pageLimitOf(query.limit),
  };
}

function timeIn(text: string | undefined, name: string): Instant | undefined {
  if (text === undefined) return undefined;
  const instant = parseInstant(text);
  if (instant === undefined) throw wrongQuery(`"${name}" must be a time with a zone.`, name);
  return instant;
}
