import { CSV_START, csvRecord } from '../../foundation/csv.ts';
import { type Currency, exactFromMinor, formatAmount, formatExact } from '../../foundation/money.ts';
import type { StatementLine, StatementTotals } from './statement.ts';

const COLUMNS = [
  ...['line', 'delivered_at_local', 'order_id', 'client_reference', 'city', 'km', 'kg'],
  ...['base', 'distance', 'weight', 'total', 'currency', 'note'],
];
const UNPRICED = 'UNPRICED';

export function csvHead(): string {
  return `${CSV_START}${csvRecord(COLUMNS)}`;
}

export function csvLine(line: StatementLine, { currency, decimals }: Currency): string {
  const { price } = line;
  return csvRecord([
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
  return csvRecord([
    ...['TOTAL', '', '', '', ''],
    ...[kilometers(totals.distanceMeters), formatExact(totals.kilograms)],
    ...['', '', '', formatAmount(totals.totalMinor, decimals), currency],
    [`${totals.parcels} ${totals.parcels === 1 ? 'parcel' : 'parcels'}.`, ...remarks].join(' '),
  ]);
}

export function kilometers(meters: number): string {
  return formatExact(exactFromMinor(BigInt(meters), 3));
}
