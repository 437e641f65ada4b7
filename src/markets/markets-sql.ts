import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import type { MarketDocument } from './rules/market-document.ts';

export const MARKETS_CHANNEL = 'markets_changed';

export type MarketVersion = {
  readonly market: string;
  readonly version: number;
  readonly document: MarketDocument | null;
};

/** The newest version of each market that an operator has ever changed. */
export async function latestVersions(sql: Queryable): Promise<readonly MarketVersion[]> {
  return sql.query<MarketVersion>(
    'select distinct on (market) market, version, document from market_versions order by market, version desc',
  );
}

/** Whoever changes a market waits for whoever does. */
export async function lockMarkets(tx: Transaction): Promise<void> {
  await tx.query('lock table market_versions in share row exclusive mode');
}

export async function insertVersion(
  tx: Transaction,
  market: string,
  document: MarketDocument | null,
  now: Instant,
): Promise<number> {
  await lockMarkets(tx);
  const [row] = await tx.query<{ version: number }>(
    `insert into market_versions (market, version, document, created_at)
     select $1, coalesce(max(version), 0) + 1, $2, $3 from market_versions where market = $1
     returning version`,
    [market, document === null ? null : JSON.stringify(document), timestamp(now)],
  );
  await tx.query(`notify ${MARKETS_CHANNEL}`);
  return row?.version as number;
}
