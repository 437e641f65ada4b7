import { CSV_START, csvRecord, type Decimal } from '../../foundation/csv.ts';
import { idFloorAt } from '../../foundation/ids.ts';
import { type Currency, formatAmount, type MinorUnits } from '../../foundation/money.ts';
import { DAY_MS, type Instant, instantOfLocal, localTimeText } from '../../foundation/time.ts';
import type { Environment } from '../../infrastructure/config/environment.ts';
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

export type Movements = readonly Pick<BookedTransfer, 'kind' | 'amountMinor'>[];

/** What there was before all of them. */
export function balancesBefore({ balanceMinor, heldMinor }: Balances, movements: Movements): Balances {
  return {
    balanceMinor: balanceMinor - changeOf('partner', movements),
    heldMinor: heldMinor - changeOf('held', movements),
  };
}

/** More than the clocks of two machines are apart. */
const APART_MS = DAY_MS;

/**
 * Nothing that was booked since then has a smaller id: entries get theirs by our clock, when they are booked or later. In the sandbox
 * a partner's clock may have been ten years ahead and back again, so nothing is known there.
 */
export function smallestIdSince(from: Instant, environment: Environment): string {
  return environment === 'production' ? idFloorAt(from - APART_MS) : '0';
}

const COLUMNS = [
  ...['time_local', 'entry_id', 'type', 'order_id', 'balance_change', 'held_change', 'balance', 'held', 'currency'],
];

/** How amounts and times are written. */
export type StatementForm = {
  readonly money: Currency;
  readonly timeZone: string;
  readonly decimal: Decimal | undefined;
};

export function statementHead({ decimal }: StatementForm): string {
  return `${CSV_START}${csvRecord(COLUMNS, decimal)}`;
}

/** What there was before the first entry, or is after the last. */
export function statementBalance(name: 'OPENING' | 'CLOSING', balances: Balances, form: StatementForm): string {
  return csvRecord(['', '', name, '', '', '', ...printed(balances, form.money)], form.decimal);
}

export function statementLine(
  { id, kind, orderId, amountMinor, createdAt }: BookedTransfer,
  after: Balances,
  { money, timeZone, decimal }: StatementForm,
): string {
  const movement = [{ kind, amountMinor }];
  const changes = [changeOf('partner', movement), changeOf('held', movement)];
  const fields = [
    ...[{ time: localTimeText(createdAt, timeZone) }, id, kind.toUpperCase(), orderId ?? ''],
    ...changes.map((change) => amount(change, money)),
    ...printed(after, money),
  ];
  return csvRecord(fields, decimal);
}

function printed({ balanceMinor, heldMinor }: Balances, money: Currency) {
  return [amount(balanceMinor, money), amount(heldMinor, money), money.currency];
}

function amount(minor: MinorUnits, { decimals }: Currency) {
  return { number: formatAmount(minor, decimals) };
}
