import type { Id, PartnerId } from '../foundation/ids.ts';
import type { MinorUnits } from '../foundation/money.ts';
import type { Queryable, Transaction } from '../infrastructure/database/database.ts';
import type { AccountKind } from './rules/transfer.ts';

export type AccountId = Id<'ledgerAccount'>;

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
const ACCOUNT_COLUMNS = 'id, kind, balance_minor, event_count, alert_below_minor';

function accountFrom(row: AccountRow): Account {
  return {
    id: row.id,
    kind: row.kind,
    balanceMinor: BigInt(row.balance_minor ?? 0),
    eventCount: row.event_count,
    alertBelowMinor: row.alert_below_minor === null ? undefined : BigInt(row.alert_below_minor),
  };
}

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

/** The accounts that a transfer for this partner or driver can touch, locked in the order of their ids but for the house's. */
export async function lockAccounts(
  tx: Transaction,
  currency: string,
  { partnerId, driverId }: { partnerId?: PartnerId | undefined; driverId?: string | undefined },
): Promise<readonly Account[]> {
  const own = await tx.query<AccountRow>(
    `select ${ACCOUNT_COLUMNS} from ledger_accounts
     where currency = $1 and (partner_id = $2 or driver_id = $3) order by id for update`,
    [currency, partnerId ?? null, driverId ?? null],
  );
  const house = await tx.query<AccountRow>(
    `select ${ACCOUNT_COLUMNS} from ledger_accounts
     where kind in ('sales', 'funding') and currency = $1`,
    [currency],
  );
  return [...own, ...house].map(accountFrom);
}

/** The partner's accounts of a currency as they are now. */
export async function findWallet(
  sql: Queryable,
  partnerId: PartnerId,
  currency: string,
): Promise<{ readonly spendable: Account; readonly held: Account } | undefined> {
  const accounts = (
    await sql.query<AccountRow>(
      `select ${ACCOUNT_COLUMNS} from ledger_accounts
       where partner_id = $1 and currency = $2`,
      [partnerId, currency],
    )
  ).map(accountFrom);
  const [spendable, held] = (['partner', 'held'] as const).map((wanted) =>
    accounts.find(({ kind }) => kind === wanted),
  );
  return spendable === undefined || held === undefined ? undefined : { spendable, held };
}

/** What a driver has in each currency. */
export async function findDriverAccounts(
  sql: Queryable,
  driverId: string,
): Promise<readonly (Account & { readonly currency: string })[]> {
  const rows = await sql.query<AccountRow & { currency: string }>(
    `select ${ACCOUNT_COLUMNS}, currency from ledger_accounts
     where driver_id = $1 order by currency`,
    [driverId],
  );
  return rows.map((row) => ({ ...accountFrom(row), currency: row.currency }));
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
