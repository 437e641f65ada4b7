/** Pushed to every receiver. Further types are pushed to those that ask for them. */
export const PUSHED_TYPES = [
  'ORDER_STATUS_CHANGED',
  'DRIVER_ASSIGNED',
  'ORDER_AMOUNT_CHANGED',
  'ORDER_REPLACED',
  'ORDER_EDITED',
  'WALLET_BALANCE_CHANGED',
] as const;

/** Shown in the portal only. */
export const PORTAL_TYPES = ['WALLET_BALANCE_LOW'] as const;

type EventType = (typeof PUSHED_TYPES)[number] | (typeof PORTAL_TYPES)[number];

/** `data` is what the partner gets, key for key. */
export type NewEvent = { readonly type: EventType; readonly data: Readonly<Record<string, unknown>> };
