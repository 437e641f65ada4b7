import { CSV_START, csvRecord, type Decimal } from '../../foundation/csv.ts';
import { type Currency, exactFromMinor, formatAmount, formatExact } from '../../foundation/money.ts';
import type { StatementLine, StatementTotals } from './statement.ts';

const COLUMNS = [
  ...['line', 'delivered_at_local', 'order_id', 'client_reference', 'city', 'km', 'kg'],
  ...['base', 'distance', 'weight', 'total', 'currency', 'note'],
];
const UNPRICED = 'UNPRICED';

export function csvHead(decimal?: Decimal): string {
  return `${CSV_START}${csvRecord(COLUMNS, decimal)}`;
}

export function csvLine(line: StatementLine, { currency, decimals }: Currency, decimal?: Decimal): string {
  const { price } = line;
  const fields = [
    ...[number(String(line.number)), { time: line.deliveredAt }, line.orderId, line.clientRef, line.city],
    ...[
      number(kilometers(line.distanceMeters)),
      line.kilograms === undefined ? '' : number(formatExact(line.kilograms)),
    ],
    ...(price === undefined
      ? ['', '', '', '', currency, UNPRICED]
      : [
          ...[price.base, price.distance, price.weight].map((part) => number(formatExact(part))),
          ...[number(formatAmount(price.totalMinor, decimals)), currency, ''],
        ]),
  ];
  return csvRecord(fields, decimal);
}

export function csvTotal(
  totals: StatementTotals,
  remarks: readonly string[],
  { currency, decimals }: Currency,
  decimal?: Decimal,
): string {
  const fields = [
    ...['TOTAL', '', '', '', ''],
    ...[number(kilometers(totals.distanceMeters)), number(formatExact(totals.kilograms))],
    ...['', '', '', number(formatAmount(totals.totalMinor, decimals)), currency],
    [`${totals.parcels} ${totals.parcels === 1 ? 'parcel' : 'parcels'}.`, ...remarks].join(' '),
  ];
  return csvRecord(fields, decimal);
}

function number(written: string) {
  return { number: written };
}

export function kilometers(meters: number): string {
  return formatExact(exactFromMinor(BigInt(meters), 3));
}
