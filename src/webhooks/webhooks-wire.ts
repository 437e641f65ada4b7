import { Type } from 'typebox';
import { formatInstant } from '../foundation/time.ts';
import { AsKept, Nullable, OneOf, Text, Time } from '../infrastructure/http/schema.ts';
import type { Attempt } from './delivery-attempts-sql.ts';
import { dataOf, type EventForm } from './event-forms.ts';
import type { Delivery, LoggedEvent } from './event-log-sql.ts';
import { eventIdOf } from './rules/event-id.ts';

const webhook = {
  url: Text('Gets a POST for every event and must answer 200. Empty: no more pushes', {
    examples: ['https://example.com/webhooks'],
  }),
};
export const WebhookForm = Type.Object(webhook, { title: 'Webhook', description: 'Where you are told of events' });

const Tries = Type.Array(
  Type.Object(
    {
      at: Time('When it was tried'),
      status: Nullable<number>('integer', 'The HTTP status; null where nobody answered'),
      durationMs: Type.Integer({ description: 'How long it took, in milliseconds' }),
      answer: Text('The first bytes of the answer, or why there was none'),
    },
    { title: 'DeliveryAttempt', description: 'One try to push an event' },
  ),
  { description: 'Only with the header `Expand: attempts`; oldest first' },
);
export const eventWire = (forms: readonly EventForm[]) =>
  Type.Object(
    {
      cursor: Text('Give it as `after` to go on from here'),
      eventId: Text('Upper-case UUID, the same on every push of the event'),
      eventType: Text('Says what `data` holds', { examples: ['ORDER_STATUS_CHANGED'] }),
      createdAt: Time('When it happened'),
      delivery: Type.Object(
        {
          status: OneOf(
            ['PENDING', 'DELIVERED', 'PARKED', 'SKIPPED'],
            'PARKED: waits until you set the URL again, or ask for it while the URL is not switched off. SKIPPED: not for your URL',
          ),
          attempts: Type.Integer({ description: 'How often it was tried' }),
          lastError: Nullable<string>(
            'string',
            'Of the last try, or why nothing is tried; null where nothing is wrong',
          ),
          tries: Type.Optional(Tries),
        },
        { title: 'EventDelivery', description: 'What became of its push' },
      ),
      data: AsKept(dataOf(forms)),
    },
    { title: 'Event', description: 'Something that you are told' },
  );

export const RecoverData = Type.Object(
  { since: Text('ISO 8601, with Z or an offset', { examples: ['2026-11-20T09:30:00Z'] }) },
  { title: 'EventRecovery', description: 'From when on events are sent again' },
);
export const RecoverWire = Type.Object(
  { events: Type.Integer({ description: 'How many are sent' }) },
  { title: 'RecoveredEvents', description: 'What is sent again' },
);

export function eventToWire(event: LoggedEvent, tries?: readonly Attempt[]) {
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

function tryToWire({ at, status, durationMs, answer }: Attempt) {
  return { at: formatInstant(at), status: status ?? null, durationMs, answer };
}
