import type { Queryable } from '../infrastructure/database/database.ts';
import type { Order } from '../orders/index.ts';
import type { Parcel } from '../plus/index.ts';
import { type RecipientWord, wordsOfRecipients } from '../tracking/index.ts';

/** What recipients of an order have told its driver; when it is over, nobody needs that any more. */
export async function wordsOnOrder(sql: Queryable, order: Order): Promise<readonly RecipientWord[]> {
  return 'endedAt' in order ? [] : wordsOfRecipients(sql, [order.streamId]);
}

export async function wordsOnParcels(sql: Queryable, parcels: readonly Parcel[]): Promise<readonly RecipientWord[]> {
  const open = parcels.filter(({ endedAt }) => endedAt === undefined).map(({ id }) => id);
  return open.length === 0 ? [] : wordsOfRecipients(sql, open);
}
