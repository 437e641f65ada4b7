import type { Offer } from '../api/types.ts';

/** How long it is said of an offer that it is gone. */
export const SAID_FOR_MS = 6_000;
/** The server's clock is known to about a second: what it takes back so late has lapsed. */
export const NEARLY_OVER_MS = 2_000;

export type ShownOffer = {
  readonly offer: Offer;
  /** `until` by the device's stopwatch. */
  readonly gone?: { readonly why: 'lapsed' | 'taken'; readonly until: number };
};

export type Moment = {
  /** The server's time, as far as it is known: it is put right now and then. */
  readonly now: number;
  /** The device's stopwatch, which nobody puts right. */
  readonly elapsed: number;
};

/** Those that can still be taken: without signal nobody takes one back when its time is over. */
export function standingOffers(offers: readonly Offer[], now: number): readonly Offer[] {
  return offers.filter((offer) => now < Date.parse(offer.expiresAt));
}

/**
 * What stands on the screen. An offer does not vanish under the thumb: for a moment it is said why it is gone, unless the driver has
 * answered it.
 */
export function shownOffers(
  before: readonly ShownOffer[],
  offers: readonly Offer[],
  answered: ReadonlySet<string>,
  { now, elapsed }: Moment,
): readonly ShownOffer[] {
  const standing = standingOffers(offers, now);
  const stands = (offerId: string) => standing.some((offer) => offer.offerId === offerId);
  const going = before.flatMap(({ offer, gone }): readonly ShownOffer[] => {
    if (stands(offer.offerId) || answered.has(offer.offerId)) return [];
    if (gone !== undefined) return elapsed < gone.until ? [{ offer, gone }] : [];
    const why = now < Date.parse(offer.expiresAt) - NEARLY_OVER_MS ? 'taken' : 'lapsed';
    return [{ offer, gone: { why, until: elapsed + SAID_FOR_MS } }];
  });
  return [...going, ...standing.filter(({ offerId }) => !answered.has(offerId)).map((offer) => ({ offer }))];
}
