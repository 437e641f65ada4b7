import type { PartnerId } from '../../foundation/ids.ts';
import type { MinorUnits } from '../../foundation/money.ts';

/** What a past quotation was priced at, and would have been; what the house keeps of each after the driver's earning. */
export type TriedQuotation = {
  readonly quotationId: string;
  readonly partnerId: PartnerId;
  readonly distanceMeters: number;
  readonly before: Takings;
  readonly after: Takings;
};
type Takings = { readonly priceMinor: MinorUnits; readonly marginMinor: MinorUnits };

type Sums = { readonly quotations: number; readonly before: Takings; readonly after: Takings };

/** What a card would have done to past quotations. */
export type CardPreview = Sums & {
  /** Those that ask for a special request without a price in it: they cannot be had by it, and are in none of the sums. */
  readonly unpriced: number;
  readonly dearer: number;
  readonly cheaper: number;
  /** How many fall into each step of change, by `CHANGE_STEPS`. */
  readonly steps: readonly number[];
  readonly partners: ReadonlyMap<PartnerId, Sums>;
  /** The largest of each, largest first. */
  readonly rises: readonly TriedQuotation[];
  readonly falls: readonly TriedQuotation[];
};

/** In percent of the price before, the upper edge not included; what does not change at all stands alone in the middle. */
export const CHANGE_STEPS: readonly { readonly from: number | undefined; readonly to: number | undefined }[] = [
  { from: undefined, to: -20 },
  { from: -20, to: -10 },
  { from: -10, to: -5 },
  { from: -5, to: 0 },
  { from: 0, to: 0 },
  { from: 0, to: 5 },
  { from: 5, to: 10 },
  { from: 10, to: 20 },
  { from: 20, to: undefined },
];
const MIDDLE = 4;
const MOST_NAMED = 5;

const NO_TAKINGS: Takings = { priceMinor: 0n, marginMinor: 0n };
const NO_SUMS: Sums = { quotations: 0, before: NO_TAKINGS, after: NO_TAKINGS };
export const NOTHING_TRIED: CardPreview = {
  ...NO_SUMS,
  unpriced: 0,
  dearer: 0,
  cheaper: 0,
  steps: CHANGE_STEPS.map(() => 0),
  partners: new Map(),
  rises: [],
  falls: [],
};

/** Adds a page of quotations to what was tried before. */
export function tryMore(preview: CardPreview, tried: readonly TriedQuotation[], unpriced = 0): CardPreview {
  const steps = [...preview.steps];
  const partners = new Map(preview.partners);
  for (const one of tried) {
    const step = stepOf(one.before.priceMinor, one.after.priceMinor);
    steps[step] = (steps[step] ?? 0) + 1;
    partners.set(one.partnerId, plus(partners.get(one.partnerId) ?? NO_SUMS, one));
  }
  const rising = tried.filter((one) => changeOf(one) > 0n);
  const falling = tried.filter((one) => changeOf(one) < 0n);
  const largest = (some: readonly TriedQuotation[], sign: bigint) =>
    some.toSorted((a, b) => Number(sign * (changeOf(b) - changeOf(a)))).slice(0, MOST_NAMED);
  return {
    ...tried.reduce<Sums>(plus, preview),
    unpriced: preview.unpriced + unpriced,
    dearer: preview.dearer + rising.length,
    cheaper: preview.cheaper + falling.length,
    steps,
    partners,
    rises: largest([...preview.rises, ...rising], 1n),
    falls: largest([...preview.falls, ...falling], -1n),
  };
}

export function changeOf({ before, after }: Pick<TriedQuotation, 'before' | 'after'>): MinorUnits {
  return after.priceMinor - before.priceMinor;
}

/** The step of `CHANGE_STEPS` that a change falls into; from nothing to something is the largest rise there is. */
export function stepOf(before: MinorUnits, after: MinorUnits): number {
  if (after === before) return MIDDLE;
  if (before === 0n) return CHANGE_STEPS.length - 1;
  const percent = (Number(after - before) * 100) / Number(before);
  return CHANGE_STEPS.findIndex(
    ({ from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }, index) =>
      index !== MIDDLE && percent >= from && percent < to,
  );
}

function plus(sums: Sums, { before, after }: TriedQuotation): Sums {
  const add = (a: Takings, b: Takings): Takings => ({
    priceMinor: a.priceMinor + b.priceMinor,
    marginMinor: a.marginMinor + b.marginMinor,
  });
  return { quotations: sums.quotations + 1, before: add(sums.before, before), after: add(sums.after, after) };
}
