/** What partners are told, by push and by GET /v3/events. */
export const PUSHED_TYPES = [
  'ORDER_CREATED',
  'ORDER_STATUS_CHANGED',
  'DRIVER_ASSIGNED',
  'ORDER_AMOUNT_CHANGED',
  'ORDER_REPLACED',
  'ORDER_EDITED',
  'POD_STATUS_CHANGED',
  'WALLET_BALANCE_CHANGED',
] as const;
/** Shown in the portal only. */
export const PORTAL_TYPES = ['WALLET_BALANCE_LOW'] as const;

type EventType = (typeof PUSHED_TYPES)[number] | (typeof PORTAL_TYPES)[number];

/** What a partner is told only after having chosen it. The last one is ORDER_STATUS_CHANGED of Plus orders. */
export const EVENT_CHOICES = ['ORDER_CREATED', 'POD_STATUS_CHANGED', 'PLUS_ORDER_STATUS_CHANGED'] as const;
export type EventChoice = (typeof EVENT_CHOICES)[number];

export function isEventChoice(name: string): name is EventChoice {
  return (EVENT_CHOICES as readonly string[]).includes(name);
}

/** `data` is what the partner gets, key for key. With a choice, only a partner who has made it is told. */
export type NewEvent = {
  readonly type: EventType;
  readonly choice?: EventChoice;
  readonly data: Readonly<Record<string, unknown>>;
};
