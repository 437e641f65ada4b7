import type { Instant } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import { readDocument } from './load-markets.ts';
import { insertVersion } from './markets-sql.ts';

/** Takes a new document into use, on every process at once. */
export async function importMarket(
  database: Database,
  text: string,
  source: string,
  now: Instant,
): Promise<{ market: string; version: number }> {
  const document = readDocument(text, source);
  const version = await database.inTransaction((tx) => insertVersion(tx, document.market, document, now));
  return { market: document.market, version };
}

/** Back to the file that ships with the product. */
export async function resetMarket(
  database: Database,
  market: string,
  shipped: ReadonlyMap<string, unknown>,
  now: Instant,
): Promise<{ market: string; version: number }> {
  if (!shipped.has(market))
    throw new OperatorError(`No file ships for the market ${market}, so there is nothing to go back to.`);
  const version = await database.inTransaction((tx) => insertVersion(tx, market, null, now));
  return { market, version };
}
