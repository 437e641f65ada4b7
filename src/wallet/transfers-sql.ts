import { smallestIdAt } from '../foundation/ids.ts';
import type { MinorUnits } from '../foundation/money.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import { only } from '../infrastructure/database/own-index-sql.ts';
import type { AccountId } from './accounts-sql.ts';
import type { BookedTransfer } from './rules/seal.ts';
import type { TransferKind } from './rules/transfer.ts';

export type TransferRow = {
  id: string;
  business_key: string;
  kind: TransferKind;
  from_account_id: string;
  to_account_id: string;
  wallet_id: string;
  order_id: string | null;
  amount_minor: string;
  created_at: Date;
};
export const TRANSFER_COLUMNS = `transfer.id, transfer.business_key, transfer.kind, transfer.from_account_id, transfer.to_account_id,
  transfer.wallet_id, transfer.order_id, transfer.amount_minor, transfer.created_at`;

export function transferFrom(row: TransferRow): BookedTransfer {
  return {
    id: row.id,
    businessKey: row.business_key,
    kind: row.kind,
    fromAccountId: row.from_account_id,
    toAccountId: row.to_account_id,
    walletId: row.wallet_id,
    orderId: row.order_id ?? undefined,
    amountMinor: BigInt(row.amount_minor),
    createdAt: row.created_at.getTime(),
  };
}

/** The transfers, the balances of both sides and the count of the wallet's events, in one statement. */
export async function bookTransfers(
  tx: Transaction,
  transfers: readonly BookedTransfer[],
  newEvents: number,
): Promise<void> {
  await tx.query(
    `with asked as (
       select * from json_to_recordset($1) as transfer("id" bigint, "businessKey" text, "kind" text,
         "fromAccountId" bigint, "toAccountId" bigint, "walletId" bigint, "orderId" bigint, "amountMinor" bigint, "createdAt" timestamptz)
     ), booked as (
       insert into ledger_transfers
         (id, business_key, kind, from_account_id, to_account_id, wallet_id, order_id, amount_minor, created_at)
       select "id", "businessKey", "kind", "fromAccountId", "toAccountId", "walletId", "orderId", "amountMinor", "createdAt" from asked
     )
     update ledger_accounts account set
       balance_minor = account.balance_minor + change.amount_minor,
       event_count = account.event_count + case account.kind when 'partner' then $2::integer else 0 end
     from (
       select account_id, sum(amount_minor) as amount_minor from (
         select "toAccountId", "amountMinor" from asked union all select "fromAccountId", -"amountMinor" from asked
       ) as side(account_id, amount_minor) group by account_id
     ) change
     where account.id = change.account_id and account.id = any($3::bigint[]) and account.balance_minor is not null`,
    [
      JSON.stringify(
        transfers.map(({ amountMinor, createdAt, ...transfer }) => ({
          ...transfer,
          amountMinor: amountMinor.toString(),
          createdAt: timestamp(createdAt),
        })),
      ),
      newEvents,
      transfers.flatMap(({ fromAccountId, toAccountId }) => [fromAccountId, toAccountId]),
    ],
  );
}

/** With what amount a key is booked, if it is. */
export async function findBookedAmount(sql: Queryable, businessKey: string): Promise<MinorUnits | undefined> {
  const [row] = await sql.query<{ amount_minor: string }>(
    'select amount_minor from ledger_transfers where business_key = $1',
    [businessKey],
  );
  return row === undefined ? undefined : BigInt(row.amount_minor);
}

/** What was booked under these keys, in the order of time. */
export async function findTransfers(
  sql: Queryable,
  businessKeys: readonly string[],
): Promise<readonly BookedTransfer[]> {
  const rows = await sql.query<TransferRow>(
    `select ${TRANSFER_COLUMNS} from ledger_transfers transfer where business_key = any($1) order by id`,
    [businessKeys],
  );
  return rows.map(transferFrom);
}

/** The newest transfers of one statement. */
export async function latestTransfers(
  sql: Queryable,
  walletId: AccountId,
  most: number,
): Promise<readonly BookedTransfer[]> {
  const rows = await sql.queryByValues<TransferRow>(
    `select ${TRANSFER_COLUMNS} from ledger_transfers transfer where ${only('wallet_id', '$1')}
     order by wallet_id desc, id desc limit $2`,
    [walletId, most],
  );
  return rows.map(transferFrom);
}

/** Those before an entry, newest first. */
export async function transfersBefore(
  sql: Queryable,
  walletId: AccountId,
  before: string,
  most: number,
): Promise<readonly BookedTransfer[]> {
  const rows = await sql.queryByValues<TransferRow>(
    `select ${TRANSFER_COLUMNS} from ledger_transfers transfer where ${only('wallet_id', '$1')} and id < $2
     order by wallet_id desc, id desc limit $3`,
    [walletId, before, most],
  );
  return rows.map(transferFrom);
}

export type Earning = { readonly amountMinor: MinorUnits; readonly earnedAt: Instant };

/** What was earned since then, newest first. Nothing is earned after it was booked, so ids are enough to find the first. */
export async function earningsOfWallet(
  sql: Queryable,
  walletId: AccountId,
  since: Instant,
): Promise<readonly Earning[]> {
  const rows = await sql.query<{ amount_minor: string; created_at: Date }>(
    `select amount_minor, created_at from ledger_transfers
     where wallet_id = $1 and id >= $2 and kind = 'earning' and created_at >= $3 order by id desc`,
    [walletId, smallestIdAt(since), timestamp(since)],
  );
  return rows.map((row) => ({ amountMinor: BigInt(row.amount_minor), earnedAt: row.created_at.getTime() }));
}

/** What drivers have earned since then, or until a time, by driver. */
export async function earningsSince(
  sql: Queryable,
  driverIds: readonly string[],
  since: Instant,
  until?: Instant,
): Promise<ReadonlyMap<string, MinorUnits>> {
  const rows = await sql.query<{ driver_id: string; amount_minor: string }>(
    `select account.driver_id, sum(transfer.amount_minor) as amount_minor
     from ledger_accounts account join ledger_transfers transfer on transfer.wallet_id = account.id
     where account.driver_id = any($1::bigint[]) and transfer.id >= $2 and transfer.kind = 'earning'
       and ($3::bigint is null or transfer.id < $3)
     group by account.driver_id`,
    [driverIds, smallestIdAt(since), until === undefined ? null : smallestIdAt(until)],
  );
  return new Map(rows.map(({ driver_id, amount_minor }) => [driver_id, BigInt(amount_minor)]));
}
