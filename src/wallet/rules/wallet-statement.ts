import { CSV_START, csvRecord } from '../../foundation/csv.ts';
import { type Currency, formatAmount, type MinorUnits } from '../../foundation/money.ts';
import { type Instant, instantOfLocal, localTimeText } from '../../foundation/time.ts';
import type { BookedTransfer } from './seal.ts';
import { changeOf } from './transfer.ts';

/** When a month such as "2026-11" begins and ends by a clock on the wall; undefined where it is none. */
export function spanOfMonth(
  month: string,
  timeZone: string,
): { readonly from: Instant; readonly to: Instant } | undefined {
  const [, year, number] = /^(20\d{2})-(0[1-9]|1[0-2])$/.exec(month) ?? [];
  if (year === undefined) return undefined;
  const next = number === '12' ? `${Number(year) + 1}-01` : `${year}-${String(Number(number) + 1).padStart(2, '0')}`;
  return { from: instantOfLocal(`${month}-01`, 0, timeZone), to: instantOfLocal(`${next}-01`, 0, timeZone) };
}

export type Balances = { readonly balanceMinor: MinorUnits; readonly heldMinor: MinorUnits };

export function balancesAfter(
  { balanceMinor, heldMinor }: Balances,
  movement: Pick<BookedTransfer, 'kind' | 'amountMinor'>,
): Balances {
  return {
    balanceMinor: balanceMinor + changeOf('partner', [movement]),
    heldMinor: heldMinor + changeOf('held', [movement]),
  };
}

const COLUMNS = [
  ...['time_local', 'entry_id', 'type', 'order_id', 'balance_change', 'held_change', 'balance', 'held', 'currency'],
];

export function statementHead(): string {
  return `${CSV_START}${csvRecord(COLUMNS)}`;
}

/** What there was before the first entry, or is after the last. */
export function statementBalance(name: 'OPENING' | 'CLOSING', balances: Balances, money: Currency): string {
  return csvRecord(['', '', name, '', '', '', ...printed(balances, money)]);
}

export function statementLine(
  { id, kind, orderId, amountMinor, createdAt }: BookedTransfer,
  after: Balances,
  money: Currency,
  timeZone: string,
): string {
  const movement = [{ kind, amountMinor }];
  const changes = [changeOf('partner', movement), changeOf('held', movement)];
  return csvRecord([
    ...[localTimeText(createdAt, timeZone), id, kind.toUpperCase(), orderId ?? ''],
    ...changes.map((change) => amount(change, money)),
    ...printed(after, money),
  ]);
}

function printed({ balanceMinor, heldMinor }: Balances, money: Currency) {
  return [amount(balanceMinor, money), amount(heldMinor, money), money.currency];
}

function amount(minor: MinorUnits, { decimals }: Currency) {
  return { number: formatAmount(minor, decimals) };
}
