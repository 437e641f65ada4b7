import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import type { PriceListDocument } from './rules/price-list.ts';
import type { DeliveredParcel } from './rules/statement.ts';

export type StoredPriceList = {
  readonly market: string;
  readonly version: number;
  readonly holdsFrom: Instant;
  readonly document: PriceListDocument;
};
type PriceListRow = { market: string; version: number; holds_from: Date; document: PriceListDocument };

/** By market, newest first. */
export async function findPriceLists(sql: Queryable, partnerId: PartnerId): Promise<readonly StoredPriceList[]> {
  const rows = await sql.query<PriceListRow>(
    `select market, version, holds_from, document from parcel_price_lists
     where partner_id = $1 order by market, version desc`,
    [partnerId],
  );
  return rows.map(({ market, version, holds_from, document }) => ({
    market,
    version,
    holdsFrom: holds_from.getTime(),
    document,
  }));
}

/** Until the transaction ends, nobody else adds a list. */
export async function lockPriceLists(tx: Transaction): Promise<void> {
  await tx.query('lock table parcel_price_lists in share row exclusive mode');
}

export async function insertPriceList(
  tx: Transaction,
  partnerId: PartnerId,
  { market, version, holdsFrom, document }: StoredPriceList,
  now: Instant,
): Promise<void> {
  await tx.query(
    `insert into parcel_price_lists (partner_id, market, version, holds_from, created_at, document)
     values ($1, $2, $3, $4, $5, $6)`,
    [partnerId, market, version, timestamp(holdsFrom), timestamp(now), JSON.stringify(document)],
  );
}

type DeliveredRow = {
  id: string;
  client_ref: string;
  locode: string;
  ended_at: Date;
  meters: number;
  weight: string | null;
};

/** What a client got delivered in a span of time, oldest first; `after` is the last one seen. */
export async function findDelivered(
  sql: Queryable,
  { partnerId, market, from, to }: { partnerId: PartnerId; market: string; from: Instant; to: Instant },
  after: Pick<DeliveredParcel, 'deliveredAt' | 'id'> | undefined,
  limit: number,
): Promise<readonly DeliveredParcel[]> {
  const rows = await sql.query<DeliveredRow>(
    `select id, client_ref, locode, ended_at, (document ->> 'distanceMeters')::integer as meters,
       document #>> '{item,weight}' as weight
     from parcels
     where partner_id = $1 and status = 'DELIVERED' and market = $2 and ended_at >= $3 and ended_at < $4
       and (ended_at, id) > ($5, $6)
     order by ended_at, id limit $7`,
    [
      ...[partnerId, market, timestamp(from), timestamp(to)],
      ...[timestamp(after?.deliveredAt ?? from), after?.id ?? '0', limit],
    ],
  );
  return rows.map(({ id, client_ref, locode, ended_at, meters, weight }) => ({
    id,
    clientRef: client_ref,
    locode,
    deliveredAt: ended_at.getTime(),
    distanceMeters: meters,
    weight: weight ?? undefined,
  }));
}
