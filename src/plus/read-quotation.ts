import { DeliveryError } from '../foundation/errors.ts';
import { hintAtDigits, isId, shownId } from '../foundation/ids.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { findQuotation, type Reader, readableBy } from '../quotations/index.ts';
import { findPlusQuotation } from './quotations-sql.ts';
import type { PlusQuotation } from './rules/parcel.ts';

/** One's own can be read after its expiry and use too. */
export async function readPlusQuotation(sql: Queryable, reader: Reader, id: string): Promise<PlusQuotation> {
  const found = isId(id) ? await findPlusQuotation(sql, id) : undefined;
  if (found?.partnerId === reader.id) return readableBy(reader, id, found);
  if (isId(id) && (await findQuotation(sql, reader.id, id)) !== undefined)
    throw new DeliveryError('ERR_NOT_FOUND', `Quotation ${id} is not a scheduled one. Leave out the header Platform.`);
  throw new DeliveryError(
    'ERR_INVALID_QUOTATION_ID',
    `There is no scheduled quotation ${shownId(id)} of yours.${hintAtDigits(id)}`,
  );
}
