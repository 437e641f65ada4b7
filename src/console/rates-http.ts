import { type DeskApi, recordAct } from '../accounts/index.ts';
import { DeliveryError } from '../foundation/errors.ts';
import { DAY_MS, formatInstant, type Instant, parseInstant } from '../foundation/time.ts';
import type { Database, Transaction } from '../infrastructure/database/database.ts';
import { wrongQuery } from '../infrastructure/http/page-query.ts';
import { created, ok } from '../infrastructure/http/partner-api.ts';
import type { MarketCatalogue } from '../markets/index.ts';
import { namesOfPartners } from '../partners/index.ts';
import {
  blankCard,
  type CardKey,
  cardFrom,
  cardMarks,
  draftCard,
  findCard,
  insistOnState,
  publishCard,
  type RateCatalogue,
  rollBackCard,
  withdrawCard,
} from '../pricing/index.ts';
import { previewCard } from '../quotations/index.ts';
import { asRefusal } from './as-refusal.ts';
import {
  type Card,
  CardParams,
  cardRowToWire,
  cardToWire,
  DraftData,
  PreviewQuery,
  PublishData,
  previewToWire,
  RatesQuery,
  VersionData,
  VersionParams,
} from './rates-wire.ts';

export type RateDeskDeps = {
  readonly database: Database;
  readonly catalogue: MarketCatalogue;
  readonly rates: RateCatalogue;
};
type Api = DeskApi<'console'>;
type CardDeps = Pick<RateDeskDeps, 'catalogue' | 'rates'>;
type Params = { readonly city: string; readonly service: string };

const AT = '/console/v1/rates/:city/:service';
const MOST_PREVIEWED = 100_000;
const MOST_DAYS = 365;

export function addRateRoutes(api: Api, deps: RateDeskDeps): void {
  addReading(api, deps);
  addPreview(api, deps);
  addChanges(api, deps);
}

function cardIn({ catalogue, rates }: CardDeps, { city: locode, service: key }: Params): Card {
  for (const market of catalogue.all()) {
    const city = market.cities.find((one) => one.locode === locode);
    const service = city?.services.find((one) => one.key === key);
    if (city !== undefined && service !== undefined)
      return { market, city, service, isShipped: isShipped(rates, locode, key) };
  }
  throw new DeliveryError('ERR_NOT_FOUND', 'There is no such service in that city.');
}

const isShipped = (rates: RateCatalogue, locode: string, service: string): boolean =>
  rates.cardOfVersion(locode, service, 0) !== undefined;
const keyOf = ({ city, service }: Card): CardKey => ({ locode: city.locode, service: service.key });
const termsOf = ({ market, service }: Card) => ({
  decimals: market.decimals,
  specialRequests: service.specialRequests.map(({ name }) => name),
});

function addReading(api: Api, deps: RateDeskDeps): void {
  const { database, catalogue, rates } = deps;
  api.get('/console/v1/rates', { may: 'look', query: RatesQuery }, async ({ now, query }) => {
    const market = catalogue.all().find((one) => one.market === query.market);
    if (market === undefined) throw wrongQuery('There is no such market.', 'market');
    const marks = await cardMarks(database);
    return ok(
      market.cities.flatMap((city) =>
        city.services.map((service) => {
          const own = marks.filter((mark) => mark.locode === city.locode && mark.service === service.key);
          const card = { market, city, service, isShipped: isShipped(rates, city.locode, service.key) };
          return cardRowToWire(card, own, now);
        }),
      ),
    );
  });

  api.get(AT, { may: 'look', params: CardParams }, async ({ now, params }) => {
    const card = cardIn(deps, params);
    const key = keyOf(card);
    const marks = await cardMarks(database, key);
    const { decimals, specialRequests } = termsOf(card);
    const document = cardRowToWire(card, marks, now).isPriced
      ? (await asRefusal(() => findCard(database, [card.market], key, undefined, now))).document
      : blankCard(decimals, specialRequests);
    return ok(cardToWire(card, marks, document, now));
  });

  api.get(`${AT}/versions/:version`, { may: 'look', params: VersionParams }, async ({ now, params }) => {
    const card = cardIn(deps, params);
    return ok({ document: (await versionOf(database, card, params.version, now)).document });
  });
}

async function versionOf(database: Database, card: Card, version: string, now: Instant) {
  const wanted = /^\d{1,7}$/.test(version) ? Number(version) : -1;
  return findCard(database, [card.market], keyOf(card), wanted, now).catch(() => {
    throw new DeliveryError('ERR_NOT_FOUND', 'There is no such version of this card.');
  });
}

/** What a version would have done to past quotations. */
function addPreview(api: Api, deps: RateDeskDeps): void {
  const { database, rates } = deps;
  api.get(
    `${AT}/versions/:version/preview`,
    { may: 'look', params: VersionParams, query: PreviewQuery },
    async ({ now, params, query: { days = '30' } }) => {
      const card = cardIn(deps, params);
      if (!/^\d{1,3}$/.test(days) || Number(days) < 1 || Number(days) > MOST_DAYS)
        throw wrongQuery(`It must be a whole number from 1 to ${MOST_DAYS}.`, 'days');
      const { document } = await versionOf(database, card, params.version, now);
      const key = keyOf(card);
      const tried = {
        key,
        card: cardFrom(document, card.market.decimals),
        cardOfVersion: (version: number) => rates.cardOfVersion(key.locode, key.service, version)?.card,
      };
      const preview = await previewCard(database, tried, now - Number(days) * DAY_MS, MOST_PREVIEWED);
      const names = await namesOfPartners(database, [...preview.partners.keys()]);
      return ok(previewToWire(preview, card.market, names, preview.quotations + preview.unpriced === MOST_PREVIEWED));
    },
  );
}

function addChanges(api: Api, deps: RateDeskDeps): void {
  type Done = { readonly by: Parameters<typeof recordAct>[1]['by']; readonly at: Instant };
  const note = (tx: Transaction, done: Done, action: string, card: Card, reason: string | undefined, details: object) =>
    recordAct(tx, {
      ...done,
      action,
      subject: { kind: 'rate-card', id: `${card.city.locode} ${card.service.key}` },
      reason,
      details: { ...details },
    });

  api.post(
    `${AT}/drafts`,
    { may: 'rates', params: CardParams, data: DraftData },
    async ({ person, now, params, data, once }) => {
      const card = cardIn(deps, params);
      return once(async (tx) => {
        const version = await asRefusal(
          () => draftCard(tx, keyOf(card), data.document, 'The card', termsOf(card), now),
          { pointer: '/data/document' },
        );
        await note(tx, { at: now, by: person }, 'rates.draft', card, undefined, { version });
        return created({ version });
      });
    },
  );

  api.post(
    `${AT}/publish`,
    { may: 'rates', params: CardParams, data: PublishData },
    async ({ person, now, params, data: { version, holdsFrom, seen, reason }, once }) => {
      const card = cardIn(deps, params);
      const from = holdsFrom === undefined ? now : parseInstant(holdsFrom);
      if (from === undefined)
        throw new DeliveryError(
          'ERR_INVALID_FIELD',
          'It must be a time such as 2026-12-01T00:00:00Z.',
          '/data/holdsFrom',
        );
      return once(async (tx) => {
        await insistOnState(tx, keyOf(card), seen, now);
        await asRefusal(() => publishCard(tx, keyOf(card), version, termsOf(card), from, now), {
          pointer: from < now ? '/data/holdsFrom' : '/data/version',
        });
        await note(tx, { at: now, by: person }, 'rates.publish', card, reason, {
          version,
          holdsFrom: formatInstant(from),
        });
        return ok({ version, holdsFrom: formatInstant(from) });
      });
    },
  );

  api.post(
    `${AT}/withdraw`,
    { may: 'rates', params: CardParams, data: VersionData },
    async ({ person, now, params, data: { version, seen, reason }, once }) => {
      const card = cardIn(deps, params);
      return once(async (tx) => {
        await insistOnState(tx, keyOf(card), seen, now);
        await asRefusal(() => withdrawCard(tx, keyOf(card), version, now), { pointer: '/data/version' });
        await note(tx, { at: now, by: person }, 'rates.withdraw', card, reason, { version });
        return ok({ version });
      });
    },
  );

  api.post(
    `${AT}/roll-back`,
    { may: 'rates', params: CardParams, data: VersionData },
    async ({ person, now, params, data: { version, seen, reason }, once }) => {
      const card = cardIn(deps, params);
      return once(async (tx) => {
        await insistOnState(tx, keyOf(card), seen, now);
        const again = await asRefusal(() => rollBackCard(tx, [card.market], keyOf(card), version, termsOf(card), now), {
          pointer: '/data/version',
        });
        await note(tx, { at: now, by: person }, 'rates.roll-back', card, reason, { version: again, asIn: version });
        return ok({ version: again });
      });
    },
  );
}
