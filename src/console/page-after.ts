import { isId } from '../foundation/ids.ts';
import { wrongQuery } from '../infrastructure/http/page-query.ts';

/** Where a page goes on; undefined for the first one. */
export function pageAfter(after: string | undefined): string | undefined {
  if (after === undefined || isId(after)) return after;
  throw wrongQuery('"after" must be the "next" of the page before.', 'after');
}
