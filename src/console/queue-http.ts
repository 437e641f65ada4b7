import { Type } from 'typebox';
import type { DeskApi } from '../accounts/index.ts';
import { readQueue } from '../dispatch/index.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { PageLimit, pageLimitOf } from '../infrastructure/http/page-query.ts';
import { okPage } from '../infrastructure/http/partner-api.ts';
import { OneOf } from '../infrastructure/http/schema.ts';
import { namesOfPartners } from '../partners/index.ts';
import { queuedToWire } from './orders-wire.ts';
import { pageAfter } from './page-after.ts';

export type QueueDeps = { readonly database: Database; readonly offerAheadMs: number };

const QueueQuery = Type.Object({
  city: Type.Optional(Type.String()),
  service: Type.Optional(Type.String()),
  when: Type.Optional(OneOf(['now', 'later'])),
  limit: PageLimit,
  after: Type.Optional(Type.String()),
});

/** Orders that look for a driver, the longest waiting first, each with the reason why it still does. */
export function addQueueRoutes(api: DeskApi<'console'>, { database, offerAheadMs }: QueueDeps): void {
  api.get('/console/v1/queue', { may: 'look', query: QueueQuery }, async ({ now, query }) => {
    const limit = pageLimitOf(query.limit);
    const wanted = {
      locode: query.city,
      service: query.service,
      isLater: query.when === 'later',
      after: pageAfter(query.after),
      limit: limit + 1,
    };
    const found = await readQueue(database, wanted, now, offerAheadMs);
    const shown = found.slice(0, limit);
    const partners = await namesOfPartners(
      database,
      shown.map(({ order }) => order.partnerId),
    );
    return okPage(
      shown.map((queued) => queuedToWire(queued, { partners, drivers: new Map() })),
      found.length > limit ? (shown.at(-1)?.order.id ?? null) : null,
    );
  });
}
