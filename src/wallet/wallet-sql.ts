import { type Id, type PartnerId, smallestIdAt } from '../foundation/ids.ts';
import type { MinorUnits } from '../foundation/money.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import type { BookedTransfer } from './rules/seal.ts';
import type { AccountKind } from './rules/transfer.ts';

export type AccountId = Id<'ledgerAccount'>;

/** Opens what is not open yet: what can be spent and what is held, the first with the smaller id. */
export async function openWallet(
  tx: Transaction,
  newIds: readonly [partner: AccountId, held: AccountId],
  partnerId: PartnerId,
  currency: string,
): Promise<void> {
  await tx.query(
    `insert into ledger_accounts (id, kind, partner_id, currency)
     values ($1, 'partner', $3, $4), ($2, 'held', $3, $4) on conflict do nothing`,
    [...newIds, partnerId, currency],
  );
}

export async function openDriverAccount(
  tx: Transaction,
  newId: AccountId,
  driverId: string,
  currency: string,
): Promise<void> {
  await tx.query(
    "insert into ledger_accounts (id, kind, driver_id, currency) values ($1, 'driver', $2, $3) on conflict do nothing",
    [newId, driverId, currency],
  );
}

export async function openHouseAccounts(
  tx: Transaction,
  newIds: readonly [sales: AccountId, funding: AccountId],
  currency: string,
): Promise<void> {
  await tx.query(
    `insert into ledger_accounts (id, kind, currency, balance_minor)
     values ($1, 'sales', $3, null), ($2, 'funding', $3, null) on conflict do nothing`,
    [...newIds, currency],
  );
}

export type Account = {
  readonly id: AccountId;
  readonly kind: AccountKind;
  readonly balanceMinor: MinorUnits;
  readonly eventCount: number;
  readonly alertBelowMinor: MinorUnits | undefined;
};
type AccountRow = {
  id: AccountId;
  kind: AccountKind;
  balance_minor: string | null;
  event_count: number;
  alert_below_minor: string | null;
};

/** The accounts that a transfer for this partner or driver can touch, locked in the order of their ids but for the house's. */
export async function lockAccounts(
  tx: Transaction,
  currency: string,
  { partnerId, driverId }: { partnerId?: PartnerId | undefined; driverId?: string | undefined },
): Promise<readonly Account[]> {
  const own = await tx.query<AccountRow>(
    `select id, kind, balance_minor, event_count, alert_below_minor from ledger_accounts
     where currency = $1 and (partner_id = $2 or driver_id = $3) order by id for update`,
    [currency, partnerId ?? null, driverId ?? null],
  );
  const house = await tx.query<AccountRow>(
    `select id, kind, balance_minor, event_count, alert_below_minor from ledger_accounts
     where kind in ('sales', 'funding') and currency = $1`,
    [currency],
  );
  return [...own, ...house].map(accountFrom);
}

function accountFrom(row: AccountRow): Account {
  return {
    id: row.id,
    kind: row.kind,
    balanceMinor: BigInt(row.balance_minor ?? 0),
    eventCount: row.event_count,
    alertBelowMinor: row.alert_below_minor === null ? undefined : BigInt(row.alert_below_minor),
  };
}

/** The partner's accounts of a currency as they are now. */
export async function findWallet(
  sql: Queryable,
  partnerId: PartnerId,
  currency: string,
): Promise<{ readonly spendable: Account; readonly held: Account } | undefined> {
  const accounts = (
    await sql.query<AccountRow>(
      `select id, kind, balance_minor, event_count, alert_below_minor from ledger_accounts
       where partner_id = $1 and currency = $2`,
      [partnerId, currency],
    )
  ).map(accountFrom);
  const [spendable, held] = (['partner', 'held'] as const).map((wanted) =>
    accounts.find(({ kind }) => kind === wanted),
  );
  return spendable === undefined || held === undefined ? undefined : { spendable, held };
}

/** What a partner can spend, by currency. */
export async function balancesOf(sql: Queryable, partnerId: PartnerId): Promise<ReadonlyMap<string, MinorUnits>> {
  const rows = await sql.query<{ currency: string; balance_minor: string }>(
    "select currency, balance_minor from ledger_accounts where partner_id = $1 and kind = 'partner'",
    [partnerId],
  );
  return new Map(rows.map(({ currency, balance_minor }) => [currency, BigInt(balance_minor)]));
}

export async function hasFundedWallet(
  sql: Queryable,
  partnerId: PartnerId,
  currencies: readonly string[],
): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from ledger_accounts
     where partner_id = $1 and currency = any($2) and kind = 'partner' and balance_minor > 0 limit 1`,
    [partnerId, currencies],
  );
  return rows.length > 0;
}

export async function updateAlert(
  tx: Transaction,
  partnerId: PartnerId,
  currency: string,
  alertBelowMinor: MinorUnits | undefined,
): Promise<void> {
  await tx.query(
    "update ledger_accounts set alert_below_minor = $3 where partner_id = $1 and currency = $2 and kind = 'partner'",
    [partnerId, currency, alertBelowMinor?.toString() ?? null],
  );
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

type TransferRow = {
  id: string;
  business_key: string;
  kind: string;
  from_account_id: string;
  to_account_id: string;
  wallet_id: string;
  order_id: string | null;
  amount_minor: string;
  created_at: Date;
};
const TRANSFER_COLUMNS = `transfer.id, transfer.business_key, transfer.kind, transfer.from_account_id, transfer.to_account_id,
  transfer.wallet_id, transfer.order_id, transfer.amount_minor, transfer.created_at`;

function transferFrom(row: TransferRow): BookedTransfer {
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

/** With what amount a key is booked, if it is. */
export async function findBookedAmount(sql: Queryable, businessKey: string): Promise<MinorUnits | undefined> {
  const [row] = await sql.query<{ amount_minor: string }>(
    'select amount_minor from ledger_transfers where business_key = $1',
    [businessKey],
  );
  return row === undefined ? undefined : BigInt(row.amount_minor);
}

/** The newest transfers of one statement. */
export async function latestTransfers(
  sql: Queryable,
  walletId: AccountId,
  most: number,
): Promise<readonly BookedTransfer[]> {
  const rows = await sql.query<TransferRow>(
    `select ${TRANSFER_COLUMNS} from ledger_transfers transfer where wallet_id = $1 order by id desc limit $2`,
    [walletId, most],
  );
  return rows.map(transferFrom);
}

/** What a driver has in each currency. */
export async function findDriverAccounts(
  sql: Queryable,
  driverId: string,
): Promise<readonly (Account & { readonly currency: string })[]> {
  const rows = await sql.query<AccountRow & { currency: string }>(
    `select id, kind, balance_minor, event_count, alert_below_minor, currency from ledger_accounts
     where driver_id = $1 order by currency`,
    [driverId],
  );
  return rows.map((row) => ({ ...accountFrom(row), currency: row.currency }));
}

/** What drivers have earned since then, by driver. */
export async function earningsSince(
  sql: Queryable,
  driverIds: readonly string[],
  since: Instant,
): Promise<ReadonlyMap<string, MinorUnits>> {
  const rows = await sql.query<{ driver_id: string; amount_minor: string }>(
    `select account.driver_id, sum(transfer.amount_minor) as amount_minor
     from ledger_accounts account join ledger_transfers transfer on transfer.wallet_id = account.id
     where account.driver_id = any($1::bigint[]) and transfer.id >= $2 and transfer.kind = 'earning'
     group by account.driver_id`,
    [driverIds, smallestIdAt(since)],
  );
  return new Map(rows.map(({ driver_id, amount_minor }) => [driver_id, BigInt(amount_minor)]));
}

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
