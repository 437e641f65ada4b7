import { DeliveryError } from '../foundation/errors.ts';
import { isId, type PartnerId } from '../foundation/ids.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { findExplanation, findQuotation } from './quotations-sql.ts';
import type { Quotation } from './rules/quotation.ts';

export type ReadingDeps = {
  readonly database: Queryable;
  /** Whether it is one of the other variant's, which has rooms of its own. */
  readonly isScheduled: (partnerId: PartnerId, id: string) => Promise<boolean>;
};

/** One's own can be read after its expiry and use too. */
export async function readQuotation(deps: ReadingDeps, partnerId: PartnerId, id: string): Promise<Quotation> {
  return (isId(id) ? await findQuotation(deps.database, partnerId, id) : undefined) ?? refuse(deps, partnerId, id);
}

export async function readExplanation(
  deps: ReadingDeps,
  partnerId: PartnerId,
  id: string,
): Promise<Readonly<Record<string, unknown>>> {
  return (isId(id) ? await findExplanation(deps.database, partnerId, id) : undefined) ?? refuse(deps, partnerId, id);
}

async function refuse({ isScheduled }: ReadingDeps, partnerId: PartnerId, id: string): Promise<never> {
  if (isId(id) && (await isScheduled(partnerId, id)))
    throw new DeliveryError('ERR_NOT_FOUND', `Quotation ${id} is a scheduled one. Send the header Platform: PLUS.`);
  throw new DeliveryError('ERR_INVALID_QUOTATION_ID', `There is no quotation ${isId(id) ? `${id} ` : ''}of yours.`);
}
