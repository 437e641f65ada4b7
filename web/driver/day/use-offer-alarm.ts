import { useEffect, useRef } from 'react';
import type { ShownOffer } from '../rules/shown-offers.ts';
import { useWords } from '../words/words.ts';

const BUZZ_MS = [400, 200, 400];

/** A new offer is felt in the pocket, and seen in the title of the window. */
export function useOfferAlarm(shown: readonly ShownOffer[]): void {
  const t = useWords();
  const known = useRef<ReadonlySet<string>>(new Set());
  const standing = shown.filter(({ gone }) => gone === undefined).map(({ offer }) => offer.offerId);
  useEffect(() => {
    if (standing.some((offerId) => !known.current.has(offerId))) navigator.vibrate?.(BUZZ_MS);
    known.current = new Set([...known.current, ...standing]);
  });
  const isOffered = standing.length > 0;
  useEffect(() => {
    document.title = isOffered ? `● ${t('offer.inTitle')}` : 'Waybill Driver';
  }, [isOffered, t]);
}
