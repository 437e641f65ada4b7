import { DeliveryError } from '../foundation/errors.ts';
import { isId, type PartnerId } from '../foundation/ids.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { findExplanation, findQuotation } from './quotations-sql.ts';
import type { Quotation } from './rules/quotation.ts';

/** One's own can be read after its expiry and use too. */
export async function readQuotation(sql: Queryable, partnerId: PartnerId, id: string): Promise<Quotation> {
  return orUnknown(isId(id) ? await findQuotation(sql, partnerId, id) : undefined, id);
}

export async function readExplanation(
  sql: Queryable,
  partnerId: PartnerId,
  id: string,
): Promise<Readonly<Record<string, unknown>>> {
  return orUnknown(isId(id) ? await findExplanation(sql, partnerId, id) : undefined, id);
}

function orUnknown<T>(found: T | undefined, id: string): T {
  if (found !== undefined) return found;
  throw new DeliveryError('ERR_INVALID_QUOTATION_ID', `There is no quotation ${isId(id) ? `${id} ` : ''}of yours.`);
}
