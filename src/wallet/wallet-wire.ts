import { Type } from 'typebox';
import { type Currency, formatAmount, type MinorUnits } from '../foundation/money.ts';
import { formatInstant } from '../foundation/time.ts';
import type { WalletView } from './read-wallet.ts';
import type { BookedTransfer } from './rules/seal.ts';
import { changeOf } from './rules/transfer.ts';

const Amount = (description: string) => Type.String({ description: `${description}; decimal number` });

export const WalletWire = Type.Object({
  balance: Amount('What can still be spent'),
  held: Amount('What open orders have laid aside'),
  currency: Type.String(),
  entries: Type.Array(
    Type.Object({
      entryId: Type.String(),
      type: Type.String({ description: 'TOP_UP, HOLD, RELEASE, CAPTURE or CREDIT' }),
      orderId: Type.Optional(Type.String()),
      amount: Amount('How much was moved'),
      balanceChange: Amount('What it did to the balance'),
      heldChange: Amount('What it did to the amount held'),
      createdAt: Type.String(),
    }),
    { description: 'The latest 50, newest first' },
  ),
});

export function walletToWire({ balanceMinor, heldMinor, transfers }: WalletView, { currency, decimals }: Currency) {
  const print = (amount: MinorUnits) => formatAmount(amount, decimals);
  return {
    balance: print(balanceMinor),
    held: print(heldMinor),
    currency,
    entries: transfers.map((transfer) => entryToWire(transfer, print)),
  };
}

export function entryToWire(
  { id, kind, orderId, amountMinor, createdAt }: BookedTransfer,
  print: (amount: MinorUnits) => string,
) {
  const movement = [{ kind, amountMinor }];
  return {
    entryId: id,
    type: kind.toUpperCase(),
    ...(orderId === undefined ? {} : { orderId }),
    amount: print(amountMinor),
    balanceChange: print(changeOf('partner', movement)),
    heldChange: print(changeOf('held', movement)),
    createdAt: formatInstant(createdAt),
  };
}
