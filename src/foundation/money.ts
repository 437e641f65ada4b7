/** An amount in the smallest unit that a market prints: with one decimal, 12.5 is 125. */
export type MinorUnits = bigint;

/** Reads a plain decimal such as "5000" or "12.5"; undefined where it is no amount of this precision. */
export function parseAmount(text: string, decimals: number): MinorUnits | undefined {
  const match = /^(\d{1,15})(?:\.(\d+))?$/.exec(text);
  if (match === null) return undefined;
  const [, whole = '', fraction = ''] = match;
  if (fraction.length > decimals) return undefined;
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** The one place that prints money. */
export function formatAmount(amountMinor: MinorUnits, decimals: number): string {
  if (decimals === 0) return amountMinor.toString();
  const sign = amountMinor < 0n ? '-' : '';
  const digits = (amountMinor < 0n ? -amountMinor : amountMinor).toString().padStart(decimals + 1, '0');
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
