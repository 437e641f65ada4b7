import type { Id, PartnerId } from '../foundation/ids.ts';
import type { MinorUnits } from '../foundation/money.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';

export type AccountId = Id<'ledgerAccount'>;

/** Found, or opened with the given id. */
export async function partnerAccount(
  tx: Transaction,
  newId: AccountId,
  partnerId: PartnerId,
  currency: string,
): Promise<AccountId> {
  await tx.query(
    "insert into ledger_accounts (id, kind, partner_id, currency) values ($1, 'partner', $2, $3) on conflict do nothing",
    [newId, partnerId, currency],
  );
  const [row] = await tx.query<{ id: AccountId }>(
    "select id from ledger_accounts where kind = 'partner' and partner_id = $1 and currency = $2",
    [partnerId, currency],
  );
  return row?.id as AccountId;
}

export async function fundingAccount(tx: Transaction, newId: AccountId, currency: string): Promise<AccountId> {
  await tx.query("insert into ledger_accounts (id, kind, currency) values ($1, 'funding', $2) on conflict do nothing", [
    newId,
    currency,
  ]);
  const [row] = await tx.query<{ id: AccountId }>(
    "select id from ledger_accounts where kind = 'funding' and currency = $1",
    [currency],
  );
  return row?.id as AccountId;
}

export type Transfer = {
  readonly id: string;
  readonly businessKey: string;
  readonly kind: 'top_up';
  readonly from: AccountId;
  readonly to: AccountId;
  readonly amountMinor: MinorUnits;
  readonly at: Instant;
};

/** The transfer and both balances, in one statement. */
export async function insertTransfer(tx: Transaction, transfer: Transfer): Promise<void> {
  await tx.query(
    `with transfer as (
       insert into ledger_transfers (id, business_key, kind, from_account_id, to_account_id, amount_minor, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)
     )
     update ledger_accounts set balance_minor = balance_minor + case id when $5 then $6::bigint else -$6::bigint end
     where id in ($4, $5)`,
    [
      transfer.id,
      transfer.businessKey,
      transfer.kind,
      transfer.from,
      transfer.to,
      transfer.amountMinor.toString(),
      timestamp(transfer.at),
    ],
  );
}

export async function findBalance(sql: Queryable, partnerId: PartnerId, currency: string): Promise<MinorUnits> {
  const [row] = await sql.query<{ balance_minor: string }>(
    "select balance_minor from ledger_accounts where kind = 'partner' and partner_id = $1 and currency = $2",
    [partnerId, currency],
  );
  return BigInt(row?.balance_minor ?? 0);
}
