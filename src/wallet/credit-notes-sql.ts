import type { PartnerId } from '../foundation/ids.ts';
import type { MinorUnits } from '../foundation/money.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import type { OrderCost } from './rules/refund.ts';

export type CreditNote = {
  readonly market: string;
  readonly number: number;
  readonly partnerId: PartnerId;
  readonly currency: string;
  readonly amountMinor: MinorUnits;
  readonly orderId: string | undefined;
  readonly reason: string;
  readonly issuedAt: Instant;
};

type CreditNoteRow = {
  market: string;
  number: number;
  partner_id: PartnerId;
  currency: string;
  amount_minor: string;
  order_id: string | null;
  reason: string;
  issued_at: Date;
};
const COLUMNS = 'market, number, partner_id, currency, amount_minor, order_id, reason, issued_at';

function creditNoteFrom(row: CreditNoteRow): CreditNote {
  return {
    market: row.market,
    number: row.number,
    partnerId: row.partner_id,
    currency: row.currency,
    amountMinor: BigInt(row.amount_minor),
    orderId: row.order_id ?? undefined,
    reason: row.reason,
    issuedAt: row.issued_at.getTime(),
  };
}

/** Under the next number of its market. Numbers have no gaps: what is rolled back has taken none. */
export async function insertCreditNote(
  tx: Transaction,
  note: Omit<CreditNote, 'number'>,
  cost: OrderCost | undefined,
): Promise<CreditNote> {
  await tx.query('lock table credit_notes in share row exclusive mode');
  const [row] = await tx.query<CreditNoteRow>(
    `insert into credit_notes (market, number, partner_id, currency, amount_minor, order_id, captured_minor,
       credited_before_minor, reason, issued_at)
     select $1, coalesce(max(number), 0) + 1, $2, $3, $4, $5, $6, $7, $8, $9 from credit_notes where market = $1
     returning ${COLUMNS}`,
    [
      note.market,
      note.partnerId,
      note.currency,
      note.amountMinor.toString(),
      note.orderId ?? null,
      cost?.capturedMinor.toString() ?? null,
      cost?.creditedMinor.toString() ?? null,
      note.reason,
      timestamp(note.issuedAt),
    ],
  );
  return creditNoteFrom(row as CreditNoteRow);
}

/** What was paid for an order when it was completed, and what of it has been given back since. */
export async function findOrderCost(sql: Queryable, orderId: string): Promise<OrderCost> {
  const [row] = await sql.query<{ captured: string; credited: string }>(
    `select coalesce((select amount_minor from ledger_transfers where business_key = 'order/' || $1::text || '/capture'), 0) as captured,
       coalesce((select sum(amount_minor) from credit_notes where order_id = $1::bigint), 0) as credited`,
    [orderId],
  );
  return { capturedMinor: BigInt(row?.captured ?? 0), creditedMinor: BigInt(row?.credited ?? 0) };
}

/** What was given back for an order, in the order of time. */
export async function creditNotesOf(sql: Queryable, orderId: string): Promise<readonly CreditNote[]> {
  const rows = await sql.query<CreditNoteRow>(
    `select ${COLUMNS} from credit_notes where order_id = $1 order by credited_before_minor`,
    [orderId],
  );
  return rows.map(creditNoteFrom);
}

/** Newest first. */
export async function listCreditNotes(
  sql: Queryable,
  { partnerId, market }: { readonly partnerId: PartnerId; readonly market: string },
  before: number | undefined,
  most: number,
): Promise<readonly CreditNote[]> {
  const rows = await sql.query<CreditNoteRow>(
    `select ${COLUMNS} from credit_notes where partner_id = $1 and market = $2 and ($3::integer is null or number < $3)
     order by number desc limit $4`,
    [partnerId, market, before ?? null, most],
  );
  return rows.map(creditNoteFrom);
}
