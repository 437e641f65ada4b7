import { Type } from 'typebox';
import { DeliveryError } from '../foundation/errors.ts';
import { parseInstant } from '../foundation/time.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Environment } from '../infrastructure/config/environment.ts';
import type { Database } from '../infrastructure/database/database.ts';
import type { GuardedHttp } from '../infrastructure/guarded-http.ts';
import { PageLimit, pageLimitOf, wrongQuery } from '../infrastructure/http/page-query.ts';
import { ok, okPage, type PartnerApi } from '../infrastructure/http/partner-api.ts';
import { Text } from '../infrastructure/http/schema.ts';
import type { EventForm } from './event-forms.ts';
import { readEvents } from './read-events.ts';
import { recoverEvents } from './recover-events.ts';
import { redeliverEvent } from './redeliver-event.ts';
import { createSequence } from './sequence-events.ts';
import { probeReceiver, setWebhook } from './set-webhook.ts';
import { eventToWire, eventWire, RecoverData, RecoverWire, WebhookForm } from './webhooks-wire.ts';

export type WebhookDeps = {
  readonly environment: Environment;
  readonly database: Database;
  /** Deliveries and their retries stay on the real clock. */
  readonly clock: Clock;
  readonly http: GuardedHttp;
  /** All that partners are told. */
  readonly eventForms: readonly EventForm[];
};

export function addWebhookRoutes(partnerApi: PartnerApi, deps: WebhookDeps): void {
  const { environment, database, clock, http, eventForms } = deps;
  const common = { platform: 'ANY', tag: 'Webhooks and events' } as const;
  const EventWire = eventWire(eventForms);
  const sequence = createSequence(database, clock);

  partnerApi.patch(
    '/v3/webhook',
    {
      ...common,
      limit: 'PatchWebhook',
      operationId: 'setWebhook',
      summary: 'Set the webhook URL',
      description:
        'An empty POST is sent to the URL, which must answer 200 within 5 seconds; otherwise 422 ERR_INVALID_RESPONSE, and the URL before stays. Setting a URL again goes on from the first undelivered event.',
      data: WebhookForm,
      oneError: true,
      harmlessToRepeat: true,
      refusals: ['ERR_INVALID_RESPONSE'],
      answers: { 200: WebhookForm },
    },
    async ({ partner, data: { url }, once }) => {
      if (url !== '') await probeReceiver(http, url, environment);
      return once(async (tx) => {
        await setWebhook(tx, partner.id, url === '' ? undefined : url, clock.now());
        return ok({ url });
      });
    },
  );

  partnerApi.get(
    '/v3/events',
    {
      ...common,
      limit: 'GetOrder',
      operationId: 'listEvents',
      summary: 'Events of the last 30 days, in the order of their commits',
      description: 'For catching up without webhooks: go on from the last cursor you have seen, and you miss nothing.',
      query: Type.Object({
        limit: PageLimit,
        after: Type.Optional(Type.String({ description: 'A cursor; from the oldest on where not given' })),
      }),
      paged: true,
      expand: ['attempts'],
      answers: { 200: Type.Array(EventWire, { description: 'Oldest first' }) },
    },
    async ({ partner, query, expands, seen }) => {
      const wanted = { partnerId: partner.id, ...readQuery(query), withAttempts: expands('attempts') };
      const { events, attempts, next } = await readEvents({ database: seen, sequence }, wanted, clock.now());
      const tries = ({ position }: { position: string }) =>
        wanted.withAttempts ? (attempts.get(position) ?? []) : undefined;
      return okPage(
        events.map((event) => eventToWire(event, tries(event))),
        next,
      );
    },
  );

  partnerApi.post(
    '/v3/events/:eventId/redeliver',
    {
      ...common,
      limit: 'GetOrder',
      operationId: 'redeliverEvent',
      summary: 'Send an event again',
      params: Type.Object({ eventId: Text('An event of the last 30 days') }),
      ignoresBody: true,
      refusals: ['ERR_EVENT_NOT_FOUND', 'ERR_NO_WEBHOOK'],
      answers: { 200: EventWire },
    },
    async ({ partner, params: { eventId }, once }) =>
      once(async (tx) => ok(eventToWire(await redeliverEvent(tx, partner.id, eventId, clock.now())))),
  );

  partnerApi.post(
    '/v3/events/recover',
    {
      ...common,
      limit: 'GetOrder',
      operationId: 'recoverEvents',
      summary: 'Send all undelivered events since a time',
      data: RecoverData,
      refusals: ['ERR_NO_WEBHOOK'],
      answers: { 200: RecoverWire },
    },
    async ({ partner, data, once }) => {
      const since = parseInstant(data.since);
      if (since === undefined)
        throw new DeliveryError(
          'ERR_INVALID_FIELD',
          'The time must be in ISO 8601, such as 2026-11-16T04:00:00Z.',
          '/data/since',
        );
      return once(async (tx) => ok({ events: await recoverEvents(tx, partner.id, since, clock.now()) }));
    },
  );
}

function readQuery({ limit, after = '0' }: { limit?: unknown; after?: unknown }) {
  const most = pageLimitOf(limit);
  if (typeof after !== 'string' || !/^\d{1,18}$/.test(after))
    throw wrongQuery('"after" must be the cursor of an event, or the "next" of the page before.', 'after');
  return { limit: most, after };
}
