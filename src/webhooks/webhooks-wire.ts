import { Type } from 'typebox';
import { formatInstant } from '../foundation/time.ts';
import { Nullable } from '../infrastructure/http/schema.ts';
import type { PastAttempt } from './delivery-attempts-sql.ts';
import type { Delivery, LoggedEvent } from './event-log-sql.ts';
import { eventIdOf } from './rules/event-id.ts';

export const WebhookData = Type.Object({
  url: Type.String({
    description: 'Gets a POST for every event and must answer 200. Empty: no more pushes',
    examples: ['https://example.com/webhooks'],
  }),
});
export const WebhookWire = Type.Object({ url: Type.String() });

const Tries = Type.Array(
  Type.Object({
    at: Type.String(),
    status: Nullable<number>('integer', 'Null where nobody answered'),
    durationMs: Type.Integer(),
    answer: Type.String({ description: 'The first bytes of the answer, or why there was none' }),
  }),
  { description: 'With the header "Expand: attempts", oldest first' },
);
export const EventWire = Type.Object({
  cursor: Type.String({ description: 'Give it as `after` to go on from here' }),
  eventId: Type.String({ description: 'The same on every push of the event' }),
  eventType: Type.String(),
  createdAt: Type.String(),
  delivery: Type.Object({
    status: Type.String({
      description:
        'PENDING, DELIVERED, PARKED (waits until you set the URL again or ask for it) or SKIPPED (not for your URL)',
    }),
    attempts: Type.Integer(),
    lastError: Nullable<string>('string', 'Of the last try, or why nothing is tried; null where nothing is wrong'),
    tries: Type.Optional(Tries),
  }),
  data: Type.Unknown({ description: 'As in the push' }),
});

export const RecoverData = Type.Object({ since: Type.String({ description: 'ISO 8601, with Z or an offset' }) });
export const RecoverWire = Type.Object({ events: Type.Integer({ description: 'How many are sent' }) });

export function eventToWire(event: LoggedEvent, tries?: readonly PastAttempt[]) {
  return {
    cursor: event.position,
    eventId: eventIdOf(event),
    eventType: event.type,
    createdAt: formatInstant(event.createdAt),
    delivery: { ...deliveryToWire(event.delivery), ...(tries === undefined ? {} : { tries: tries.map(tryToWire) }) },
    data: event.data,
  };
}

function deliveryToWire(delivery: Delivery | undefined) {
  if (delivery === undefined) return { status: 'SKIPPED', attempts: 0, lastError: null };
  const { state, attempts, lastError, parkedReason } = delivery;
  const waiting = parkedReason === undefined ? 'PENDING' : 'PARKED';
  return {
    status: state === 'delivered' ? 'DELIVERED' : waiting,
    attempts,
    lastError: parkedReason ?? lastError ?? null,
  };
}

function tryToWire({ at, status, durationMs, answer }: PastAttempt) {
  return { at: formatInstant(at), status: status ?? null, durationMs, answer };
}
