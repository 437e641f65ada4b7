import { DeliveryError } from '../foundation/errors.ts';
import { hintAtDigits, isId, type PartnerId, shownId } from '../foundation/ids.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { findExplanation, findQuotation } from './quotations-sql.ts';
import type { Quotation } from './rules/quotation.ts';

export type ReadingDeps = {
  readonly database: Queryable;
  /** Whether it is one of the other variant's, which has rooms of its own. */
  readonly isScheduled: (partnerId: PartnerId, id: string) => Promise<boolean>;
};

/** With the markets that the key is for. */
export type Reader = { readonly id: PartnerId; readonly markets: readonly string[] };

/** One's own can be read after its expiry and use too. */
export async function readQuotation(deps: ReadingDeps, reader: Reader, id: string): Promise<Quotation> {
  const found = isId(id) ? await findQuotation(deps.database, reader.id, id) : undefined;
  return found === undefined ? refuse(deps, reader.id, id) : readableBy(reader, id, found);
}

export async function readExplanation(
  deps: ReadingDeps,
  reader: Reader,
  id: string,
): Promise<Readonly<Record<string, unknown>>> {
  const found = isId(id) ? await findExplanation(deps.database, reader.id, id) : undefined;
  return found === undefined ? refuse(deps, reader.id, id) : readableBy(reader, id, found).explanation;
}

export function readableBy<Found extends { readonly market: string }>(
  { markets }: Reader,
  id: string,
  found: Found,
): Found {
  if (markets.includes(found.market)) return found;
  throw new DeliveryError(
    'ERR_INVALID_QUOTATION_ID',
    `Quotation ${id} is in the market ${found.market}, which this key is not for.`,
  );
}

async function refuse({ isScheduled }: ReadingDeps, partnerId: PartnerId, id: string): Promise<never> {
  if (isId(id) && (await isScheduled(partnerId, id)))
    throw new DeliveryError('ERR_NOT_FOUND', `Quotation ${id} is a scheduled one. Send the header Platform: PLUS.`);
  throw new DeliveryError(
    'ERR_INVALID_QUOTATION_ID',
    `There is no quotation ${shownId(id)} of yours.${hintAtDigits(id)}`,
  );
}
