import type { FastifyInstance } from 'fastify';
import { assertPresent } from '../foundation/assert.ts';
import type { PartnerId } from '../foundation/ids.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Database } from '../infrastructure/database/database.ts';
import type { PagePart } from '../infrastructure/http/page.ts';
import type { MarketCatalogue } from '../markets/index.ts';
import { pointOf } from '../quotations/index.ts';
import { DEMO_CITY_PATH, demoCityPanel } from './demo-city-panel.ts';
import { drawCity } from './rules/city-map.ts';
import { DEMO_CITY, DEMO_MARKET, DEMO_PLACES } from './rules/demo-order.ts';
import { watchDemoCity } from './watch-demo-city.ts';

type DemoCityDeps = {
  readonly database: Database;
  readonly clock: Clock;
  readonly catalogue: MarketCatalogue;
  readonly silentMs: number;
};

/** Only in the sandbox, and where there is a demo partner: its city, for whoever wants to look, and the part of a page that shows it. */
export function addDemoCity(app: FastifyInstance, deps: DemoCityDeps, partnerId: PartnerId): () => Promise<PagePart> {
  const city = assertPresent(
    deps.catalogue.market(DEMO_MARKET).cities.find(({ locode }) => locode === DEMO_CITY),
    'the demo city is shipped',
  );
  const map = drawCity(
    city.area,
    DEMO_PLACES.map(({ coordinates }) => pointOf(coordinates)),
  );
  const watch = watchDemoCity(deps, city, map, partnerId);
  app.get(DEMO_CITY_PATH, { schema: { hide: true } as object }, () => watch());
  return async () => demoCityPanel(city.name, map, await watch());
}
