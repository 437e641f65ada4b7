import type { Foundations } from '../../src/main/foundations.ts';
import { type MadePartner, makePartner } from '../../src/main/make-partner.ts';
import { loadMarkets, readShippedDocuments } from '../../src/markets/index.ts';
import type { Credentials } from '../../test/support/partner-client.ts';

export const MARKET = 'HK';
/** How many times the limits of a key an operator has raised them. */
const RAISED_LIMITS = 100_000;
const CREDIT_MINOR = 1_000_000_000n;

export type Partner = Credentials & { readonly partnerId: string };

export async function makePartners(foundations: Foundations, count: number): Promise<readonly MadePartner[]> {
  const markets = (await loadMarkets(foundations.database, await readShippedDocuments())).map(({ market }) => market);
  const credits = markets
    .filter(({ market }) => market === MARKET)
    .map((market) => ({ market, amountMinor: CREDIT_MINOR }));
  const made: MadePartner[] = [];
  for (let number = 1; number <= count; number++) {
    const request = {
      name: `Partner ${number}`,
      markets: [MARKET],
      platforms: ['ON_DEMAND'] as const,
      sourceAddresses: [],
      limitFactor: RAISED_LIMITS,
    };
    made.push(
      await foundations.database.inTransaction((tx) => makePartner(foundations, tx, markets, request, credits)),
    );
  }
  return made;
}
