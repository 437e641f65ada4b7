import type { City, Wallet, Webhook } from './api-types.ts';
import { createEvents, type Events } from './events.ts';
import { createOrders, type Orders } from './orders.ts';
import { createPlus, type Plus } from './plus.ts';
import { createQuotations, type Quotations } from './quotations.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';
import { type CallOptions, type ClientOptions, createTransport } from './transport.ts';

/** Every call of the partner API. A call that fails, fails with a `WaybillError`. */
export type Client = {
  readonly cities: {
    /** The cities of the market: their services, and what can be asked for beside. */
    list(options?: CallOptions): Promise<City[]>;
  };
  /** What a delivery costs, and the way to order it. */
  readonly quotations: Quotations;
  /** Deliveries on demand. */
  readonly orders: Orders;
  /** Scheduled parcels. */
  readonly plus: Plus;
  readonly wallet: {
    /** The wallet of the market's currency: what can be spent, what is held, the latest entries. */
    get(options?: CallOptions): Promise<Wallet>;
  };
  readonly webhook: {
    /** Sets where events are pushed to. The URL must answer an empty POST with 200; `verifyWebhook` knows it. */
    set(url: string, options?: CallOptions): Promise<Webhook>;
    /** No more pushes. */
    remove(options?: CallOptions): Promise<Webhook>;
  };
  /** The log of all that was pushed, for catching up without a webhook. */
  readonly events: Events;
  /** Your own clock, drivers and bad days, in a sandbox. */
  readonly sandbox: Sandbox;
};

/**
 * A client of one account in one market. It keeps nothing between calls, so make as many as you like.
 *
 * Every call is signed, and tried again with the same Request-ID where it was limited, failed at the server or got no answer: what
 * it changes is changed once.
 */
export function createClient(options: ClientOptions): Client {
  const transport = createTransport(options);
  const setWebhook = (url: string, calling?: CallOptions) =>
    transport.data<Webhook>('PATCH', ['v3', 'webhook'], { data: { url } }, calling);
  return {
    cities: { list: (calling) => transport.data('GET', ['v3', 'cities'], {}, calling) },
    quotations: createQuotations(transport),
    orders: createOrders(transport),
    plus: createPlus(transport),
    wallet: { get: (calling) => transport.data('GET', ['v3', 'wallet'], {}, calling) },
    webhook: { set: setWebhook, remove: (calling) => setWebhook('', calling) },
    events: createEvents(transport),
    sandbox: createSandbox(transport),
  };
}
