import { OperatorError } from '../../infrastructure/operator-error.ts';
import type { City, Market } from '../../markets/index.ts';
import { findPartner } from '../../partners/index.ts';
import type { Foundations } from '../foundations.ts';
import { cityHint } from './city-hint.ts';
import { inCapitals } from './options.ts';

/** What an operator names, or the line that says how to name it. */
export async function knownPartner({ database }: Foundations, id: string) {
  const partner = await findPartner(database, id);
  if (partner === undefined) throw new OperatorError(`There is no partner ${id}. See: waybill partner list`);
  return partner;
}

export async function allMarkets({ database }: Foundations): Promise<readonly Market[]> {
  // What reads and checks them takes longer to load than all else that most commands need.
  const { loadMarkets, readShippedDocuments } = await import('../../markets/index.ts');
  return (await loadMarkets(database, await readShippedDocuments())).map(({ market }) => market);
}

export async function knownMarket(foundations: Foundations, code: string): Promise<Market> {
  return marketOf(await allMarkets(foundations), code);
}

/** Each once, however often it is named. */
export function marketsOf(markets: readonly Market[], codes: readonly string[]): readonly Market[] {
  return [...new Set(codes)].map((code) => marketOf(markets, code));
}

function marketOf(markets: readonly Market[], code: string): Market {
  const known = markets.find(({ market }) => market === code);
  if (known !== undefined) return known;
  const codes = markets.map(({ market }) => market).join(', ');
  throw new OperatorError(`There is no market ${code}. It must be one of ${codes}.`);
}

export async function knownCity(foundations: Foundations, named: string): Promise<{ city: City; market: Market }> {
  const markets = await allMarkets(foundations);
  const found = cityOf(markets, named);
  if (found !== undefined) return found;
  throw new OperatorError(`There is no city ${named}. ${cityHint(markets, named)}`);
}

/** In any case; undefined where there is none, which is told as it was written. */
export function cityOf(markets: readonly Market[], named: string): { city: City; market: Market } | undefined {
  const locode = inCapitals(named);
  for (const market of markets) {
    const city = market.cities.find((candidate) => candidate.locode === locode);
    if (city !== undefined) return { city, market };
  }
  return undefined;
}
