type EventType =
  | 'ORDER_STATUS_CHANGED'
  | 'DRIVER_ASSIGNED'
  | 'ORDER_AMOUNT_CHANGED'
  | 'ORDER_REPLACED'
  | 'ORDER_EDITED'
  | 'WALLET_BALANCE_CHANGED'
  /** Shown in the portal only. */
  | 'WALLET_BALANCE_LOW';

/** `data` is what the partner gets, key for key. */
export type NewEvent = { readonly type: EventType; readonly data: Readonly<Record<string, unknown>> };
