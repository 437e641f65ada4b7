import type { NewOrder, NewQuotation, PlacedOrder, PriceExplanation, Quotation } from './api-types.ts';
import { type Contacts, contactsOfStops } from './contacts.ts';
import type { CallOptions, Transport } from './transport.ts';

/** What an order takes beside its quotation. */
export type OrderTerms = Contacts & Omit<NewOrder, 'quotationId' | 'sender' | 'recipients'>;

/** A quotation as the server gave it, which can be ordered. */
export type OrderableQuotation = Quotation & {
  /**
   * Places an order for this quotation, within five minutes of its making. Nobody has to name stops: contacts are given in the
   * order in which the stops were asked for.
   */
  placeOrder(terms: OrderTerms, options?: CallOptions): Promise<PlacedOrder>;
};

export type Quotations = {
  /** Asks what a delivery costs. */
  create(quotation: NewQuotation, options?: CallOptions): Promise<OrderableQuotation>;
  /** Reads a quotation again, also after its five minutes. */
  get(quotationId: string, options?: CallOptions): Promise<OrderableQuotation>;
  /** Says why it costs what it costs. */
  explain(quotationId: string, options?: CallOptions): Promise<PriceExplanation>;
};

export function createQuotations(transport: Transport): Quotations {
  function orderable(quotation: Quotation, asked?: NewQuotation['stops']): OrderableQuotation {
    return withPlaceOrder(quotation, async (terms: OrderTerms, options?: CallOptions) => {
      const data = orderOf(quotation, asked, terms);
      return transport.data<PlacedOrder>('POST', ['v3', 'orders'], { data }, options);
    });
  }

  return {
    create: async (quotation, options) => {
      const made = await transport.data<Quotation>('POST', ['v3', 'quotations'], { data: quotation }, options);
      return orderable(made, quotation.stops);
    },
    get: async (quotationId, options) =>
      orderable(await transport.data('GET', ['v3', 'quotations', quotationId], {}, options)),
    explain: (quotationId, options) =>
      transport.data('GET', ['v3', 'quotations', quotationId, 'explanation'], {}, options),
  };
}

function orderOf(quotation: Quotation, asked: NewQuotation['stops'] | undefined, terms: OrderTerms): NewOrder {
  const { sender, recipients, ...rest } = terms;
  const isUnknown = asked === undefined && quotation.isRouteOptimized && recipients.length > 1;
  if (isUnknown && recipients.some(({ stopId }) => stopId === undefined))
    throw new TypeError(
      'The stops of this quotation were brought into another order, and it was read, not made here: give every recipient a stopId.',
    );
  const reordered = quotation.isRouteOptimized ? asked : undefined;
  return {
    ...rest,
    quotationId: quotation.quotationId,
    ...contactsOfStops(quotation.stops, reordered, { sender, recipients }),
  };
}

/** The method is there, but does not show: whoever prints, copies or stores the quotation has what the server gave. */
export function withPlaceOrder<Shown extends object, Method>(quotation: Shown, placeOrder: Method) {
  return Object.defineProperty(quotation, 'placeOrder', { value: placeOrder }) as Shown & { placeOrder: Method };
}
