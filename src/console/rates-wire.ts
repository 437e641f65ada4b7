import { Type } from 'typebox';
import { formatAmount, type MinorUnits } from '../foundation/money.ts';
import { formatInstant, type Instant } from '../foundation/time.ts';
import type { City, Market, Service } from '../markets/index.ts';
import { type CardMark, type CardState, cardState, type RateCardDocument } from '../pricing/index.ts';
import { type CardPreview, CHANGE_STEPS, changeOf } from '../quotations/index.ts';
import { Reason } from './reason.ts';

const Version = Type.Integer({ minimum: 0, maximum: 1_000_000 });
const Seen = Type.Object({ holds: Version, ahead: Type.Array(Version, { maxItems: 1_000 }) });

export const RatesQuery = Type.Object({ market: Type.String({ maxLength: 2 }) });
export const CardParams = Type.Object({ city: Type.String(), service: Type.String() });
export const VersionParams = Type.Object({ ...CardParams.properties, version: Type.String() });
export const PreviewQuery = Type.Object({ days: Type.Optional(Type.String()) });
/** The form of the card is the pricing room's to judge. */
export const DraftData = Type.Object({ document: Type.Unknown() });
export const PublishData = Type.Object({
  version: Version,
  /** Now, where it is left out. */
  holdsFrom: Type.Optional(Type.String({ maxLength: 40 })),
  seen: Seen,
  reason: Reason,
});
export const VersionData = Type.Object({ version: Version, seen: Seen, reason: Reason });
export type { CardState, RateCardDocument };

export type Card = {
  readonly market: Market;
  readonly city: City;
  readonly service: Service;
  /** Whether a price of it ships with the product: not for what an operator has added. */
  readonly isShipped: boolean;
};

/** How a card stands: what it is priced by now, what is planned, and what is only drafted. */
export function cardRowToWire({ market, city, service, isShipped }: Card, marks: readonly CardMark[], now: Instant) {
  const state = stateOf(marks, now);
  const heldSince = marks.find(({ version }) => version === state.holds)?.holdsFrom;
  return {
    city: city.locode,
    cityName: city.name,
    market: market.market,
    currency: market.currency,
    decimals: market.decimals,
    service: service.key,
    state,
    isPriced: isShipped || state.holds > 0,
    heldSince: heldSince === undefined ? null : formatInstant(heldSince),
    drafts: marks.filter(({ holdsFrom }) => holdsFrom === undefined).length,
  };
}
export type CardRow = ReturnType<typeof cardRowToWire>;

function stateOf(marks: readonly CardMark[], now: Instant): CardState {
  return cardState(
    marks.flatMap(({ version, holdsFrom }) => (holdsFrom === undefined ? [] : [{ version, holdsFrom }])),
    now,
  );
}

export function cardToWire(card: Card, marks: readonly CardMark[], document: RateCardDocument, now: Instant) {
  return {
    ...cardRowToWire(card, marks, now),
    timeZone: card.city.timeZone,
    specialRequests: card.service.specialRequests.map(({ name, description }) => ({ name, description })),
    /** What the version that holds now says; a blank one where none does. */
    document,
    versions: [
      ...marks.map(({ version, holdsFrom, createdAt }) => ({
        version,
        holdsFrom: holdsFrom === undefined ? null : formatInstant(holdsFrom),
        createdAt: formatInstant(createdAt),
      })),
      ...(card.isShipped ? [{ version: 0, holdsFrom: null, createdAt: null }] : []),
    ],
  };
}
export type CardWire = ReturnType<typeof cardToWire>;

const MOST_PARTNERS = 20;

export function previewToWire(
  preview: CardPreview,
  { decimals }: Pick<Market, 'decimals'>,
  names: ReadonlyMap<string, string>,
  isCut: boolean,
) {
  const print = (amount: MinorUnits) => formatAmount(amount, decimals);
  const takings = ({ priceMinor, marginMinor }: CardPreview['before']) => ({
    price: print(priceMinor),
    margin: print(marginMinor),
  });
  const changed = [...preview.partners].toSorted(
    ([, a], [, b]) => Math.abs(Number(changeOf(b))) - Math.abs(Number(changeOf(a))),
  );
  return {
    quotations: preview.quotations,
    unpriced: preview.unpriced,
    isCut,
    dearer: preview.dearer,
    cheaper: preview.cheaper,
    before: takings(preview.before),
    after: takings(preview.after),
    steps: CHANGE_STEPS.map(({ from = null, to = null }, index) => ({ from, to, count: preview.steps[index] ?? 0 })),
    partners: changed.slice(0, MOST_PARTNERS).map(([partnerId, sums]) => ({
      partnerId,
      name: names.get(partnerId) ?? partnerId,
      quotations: sums.quotations,
      before: takings(sums.before),
      after: takings(sums.after),
      change: print(changeOf(sums)),
    })),
    largest: [...preview.rises, ...preview.falls].map((tried) => ({
      quotationId: tried.quotationId,
      partnerId: tried.partnerId,
      name: names.get(tried.partnerId) ?? tried.partnerId,
      distanceMeters: tried.distanceMeters,
      before: print(tried.before.priceMinor),
      after: print(tried.after.priceMinor),
      change: print(changeOf(tried)),
    })),
  };
}
export type PreviewWire = ReturnType<typeof previewToWire>;
