import type { PartnerId } from '../foundation/ids.ts';
import { type Queryable, timestamp } from '../infrastructure/database/database.ts';
import type { PlusQuotation, PlusQuotationId } from './rules/parcel.ts';

type QuotationRow = {
  id: PlusQuotationId;
  partner_id: PartnerId;
  market: string;
  locode: string;
  created_at: Date;
  expires_at: Date;
  schedule_at: Date;
  deliver_by: Date;
  document: PlusQuotation['document'];
};

function quotationFrom(row: QuotationRow): PlusQuotation {
  return {
    id: row.id,
    partnerId: row.partner_id,
    market: row.market,
    locode: row.locode,
    createdAt: row.created_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    scheduleAt: row.schedule_at.getTime(),
    deliverBy: row.deliver_by.getTime(),
    document: row.document,
  };
}

export async function insertQuotation(sql: Queryable, quotation: PlusQuotation): Promise<void> {
  await sql.query(
    `insert into plus_quotations (id, partner_id, market, locode, created_at, expires_at, schedule_at, deliver_by, document)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      quotation.id,
      quotation.partnerId,
      quotation.market,
      quotation.locode,
      timestamp(quotation.createdAt),
      timestamp(quotation.expiresAt),
      timestamp(quotation.scheduleAt),
      timestamp(quotation.deliverBy),
      JSON.stringify(quotation.document),
    ],
  );
}

export async function findPlusQuotation(sql: Queryable, id: string): Promise<PlusQuotation | undefined> {
  const [row] = await sql.query<QuotationRow>(
    `select id, partner_id, market, locode, created_at, expires_at, schedule_at, deliver_by, document
     from plus_quotations where id = $1`,
    [id],
  );
  return row === undefined ? undefined : quotationFrom(row);
}
