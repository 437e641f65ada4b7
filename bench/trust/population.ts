import { createPerson } from '../../src/accounts/index.ts';
import { readSettings } from '../../src/infrastructure/config/settings.ts';
import { type Foundations, layFoundations } from '../../src/main/foundations.ts';
import { type MadePartner, makePartner } from '../../src/main/make-partner.ts';
import { loadMarkets, type Market, readShippedDocuments } from '../../src/markets/index.ts';
import { topUp } from '../../src/wallet/index.ts';
import { chooseEvents, EVENT_CHOICES, setWebhook } from '../../src/webhooks/index.ts';
import { silentLog } from '../../test/support/edges.ts';
import type { Cluster } from './cluster.ts';
import type { Desk } from './writes.ts';

const RAISED_LIMITS = 100_000;
const CREDIT_MINOR = 1_000_000_000n;

export type Invited = { readonly id: string; readonly email: string; readonly token: string };

export type Population = {
  /** Where everything is pushed to; any path below it too. */
  readonly receiverUrl: string;
  readonly shops: readonly MadePartner[];
  /** Whose orders expire. */
  readonly waiting: MadePartner;
  /** Whose orders are driven by drivers with devices. */
  readonly street: MadePartner;
  /** Whose people are at the portal. */
  readonly office: MadePartner;
  /** With the limits of the contract. */
  readonly limited: MadePartner;
  /** Whose orders are steered from the console. */
  readonly desk: MadePartner;
  readonly operator: Invited;
  readonly dispatchers: readonly Invited[];
  readonly carriers: readonly Invited[];
  readonly portalUser: Invited;
  /** Each at the head of a team. */
  readonly leads: Readonly<Record<Desk, Invited>>;
};

export const STREET = { market: 'SG', locode: 'SG SIN' } as const;
export const HOME = { market: 'HK', locode: 'HK HKG' } as const;

/** Everybody who takes part, before anything is killed. */
export async function populate(cluster: Cluster, receiverUrl: string, shops: number): Promise<Population> {
  const foundations = await layFoundations(readSettings(cluster.env), cluster.connection, { log: silentLog });
  try {
    const markets = (await loadMarkets(foundations.database, await readShippedDocuments())).map(({ market }) => market);
    const partner = (name: string, limitFactor = RAISED_LIMITS) =>
      createPartner(foundations, markets, name, limitFactor, receiverUrl);
    const office = await partner('Office');
    const shopPartners: MadePartner[] = [];
    for (let number = 1; number <= shops; number++) shopPartners.push(await partner(`Shop ${number}`));
    const operator = (name: string) => invite(foundations, 'console', name, undefined);
    const several = async (name: string) => [await operator(`${name}-0`), await operator(`${name}-1`)];
    return {
      receiverUrl,
      shops: shopPartners,
      waiting: await partner('Waiting'),
      street: await partner('Street'),
      office,
      limited: await partner('Limited', 1),
      desk: await partner('Desk'),
      operator: await operator('operator'),
      dispatchers: await several('dispatcher'),
      carriers: await several('carrier'),
      portalUser: await invite(foundations, 'portal', 'portal-user', office.partnerId),
      leads: {
        console: await operator('console-lead'),
        portal: await invite(foundations, 'portal', 'portal-lead', office.partnerId),
      },
    };
  } finally {
    await foundations.close();
  }
}

async function createPartner(
  foundations: Foundations,
  markets: readonly Market[],
  name: string,
  limitFactor: number,
  receiverUrl: string,
): Promise<MadePartner> {
  const wanted: readonly string[] = [HOME.market, STREET.market];
  const request = {
    name,
    markets: wanted,
    platforms: ['ON_DEMAND', 'PLUS'] as const,
    sourceAddresses: [],
    limitFactor,
  };
  const credits = markets
    .filter(({ market }) => wanted.includes(market))
    .map(({ currency, decimals }) => ({ currency, decimals }));
  return foundations.database.inTransaction(async (tx) => {
    const made = await makePartner(foundations, tx, markets, request, []);
    const now = foundations.clock.now();
    await setWebhook(tx, made.partnerId, receiverUrl, now);
    await chooseEvents(tx, made.partnerId, [...EVENT_CHOICES], now);
    // After the webhook is set: what was told before is pushed to nobody.
    for (const currency of credits)
      await topUp(foundations, tx, { partnerId: made.partnerId, ...currency }, CREDIT_MINOR);
    return made;
  });
}

async function invite(
  foundations: Foundations,
  desk: Desk,
  name: string,
  partnerId: MadePartner['partnerId'] | undefined,
): Promise<Invited> {
  const { database, clock, settings } = foundations;
  const email = `${name}@trust.example`;
  const request = { by: undefined, desk, email, name: 'Ada Lovelace', role: 'admin', partnerId };
  const { person, link } = await database.inTransaction((tx) =>
    createPerson({ ...foundations, publicUrl: settings.publicUrl }, tx, request, clock.now()),
  );
  return { id: String(person.id), email, token: link.url.split('#')[1] as string };
}
