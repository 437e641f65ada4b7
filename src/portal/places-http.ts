import { Type } from 'typebox';
import type { DeskApi } from '../accounts/index.ts';
import { DeliveryError } from '../foundation/errors.ts';
import { ok } from '../infrastructure/http/partner-api.ts';
import type { MarketCatalogue } from '../markets/index.ts';
import { placeStops } from '../quotations/index.ts';
import type { Geocoder } from '../routing/index.ts';
import { marketRow } from './places-wire.ts';
import { readMarket, scopeOf } from './scope.ts';

export type PortalPlaceDeps = {
  readonly catalogue: MarketCatalogue;
  readonly geocoder: Geocoder;
};

const PlaceData = Type.Object({
  address: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
  coordinates: Type.Optional(
    Type.Object({ lat: Type.Number({ minimum: -90, maximum: 90 }), lng: Type.Number({ minimum: -180, maximum: 180 }) }),
  ),
});

/** What a form needs to know of the partner's markets, and where an address lies. */
export function addPlaceRoutes(api: DeskApi<'portal'>, { catalogue, geocoder }: PortalPlaceDeps): void {
  api.get('/portal/v1/markets', { may: 'look' }, async ({ partnerId, now, seen }) => {
    const { partner } = await scopeOf(seen, partnerId, now);
    return ok(partner.markets.map((market) => marketRow(catalogue.market(market))));
  });

  api.post('/portal/v1/places', { may: 'build', data: PlaceData }, async ({ partnerId, now, data, reply, seen }) => {
    const { address, coordinates } = data;
    if (address === undefined && coordinates === undefined)
      throw new DeliveryError('ERR_MISSING_FIELD', 'Give an address, or coordinates.', '/data/address');
    const market = catalogue.market(readMarket(await scopeOf(seen, partnerId, now), reply.request.query));
    const printed = coordinates && { lat: String(coordinates.lat), lng: String(coordinates.lng) };
    const [place] = await placeStops(geocoder, market.market, {
      stops: [{ address, coordinates: printed }],
      language: market.languages[0] ?? '',
    });
    return ok(place);
  });
}
