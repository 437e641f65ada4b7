import { useCallback, useEffect, useState } from 'react';
import { now } from '../device/clock.ts';
import { type ShownOffer, shownOffers } from '../rules/shown-offers.ts';
import { useWork } from './work.ts';

const LOOK_EVERY_MS = 250;

export type Offers = {
  readonly shown: readonly ShownOffer[];
  /** The driver has answered it: nothing more is said of it. */
  readonly answered: (offerId: string) => void;
};

/** The offers as they stand on the screen: of those that are gone it is said so for a moment. */
export function useOffers(): Offers {
  const { offers } = useWork();
  const [shown, setShown] = useState<readonly ShownOffer[]>([]);
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const isBusy = offers.length > 0 || shown.length > 0;
  useEffect(() => {
    const look = () => {
      const moment = { now: now(), elapsed: performance.now() };
      setShown((before) => unlessSame(before, shownOffers(before, offers, done, moment)));
    };
    look();
    const timer = isBusy ? setInterval(look, LOOK_EVERY_MS) : undefined;
    return () => clearInterval(timer);
  }, [offers, done, isBusy]);
  const answered = useCallback((offerId: string) => setDone((before) => new Set([...before, offerId])), []);
  return { shown, answered };
}

/** Nothing is drawn anew for a look that has found nothing new. */
function unlessSame(before: readonly ShownOffer[], after: readonly ShownOffer[]): readonly ShownOffer[] {
  const isSame =
    before.length === after.length &&
    before.every(({ offer, gone }, index) => offer === after[index]?.offer && gone === after[index]?.gone);
  return isSame ? before : after;
}
