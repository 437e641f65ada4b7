import { DeliveryError } from '../foundation/errors.ts';
import { type Reference, referenceFrom } from '../wallet/index.ts';

/** What somebody at the desk calls a payment by; undefined where it has no name. One that is none must not be booked without it. */
export function referenceIn(text: string | undefined): Reference | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const reference = referenceFrom(text);
  if (reference !== undefined) return reference;
  throw new DeliveryError('ERR_INVALID_FIELD', 'It must have 1 to 100 characters in one line.', '/data/reference');
}
