import type { Queryable } from '../infrastructure/database/database.ts';
import { wrongHolds } from './orders-sql.ts';

const MOST_SHOWN = 5;

/** One sentence for each wallet that holds another amount than its open orders need. */
export async function checkHolds(sql: Queryable): Promise<readonly string[]> {
  return (await wrongHolds(sql, MOST_SHOWN)).map(
    ({ partnerId, currency, heldMinor, neededMinor }) =>
      `partner ${partnerId} has ${heldMinor} minor units of ${currency} held, but open orders of ${neededMinor}`,
  );
}
