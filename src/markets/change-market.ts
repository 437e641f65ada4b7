import type { Instant } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import { loadMarkets, readDocument, type ShippedDocuments } from './load-markets.ts';
import { insertVersion } from './markets-sql.ts';

/** Takes a new document into use, on every process at once. */
export async function importMarket(
  database: Database,
  text: string,
  source: string,
  shipped: ShippedDocuments,
  now: Instant,
): Promise<{ market: string; version: number }> {
  const document = readDocument(text, source);
  const known = (await loadMarkets(database, shipped)).find(({ market }) => market.market === document.market)?.market;
  if (known !== undefined && (known.currency !== document.currency || known.decimals !== document.decimals)) {
    throw new OperatorError(
      `${source} cannot be used: ${document.market} counts in ${known.currency} with ${known.decimals} decimals, and so do its wallets. Neither can change.`,
    );
  }
  const version = await database.inTransaction((tx) => insertVersion(tx, document.market, document, now));
  return { market: document.market, version };
}

/** Back to the file that ships with the product; a market that never shipped is gone then. */
export async function resetMarket(
  database: Database,
  market: string,
  shipped: ShippedDocuments,
  now: Instant,
): Promise<{ market: string; version: number }> {
  const known = await loadMarkets(database, shipped);
  if (!known.some(({ document }) => document.market === market)) {
    throw new OperatorError(`There is no market ${market}. See: waybill market list`);
  }
  const version = await database.inTransaction((tx) => insertVersion(tx, market, null, now));
  return { market, version };
}
