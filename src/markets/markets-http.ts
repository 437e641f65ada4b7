import { Type } from 'typebox';
import type { Instant } from '../foundation/time.ts';
import { okJson, type PartnerApi } from '../infrastructure/http/partner-api.ts';
import type { MarketCatalogue } from './market-catalogue.ts';
import { CityWire, citiesToWire } from './markets-wire.ts';
import type { Market } from './rules/market.ts';
import { nextChange } from './rules/special-request-times.ts';

export function addMarketRoutes(partnerApi: PartnerApi, catalogue: MarketCatalogue): void {
  const answers = new WeakMap<Market, { json: string; from: Instant; until: Instant }>();

  /** The same for every partner until a special request comes or goes, or the operator changes the market. */
  function citiesJson(market: Market, now: Instant): string {
    const known = answers.get(market);
    if (known !== undefined && now >= known.from && now < known.until) return known.json;
    const requests = market.cities.flatMap(({ services }) =>
      services.flatMap(({ specialRequests }) => specialRequests),
    );
    const made = { json: JSON.stringify(citiesToWire(market, now)), from: now, until: nextChange(requests, now) };
    answers.set(market, made);
    return made.json;
  }

  partnerApi.get(
    '/v3/cities',
    {
      limit: 'GetCities',
      platform: 'ANY',
      tag: 'Cities',
      operationId: 'listCities',
      summary: 'Cities of the market with their services and special requests',
      description:
        'The Market header selects the market. Query it from time to time: services and special requests come and go.',
      answers: { 200: Type.Array(CityWire, { description: 'Every city of the market' }) },
    },
    async ({ market, now }) => okJson(citiesJson(catalogue.market(market), now)),
  );
}
