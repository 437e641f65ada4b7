import { assertPresent } from '../foundation/assert.ts';
import { DeliveryError } from '../foundation/errors.ts';
import { type Currency, formatMoney, type MinorUnits } from '../foundation/money.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { Ids } from '../infrastructure/ids.ts';
import { lockAccounts } from './accounts-sql.ts';
import { keyOfReference, type Reference } from './rules/reference.ts';
import { bookTransfers } from './transfers-sql.ts';
import { type Booking, wasBooked } from './was-booked.ts';

/** Books what an operator has paid a driver, once where it has a reference; the balance is what is still due. */
export async function payOut(
  { ids, clock }: { readonly ids: Ids; readonly clock: Clock },
  tx: Transaction,
  { driverId, currency, decimals }: Currency & { readonly driverId: string },
  amountMinor: MinorUnits,
  reference?: Reference,
): Promise<Booking> {
  const accounts = await lockAccounts(tx, currency, { driverId });
  const due = accounts.find(({ kind }) => kind === 'driver');
  const id = ids.next<'ledgerTransfer'>();
  const businessKey =
    reference === undefined ? `payout/${id}` : keyOfReference('payout', driverId, currency, reference);
  if (await wasBooked(tx, businessKey, amountMinor, { currency, decimals }))
    return { balanceMinor: due?.balanceMinor ?? 0n, alreadyBooked: true };
  if (due === undefined || due.balanceMinor < amountMinor) {
    const print = (amount: MinorUnits) => formatMoney(amount, { currency, decimals });
    throw new DeliveryError(
      'ERR_INVALID_FIELD',
      `Driver ${driverId} is due ${print(due?.balanceMinor ?? 0n)}, less than ${print(amountMinor)}.`,
      '/data/amount',
    );
  }
  const funding = assertPresent(
    accounts.find(({ kind }) => kind === 'funding'),
    'who has earned was paid from a funded wallet',
  );
  await bookTransfers(
    tx,
    [
      {
        id,
        businessKey,
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
  return { balanceMinor: due.balanceMinor - amountMinor, alreadyBooked: false };
}
