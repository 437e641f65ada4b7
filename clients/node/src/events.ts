import type { RecoveredEvents } from './api-types.ts';
import { itemsOf } from './pages.ts';
import type { CallOptions, Transport } from './transport.ts';
import type { LoggedEvent } from './webhook-events.ts';

export type EventSearch = {
  /** The `cursor` of the last event that you have seen; from the oldest on where not given. */
  readonly after?: string | undefined;
  /** Also shows every attempt to deliver an event. */
  readonly expand?: readonly 'attempts'[] | undefined;
  /** How many are asked for at once, from 1 to 200; 50 where not given. */
  readonly pageSize?: number | undefined;
};

export type Events = {
  /** All events of the last 30 days in the order in which they happened. Keep the last `cursor`, and you miss nothing. */
  list(search?: EventSearch, options?: Pick<CallOptions, 'signal'>): AsyncGenerator<LoggedEvent, void, undefined>;
  /** Pushes an event again. */
  redeliver(eventId: string, options?: CallOptions): Promise<LoggedEvent>;
  /** Pushes all events again that happened since then and did not arrive. The time is in ISO 8601. */
  recover(since: string, options?: CallOptions): Promise<RecoveredEvents>;
};

export function createEvents(transport: Transport): Events {
  return {
    list: ({ after: from, expand, pageSize } = {}, options) =>
      itemsOf(
        (after) =>
          transport.page<LoggedEvent>(['v3', 'events'], { query: { after, limit: pageSize }, expand }, options),
        from,
      ),
    redeliver: (eventId, options) => transport.data('POST', ['v3', 'events', eventId, 'redeliver'], {}, options),
    recover: (since, options) => transport.data('POST', ['v3', 'events', 'recover'], { data: { since } }, options),
  };
}
