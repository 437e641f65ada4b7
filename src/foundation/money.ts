/** An amount in the smallest unit that a market prints: with one decimal, 12.5 is 125. */
export type MinorUnits = bigint;

/** A currency, and how many decimals a market prints of it. */
export type Currency = { readonly currency: string; readonly decimals: number };

/** Reads a plain decimal such as "5000" or "12.5"; undefined where it is no amount of this precision. */
export function parseAmount(text: string, decimals: number): MinorUnits | undefined {
  const match = /^(\d{1,15})(?:\.(\d+))?$/.exec(text);
  if (match === null) return undefined;
  const [, whole = '', fraction = ''] = match;
  if (fraction.length > decimals) return undefined;
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** What an amount of this precision must be, to follow "it must be". */
export function amountForm(decimals: number): string {
  if (decimals === 0) return 'a whole number of at most 15 digits';
  return `a number of at most 15 digits with at most ${decimals === 1 ? '1 decimal' : `${decimals} decimals`}`;
}

/** The one place that prints money. */
export function formatAmount(amountMinor: MinorUnits, decimals: number): string {
  if (decimals === 0) return amountMinor.toString();
  const sign = amountMinor < 0n ? '-' : '';
  const digits = (amountMinor < 0n ? -amountMinor : amountMinor).toString().padStart(decimals + 1, '0');
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** In a sentence: "12.5 HKD". */
export function formatMoney(amountMinor: MinorUnits, { currency, decimals }: Currency): string {
  return `${formatAmount(amountMinor, decimals)} ${currency}`;
}

/** Exact arithmetic before rounding: an amount or a share in units of 10^-12. */
export type Exact = bigint;
const EXACT_DECIMALS = 12;
export const EXACT_ONE: Exact = 10n ** BigInt(EXACT_DECIMALS);

/** Reads a plain decimal such as "6.5" exactly; undefined where it is none. */
export function parseExact(text: string): Exact | undefined {
  return parseAmount(text, EXACT_DECIMALS);
}

export function exactFromMinor(amountMinor: MinorUnits, decimals: number): Exact {
  return amountMinor * 10n ** BigInt(EXACT_DECIMALS - decimals);
}

export function shareOf(amount: Exact, share: Exact): Exact {
  return (amount * share) / EXACT_ONE;
}

export type RoundingMode = 'HALF_UP' | 'UP';

/** The multiple of `step` that an amount is rounded to. Amounts are never negative. */
export function roundToStep(amount: Exact, step: Exact, mode: RoundingMode): Exact {
  const whole = amount / step;
  const rest = amount % step;
  const up = mode === 'UP' ? rest > 0n : rest * 2n >= step;
  return (up ? whole + 1n : whole) * step;
}

/** From an exact amount that has no more than the given decimals left. */
export function minorFromExact(amount: Exact, decimals: number): MinorUnits {
  return amount / 10n ** BigInt(EXACT_DECIMALS - decimals);
}

/** For explanations: without the zeros at its end. */
export function formatExact(amount: Exact): string {
  return formatAmount(amount, EXACT_DECIMALS).replace(/\.?0+$/, '');
}
