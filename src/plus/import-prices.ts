import type { PartnerId } from '../foundation/ids.ts';
import { formatInstant, type Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { DocumentRefusal, parseDocument, refuseDocument } from '../infrastructure/operator-document.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import type { Market } from '../markets/index.ts';
import { findPriceLists, insertPriceList, lockPriceLists, type StoredPriceList } from './billing-sql.ts';
import { findCityFaults, findPriceListFaults, mayHoldFrom, type PriceListDocument } from './rules/price-list.ts';

type Given = { readonly text: string; readonly source: string; readonly holdsFrom: Instant };

/** A client's new price list for a market. Lists before it stay, for what was delivered while they held. */
export async function importPrices(
  tx: Transaction,
  markets: readonly Market[],
  partnerId: PartnerId,
  { text, source, holdsFrom }: Given,
  now: Instant,
): Promise<StoredPriceList> {
  const document = readPriceList(text, source, markets);
  const { market } = document;
  await lockPriceLists(tx);
  const latest = (await findPriceLists(tx, partnerId)).find((list) => list.market === market);
  if (!mayHoldFrom(holdsFrom, latest === undefined, now))
    throw new OperatorError(
      `There is a price list for ${market} already, and what was billed by it stays: a new one can hold from ${formatInstant(now)} on, not from ${formatInstant(holdsFrom)}.`,
    );
  const list = { market, version: (latest?.version ?? 0) + 1, holdsFrom, document };
  await insertPriceList(tx, partnerId, list, now);
  return list;
}

function readPriceList(text: string, source: string, markets: readonly Market[]): PriceListDocument {
  const given = parseDocument(text, source);
  refuseDocument(findPriceListFaults(given), source);
  const document = given as PriceListDocument;
  const offered = markets.filter(({ plus }) => plus);
  const market = offered.find((candidate) => candidate.market === document.market);
  const codes = offered.map((candidate) => candidate.market).join(', ');
  if (market === undefined)
    throw new DocumentRefusal([{ path: '/market', sentence: `must be one of ${codes}` }], source);
  const locodes = market.cities.map(({ locode }) => locode);
  refuseDocument(findCityFaults(document, locodes), source);
  return document;
}
