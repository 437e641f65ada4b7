import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Environment } from '../infrastructure/config/environment.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import {
  type Balances,
  balancesAfter,
  balancesBefore,
  type StatementForm,
  smallestIdSince,
  statementBalance,
  statementHead,
  statementLine,
} from './rules/wallet-statement.ts';
import { findWalletSince, transfersWithin } from './wallet-statement-sql.ts';

const PAGE = 1_000;

type Asked = StatementForm & {
  readonly environment: Environment;
  readonly partnerId: PartnerId;
  readonly from: Instant;
  readonly to: Instant;
};

/** Everything that was booked in a wallet within a time as CSV, part by part, as it is read; with what there was before and after. */
export async function* walletStatement(
  sql: Queryable,
  { environment, partnerId, from, to, ...form }: Asked,
): AsyncGenerator<string> {
  const { currency } = form.money;
  const firstId = smallestIdSince(from, environment);
  const wallet = await findWalletSince(sql, { partnerId, currency }, { from, to, firstId });
  const nothing: Balances = { balanceMinor: 0n, heldMinor: 0n };
  let balances = wallet === undefined ? nothing : balancesBefore(wallet.now, wallet.since);
  yield statementHead(form) + statementBalance('OPENING', balances, form);
  let entries = wallet?.entries;
  while (wallet !== undefined && entries !== undefined) {
    const page = await transfersWithin(sql, wallet.id, { from, to, ...entries }, PAGE);
    yield page
      .map((transfer) => {
        balances = balancesAfter(balances, transfer);
        return statementLine(transfer, balances, form);
      })
      .join('');
    const after = page.at(-1)?.id;
    entries = page.length < PAGE || after === undefined ? undefined : { ...entries, after };
  }
  yield statementBalance('CLOSING', balances, form);
}
