import type {
  Label,
  Labels,
  NewPlusOrder,
  NewPlusQuotation,
  PlusOrder,
  PlusOrderChange,
  PlusOrderRecord,
  PlusQuotation,
} from './api-types.ts';
import { type Contacts, contactsOfStops } from './contacts.ts';
import { withPlaceOrder } from './quotations.ts';
import type { CallOptions, Method, Path, Transport } from './transport.ts';
import { type Printable, untilPrintable, type WaitOptions } from './wait-for-label.ts';

/** What a parcel takes beside its quotation. */
export type PlusOrderTerms = Contacts & Omit<NewPlusOrder, 'quotationId' | 'sender' | 'recipients'>;

export type OrderablePlusQuotation = PlusQuotation & {
  /** Places an order for this quotation, with one recipient. */
  placeOrder(terms: PlusOrderTerms, options?: CallOptions): Promise<PlusOrder>;
};

/** Scheduled parcels. Every call of it carries `Platform: PLUS`, which the key must be for. */
export type Plus = {
  readonly quotations: {
    create(quotation: NewPlusQuotation, options?: CallOptions): Promise<OrderablePlusQuotation>;
    get(quotationId: string, options?: CallOptions): Promise<OrderablePlusQuotation>;
  };
  readonly orders: {
    /** Places an order. `quotation.placeOrder(…)` does the same and knows the stops. */
    place(order: NewPlusOrder, options?: CallOptions): Promise<PlusOrder>;
    get(orderId: string, options?: CallOptions): Promise<PlusOrder>;
    /** By your own reference of the parcel. */
    getByClientRef(clientRef: string, options?: CallOptions): Promise<PlusOrder>;
    /** Changes times, stops, item or metadata while the parcel is in progress. */
    edit(orderId: string, change: PlusOrderChange, options?: CallOptions): Promise<PlusOrderRecord>;
    cancel(orderId: string, options?: CallOptions): Promise<void>;
    /** Waits until the label of an order that was placed with `generateLabel` can be downloaded. */
    waitForLabel(orderId: string, options?: WaitOptions): Promise<Printable<Label>>;
  };
  readonly labels: {
    /** Asks for one PDF with the labels of up to 200 orders, in this order. */
    create(orderIds: readonly string[], options?: CallOptions): Promise<Labels>;
    get(labelBatchId: string, options?: CallOptions): Promise<Labels>;
    /** Waits until the PDF can be downloaded. */
    wait(labelBatchId: string, options?: WaitOptions): Promise<Printable<Labels>>;
  };
};

const platform = 'PLUS';

export function createPlus(transport: Transport): Plus {
  const call = <Data>(method: Method, path: Path, data: object | undefined, options: CallOptions | undefined) =>
    transport.data<Data>(method, path, { platform, ...(data === undefined ? {} : { data }) }, options);
  const [quotations, orders, labels] = [
    ['v3', 'quotations'],
    ['v3', 'orders'],
    ['v3', 'labels'],
  ] as const;
  const getOrder = (orderId: string, options?: CallOptions) =>
    call<PlusOrder>('GET', [...orders, orderId], undefined, options);
  const getLabels = (labelBatchId: string, options?: CallOptions) =>
    call<Labels>('GET', [...labels, labelBatchId], undefined, options);

  function orderable(quotation: PlusQuotation): OrderablePlusQuotation {
    return withPlaceOrder(quotation, async ({ sender, recipients, ...rest }: PlusOrderTerms, options?: CallOptions) => {
      const contacts = contactsOfStops(quotation.stops, undefined, { sender, recipients });
      return call<PlusOrder>('POST', orders, { ...rest, quotationId: quotation.quotationId, ...contacts }, options);
    });
  }

  return {
    quotations: {
      create: async (quotation, options) => orderable(await call('POST', quotations, quotation, options)),
      get: async (quotationId, options) =>
        orderable(await call('GET', [...quotations, quotationId], undefined, options)),
    },
    orders: {
      place: (order, options) => call('POST', orders, order, options),
      get: getOrder,
      getByClientRef: (clientRef, options) => call('GET', [...orders, 'ref', clientRef], undefined, options),
      edit: (orderId, change, options) => call('PATCH', [...orders, orderId], change, options),
      cancel: (orderId, options) => call('DELETE', [...orders, orderId], undefined, options),
      waitForLabel: (orderId, options) =>
        untilPrintable(async (calling) => {
          const { label } = await getOrder(orderId, calling);
          if (label === null)
            throw new TypeError(
              `Order ${orderId} was placed without generateLabel. Ask for its label with labels.create.`,
            );
          return label;
        }, options),
    },
    labels: {
      create: (orderIds, options) => call('POST', labels, { orderIds }, options),
      get: getLabels,
      wait: (labelBatchId, options) => untilPrintable((calling) => getLabels(labelBatchId, calling), options),
    },
  };
}
