import type { Static } from 'typebox';
import { Type } from 'typebox';
import { type DeskApi, recordAct } from '../accounts/index.ts';
import { DeliveryError } from '../foundation/errors.ts';
import { isId, type PartnerId } from '../foundation/ids.ts';
import { type Instant, parseInstant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { pageLimitOf, wrongQuery } from '../infrastructure/http/page-query.ts';
import { ok, okPage } from '../infrastructure/http/partner-api.ts';
import { findOrders } from '../orders/index.ts';
import {
  browseOwnEvents,
  type EventFilter,
  readOwnEvent,
  recoverEvents,
  redeliverEvent,
  type Sequence,
} from '../webhooks/index.ts';
import {
  EventDetailsWire,
  EventLineWire,
  EventParams,
  EventsQuery,
  eventDetailsToWire,
  eventLineToWire,
  RecoverData,
  RecoverWire,
} from './events-wire.ts';

type EventDeps = { readonly sequence: Sequence };

export function addEventRoutes(api: DeskApi<'portal'>, deps: EventDeps): void {
  const asSeen = (seen: Queryable) => ({ database: seen, sequence: deps.sequence });

  api.get(
    '/portal/v1/events',
    { may: 'look', query: EventsQuery, paged: true, answers: { 200: Type.Array(EventLineWire) } },
    async ({ partnerId, query, now, seen }) => {
      const page = { before: positionOf(query.after), limit: pageLimitOf(query.limit) };
      const filter = await filterOf(seen, partnerId, query);
      const { events, next } = await browseOwnEvents(asSeen(seen), partnerId, filter, page, now);
      return okPage(events.map(eventLineToWire), next);
    },
  );

  api.get(
    '/portal/v1/events/:eventId',
    { may: 'look', params: EventParams, answers: { 200: EventDetailsWire } },
    async ({ partnerId, params: { eventId }, now, seen }) => {
      const found = await readOwnEvent(asSeen(seen), partnerId, eventId, now);
      if (found === undefined) throw new DeliveryError('ERR_EVENT_NOT_FOUND');
      return ok(eventDetailsToWire(found.event, found.attempts));
    },
  );

  api.post(
    '/portal/v1/events/:eventId/redeliver',
    { may: 'build', params: EventParams, answers: { 200: EventLineWire } },
    async ({ partnerId, person, params: { eventId }, now, once }) =>
      once(async (tx) => {
        const event = await redeliverEvent(tx, partnerId, eventId, now);
        await recordAct(tx, {
          at: now,
          by: person,
          action: 'event.redeliver',
          subject: { kind: 'event', id: eventId },
        });
        return ok(eventLineToWire(event));
      }),
  );

  api.post(
    '/portal/v1/events/recover',
    { may: 'build', data: RecoverData, answers: { 200: RecoverWire } },
    async ({ partnerId, person, data, now, once }) => {
      const since = parseInstant(data.since);
      if (since === undefined) throw new DeliveryError('ERR_INVALID_FIELD', 'This is no time.', '/data/since');
      return once(async (tx) => {
        const events = await recoverEvents(tx, partnerId, since, now);
        const subject = { kind: 'webhook', id: partnerId };
        const details = { since: data.since, events };
        await recordAct(tx, { at: now, by: person, action: 'event.recover', subject, details });
        return ok({ events });
      });
    },
  );
}

function positionOf(after: string | undefined): string | undefined {
  if (after === undefined || /^\d{1,18}$/.test(after)) return after;
  throw wrongQuery('"after" must be the "next" of the page before.', 'after');
}

async function filterOf(
  seen: Queryable,
  partnerId: PartnerId,
  { type, status, order, since, until }: Static<typeof EventsQuery>,
): Promise<EventFilter> {
  return {
    type,
    status,
    streamId: order === undefined ? undefined : await streamOf(seen, partnerId, order),
    since: timeOf(since, 'since'),
    until: timeOf(until, 'until'),
  };
}

/** An order has the stream of the first one that it stands for; a parcel has its own. */
async function streamOf(seen: Queryable, partnerId: PartnerId, id: string): Promise<string> {
  if (!isId(id)) throw wrongQuery('An order has an id of 19 digits.', 'order');
  const [order] = await findOrders(seen, [id]);
  return order?.partnerId === partnerId ? order.streamId : id;
}

export function timeOf(text: string | undefined, name: string): Instant | undefined {
  if (text === undefined) return undefined;
  const instant = parseInstant(text);
  if (instant === undefined) throw wrongQuery('This is no time such as 2026-11-16T04:00:00Z.', name);
  return instant;
}
