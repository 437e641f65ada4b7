import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { type DeskApi, recordAct } from '../accounts/index.ts';
import { DeliveryError } from '../foundation/errors.ts';
import { isId } from '../foundation/ids.ts';
import { type Currency, formatAmount, type MinorUnits, parseAmount } from '../foundation/money.ts';
import { localMoment } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { PageLimit, pageLimitOf, wrongQuery } from '../infrastructure/http/page-query.ts';
import { ok, okPage } from '../infrastructure/http/partner-api.ts';
import { CsvDecimal, Nullable } from '../infrastructure/http/schema.ts';
import type { Ids } from '../infrastructure/ids.ts';
import { type Market, type MarketCatalogue, marketTimeZone } from '../markets/index.ts';
import { type FindingDeps, findOrdersOf } from '../orders/index.ts';
import {
  entryToWire,
  readWalletEntries,
  readWalletState,
  setAlertBelow,
  spanOfMonth,
  walletStatement,
} from '../wallet/index.ts';
import { orderRow } from './orders-wire.ts';
import { readMarket, type Scope, scopeOf } from './scope.ts';
import { walletRow } from './wallet-wire.ts';

export type PortalWalletDeps = FindingDeps & { readonly catalogue: MarketCatalogue; readonly ids: Ids };

const params = Type.Object({ market: Type.String() });
const StatementQuery = Type.Object({
  month: Type.String({ description: 'Such as 2026-11' }),
  decimal: CsvDecimal,
});
const PageQuery = Type.Object({ limit: PageLimit, after: Type.Optional(Type.String()) });

export function addWalletRoutes(api: DeskApi<'portal'>, deps: PortalWalletDeps): void {
  const { catalogue } = deps;
  const walletOf = async (sql: Queryable, { partner, now }: Scope, market: Market) =>
    walletRow(
      market,
      await readWalletState(sql, partner.id, market.currency),
      localMoment(now, marketTimeZone(market)),
    );

  api.get('/portal/v1/wallets', { may: 'look' }, async ({ partnerId, now, seen }) => {
    const scope = await scopeOf(seen, partnerId, now);
    const markets = scope.partner.markets.map((market) => catalogue.market(market));
    return ok(await Promise.all(markets.map((market) => walletOf(seen, scope, market))));
  });

  api.get(
    '/portal/v1/wallets/:market/entries',
    { may: 'look', params, query: PageQuery, paged: true },
    async ({ partnerId, now, params: { market }, query, seen }) => {
      const money = catalogue.market(readMarket(await scopeOf(seen, partnerId, now), { market }));
      const page = { after: cursorIn(query.after), limit: pageLimitOf(query.limit) };
      const { transfers, next } = await readWalletEntries(seen, partnerId, money.currency, page);
      const print = (amount: MinorUnits) => formatAmount(amount, money.decimals);
      return okPage(
        transfers.map((transfer) => entryToWire(transfer, print)),
        next,
      );
    },
  );

  api.get(
    '/portal/v1/wallets/:market/holds',
    { may: 'look', params, query: PageQuery, paged: true },
    async ({ partnerId, now, params: { market }, query, seen }) => {
      const scope = await scopeOf(seen, partnerId, now);
      const wanted = {
        partnerId,
        markets: [readMarket(scope, { market })],
        status: 'OPEN',
        search: undefined,
        placedFrom: undefined,
        placedUntil: undefined,
        after: cursorIn(query.after),
        limit: pageLimitOf(query.limit),
      } as const;
      const { orders, next } = await findOrdersOf({ ...deps, seen }, wanted, scope.now);
      return okPage(
        orders.map((order) => orderRow(order, catalogue.city(order.locode))),
        next,
      );
    },
  );

  api.get(
    '/portal/v1/wallets/:market/statement',
    { may: 'look', params, query: StatementQuery },
    async ({ partnerId, now, params: { market }, query, reply, seen }) => {
      const money = catalogue.market(readMarket(await scopeOf(seen, partnerId, now), { market }));
      const timeZone = marketTimeZone(money);
      const span = spanOfMonth(query.month, timeZone);
      if (span === undefined) throw wrongQuery('The month must be written as 2026-11.', 'month');
      const { environment } = deps;
      const form = { money, timeZone, decimal: query.decimal };
      const lines = walletStatement(seen, { environment, partnerId, ...form, ...span });
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="wallet-${money.market}-${query.month}.csv"`)
        .send(Readable.from(lines));
      return undefined;
    },
  );

  api.put(
    '/portal/v1/wallets/:market/alert',
    {
      may: 'build',
      params,
      data: Type.Object({ below: Nullable<string>('string', 'An amount; null for never', { maxLength: 20 }) }),
    },
    async ({ partnerId, person, now, params: { market }, data: { below }, once, seen }) => {
      const scope = await scopeOf(seen, partnerId, now);
      const money = catalogue.market(readMarket(scope, { market }));
      const belowMinor = below === null ? undefined : amountIn(below, money);
      return once(async (tx) => {
        await setAlertBelow(deps, tx, { partnerId, currency: money.currency }, belowMinor);
        const subject = { kind: 'wallet', id: money.market };
        await recordAct(tx, { at: now, by: person, action: 'wallet.alert', subject, partnerId, details: { below } });
        return ok(await walletOf(tx, scope, money));
      });
    },
  );
}

function cursorIn(after: string | undefined): string | undefined {
  if (after === undefined || isId(after)) return after;
  throw wrongQuery('"after" must be the "next" of the page before.', 'after');
}

function amountIn(text: string, { currency, decimals }: Currency): MinorUnits {
  const amount = parseAmount(text.trim(), decimals);
  if (amount !== undefined && amount > 0n) return amount;
  const form = decimals === 0 ? 'a whole amount' : `an amount with up to ${decimals} decimals`;
  throw new DeliveryError('ERR_INVALID_FIELD', `This must be ${form} of ${currency}, above zero.`, '/data/below');
}
