import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, timestamp } from '../infrastructure/database/database.ts';
import type { AccountId } from './accounts-sql.ts';
import type { BookedTransfer } from './rules/seal.ts';
import type { TransferKind } from './rules/transfer.ts';
import type { Balances, Movements } from './rules/wallet-statement.ts';
import { TRANSFER_COLUMNS, type TransferRow, transferFrom } from './transfers-sql.ts';

type Span = { readonly from: Instant; readonly to: Instant };
/** The first of a span's entries comes after the one id, and the last has the other. */
type Stretch = { readonly after: string; readonly last: string };

type StateRow = {
  id: AccountId;
  balance_minor: string;
  held_minor: string;
  kind: TransferKind | null;
  amount_minor: string;
  after: string | null;
  last: string | null;
};

/**
 * What there is now in a partner's wallet, and what has been booked since a span began, by kind: in one statement, so that nothing is
 * booked between the two. No entry since then has a smaller id than `firstId`.
 */
export async function findWalletSince(
  sql: Queryable,
  { partnerId, currency }: { readonly partnerId: PartnerId; readonly currency: string },
  { from, to, firstId }: Span & { readonly firstId: string },
): Promise<
  | {
      readonly id: AccountId;
      readonly now: Balances;
      readonly since: Movements;
      readonly entries: Stretch | undefined;
    }
  | undefined
> {
  const rows = await sql.query<StateRow>(
    `select wallet.id, wallet.balance_minor, held.balance_minor as held_minor, booked.kind, booked.amount_minor,
       min(booked.first) over () - 1 as after, max(booked.last) over () as last
     from ledger_accounts wallet
       join ledger_accounts held on held.partner_id = wallet.partner_id and held.currency = wallet.currency and held.kind = 'held'
       left join lateral (
         select kind, sum(amount_minor) as amount_minor,
           min(id) filter (where created_at < $5) as first, max(id) filter (where created_at < $5) as last
         from ledger_transfers where wallet_id = wallet.id and id >= $3 and created_at >= $4 group by kind
       ) booked on true
     where wallet.partner_id = $1 and wallet.currency = $2 and wallet.kind = 'partner'`,
    [partnerId, currency, firstId, timestamp(from), timestamp(to)],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const { id, balance_minor, held_minor, after, last } = row;
  return {
    id,
    now: { balanceMinor: BigInt(balance_minor), heldMinor: BigInt(held_minor) },
    since: rows.flatMap(({ kind, amount_minor }) =>
      kind === null ? [] : [{ kind, amountMinor: BigInt(amount_minor) }],
    ),
    entries: after === null || last === null ? undefined : { after, last },
  };
}

/** Those of a stretch that were booked within a time, oldest first. */
export async function transfersWithin(
  sql: Queryable,
  walletId: AccountId,
  { from, to, after, last }: Span & Stretch,
  most: number,
): Promise<readonly BookedTransfer[]> {
  const rows = await sql.query<TransferRow>(
    `select ${TRANSFER_COLUMNS} from ledger_transfers transfer
     where wallet_id = $1 and id > $2 and id <= $3 and created_at >= $4 and created_at < $5 order by id limit $6`,
    [walletId, after, last, timestamp(from), timestamp(to), most],
  );
  return rows.map(transferFrom);
}
