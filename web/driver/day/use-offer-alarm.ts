import { useEffect, useRef, useState } from 'react';
import type { Offer } from '../api/types.ts';
import { now } from '../device/clock.ts';
import { countdown } from '../rules/countdown.ts';
import type { ShownOffer } from '../rules/shown-offers.ts';
import { useFormat } from '../words/use-format.ts';
import { useWords } from '../words/words.ts';

const BUZZ_MS = [400, 200, 400];

/** A new offer is felt in the pocket, and seen in the title of the window. The answer is what is to be read out, once. */
export function useOfferAlarm(shown: readonly ShownOffer[]): string {
  const t = useWords();
  const tell = useTell();
  const [told, setTold] = useState('');
  const known = useRef<ReadonlySet<string>>(new Set());
  const standing = shown.filter(({ gone }) => gone === undefined).map(({ offer }) => offer);
  useEffect(() => {
    const fresh = standing.filter(({ offerId }) => !known.current.has(offerId));
    if (fresh.length === 0) return;
    navigator.vibrate?.(BUZZ_MS);
    setTold(fresh.map(tell).join(' '));
    known.current = new Set([...known.current, ...fresh.map(({ offerId }) => offerId)]);
  });
  const isOffered = standing.length > 0;
  useEffect(() => {
    document.title = isOffered ? `● ${t('offer.inTitle')}` : 'Waybill Driver';
    if (!isOffered) setTold('');
  }, [isOffered, t]);
  return told;
}

/** What decides: how much, how far, and for how long it can be taken. */
function useTell() {
  const t = useWords();
  const format = useFormat();
  return ({ earning: { amount, currency }, distanceToPickUp, distance, expiresAt }: Offer) => {
    const end = Date.parse(expiresAt);
    const time = now();
    const facts = [
      t('offer.new', { money: format.money(amount, currency) }),
      distanceToPickUp && t('offer.toPickUp', { distance: format.distance(Number(distanceToPickUp.value)) }),
      t('offer.route', { distance: format.distance(Number(distance.value)) }),
      t('offer.secondsLeft', { count: countdown(end, time, end - time).seconds }),
    ];
    return `${facts.filter((fact) => fact !== undefined).join('. ')}.`;
  };
}
