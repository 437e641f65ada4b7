import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { OperatorError } from '../infrastructure/operator-error.ts';
import type { CardKey } from './pricing-sql.ts';
import {
  type CardFault,
  cardsOf,
  findCardFaults,
  findRequestFaults,
  findShippedFaults,
  type RateCardDocument,
  type ShippedRates,
} from './rules/rate-card-document.ts';

const SHIPPED_FOLDER = fileURLToPath(new URL('../../data/rate-cards/', import.meta.url));
const HOLIDAYS_FILE = fileURLToPath(new URL('../../data/holidays.json', import.meta.url));
const MOST_FAULTS_SHOWN = 10;

export type ShippedCard = CardKey & { readonly document: RateCardDocument };
/** What pricing must know of a market. */
export type PricedMarket = { readonly market: string; readonly decimals: number };
/** By market and local date: the name of the public holiday. */
export type Holidays = Readonly<Record<string, Readonly<Record<string, string>>>>;

export async function readShippedCards(
  markets: readonly PricedMarket[],
  folder = SHIPPED_FOLDER,
): Promise<readonly ShippedCard[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
  const cards: ShippedCard[] = [];
  for (const file of files) {
    const source = `data/rate-cards/${file}`;
    const shipped = JSON.parse(await readFile(path.join(folder, file), 'utf8')) as ShippedRates;
    refuse(findShippedFaults(shipped), source);
    const market = markets.find(({ market: code }) => code === shipped.market);
    if (market === undefined) continue;
    for (const card of cardsOf(shipped)) {
      refuse(findCardFaults(card.document, market.decimals), `${source} /cities/${card.locode}/${card.service}`);
      cards.push(card);
    }
  }
  return cards;
}

/** Reads a card that an operator wrote, and refuses it with every fault. */
export function readCard(text: string, source: string, decimals: number, offered: readonly string[]): RateCardDocument {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new OperatorError(`${source} is not valid JSON: ${(error as Error).message}`);
  }
  refuse(findCardFaults(document, decimals), source);
  refuse(findRequestFaults(document as RateCardDocument, offered), source);
  return document as RateCardDocument;
}

export async function readHolidays(): Promise<Holidays> {
  return JSON.parse(await readFile(HOLIDAYS_FILE, 'utf8')) as Holidays;
}

function refuse(faults: readonly CardFault[], source: string): void {
  if (faults.length === 0) return;
  const lines = faults.slice(0, MOST_FAULTS_SHOWN).map(({ path: place, sentence }) => `  ${place} ${sentence}`);
  throw new OperatorError([`${source} cannot be used:`, ...lines].join('\n'));
}
