import { Type } from 'typebox';
import { type Currency, formatAmount, type MinorUnits } from '../foundation/money.ts';
import { formatInstant } from '../foundation/time.ts';
import { OneOf, Text, Time } from '../infrastructure/http/schema.ts';
import type { EventForm } from '../webhooks/index.ts';
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

/** What can be spent after an event. */
export const BalanceForm = Type.Object(
  { currency: Text('ISO 4217', { examples: ['HKD'] }), amount: Amount('What can still be spent') },
  { title: 'Balance', description: 'Of the wallet, after the change' },
);

export const WALLET_EVENTS: readonly EventForm[] = [
  {
    type: 'WALLET_BALANCE_CHANGED',
    summary: 'There is more or less to spend',
    description: 'After a top-up, a hold and its change or release, a capture of less, and a credit.',
    data: Type.Object(
      { balance: BalanceForm, updatedAt: Time('When it happened, on your clock') },
      { title: 'WalletBalanceChanged', description: 'The balance of a wallet is another' },
    ),
    example: { balance: { currency: 'HKD', amount: '4940' }, updatedAt: '2026-11-20T09:30:00.00Z' },
  },
];

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
