import type { MinorUnits } from '../foundation/money.ts';
import type { Queryable, Transaction } from '../infrastructure/database/database.ts';
import type { BookedTransfer } from './rules/seal.ts';
import type { AccountKind } from './rules/transfer.ts';
import { TRANSFER_COLUMNS, type TransferRow, transferFrom } from './transfers-sql.ts';

export type Seal = { readonly position: number; readonly seal: Buffer };

export async function lastSeal(sql: Queryable): Promise<Seal | undefined> {
  const [row] = await sql.query<{ position: string; seal: Buffer }>(
    'select position, seal from ledger_seals order by position desc limit 1',
    [],
  );
  return row === undefined ? undefined : { position: Number(row.position), seal: row.seal };
}

export async function unsealedTransfers(tx: Transaction, most: number): Promise<readonly BookedTransfer[]> {
  const rows = await tx.query<TransferRow>(
    `select ${TRANSFER_COLUMNS} from ledger_unsealed unsealed join ledger_transfers transfer on transfer.id = unsealed.transfer_id
     order by transfer.id limit $1`,
    [most],
  );
  return rows.map(transferFrom);
}

export async function insertSeals(
  tx: Transaction,
  firstPosition: number,
  seals: readonly { readonly transferId: string; readonly seal: Buffer }[],
): Promise<void> {
  await tx.query(
    `with gone as (delete from ledger_unsealed where transfer_id = any($2::bigint[]))
     insert into ledger_seals (position, transfer_id, seal)
     select $1::bigint + place - 1, transfer_id, seal
     from unnest($2::bigint[], $3::bytea[]) with ordinality as new(transfer_id, seal, place)`,
    [firstPosition, seals.map(({ transferId }) => transferId), seals.map(({ seal }) => seal)],
  );
}

/** Without a transfer where somebody has taken away what was sealed. */
export type SealedTransfer = Seal & { readonly transferId: string; readonly transfer: BookedTransfer | undefined };

export async function sealedTransfers(
  sql: Queryable,
  afterPosition: number,
  most: number,
): Promise<readonly SealedTransfer[]> {
  const rows = await sql.query<TransferRow & { position: string; seal: Buffer; sealed_id: string; is_there: boolean }>(
    `select seal.position, seal.seal, seal.transfer_id as sealed_id, transfer.id is not null as is_there, ${TRANSFER_COLUMNS}
     from ledger_seals seal left join ledger_transfers transfer on transfer.id = seal.transfer_id
     where seal.position > $1 order by seal.position limit $2`,
    [afterPosition, most],
  );
  return rows.map((row) => ({
    position: Number(row.position),
    seal: row.seal,
    transferId: row.sealed_id,
    transfer: row.is_there ? transferFrom(row) : undefined,
  }));
}

/** Transfers that were booked and are gone before they were sealed. */
export async function transfersGoneUnsealed(sql: Queryable, most: number): Promise<readonly string[]> {
  const rows = await sql.query<{ transfer_id: string }>(
    `select transfer_id from ledger_unsealed
     where not exists (select from ledger_transfers where id = transfer_id) order by transfer_id limit $1`,
    [most],
  );
  return rows.map(({ transfer_id }) => transfer_id);
}

/** Transfers that are neither sealed nor waiting for it: nothing in the program makes such a row. */
export async function transfersPastTheSeal(sql: Queryable, most: number): Promise<readonly string[]> {
  const rows = await sql.query<{ id: string }>(
    `select id from ledger_transfers transfer
     where not exists (select from ledger_seals where transfer_id = transfer.id)
       and not exists (select from ledger_unsealed where transfer_id = transfer.id)
     order by id limit $1`,
    [most],
  );
  return rows.map(({ id }) => id);
}

export type WrongBalance = {
  readonly accountId: string;
  readonly kind: AccountKind;
  readonly currency: string;
  readonly storedMinor: MinorUnits;
  readonly bookedMinor: MinorUnits;
};

/** Accounts whose stored balance is not what their transfers add up to. */
export async function wrongBalances(sql: Queryable, most: number): Promise<readonly WrongBalance[]> {
  const rows = await sql.query<{
    id: string;
    kind: AccountKind;
    currency: string;
    balance_minor: string;
    booked_minor: string;
  }>(
    `select account.id, account.kind, account.currency, account.balance_minor, coalesce(booked.amount_minor, 0) as booked_minor
     from ledger_accounts account left join (
       select account_id, sum(amount_minor) as amount_minor from (
         select to_account_id, amount_minor from ledger_transfers
         union all select from_account_id, -amount_minor from ledger_transfers
       ) as side(account_id, amount_minor) group by account_id
     ) booked on booked.account_id = account.id
     where account.balance_minor <> coalesce(booked.amount_minor, 0)
     order by account.id limit $1`,
    [most],
  );
  return rows.map((row) => ({
    accountId: row.id,
    kind: row.kind,
    currency: row.currency,
    storedMinor: BigInt(row.balance_minor),
    bookedMinor: BigInt(row.booked_minor),
  }));
}
