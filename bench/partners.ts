import { readSettings } from '../src/infrastructure/config/settings.ts';
import { startEmbeddedPostgres } from '../src/infrastructure/database/embedded-postgres.ts';
import { type Foundations, layFoundations } from '../src/main/foundations.ts';
import { type MadePartner, makePartner } from '../src/main/make-partner.ts';
import { loadMarkets, readShippedDocuments } from '../src/markets/index.ts';
import { silentLog } from '../test/support/edges.ts';
import type { Credentials } from '../test/support/partner-client.ts';
import { CREDIT, type Production, RAISED_LIMITS } from './program.ts';

export const MARKET = 'HK';

export type Partner = Credentials & { readonly partnerId: string };

/** The database of a program that runs, from this process. */
export async function openFoundations({ data, env }: Production) {
  const { connection } = await startEmbeddedPostgres(data, () => {});
  return { connection, foundations: await layFoundations(readSettings(env), connection, { log: silentLog }) };
}

export async function makePartners(foundations: Foundations, count: number): Promise<readonly MadePartner[]> {
  const markets = (await loadMarkets(foundations.database, await readShippedDocuments())).map(({ market }) => market);
  const credits = markets
    .filter(({ market }) => market === MARKET)
    .map((market) => ({ market, amountMinor: BigInt(CREDIT) }));
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
