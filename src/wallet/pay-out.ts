import { assertPresent } from '../foundation/assert.ts';
import { formatAmount, type MinorUnits } from '../foundation/money.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { Ids } from '../infrastructure/ids.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import type { Money } from './move-money.ts';
import { bookTransfers, lockAccounts } from './wallet-sql.ts';

/** Books what an operator has paid a driver; answers with what is still due. */
export async function payOut(
  { ids, clock }: { readonly ids: Ids; readonly clock: Clock },
  tx: Transaction,
  { driverId, currency, decimals }: Money & { readonly driverId: string },
  amountMinor: MinorUnits,
): Promise<MinorUnits> {
  const accounts = await lockAccounts(tx, currency, { driverId });
  const due = accounts.find(({ kind }) => kind === 'driver');
  if (due === undefined || due.balanceMinor < amountMinor) {
    const print = (amount: MinorUnits) => `${formatAmount(amount, decimals)} ${currency}`;
    throw new OperatorError(
      `Driver ${driverId} is due ${print(due?.balanceMinor ?? 0n)}, less than ${print(amountMinor)}.`,
    );
  }
  const funding = assertPresent(
    accounts.find(({ kind }) => kind === 'funding'),
    'who has earned was paid from a funded wallet',
  );
  const id = ids.next<'ledgerTransfer'>();
  await bookTransfers(
    tx,
    [
      {
        id,
        businessKey: `payout/${id}`,
        kind: 'payout',
        fromAccountId: due.id,
        toAccountId: funding.id,
        walletId: due.id,
        orderId: undefined,
        amountMinor,
        createdAt: clock.now(),
      },
    ],
    0,
  );
  return due.balanceMinor - amountMinor;
}
