import type { Event, EventData } from './api-types.ts';

type EventType = keyof EventData;

type Push<Type extends EventType> = {
  /** The key whose secret has signed the body. */
  apiKey: string;
  /** When this was sent, in Unix seconds. Every try has its own. */
  timestamp: number;
  /** The same on every try. Keep it, and act on an event once. */
  eventId: string;
  eventType: Type;
  eventVersion: 'v3';
  data: EventData[Type];
};

/** What is pushed to the webhook: `switch (event.eventType)` tells what `data` holds. */
export type WebhookEvent = { [Type in EventType]: Push<Type> }[EventType];

/** A test is pushed, but not kept. */
type LoggedType = Exclude<EventType, 'WEBHOOK_TEST'>;

type Logged<Type extends LoggedType> = Omit<Event, 'eventType' | 'data'> & { eventType: Type; data: EventData[Type] };

/** An event as the log has it: `switch (event.eventType)` tells what `data` holds. */
export type LoggedEvent = { [Type in LoggedType]: Logged<Type> }[LoggedType];
