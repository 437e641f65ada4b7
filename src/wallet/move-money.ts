import { assertPresent } from '../foundation/assert.ts';
import { orThrow } from '../foundation/decision.ts';
import type { PartnerId } from '../foundation/ids.ts';
import { type Currency, formatAmount, type MinorUnits } from '../foundation/money.ts';
import { formatInstant, type Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { Ids } from '../infrastructure/ids.ts';
import { type NewEvent, recordEvents } from '../webhooks/index.ts';
import { type Account, lockAccounts, openDriverAccount, openHouseAccounts, openWallet } from './accounts-sql.ts';
import type { BookedTransfer } from './rules/seal.ts';
import { decideMovements, fallsBelow, type Movement, TRANSFERS } from './rules/transfer.ts';
import { bookTransfers } from './transfers-sql.ts';

/** Where the money is moved, and on whose behalf. */
export type Purse = Currency & {
  readonly partnerId: PartnerId;
  readonly driverId?: string | undefined;
};

/**
 * Books the movements, or refuses all of them where the partner cannot pay; answers with what can be spent then. The partner is
 * told where that has changed.
 */
export async function moveMoney(
  { ids }: { readonly ids: Ids },
  tx: Transaction,
  purse: Purse,
  at: Instant,
  movements: readonly Movement[],
): Promise<MinorUnits> {
  const { accounts, wallet } = await lockPurse(ids, tx, purse);
  const after = orThrow(decideMovements(wallet.balanceMinor, movements, purse));
  const events = eventsOf(wallet, after, purse, at);
  const transfers = movements.map(({ kind, amountMinor, key, orderId, at: ownTime }): BookedTransfer => {
    const { from, to } = TRANSFERS[kind];
    return {
      id: ids.next<'ledgerTransfer'>(),
      businessKey: key,
      kind,
      fromAccountId: accountOf(accounts, from).id,
      toAccountId: accountOf(accounts, to).id,
      walletId: accountOf(accounts, kind === 'earning' || kind === 'payout' ? 'driver' : 'partner').id,
      orderId,
      amountMinor,
      createdAt: ownTime ?? at,
    };
  });
  if (transfers.length > 0) await bookTransfers(tx, transfers, events.length);
  const stream = { streamId: wallet.id, partnerId: purse.partnerId, eventCount: wallet.eventCount };
  await recordEvents(tx, stream, at, events);
  return after;
}

/** Opens what is not open yet, and locks what the purse has. */
export async function lockPurse(ids: Ids, tx: Transaction, purse: Purse) {
  const known = await lockAccounts(tx, purse.currency, purse);
  const isOpen = (kind: Account['kind']) => known.some((account) => account.kind === kind);
  const wanted: readonly Account['kind'][] = [
    'partner',
    'sales',
    ...(purse.driverId === undefined ? [] : (['driver'] as const)),
  ];
  const accounts = wanted.every(isOpen) ? known : await openAccounts(ids, tx, purse);
  return { accounts, wallet: accountOf(accounts, 'partner') };
}

async function openAccounts(ids: Ids, tx: Transaction, purse: Purse): Promise<readonly Account[]> {
  await openWallet(tx, [ids.next(), ids.next()], purse.partnerId, purse.currency);
  await openHouseAccounts(tx, [ids.next(), ids.next()], purse.currency);
  if (purse.driverId !== undefined) await openDriverAccount(tx, ids.next(), purse.driverId, purse.currency);
  return lockAccounts(tx, purse.currency, purse);
}

function accountOf(accounts: readonly Account[], kind: Account['kind']): Account {
  return assertPresent(
    accounts.find((account) => account.kind === kind),
    `the account for ${kind} is open`,
  );
}

function eventsOf(
  wallet: Account,
  after: MinorUnits,
  { currency, decimals }: Currency,
  at: Instant,
): readonly NewEvent[] {
  const before = wallet.balanceMinor;
  if (after === before) return [];
  const printed = (amount: MinorUnits) => ({ currency, amount: formatAmount(amount, decimals) });
  const changed: NewEvent = {
    type: 'WALLET_BALANCE_CHANGED',
    data: { balance: printed(after), updatedAt: formatInstant(at) },
  };
  const threshold = wallet.alertBelowMinor;
  if (threshold === undefined || !fallsBelow(threshold, before, after)) return [changed];
  const low: NewEvent = {
    type: 'WALLET_BALANCE_LOW',
    data: { balance: printed(after), threshold: printed(threshold), updatedAt: formatInstant(at) },
  };
  return [changed, low];
}
