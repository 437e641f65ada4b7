import type { Event, Order, OrderStop, PlacedOrder, PlusOrderRecord, ProofOfDelivery } from './api-types.ts';

type Party = 'USER' | 'CUSTOMER_SUPPORT';
type Balance = {
  currency: string;
  /** What can still be spent; decimal number. */
  amount: string;
};

/** What each type of event tells. Times are UTC, in ISO 8601; amounts are decimal numbers as text. */
export type EventData = {
  /** The order or parcel has another status. The first one comes at placement. */
  ORDER_STATUS_CHANGED: {
    order: {
      orderId: string;
      scheduleAt: string;
      shareLink: string;
      /** Market and city, such as `HK_HKG`. */
      market: string;
      createdAt: string;
      /** Empty while nobody has it. */
      driverId: string;
      /** Empty on the first push. */
      previousStatus: Order['status'] | PlusOrderRecord['status'] | '';
      /** Of a parcel the sub-status, such as AWAIT_DRIVER. */
      status: Order['status'] | PlusOrderRecord['status'];
      /** Only with CANCELED. */
      cancelParty?: Party;
      cancelReason?: string;
    };
    updatedAt: string;
  };
  /** A driver was matched. */
  DRIVER_ASSIGNED: {
    /** The phone is empty until the driver may be seen. */
    driver: { driverId: string; phone: string; name: string; photo: string; plateNumber: string };
    /** Absent until the driver may be seen. */
    location?: { lng: number; lat: number };
    order: { orderId: string };
    updatedAt: string;
  };
  /** An edit or a priority fee has changed the price. */
  ORDER_AMOUNT_CHANGED: {
    order: {
      orderId: string;
      market: string;
      status: Order['status'];
      price: { currency: string; subtotal: string; subTotal: string; priorityFee: string; totalPrice: string };
    };
    balance: Balance;
    updatedAt: string;
  };
  /** Support has put a new order into the place of an old one: go on with the new id. */
  ORDER_REPLACED: { order: { orderId: string }; prevOrderId: string; updatedAt: string };
  /** The drop-offs are others now. */
  ORDER_EDITED: {
    editReason: 'CLIENT_REQUEST' | 'OTHERS';
    editParty: Party;
    previousData: { stops: OrderStop[] };
    order: PlacedOrder;
    updatedAt: string;
  };
  /** What can be spent has changed. */
  WALLET_BALANCE_CHANGED: { balance: Balance; updatedAt: string };
  /** By choice: an order was placed, before its first ORDER_STATUS_CHANGED. */
  ORDER_CREATED: { order: Order; updatedAt: string };
  /** By choice: a drop-off has a proof. */
  POD_STATUS_CHANGED: { order: { orderId: string }; stop: { stopId: string } & ProofOfDelivery; updatedAt: string };
  /** Sent by hand from the portal. Nothing has happened. */
  WEBHOOK_TEST: { message: string; updatedAt: string };
};

type Push<Type extends keyof EventData> = {
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
export type WebhookEvent = { [Type in keyof EventData]: Push<Type> }[keyof EventData];

type Logged<Type extends keyof EventData> = Omit<Event, 'eventType' | 'data'> & {
  eventType: Type;
  data: EventData[Type];
};

/** An event as the log has it: `switch (event.eventType)` tells what `data` holds. */
export type LoggedEvent = { [Type in Exclude<keyof EventData, 'WEBHOOK_TEST'>]: Logged<Type> }[Exclude<
  keyof EventData,
  'WEBHOOK_TEST'
>];
