import type { Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { type CardKey, driverFare, isPriced, priceTrip, type RateCardVersion } from '../pricing/index.ts';
import { type PastTrip, pastTrips } from './quotations-sql.ts';
import { type CardPreview, NOTHING_TRIED, type TriedQuotation, tryMore } from './rules/card-preview.ts';

const PAGE = 1_000;

type Card = RateCardVersion['card'];
type Tried = {
  readonly key: CardKey;
  readonly card: Card;
  /** The card of an earlier version, by which a quotation was made; undefined where it is not known any more. */
  readonly cardOfVersion: (version: number) => Card | undefined;
};

/** Tries a card on the quotations of its city and service since a time, each priced anew from what it was made of. */
export async function previewCard(sql: Queryable, tried: Tried, since: Instant, most: number): Promise<CardPreview> {
  let preview = NOTHING_TRIED;
  let before: string | undefined;
  for (let left = most; left > 0; left -= PAGE) {
    const page = await pastTrips(sql, tried.key, since, before, Math.min(PAGE, left));
    const priced = page.filter(({ trip }) => trip.specialRequests.every((name) => isPriced(tried.card, name)));
    preview = tryMore(
      preview,
      priced.map((past) => tryOn(tried, past)),
      page.length - priced.length,
    );
    before = page.at(-1)?.id;
    if (page.length < PAGE) break;
  }
  return preview;
}

function tryOn({ card, cardOfVersion }: Tried, { id, partnerId, trip, totalMinor, version }: PastTrip): TriedQuotation {
  const price = priceTrip(card, trip);
  const madeBy = cardOfVersion(version) ?? card;
  return {
    quotationId: id,
    partnerId,
    distanceMeters: trip.distanceMeters,
    before: { priceMinor: totalMinor, marginMinor: totalMinor - driverFare(madeBy, priceTrip(madeBy, trip)) },
    after: { priceMinor: price.totalMinor, marginMinor: price.totalMinor - driverFare(card, price) },
  };
}
