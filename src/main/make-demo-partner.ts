import { writeWhole } from '../infrastructure/data-folder.ts';
import { loadMarkets, readShippedDocuments } from '../markets/index.ts';
import { beginSimulation, createKeyRing } from '../partners/index.ts';
import { playMoneyOf } from '../sandbox/index.ts';
import { type DemoPartner, demoPartnerFile, readDemoPartner } from './demo-partner.ts';
import type { Foundations } from './foundations.ts';
import { makePartner } from './make-partner.ts';

/** At this speed a delivery across town takes a few minutes. */
const DEMO_SIMULATION = { drivers: 'AUTO', speed: 10, scenario: undefined } as const;

/** The sandbox has a partner from the start, with play money in every market and simulated drivers for its orders. */
export async function findOrMakeDemoPartner(foundations: Foundations): Promise<DemoPartner> {
  const { settings, database, secretBox } = foundations;
  const file = demoPartnerFile(settings.dataFolder);
  const known = await readDemoPartner(settings.dataFolder);
  const key = known && (await createKeyRing(database, secretBox).fresh(known.apiKey));
  if (known !== undefined && key !== undefined) {
    // One that was made before there were simulated drivers has them from now on.
    await beginSimulation(database, key.partner.id, DEMO_SIMULATION);
    return known;
  }
  const markets = (await loadMarkets(database, await readShippedDocuments())).map(({ market }) => market);
  const demo = await database.inTransaction(async (tx): Promise<DemoPartner> => {
    const request = {
      name: 'Demo Shop',
      markets: markets.map(({ market }) => market),
      platforms: ['ON_DEMAND', 'PLUS'],
      sourceAddresses: [],
      limitFactor: 1,
    } as const;
    const credits = markets.map((market) => ({ market, amountMinor: playMoneyOf(market) }));
    const made = await makePartner(foundations, tx, markets, request, credits);
    const { partnerId, name, apiKey, apiSecret, webhookSecret } = made;
    await beginSimulation(tx, partnerId, DEMO_SIMULATION);
    return { partnerId, name, market: 'HK', apiKey, apiSecret, webhookSecret };
  });
  await writeWhole(file, `${JSON.stringify(demo, null, 2)}\n`, 0o600);
  return demo;
}
