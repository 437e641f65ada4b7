import { Type } from 'typebox';
import { DeliveryError } from '../../foundation/errors.ts';

const DEFAULT = 50;
const MOST = 200;

/** How many a page of a list holds, as it stands in the query of every list. */
export const PageLimit = Type.Optional(
  Type.String({ description: `1 to ${MOST}; ${DEFAULT} where not given`, examples: [String(DEFAULT)] }),
);

export function pageLimitOf(limit: unknown): number {
  if (limit === undefined) return DEFAULT;
  if (typeof limit === 'string' && /^\d{1,3}$/.test(limit) && Number(limit) >= 1 && Number(limit) <= MOST)
    return Number(limit);
  throw wrongQuery(`The limit must be a whole number from 1 to ${MOST}.`, 'limit');
}

export function wrongQuery(sentence: string, name: string): DeliveryError {
  return new DeliveryError('ERR_INVALID_FIELD', sentence, `/querystring/${name}`);
}
