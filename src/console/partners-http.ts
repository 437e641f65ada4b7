import { type DeskApi, recordAct } from '../accounts/index.ts';
import { DeliveryError } from '../foundation/errors.ts';
import { isId } from '../foundation/ids.ts';
import type { MinorUnits } from '../foundation/money.ts';
import type { Database, Queryable, Transaction } from '../infrastructure/database/database.ts';
import { pageLimitOf, wrongQuery } from '../infrastructure/http/page-query.ts';
import { created, ok, okPage } from '../infrastructure/http/partner-api.ts';
import type { Ids } from '../infrastructure/ids.ts';
import type { Market, MarketCatalogue } from '../markets/index.ts';
import { findOrders } from '../orders/index.ts';
import {
  changeKeyStatus,
  changeKeyTerms,
  findPartnerRecord,
  type IssuedKey,
  issueKey,
  type KeyRequest,
  listPartners,
  lockPartner,
  type PartnerDeps,
  type PartnerRecord,
  type RegisteredPartner,
} from '../partners/index.ts';
import { creditNoteNumber, issueCreditNote, listCreditNotes, readWallet, refundOrder, topUp } from '../wallet/index.ts';
import { amountFrom } from './amount.ts';
import { asRefusal } from './as-refusal.ts';
import { pageAfter } from './page-after.ts';
import {
  ChangeKeyData,
  CreditNoteData,
  CreditNotesFileQuery,
  CreditNotesQuery,
  creditNotesCsv,
  creditNoteToWire,
  KeyParams,
  MarketParams,
  NewKeyData,
  NewPartnerData,
  PartnerParams,
  PartnersQuery,
  partnerRowToWire,
  partnerToWire,
  TopUpData,
  walletToWire,
} from './partners-wire.ts';
import { referenceIn } from './reference.ts';

/** More than anybody gives back to one partner. */
const MOST_IN_A_FILE = 100_000;

type Credit = { readonly market: Market; readonly amountMinor: MinorUnits };

export type PartnerDeskDeps = {
  readonly database: Database;
  readonly catalogue: MarketCatalogue;
  readonly ids: Ids;
  /** What the partners' room needs, with the wallet's answer to its question. */
  readonly partners: () => PartnerDeps;
  /** A partner, its money and its first key. */
  readonly makePartner: (
    tx: Transaction,
    request: KeyRequest & { readonly name: string },
    credits: readonly Credit[],
  ) => Promise<RegisteredPartner & IssuedKey>;
};
type Api = DeskApi<'console'>;

export function addPartnerRoutes(api: Api, deps: PartnerDeskDeps): void {
  addLists(api, deps);
  addKeys(api, deps);
  addMoney(api, deps);
  addCreditNotes(api, deps);
}

async function knownPartner(sql: Queryable, id: string): Promise<PartnerRecord> {
  const partner = isId(id) ? await findPartnerRecord(sql, id) : undefined;
  if (partner === undefined) throw new DeliveryError('ERR_NOT_FOUND', 'There is no such partner.');
  return partner;
}

function knownMarket(catalogue: MarketCatalogue, code: string, pointer = '/data/market'): Market {
  const market = catalogue.all().find((one) => one.market === code);
  if (market !== undefined) return market;
  const codes = catalogue.all().map((one) => one.market);
  throw new DeliveryError('ERR_INVALID_FIELD', `It must be one of ${codes.join(', ')}.`, pointer);
}

function addLists(api: Api, { database, catalogue, makePartner }: PartnerDeskDeps): void {
  api.get('/console/v1/partners', { may: 'look', query: PartnersQuery }, async ({ query }) => {
    const search = query.search?.trim() || undefined;
    const { partners, next } = await listPartners(database, pageAfter(query.after), pageLimitOf(query.limit), search);
    return okPage(partners.map(partnerRowToWire), next);
  });

  // Not remembered, like every answer that holds a secret.
  api.post(
    '/console/v1/partners',
    { may: 'partners', data: NewPartnerData },
    async ({ person, now, data: { credit, reason, ...data } }) => {
      const markets = data.markets.map((code, index) => knownMarket(catalogue, code, `/data/markets/${index}`));
      const credits =
        credit === undefined
          ? []
          : markets.map((market) => ({ market, amountMinor: amountFrom(credit, market, '/data/credit') }));
      const request = { sourceAddresses: [], limitFactor: 1, ...data, name: data.name.trim() };
      const { partnerId, name, apiKey, apiSecret, webhookSecret } = await asRefusal(() =>
        database.inTransaction(async (tx) => {
          const made = await makePartner(tx, request, credits);
          await recordAct(tx, {
            at: now,
            by: person,
            action: 'partner.create',
            subject: { kind: 'partner', id: made.partnerId },
            partnerId: made.partnerId,
            reason,
            details: { name: made.name, markets: made.markets, ...(credit === undefined ? {} : { credit }) },
          });
          return made;
        }),
      );
      return created({ partnerId, name, apiKey, apiSecret, webhookSecret });
    },
  );

  api.get('/console/v1/partners/:partnerId', { may: 'look', params: PartnerParams }, async ({ params }) => {
    const partner = await knownPartner(database, params.partnerId);
    const wanted = new Set(partner.keys.flatMap(({ markets }) => markets));
    const purses = await Promise.all(
      catalogue
        .all()
        .filter(({ market }) => wanted.has(market))
        .map(async (market) => ({ market, ...(await readWallet(database, partner.id, market.currency)) })),
    );
    return ok(partnerToWire(partner, purses));
  });
}

function addKeys(api: Api, { database, catalogue, partners }: PartnerDeskDeps): void {
  const checkMarkets = (codes: readonly string[] = []) => {
    for (const [index, code] of codes.entries()) knownMarket(catalogue, code, `/data/markets/${index}`);
  };

  api.post(
    '/console/v1/partners/:partnerId/keys',
    { may: 'partners', params: PartnerParams, data: NewKeyData },
    async ({ person, now, params, data: { reason, ...terms } }) => {
      const { id } = await knownPartner(database, params.partnerId);
      checkMarkets(terms.markets);
      const { apiKey, apiSecret } = await asRefusal(() =>
        database.inTransaction(async (tx) => {
          const issued = await issueKey(partners(), tx, id, terms);
          await recordAct(tx, {
            at: now,
            by: person,
            action: 'key.create',
            subject: { kind: 'key', id: issued.apiKey },
            partnerId: id,
            reason,
            details: { markets: issued.markets, platforms: issued.platforms },
          });
          return issued;
        }),
      );
      return created({ apiKey, apiSecret });
    },
  );

  api.patch(
    '/console/v1/partners/:partnerId/keys/:apiKey',
    { may: 'partners', params: KeyParams, data: ChangeKeyData },
    async ({ person, now, params, data: { seen, status, reason, ...terms }, once }) => {
      checkMarkets(terms.markets);
      return once(async (tx) => {
        const { id } = await knownPartner(tx, params.partnerId);
        await lockPartner(tx, id);
        const key = (await knownPartner(tx, id)).keys.find(({ publicKey }) => publicKey === params.apiKey);
        if (key === undefined) throw new DeliveryError('ERR_NOT_FOUND', 'The partner has no such key.');
        if (key.revision !== seen)
          throw new DeliveryError(
            'ERR_CHANGED_MEANWHILE',
            `Somebody changed this key meanwhile: it is ${key.status} now. Look again first.`,
          );
        await asRefusal(async () => {
          if (Object.keys(terms).length > 0) await changeKeyTerms(partners(), tx, key.publicKey, terms);
          if (status !== undefined) await changeKeyStatus(tx, key.publicKey, status);
        });
        await recordAct(tx, {
          at: now,
          by: person,
          action: actionOf(status),
          subject: { kind: 'key', id: key.publicKey },
          partnerId: id,
          reason,
          details: terms,
        });
        return ok(partnerRowToWire(await knownPartner(tx, id)));
      });
    },
  );
}

function actionOf(status: 'active' | 'suspended' | 'revoked' | undefined): string {
  if (status === undefined) return 'key.change';
  return { active: 'key.resume', suspended: 'key.suspend', revoked: 'key.revoke' }[status];
}

function addMoney(api: Api, { database, catalogue, ids }: PartnerDeskDeps): void {
  api.get(
    '/console/v1/partners/:partnerId/wallets/:market',
    { may: 'look', params: MarketParams },
    async ({ params }) => {
      const { id } = await knownPartner(database, params.partnerId);
      const market = catalogue.all().find((one) => one.market === params.market);
      if (market === undefined) throw new DeliveryError('ERR_NOT_FOUND', 'There is no such market.');
      return ok(walletToWire(await readWallet(database, id, market.currency), market));
    },
  );

  api.post(
    '/console/v1/partners/:partnerId/top-ups',
    { may: 'money', params: PartnerParams, data: TopUpData },
    async ({ person, now, params, data, once }) => {
      const market = knownMarket(catalogue, data.market);
      const amountMinor = amountFrom(data.amount, market);
      const reference = referenceIn(data.reference);
      return once(async (tx) => {
        const { id } = await knownPartner(tx, params.partnerId);
        const { alreadyBooked } = await asRefusal(
          () => topUp({ ids, clock: { now: () => now } }, tx, { partnerId: id, ...market }, amountMinor, reference),
          { pointer: '/data/reference' },
        );
        if (!alreadyBooked)
          await recordAct(tx, {
            at: now,
            by: person,
            action: 'wallet.top-up',
            subject: { kind: 'partner', id },
            partnerId: id,
            reason: data.reason,
            details: {
              amount: data.amount,
              currency: market.currency,
              ...(reference === undefined ? {} : { reference }),
            },
          });
        return created({ alreadyBooked });
      });
    },
  );
}

function addCreditNotes(api: Api, { database, catalogue, ids }: PartnerDeskDeps): void {
  api.get(
    '/console/v1/partners/:partnerId/credit-notes/:market',
    { may: 'look', params: MarketParams, query: CreditNotesQuery },
    async ({ params, query }) => {
      const { id: partnerId } = await knownPartner(database, params.partnerId);
      const market = knownMarket(catalogue, params.market, '/params/market');
      const limit = pageLimitOf(query.limit);
      const before = numberAfter(query.after);
      const found = await listCreditNotes(database, { partnerId, market: market.market }, before, limit + 1);
      const shown = found.slice(0, limit);
      return okPage(
        shown.map((note) => creditNoteToWire(note, market)),
        found.length > limit ? String(shown.at(-1)?.number) : null,
      );
    },
  );

  api.get(
    '/console/v1/partners/:partnerId/credit-notes/:market/csv',
    { may: 'look', params: MarketParams, query: CreditNotesFileQuery },
    async ({ params, query, reply }) => {
      const { id: partnerId, name } = await knownPartner(database, params.partnerId);
      const market = knownMarket(catalogue, params.market, '/params/market');
      const notes = await listCreditNotes(database, { partnerId, market: market.market }, undefined, MOST_IN_A_FILE);
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="credit-notes-${market.market}-${partnerId}.csv"`)
        .send(creditNotesCsv(notes, name, market, query.decimal));
      return undefined;
    },
  );

  api.post(
    '/console/v1/partners/:partnerId/credit-notes',
    { may: 'money', params: PartnerParams, data: CreditNoteData },
    async ({ person, now, params, data, once }) => {
      const market = knownMarket(catalogue, data.market);
      const amountMinor = amountFrom(data.amount, market);
      return once(async (tx) => {
        const { id: partnerId } = await knownPartner(tx, params.partnerId);
        const credit = { ...market, partnerId, amountMinor, reason: data.reason };
        const orderId = data.orderId?.trim() || undefined;
        const { note } =
          orderId === undefined
            ? await issueCreditNote({ ids }, tx, credit, now)
            : await refundOrder(
                { ids },
                tx,
                { ...credit, orderId: await ownOrder(tx, partnerId, market, orderId) },
                now,
              );
        await recordAct(tx, {
          at: now,
          by: person,
          action: 'credit-note.issue',
          subject: { kind: 'credit-note', id: creditNoteNumber(note) },
          partnerId,
          reason: data.reason,
          details: { amount: data.amount, currency: market.currency, ...(orderId === undefined ? {} : { orderId }) },
        });
        return created(creditNoteToWire(note, market));
      });
    },
  );
}

async function ownOrder(tx: Transaction, partnerId: string, { market }: Market, orderId: string): Promise<string> {
  const [order] = isId(orderId) ? await findOrders(tx, [orderId]) : [];
  if (order !== undefined && order.partnerId === partnerId && order.market === market) return order.id;
  throw new DeliveryError('ERR_INVALID_FIELD', `The partner has no such order in ${market}.`, '/data/orderId');
}

function numberAfter(after: string | undefined): number | undefined {
  if (after === undefined || /^[1-9]\d{0,8}$/.test(after)) return after === undefined ? undefined : Number(after);
  throw wrongQuery('"after" must be the "next" of the page before.', 'after');
}
