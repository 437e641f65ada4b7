import type { Driver, DriverChange, NewOrder, Order, OrderChange, OrderExplanation, PlacedOrder } from './api-types.ts';
import { itemsOf } from './pages.ts';
import type { CallOptions, Transport } from './transport.ts';

/** Which orders. By one reference at a time: of `metadata` one field, or `partner`. */
export type OrderSearch = {
  /** Those placed with this in their metadata, such as `{ reference: 'A-1001' }`. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** Those with this mark of a channel partner. */
  readonly partner?: string | undefined;
  /** How many are asked for at once, from 1 to 200; 50 where not given. */
  readonly pageSize?: number | undefined;
};

export type Orders = {
  /** Places an order. `quotation.placeOrder(…)` does the same and knows the stops. */
  place(order: NewOrder, options?: CallOptions): Promise<PlacedOrder>;
  /** All orders of the market, newest first, page by page as they are needed. */
  list(search?: OrderSearch, options?: Pick<CallOptions, 'signal'>): AsyncGenerator<Order, void, undefined>;
  /** With `expand: ['actions']` it also says what can be done with the order, and until when. */
  get(orderId: string, options?: CallOptions & { readonly expand?: readonly 'actions'[] | undefined }): Promise<Order>;
  /** Gives the order other drop-offs, once, between the match and the pick-up. */
  edit(orderId: string, change: OrderChange, options?: CallOptions): Promise<PlacedOrder>;
  /** Cancels, while a driver is looked for and in the first five minutes after one is found. */
  cancel(orderId: string, options?: CallOptions): Promise<void>;
  /** Offers more, while a driver is looked for. The fee takes the place of the one before and must be greater. */
  addPriorityFee(orderId: string, priorityFee: string, options?: CallOptions): Promise<PlacedOrder>;
  /** Says why this price, and why this driver. */
  explain(orderId: string, options?: CallOptions): Promise<OrderExplanation>;
  /** Reads the order's driver, in the time in which drivers are shown. */
  getDriver(orderId: string, driverId: string, options?: CallOptions): Promise<Driver>;
  /** Asks for another driver, from 15 minutes after the match until the pick-up. */
  changeDriver(
    orderId: string,
    driverId: string,
    reason: NonNullable<DriverChange['reason']>,
    options?: CallOptions,
  ): Promise<void>;
};

export function createOrders(transport: Transport): Orders {
  const orders = ['v3', 'orders'];
  const driver = (orderId: string, driverId: string) => [...orders, orderId, 'drivers', driverId];
  return {
    place: (order, options) => transport.data('POST', orders, { data: order }, options),
    list: ({ metadata = {}, partner, pageSize } = {}, options) => {
      const references = Object.entries(metadata).map(([name, value]) => {
        if (value === undefined) throw new TypeError(`metadata.${name} is undefined: it would find every order.`);
        return [`metadata.${name}`, value];
      });
      const query = { ...Object.fromEntries(references), partner, limit: pageSize };
      return itemsOf((after) => transport.page<Order>(orders, { query: { ...query, after } }, options));
    },
    get: (orderId, { expand, ...options } = {}) => transport.data('GET', [...orders, orderId], { expand }, options),
    edit: (orderId, change, options) => transport.data('PATCH', [...orders, orderId], { data: change }, options),
    cancel: (orderId, options) => transport.data('DELETE', [...orders, orderId], {}, options),
    addPriorityFee: (orderId, priorityFee, options) =>
      transport.data('POST', [...orders, orderId, 'priority-fee'], { data: { priorityFee } }, options),
    explain: (orderId, options) => transport.data('GET', [...orders, orderId, 'explanation'], {}, options),
    getDriver: (orderId, driverId, options) => transport.data('GET', driver(orderId, driverId), {}, options),
    changeDriver: (orderId, driverId, reason, options) =>
      transport.data('DELETE', driver(orderId, driverId), { data: { reason } }, options),
  };
}
