import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Instant } from '../foundation/time.ts';
import { keptBy } from '../infrastructure/kept.ts';
import { refuseDocument } from '../infrastructure/operator-document.ts';
import { inProject } from '../infrastructure/project-folder.ts';
import type { StoredCard } from './pricing-sql.ts';
import {
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
export type ShippedCard = StoredCard & { readonly holdsFrom: Instant };
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
  const cards: ShippedCard[] = [];
  for (const { shipped, source } of await shippedFiles(SHIPPED_FOLDER)) {
    const market = markets.find(({ market: code }) => code === shipped.market);
    if (market === undefined) continue;
    for (const card of cardsOf(shipped)) {
      refuseDocument(
        findSenseFaults(card.document, market.decimals),
        `${source} /cities/${card.locode}/${card.service}`,
      );
      cards.push({ ...card, version: 0, holdsFrom: Number.NEGATIVE_INFINITY });
    }
  }
  return cards;
}

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
