import { Type } from 'typebox';
import { ok, type PartnerApi } from '../infrastructure/http/partner-api.ts';
import type { MarketCatalogue } from './market-catalogue.ts';
import { CityWire, citiesToWire } from './markets-wire.ts';

export function addMarketRoutes(partnerApi: PartnerApi, catalogue: MarketCatalogue): void {
  partnerApi.get(
    '/v3/cities',
    {
      limit: 'GetCities',
      platform: 'ANY',
      tag: 'Cities',
      summary: 'Cities of the market with their services and special requests',
      description:
        'The Market header selects the market. Query it from time to time: services and special requests come and go.',
      answers: { 200: Type.Array(CityWire) },
    },
    async ({ market, now }) => ok(citiesToWire(catalogue.market(market), now)),
  );
}
