import { Type } from 'typebox';
import { type Currency, formatAmount, type MinorUnits } from '../foundation/money.ts';
import { formatInstant } from '../foundation/time.ts';
import { OneOf, Text, Time } from '../infrastructure/http/schema.ts';
import type { WalletView } from './read-wallet.ts';
import type { BookedTransfer } from './rules/seal.ts';
import { changeOf } from './rules/transfer.ts';

const Amount = (description: string) => Text(`${description}; decimal number`);

const EntryWire = Type.Object(
  {
    entryId: Text('19 digits'),
    type: OneOf(
      ['TOP_UP', 'HOLD', 'RELEASE', 'CAPTURE', 'CREDIT'],
      'Money came in; was laid aside for an order; came back from it; was paid for it; was given back after it',
    ),
    orderId: Type.Optional(Text('The order it was for; absent where it was for none')),
    amount: Amount('How much was moved'),
    balanceChange: Amount('What it did to the balance, below zero where that fell'),
    heldChange: Amount('What it did to the amount held, below zero where that fell'),
    createdAt: Time('When it was booked'),
  },
  { title: 'WalletEntry', description: 'A movement of money' },
);

export const WalletWire = Type.Object(
  {
    balance: Amount('What can still be spent'),
    held: Amount('What open orders have laid aside'),
    currency: Text('ISO 4217', { examples: ['HKD'] }),
    entries: Type.Array(EntryWire, { description: 'The latest 50, newest first' }),
  },
  { title: 'Wallet', description: 'Your money in the currency of the market' },
);

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
