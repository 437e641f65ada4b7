import type { PartnerId } from '../foundation/ids.ts';
import type { Currency } from '../foundation/money.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { findWallet } from './accounts-sql.ts';
import {
  type Balances,
  balancesAfter,
  statementBalance,
  statementHead,
  statementLine,
} from './rules/wallet-statement.ts';
import { sumsUntil, transfersWithin } from './transfers-sql.ts';

const PAGE = 1_000;

type Asked = {
  readonly partnerId: PartnerId;
  readonly money: Currency;
  /** By whose clock the times are written. */
  readonly timeZone: string;
  readonly from: Instant;
  readonly to: Instant;
};

/** Everything that was booked in a wallet within a time as CSV, part by part, as it is read; with what there was before and after. */
export async function* walletStatement(
  sql: Queryable,
  { partnerId, money, timeZone, from, to }: Asked,
): AsyncGenerator<string> {
  const nothing: Balances = { balanceMinor: 0n, heldMinor: 0n };
  const wallet = await findWallet(sql, partnerId, money.currency);
  const walletId = wallet?.spendable.id;
  let balances =
    walletId === undefined ? nothing : (await sumsUntil(sql, walletId, from)).reduce(balancesAfter, nothing);
  yield statementHead() + statementBalance('OPENING', balances, money);
  let after = '0';
  while (walletId !== undefined) {
    const page = await transfersWithin(sql, walletId, { from, to, after }, PAGE);
    yield page
      .map((transfer) => {
        balances = balancesAfter(balances, transfer);
        return statementLine(transfer, balances, money, timeZone);
      })
      .join('');
    if (page.length < PAGE) break;
    after = page.at(-1)?.id ?? after;
  }
  yield statementBalance('CLOSING', balances, money);
}
