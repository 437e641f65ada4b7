import { writeWhole } from '../infrastructure/data-folder.ts';
import { loadMarkets, readShippedDocuments } from '../markets/index.ts';
import { createKeyRing, saveSimulation } from '../partners/index.ts';
import { playMoneyOf } from '../sandbox/index.ts';
import { type DemoPartner, demoPartnerFile, readDemoPartner } from './demo-partner.ts';
import type { Foundations } from './foundations.ts';
import { makePartner } from './make-partner.ts';

/** A delivery across town takes a few minutes. */
const DEMO_SPEED = 10;

/** The sandbox has a partner from the start, with play money in every market and simulated drivers for its orders. */
export async function findOrMakeDemoPartner(foundations: Foundations): Promise<DemoPartner> {
  const { settings, database, secretBox } = foundations;
  const file = demoPartnerFile(settings.dataFolder);
  const known = await readDemoPartner(settings.dataFolder);
  if (known !== undefined && (await createKeyRing(database, secretBox).fresh(known.apiKey)) !== undefined) return known;
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
    await saveSimulation(tx, partnerId, { drivers: 'AUTO', speed: DEMO_SPEED, scenario: undefined });
    return { partnerId, name, market: 'HK', apiKey, apiSecret, webhookSecret };
  });
  await writeWhole(file, `${JSON.stringify(demo, null, 2)}\n`, 0o600);
  return demo;
}
