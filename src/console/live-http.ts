import type { DeskApi } from '../accounts/index.ts';
import { PAUSES_CHANNEL } from '../dispatch/index.ts';
import { EMERGENCIES_CHANNEL } from '../driver-app/index.ts';
import { DeliveryError } from '../foundation/errors.ts';
import { formatInstant, SECOND_MS } from '../foundation/time.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Database } from '../infrastructure/database/database.ts';
import type { Session } from '../infrastructure/database/session.ts';
import { createLive, type Live } from '../infrastructure/http/live.ts';
import { addressOf } from '../infrastructure/http/request-context.ts';
import type { MarketCatalogue } from '../markets/index.ts';
import { alertsToWire, cityNowToWire, LiveQuery } from './city-wire.ts';
import { readAlerts } from './read-alerts.ts';
import { readCity } from './read-city.ts';
import { rememberBriefly } from './remember-briefly.ts';

export type LiveDeps = {
  readonly clock: Clock;
  readonly database: Database;
  readonly session: Session;
  readonly catalogue: MarketCatalogue;
  readonly silentMs: number;
  readonly offerAheadMs: number;
};

const LOOK_AT_CITIES_MS = 2 * SECOND_MS;
/** Everybody at a desk may share an address. */
const LIMITS = { mostOfSubject: 200, mostFrom: 200, mostInAll: 500 };
const NO_CITY = '';

/** One stream for each page, because browsers allow few: what everybody should know, and the city that is looked at. */
export function addLiveRoute(
  api: DeskApi<'console'>,
  { clock, database, session, catalogue, silentMs, offerAheadMs }: LiveDeps,
): Live {
  const live = createLive({ event: 'desk', ...LIMITS, beside: () => ({ now: formatInstant(clock.now()) }) });
  // All who look at the same city within a moment see the same look.
  const cityNow = rememberBriefly(LOOK_AT_CITIES_MS / 2, async (locode: string) =>
    cityNowToWire(await readCity(database, locode, clock.now(), silentMs), offerAheadMs),
  );
  const timer = setInterval(() => {
    for (const city of live.subjects()) if (city !== NO_CITY) live.show(city);
  }, LOOK_AT_CITIES_MS);
  timer.unref();
  session.listen(EMERGENCIES_CHANNEL, () => live.show());
  session.listen(PAUSES_CHANNEL, () => live.show());
  api.get('/console/v1/live', { may: 'look', query: LiveQuery }, async ({ query: { city }, isSignedIn, reply }) => {
    if (city !== undefined && catalogue.city(city) === undefined)
      throw new DeliveryError('ERR_NOT_FOUND', `There is no city ${city.slice(0, 40)}.`);
    live.open(reply, {
      subject: city ?? NO_CITY,
      from: addressOf(reply.request),
      look: async () => {
        await isSignedIn();
        const alerts = alertsToWire(await readAlerts(database), (locode) => catalogue.city(locode)?.name ?? locode);
        return city === undefined ? alerts : { ...alerts, city: await cityNow(city) };
      },
    });
    return undefined;
  });
  return {
    ...live,
    closeAll() {
      clearInterval(timer);
      live.closeAll();
    },
  };
}
