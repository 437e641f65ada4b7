import { Type } from 'typebox';
import { type DeskApi, recordAct } from '../accounts/index.ts';
import { listCityDispatch, pauseCity, pausesOf, resumeCity } from '../dispatch/index.ts';
import { acknowledgeEmergency } from '../driver-app/index.ts';
import { countOnline } from '../drivers/index.ts';
import { DeliveryError } from '../foundation/errors.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { noContent, ok } from '../infrastructure/http/partner-api.ts';
import type { City, MarketCatalogue } from '../markets/index.ts';
import { countOpenByCity } from '../orders/index.ts';
import { CityParams, cityToWire, PauseData, ReasonData } from './city-wire.ts';

export type CityDeps = { readonly database: Database; readonly catalogue: MarketCatalogue };

/** Cities, what is paused there, and drivers who call for help. */
export function addCityRoutes(api: DeskApi<'console'>, { database, catalogue }: CityDeps): void {
  function knownCity(locode: string): City {
    const city = catalogue.city(locode);
    if (city === undefined) throw new DeliveryError('ERR_NOT_FOUND', `There is no city ${locode.slice(0, 40)}.`);
    return city;
  }
  function knownService(city: City, service: string | undefined): void {
    if (service !== undefined && !city.services.some(({ key }) => key === service))
      throw new DeliveryError('ERR_INVALID_FIELD', `${city.name} has no service ${service}.`, '/data/service');
  }

  api.get('/console/v1/cities', { may: 'look' }, async () => {
    const [dispatch, open, online] = await Promise.all([
      listCityDispatch(database),
      countOpenByCity(database),
      countOnline(database),
    ]);
    return ok(
      catalogue.all().flatMap((market) =>
        market.cities.map((city) => {
          const known = dispatch.get(city.locode);
          const counts = {
            ...(open.get(city.locode) ?? { waiting: 0, underWay: 0 }),
            online: online.get(city.locode) ?? 0,
          };
          return cityToWire(market, city, counts, known === undefined ? [] : pausesOf(known));
        }),
      ),
    );
  });

  api.post(
    '/console/v1/cities/:city/pause',
    { may: 'dispatch', params: CityParams, data: PauseData },
    async ({ person, now, params, data: { service, reason }, once }) => {
      const city = knownCity(params.city);
      knownService(city, service);
      return once(async (tx) => {
        await pauseCity(tx, { locode: city.locode, service }, { reason, by: person.name, at: now });
        await recordAct(tx, {
          at: now,
          by: person,
          action: 'city.pause',
          subject: { kind: 'city', id: city.locode },
          reason,
          ...(service === undefined ? {} : { details: { service } }),
        });
        return noContent();
      });
    },
  );

  api.post(
    '/console/v1/cities/:city/resume',
    { may: 'dispatch', params: CityParams, data: PauseData },
    async ({ person, now, params, data: { service, reason }, once }) => {
      const city = knownCity(params.city);
      return once(async (tx) => {
        await resumeCity(tx, { locode: city.locode, service });
        await recordAct(tx, {
          at: now,
          by: person,
          action: 'city.resume',
          subject: { kind: 'city', id: city.locode },
          reason,
          ...(service === undefined ? {} : { details: { service } }),
        });
        return noContent();
      });
    },
  );

  api.post(
    '/console/v1/emergencies/:emergencyId/acknowledge',
    { may: 'dispatch', params: Type.Object({ emergencyId: Type.String() }), data: ReasonData },
    async ({ person, now, params: { emergencyId }, data: { reason }, once }) =>
      once(async (tx) => {
        const { driverId } = await acknowledgeEmergency(tx, emergencyId, person.name, now);
        await recordAct(tx, {
          at: now,
          by: person,
          action: 'emergency.acknowledge',
          subject: { kind: 'driver', id: driverId },
          reason,
          details: { emergencyId },
        });
        return noContent();
      }),
  );
}
