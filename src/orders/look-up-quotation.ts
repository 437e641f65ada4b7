import type { Database } from '../infrastructure/database/database.ts';
import { microBatch } from '../infrastructure/database/micro-batch.ts';
import { findQuotationRecords, type QuotationRecord } from '../quotations/index.ts';
import { findBoughtOrders } from './orders-sql.ts';
import type { Order } from './rules/order.ts';

const LARGEST_BATCH = 64;

export type LookUpQuotation = (
  quotationId: string,
) => Promise<{ readonly quotation: QuotationRecord | undefined; readonly boughtOrder: Order | undefined }>;

/** Quotations and what they have bought, in two reads for all placements that arrive together. */
export function createQuotationLookUp(database: Database): LookUpQuotation {
  return microBatch(LARGEST_BATCH, async (ids: readonly string[]) => {
    const distinct = [...new Set(ids)];
    const [quotations, orders] = await Promise.all([
      findQuotationRecords(database, distinct),
      findBoughtOrders(database, distinct),
    ]);
    return ids.map((id) => ({
      quotation: quotations.find((quotation) => quotation.id === id),
      boughtOrder: orders.find((order) => order.quotationId === id),
    }));
  });
}
