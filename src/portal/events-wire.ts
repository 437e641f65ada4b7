import { type Static, Type } from 'typebox';
import { formatInstant } from '../foundation/time.ts';
import { PageLimit } from '../infrastructure/http/page-query.ts';
import { Nullable, Text } from '../infrastructure/http/schema.ts';
import { statusTold } from '../orders/index.ts';
import { type Attempt, type EventFilter, eventToWire, type LoggedEvent } from '../webhooks/index.ts';

const Filter = Type.Optional(Type.String({ maxLength: 100 }));
export const EventsQuery = Type.Object({
  limit: PageLimit,
  after: Filter,
  type: Filter,
  status: Type.Optional(
    Type.Unsafe<NonNullable<EventFilter['status']>>({ type: 'string', enum: ['delivered', 'waiting', 'parked'] }),
  ),
  order: Filter,
  since: Filter,
  until: Filter,
});
export const EventParams = Type.Object({ eventId: Type.String({ maxLength: 100 }) });
export const RecoverData = Type.Object({ since: Text('ISO 8601', { maxLength: 100 }) });
export const RecoverWire = Type.Object({ events: Type.Integer({ description: 'How many are sent' }) });

const line = {
  eventId: Type.String(),
  eventType: Type.String(),
  createdAt: Type.String(),
  orderId: Nullable<string>('string', 'Whose event it is; null for a wallet'),
  newStatus: Nullable<string>(
    'string',
    'Which the order, parcel or proof of a drop-off has by it; null where it tells of something else',
  ),
  status: Type.String({ description: 'PENDING, DELIVERED, PARKED or SKIPPED' }),
  attempts: Type.Integer(),
  lastError: Nullable<string>('string', 'Of the last try, or why nothing is tried'),
};
export const EventLineWire = Type.Object(line);
export const EventDetailsWire = Type.Object({
  ...line,
  data: Type.Unknown(),
  tries: Type.Array(
    Type.Object({
      at: Type.String(),
      status: Nullable<number>('integer', 'Null where nobody answered'),
      durationMs: Type.Integer(),
      answer: Type.String(),
    }),
  ),
});

export function eventLineToWire(event: LoggedEvent): Static<typeof EventLineWire> {
  const { eventId, eventType, createdAt, delivery } = eventToWire(event);
  const { status, attempts, lastError } = delivery;
  return {
    eventId,
    eventType,
    createdAt,
    orderId: orderOf(event.data),
    newStatus: statusTold(event) ?? null,
    status,
    attempts,
    lastError,
  };
}

export function eventDetailsToWire(event: LoggedEvent, attempts: readonly Attempt[]): Static<typeof EventDetailsWire> {
  return {
    ...eventLineToWire(event),
    data: event.data,
    tries: attempts.map(({ at, status, durationMs, answer }) => ({
      at: formatInstant(at),
      status: status ?? null,
      durationMs,
      answer,
    })),
  };
}

function orderOf(data: unknown): string | null {
  return (data as { order?: { orderId?: string } } | null)?.order?.orderId ?? null;
}
