import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import type { Instant } from '../../foundation/time.ts';
import { hasLapsed } from './offer-time.ts';

type Offer = { readonly driverId: string; readonly state: string; readonly expiresAt: Instant };

/** A driver answers an offer that is his own, open and in time; another's is as unknown as one that never was. */
export function decideAnswer<O extends Offer>(offer: O | undefined, driverId: string, now: Instant): Decision<O> {
  if (offer === undefined || offer.driverId !== driverId) return refused('ERR_OFFER_NOT_FOUND');
  if (offer.state === 'withdrawn')
    return refused('ERR_OFFER_GONE', 'Another driver took the order, or it was withdrawn.');
  if (offer.state === 'lapsed' || hasLapsed(offer.expiresAt, now))
    return refused('ERR_OFFER_GONE', 'The time to answer is over.');
  if (offer.state !== 'open') return refused('ERR_OFFER_GONE', `The offer has been ${offer.state} already.`);
  return accepted(offer);
}
