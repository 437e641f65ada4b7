import { findAccountByEmail } from '../accounts/index.ts';
import { loadMarkets, type Market, readShippedDocuments } from '../markets/index.ts';
import {
  beginSimulation,
  createKeyRing,
  findPartner,
  issueKey,
  type KeyRequest,
  keysOf,
  readWebhookSecret,
} from '../partners/index.ts';
import { playMoneyOf } from '../sandbox/index.ts';
import { type DemoPartner, readDemoPartner, writeDemoPartner } from './demo-partner.ts';
import type { Foundations } from './foundations.ts';
import { DEMO_USER } from './make-demo-people.ts';
import { makePartner, partnerDeps } from './make-partner.ts';

const NAME = 'Demo Shop';
const HOME_MARKET = 'HK';

/** At this speed a delivery across town takes a few minutes. */
const DEMO_SIMULATION = { drivers: 'AUTO', speed: 10, scenario: undefined } as const;

/** The sandbox has a partner from the start, with play money in every market and simulated drivers for its orders. */
export async function findOrMakeDemoPartner(foundations: Foundations): Promise<DemoPartner> {
  const { settings, database, secretBox } = foundations;
  const known = await readDemoPartner(settings.dataFolder);
  const key = known && (await createKeyRing(database, secretBox).fresh(known.apiKey));
  if (known !== undefined && key !== undefined) {
    // One that was made before there were simulated drivers has them from now on.
    await beginSimulation(database, key.partner.id, DEMO_SIMULATION);
    return known;
  }
  const demo = (await findAgain(foundations)) ?? (await make(foundations));
  await beginSimulation(database, demo.partnerId, DEMO_SIMULATION);
  await writeDemoPartner(settings.dataFolder, demo);
  return demo;
}

/** Without its file, as after a restore, it is the one that the demo user belongs to, who sees at the portal what its key does. */
async function findAgain(foundations: Foundations): Promise<DemoPartner | undefined> {
  const { database, secretBox } = foundations;
  const user = await findAccountByEmail(database, 'portal', DEMO_USER);
  const partner = user?.partnerId && (await findPartner(database, user.partnerId));
  if (!partner || partner.name !== NAME) return undefined;
  const keys = (await keysOf(database, partner.id)).filter(({ status }) => status !== 'revoked');
  const key = keys.find(({ status }) => status === 'active') ?? keys[0];
  const open = key && (await createKeyRing(database, secretBox).fresh(key.publicKey));
  const markets = await shippedMarkets(foundations);
  const { apiKey, apiSecret } = open
    ? { apiKey: open.publicKey, apiSecret: open.secret }
    : await database.inTransaction((tx) =>
        issueKey(partnerDeps(foundations, markets), tx, partner.id, keyTerms(markets)),
      );
  const webhookSecret = await readWebhookSecret(foundations, database, partner.id);
  return { partnerId: partner.id, name: NAME, market: HOME_MARKET, apiKey, apiSecret, webhookSecret };
}

async function make(foundations: Foundations): Promise<DemoPartner> {
  const markets = await shippedMarkets(foundations);
  const credits = markets.map((market) => ({ market, amountMinor: playMoneyOf(market) }));
  const request = { name: NAME, ...keyTerms(markets) };
  const made = await foundations.database.inTransaction((tx) =>
    makePartner(foundations, tx, markets, request, credits),
  );
  const { partnerId, name, apiKey, apiSecret, webhookSecret } = made;
  return { partnerId, name, market: HOME_MARKET, apiKey, apiSecret, webhookSecret };
}

async function shippedMarkets({ database }: Foundations): Promise<readonly Market[]> {
  return (await loadMarkets(database, await readShippedDocuments())).map(({ market }) => market);
}

function keyTerms(markets: readonly Market[]): KeyRequest {
  return {
    markets: markets.map(({ market }) => market),
    platforms: ['ON_DEMAND', 'PLUS'],
    sourceAddresses: [],
    limitFactor: 1,
  };
}
