import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Instant } from '../foundation/time.ts';
import { keptBy } from '../infrastructure/kept.ts';
import { refuseDocument } from '../infrastructure/operator-document.ts';
import { inProject } from '../infrastructure/project-folder.ts';
import type { StoredCard } from './pricing-sql.ts';
import type { RateCard } from './rules/rate-card.ts';
import {
  cardFrom,
  cardsOf,
  findCardFaults,
  findRequestFaults,
  findSenseFaults,
  findShippedFaults,
  type RateCardDocument,
  type ShippedRates,
} from './rules/rate-card-document.ts';

const SHIPPED_FOLDER = inProject('data/rate-cards/');
const HOLIDAYS_FILE = inProject('data/holidays.json');

/** Version 0, which holds until another one does. */
export type ShippedCard = StoredCard & { readonly holdsFrom: Instant; readonly card: RateCard };
/** What pricing must know of a market. */
export type PricedMarket = { readonly market: string; readonly decimals: number };
/** By market and local date: the name of the public holiday. */
export type Holidays = Readonly<Record<string, Readonly<Record<string, string>>>>;

type ShippedFile = { readonly shipped: ShippedRates; readonly source: string };

/** They come with the program, so a process reads them once. */
const shippedFiles = keptBy(readFolder);

async function readFolder(folder: string): Promise<readonly ShippedFile[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
  return Promise.all(
    files.map(async (file) => {
      const source = `data/rate-cards/${file}`;
      const shipped = JSON.parse(await readFile(path.join(folder, file), 'utf8')) as ShippedRates;
      refuseDocument(findShippedFaults(shipped), source);
      return { shipped, source };
    }),
  );
}

export async function readShippedCards(markets: readonly PricedMarket[]): Promise<readonly ShippedCard[]> {
  return (await Promise.all(markets.map(({ market, decimals }) => shippedCards(`${market} ${decimals}`)))).flat();
}

/** By market and decimals: a process works out once what each card says, not again whenever another one is published. */
const shippedCards = keptBy(async (key: string): Promise<readonly ShippedCard[]> => {
  const [market, decimals] = key.split(' ');
  const files = (await shippedFiles(SHIPPED_FOLDER)).filter(({ shipped }) => shipped.market === market);
  return files.flatMap(({ shipped, source }) =>
    cardsOf(shipped).map(({ locode, service, document }) => {
      refuseDocument(findSenseFaults(document, Number(decimals)), `${source} /cities/${locode}/${service}`);
      const card = cardFrom(document, Number(decimals));
      return { locode, service, document, card, version: 0, holdsFrom: Number.NEGATIVE_INFINITY };
    }),
  );
});

/** Refuses a card that an operator wrote with every fault. */
export function checkCard(
  document: unknown,
  source: string,
  decimals: number,
  offered: readonly string[],
): RateCardDocument {
  refuseDocument(findCardFaults(document, decimals), source);
  refuseDocument(findRequestFaults(document as RateCardDocument, offered), source);
  return document as RateCardDocument;
}

export async function readHolidays(): Promise<Holidays> {
  return JSON.parse(await readFile(HOLIDAYS_FILE, 'utf8')) as Holidays;
}
