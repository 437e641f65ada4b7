import { type DeskApi, recordAct } from '../accounts/index.ts';
import { DeliveryError } from '../foundation/errors.ts';
import { DAY_MS, type Instant, parseInstant } from '../foundation/time.ts';
import type { Database, Queryable } from '../infrastructure/database/database.ts';
import { ok } from '../infrastructure/http/partner-api.ts';
import {
  type City,
  changeMarket,
  type LoadedMarket,
  loadMarkets,
  resetMarket,
  type ShippedDocuments,
  withArea,
  withRequestTimes,
} from '../markets/index.ts';
import { hasKeysFor, namesOfPartners } from '../partners/index.ts';
import { previewArea } from '../quotations/index.ts';
import { asRefusal } from './as-refusal.ts';
import {
  AreaData,
  areaPreviewToWire,
  CityParams,
  cityAreaToWire,
  MarketParams,
  marketRowToWire,
  RequestParams,
  ResetData,
  requestsToWire,
  TimesData,
  TryAreaData,
} from './markets-wire.ts';

export type MarketDeskDeps = { readonly database: Database; readonly shipped: ShippedDocuments };
type Api = DeskApi<'console'>;

const MOST_TRIED = 20_000;
const DAYS = 14;

/** Markets, their cities' service areas, and when special requests come and go. */
export function addMarketRoutes(api: Api, deps: MarketDeskDeps): void {
  const { database, shipped } = deps;
  api.get('/console/v1/markets', { may: 'look' }, async () =>
    ok((await loadMarkets(database, shipped)).map(marketRowToWire)),
  );
  addAreas(api, deps);
  addRequests(api, deps);
  api.post(
    '/console/v1/markets/:market/reset',
    { may: 'rates', params: MarketParams, data: ResetData },
    async ({ person, now, params, data: { seen, reason }, once }) =>
      once(async (tx) => {
        await knownMarket(tx, deps, params.market);
        if (!shipped.has(params.market))
          throw new DeliveryError(
            'ERR_INVALID_FIELD',
            'It did not come with the product: there is nothing to go back to.',
          );
        await asRefusal(() => resetMarket(tx, params.market, { shipped, hasKeys: hasKeysFor }, now, seen));
        await recordAct(tx, {
          at: now,
          by: person,
          action: 'market.reset',
          subject: { kind: 'market', id: params.market },
          reason,
        });
        return ok(marketRowToWire(await knownMarket(tx, deps, params.market)));
      }),
  );
}

async function knownMarket(sql: Queryable, { shipped }: MarketDeskDeps, code: string): Promise<LoadedMarket> {
  const found = (await loadMarkets(sql, shipped)).find(({ market }) => market.market === code);
  if (found === undefined) throw new DeliveryError('ERR_NOT_FOUND', 'There is no such market.');
  return found;
}

function cityOf({ market }: LoadedMarket, locode: string): City {
  const city = market.cities.find((one) => one.locode === locode);
  if (city === undefined) throw new DeliveryError('ERR_NOT_FOUND', 'There is no such city in this market.');
  return city;
}

function addAreas(api: Api, deps: MarketDeskDeps): void {
  const { database, shipped } = deps;
  const at = '/console/v1/markets/:market/areas/:city';

  api.get(at, { may: 'look', params: CityParams }, async ({ params }) => {
    const market = await knownMarket(database, deps, params.market);
    return ok(cityAreaToWire(market, cityOf(market, params.city), shipped));
  });

  // Changes nothing; the area is too long for a query.
  api.post(`${at}/preview`, { may: 'look', params: CityParams, data: TryAreaData }, async ({ now, params, data }) => {
    const city = cityOf(await knownMarket(database, deps, params.market), params.city);
    const tried = { locode: city.locode, services: city.services.map(({ key }) => key) };
    const preview = await previewArea(database, tried, data.area, now - (data.days ?? DAYS) * DAY_MS, MOST_TRIED);
    const names = await namesOfPartners(database, [...preview.partners.keys()]);
    return ok(areaPreviewToWire(preview, names, preview.quotations === MOST_TRIED));
  });

  api.put(
    at,
    { may: 'rates', params: CityParams, data: AreaData },
    async ({ person, now, params, data: { area, placesThatMove = [], seen, reason }, once }) =>
      once(async (tx) => {
        const before = await knownMarket(tx, deps, params.market);
        const { locode } = cityOf(before, params.city);
        const index = before.market.cities.findIndex((city) => city.locode === locode);
        await asRefusal(
          () =>
            changeMarket(
              tx,
              shipped,
              params.market,
              seen,
              (document) => withArea(document, locode, area, placesThatMove),
              now,
            ),
          { pointer: '/data/area', inDocument: `/cities/${index}/area/coordinates` },
        );
        const after = await knownMarket(tx, deps, params.market);
        await recordAct(tx, {
          at: now,
          by: person,
          action: 'area.change',
          subject: { kind: 'city', id: locode },
          reason,
          details: { version: after.version, ...(placesThatMove.length === 0 ? {} : { placesThatMove }) },
        });
        return ok(cityAreaToWire(after, cityOf(after, locode), shipped));
      }),
  );
}

function addRequests(api: Api, deps: MarketDeskDeps): void {
  const { database, shipped } = deps;
  const at = '/console/v1/markets/:market/special-requests';

  api.get(at, { may: 'look', params: MarketParams }, async ({ now, params }) =>
    ok(requestsToWire(await knownMarket(database, deps, params.market), now)),
  );

  api.put(
    `${at}/:request`,
    { may: 'rates', params: RequestParams, data: TimesData },
    async ({ person, now, params, data: { onlineFrom, offlineFrom, seen, reason }, once }) => {
      const times = {
        effectiveTime: documentTime(onlineFrom, 'onlineFrom'),
        offlineTime: documentTime(offlineFrom, 'offlineFrom'),
      };
      return once(async (tx) => {
        const { document } = await knownMarket(tx, deps, params.market);
        if (!Object.hasOwn(document.specialRequests, params.request))
          throw new DeliveryError('ERR_NOT_FOUND', 'There is no such special request in this market.');
        if (
          times.effectiveTime !== undefined &&
          times.offlineTime !== undefined &&
          times.offlineTime <= times.effectiveTime
        )
          throw new DeliveryError('ERR_INVALID_FIELD', 'It must go later than it comes.', '/data/offlineFrom');
        await asRefusal(() =>
          changeMarket(tx, shipped, params.market, seen, (one) => withRequestTimes(one, params.request, times), now),
        );
        await recordAct(tx, {
          at: now,
          by: person,
          action: 'special-request.times',
          subject: { kind: 'special-request', id: `${params.market} ${params.request}` },
          reason,
          details: { onlineFrom, offlineFrom },
        });
        return ok(requestsToWire(await knownMarket(tx, deps, params.market), now));
      });
    },
  );
}

/** As the market's document holds it; undefined where there is none. */
function documentTime(text: string | null, field: string): string | undefined {
  if (text === null) return undefined;
  const instant: Instant | undefined = parseInstant(text);
  if (instant !== undefined) return `${new Date(instant).toISOString().slice(0, 19)}Z`;
  throw new DeliveryError('ERR_INVALID_FIELD', 'It must be a time such as 2026-12-01T00:00:00Z.', `/data/${field}`);
}
