import type { Decimal } from '../../../../src/foundation/csv.ts';

/** A spreadsheet that writes numbers with a comma looks for semicolons between the columns of a file. */
export const DECIMAL_CHOICES = [
  { value: 'point', title: '1234.5' },
  { value: 'comma', title: '1234,5' },
];

export function usualDecimal(language: string): Decimal {
  try {
    return new Intl.NumberFormat(language).format(1.5).includes(',') ? 'comma' : 'point';
  } catch {
    // Some browsers name what is no language, such as en-US@posix.
    return 'point';
  }
}
