import { DeliveryError } from '../foundation/errors.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import { checkDocument, type LoadedMarket, loadMarkets, type ShippedDocuments } from './load-markets.ts';
import { insertVersion, lockMarkets } from './markets-sql.ts';
import type { MarketDocument } from './rules/market-document.ts';

/** Whether a partner has or had a key for the market; the partners' business, so it is handed in. */
type HasKeys = (tx: Transaction, market: string) => Promise<boolean>;
type Changed = { readonly market: string; readonly version: number };

/** Takes a new document into use, on every process at once. */
export async function importMarket(
  tx: Transaction,
  given: unknown,
  source: string,
  shipped: ShippedDocuments,
  now: Instant,
): Promise<Changed> {
  const document = checkDocument(given, source);
  await lockMarkets(tx);
  const markets = (await loadMarkets(tx, shipped)).map(({ market }) => market);
  const known = markets.find(({ market }) => market === document.market);
  if (known !== undefined && (known.currency !== document.currency || known.decimals !== document.decimals)) {
    throw new OperatorError(
      `${source} cannot be used: ${document.market} counts in ${known.currency} with ${known.decimals} decimals, and so do its wallets. Neither can change.`,
    );
  }
  const other = markets.find(({ currency }) => currency === document.currency);
  if (known === undefined && other !== undefined && other.decimals !== document.decimals) {
    throw new OperatorError(
      `${source} cannot be used: ${other.market} counts ${other.currency} with ${other.decimals} decimals, and a partner has one wallet for all markets of a currency. Count it with ${other.decimals} too.`,
    );
  }
  return { market: document.market, version: await insertVersion(tx, document.market, document, now) };
}

/** Changes one thing in the document of a market, for whoever has seen the version that is in use. */
export async function changeMarket(
  tx: Transaction,
  shipped: ShippedDocuments,
  market: string,
  seen: number,
  change: (document: MarketDocument) => MarketDocument,
  now: Instant,
): Promise<Changed> {
  const { document } = await lockSeen(tx, shipped, market, seen);
  return importMarket(tx, change(document), `Market ${market}`, shipped, now);
}

/** Back to the file that ships with the product; a market that never shipped is gone then, unless somebody had a key for it. */
export async function resetMarket(
  tx: Transaction,
  market: string,
  { shipped, hasKeys }: { readonly shipped: ShippedDocuments; readonly hasKeys: HasKeys },
  now: Instant,
  seen?: number,
): Promise<Changed> {
  const known = await lockSeen(tx, shipped, market, seen);
  if (!shipped.has(market) && (await hasKeys(tx, market))) {
    throw new OperatorError(
      `${market} did not come with the product, so there is nothing to go back to, and it cannot be taken off: partners have or had keys for it.`,
      'Change it instead: waybill market export, then waybill market import',
    );
  }
  return { market, version: await insertVersion(tx, known.market.market, null, now) };
}

async function lockSeen(
  tx: Transaction,
  shipped: ShippedDocuments,
  market: string,
  seen: number | undefined,
): Promise<LoadedMarket> {
  await lockMarkets(tx);
  const known = (await loadMarkets(tx, shipped)).find(({ document }) => document.market === market);
  if (known === undefined) throw new OperatorError(`There is no market ${market}.`, 'See: waybill market list');
  if (seen === undefined || known.version === seen) return known;
  const name = (version: number) => (version === 0 ? 'what ships with the product' : `version ${version}`);
  throw new DeliveryError(
    'ERR_CHANGED_MEANWHILE',
    `Somebody else has changed ${market} meanwhile: ${name(known.version)} is in use, not ${name(seen)}. Look again first.`,
  );
}
