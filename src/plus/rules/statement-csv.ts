import { type Currency, exactFromMinor, formatAmount, formatExact } from '../../foundation/money.ts';
import type { StatementLine, StatementTotals } from './statement.ts';

const COLUMNS = [
  ...['line', 'delivered_at_local', 'order_id', 'client_reference', 'city', 'km', 'kg'],
  ...['base', 'distance', 'weight', 'total', 'currency', 'note'],
];
const UNPRICED = 'UNPRICED';

/** With a byte order mark, without which spreadsheets take UTF-8 for something else. */
export function csvHead(): string {
  return `\uFEFF${recordOf(COLUMNS)}`;
}

export function csvLine(line: StatementLine, { currency, decimals }: Currency): string {
  const { price } = line;
  return recordOf([
    ...[String(line.number), line.deliveredAt, line.orderId, line.clientRef, line.city],
    ...[kilometers(line.distanceMeters), line.kilograms === undefined ? '' : formatExact(line.kilograms)],
    ...(price === undefined
      ? ['', '', '', '', currency, UNPRICED]
      : [
          ...[formatExact(price.base), formatExact(price.distance), formatExact(price.weight)],
          ...[formatAmount(price.totalMinor, decimals), currency, ''],
        ]),
  ]);
}

export function csvTotal(
  totals: StatementTotals,
  remarks: readonly string[],
  { currency, decimals }: Currency,
): string {
  return recordOf([
    ...['TOTAL', '', '', '', ''],
    ...[kilometers(totals.distanceMeters), formatExact(totals.kilograms)],
    ...['', '', '', formatAmount(totals.totalMinor, decimals), currency],
    [`${totals.parcels} ${totals.parcels === 1 ? 'parcel' : 'parcels'}.`, ...remarks].join(' '),
  ]);
}

export function kilometers(meters: number): string {
  return formatExact(exactFromMinor(BigInt(meters), 3));
}

function recordOf(fields: readonly string[]): string {
  return `${fields.map(fieldOf).join(',')}\r\n`;
}

// Also as written in full width, which some spreadsheets take for the same.
const STARTS_A_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** As RFC 4180 says; and what a spreadsheet would run as a formula is made text by an apostrophe. */
function fieldOf(text: string): string {
  const safe = STARTS_A_FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
