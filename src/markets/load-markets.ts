import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Queryable } from '../infrastructure/database/database.ts';
import { keptBy } from '../infrastructure/kept.ts';
import { parseDocument, refuseDocument } from '../infrastructure/operator-document.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import { inProject } from '../infrastructure/project-folder.ts';
import { latestVersions } from './markets-sql.ts';
import type { Market } from './rules/market.ts';
import { findDocumentFaults, type MarketDocument } from './rules/market-document.ts';
import { marketFrom } from './rules/market-from-document.ts';

const SHIPPED_FOLDER = inProject('data/markets/');

/** `version` 0 is the shipped file. */
export type LoadedMarket = {
  readonly market: Market;
  readonly document: MarketDocument;
  readonly source: string;
  readonly version: number;
};

/** By market. */
export type ShippedDocuments = ReadonlyMap<string, { readonly document: MarketDocument; readonly source: string }>;

function readDocument(text: string, source: string): MarketDocument {
  return checkDocument(parseDocument(text, source), source);
}

/** Refuses a document with every fault, by its place. */
export function checkDocument(document: unknown, source: string): MarketDocument {
  refuseDocument(findDocumentFaults(document), source);
  return document as MarketDocument;
}

/** They come with the program, so a process reads and checks them once. */
const shipped = keptBy(readFolder);

export function readShippedDocuments(): Promise<ShippedDocuments> {
  return shipped(SHIPPED_FOLDER);
}

async function readFolder(folder: string): Promise<ShippedDocuments> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
  const documents = new Map<string, { document: MarketDocument; source: string }>();
  for (const file of files) {
    const source = `data/markets/${file}`;
    const document = readDocument(await readFile(path.join(folder, file), 'utf8'), source);
    const earlier = documents.get(document.market);
    if (earlier !== undefined) {
      throw new OperatorError(`${source} /market ${document.market} is described by ${earlier.source} already.`);
    }
    documents.set(document.market, { document, source });
  }
  return documents;
}

/** Every market, from what the operator last set or else from its shipped file. */
export async function loadMarkets(sql: Queryable, shipped: ShippedDocuments): Promise<readonly LoadedMarket[]> {
  const chosen = new Map(
    [...shipped].map(([market, { document, source }]) => [market, { document, source, version: 0 }]),
  );
  for (const { market, version, document } of await latestVersions(sql)) {
    if (document === null) continue;
    const source = `version ${version} of market ${market} in the database`;
    chosen.set(market, { document: checkDocument(document, source), source, version });
  }
  return [...chosen.values()]
    .sort((a, b) => (a.document.market < b.document.market ? -1 : 1))
    .map((entry) => ({ ...entry, market: marketFrom(entry.document) }));
}
