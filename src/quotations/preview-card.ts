import type { MinorUnits } from '../foundation/money.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { type CardKey, priceTrip, type RateCardVersion } from '../pricing/index.ts';
import { pastTrips } from './quotations-sql.ts';

const PAGE = 1_000;

/** What a card would have done to past quotations. */
export type CardPreview = {
  readonly quotations: number;
  readonly dearer: number;
  readonly cheaper: number;
  readonly totalBeforeMinor: MinorUnits;
  readonly totalAfterMinor: MinorUnits;
  readonly largestRise: { readonly quotationId: string; readonly byMinor: MinorUnits } | undefined;
  readonly largestFall: { readonly quotationId: string; readonly byMinor: MinorUnits } | undefined;
};

/** Tries a card on the quotations of its city and service since a time, each priced anew from what it was made of. */
export async function previewCard(
  sql: Queryable,
  key: CardKey,
  card: RateCardVersion['card'],
  since: Instant,
  most: number,
): Promise<CardPreview> {
  let preview: CardPreview = {
    quotations: 0,
    dearer: 0,
    cheaper: 0,
    totalBeforeMinor: 0n,
    totalAfterMinor: 0n,
    largestRise: undefined,
    largestFall: undefined,
  };
  let before: string | undefined;
  while (preview.quotations < most) {
    const page = await pastTrips(sql, key, since, before, Math.min(PAGE, most - preview.quotations));
    for (const { id, trip, totalMinor } of page)
      preview = addTo(preview, id, totalMinor, priceTrip(card, trip).totalMinor);
    before = page.at(-1)?.id;
    if (page.length < PAGE) break;
  }
  return preview;
}

function addTo(preview: CardPreview, quotationId: string, was: MinorUnits, wouldBe: MinorUnits): CardPreview {
  const byMinor = wouldBe - was;
  return {
    quotations: preview.quotations + 1,
    dearer: preview.dearer + (byMinor > 0n ? 1 : 0),
    cheaper: preview.cheaper + (byMinor < 0n ? 1 : 0),
    totalBeforeMinor: preview.totalBeforeMinor + was,
    totalAfterMinor: preview.totalAfterMinor + wouldBe,
    largestRise: byMinor > (preview.largestRise?.byMinor ?? 0n) ? { quotationId, byMinor } : preview.largestRise,
    largestFall: byMinor < (preview.largestFall?.byMinor ?? 0n) ? { quotationId, byMinor } : preview.largestFall,
  };
}
