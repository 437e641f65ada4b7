import type { PartnerId } from '../../foundation/ids.ts';
import { formatAmount } from '../../foundation/money.ts';
import { formatInstant } from '../../foundation/time.ts';
import { driverOf, type Order, type OrderStop, totalOf } from './order.ts';

/** Links as they are given at one moment. */
export type Links = {
  /** The public link to an order, for whoever has it. */
  readonly share: (shareToken: string) => string;
  /** Opens a stored picture for a while. */
  readonly file: (fileKey: string, partnerId: PartnerId) => string;
};

/** "HK HKG" as events write it. */
export function marketOfEvents(locode: string): string {
  return locode.replace(' ', '_');
}

export function pricesOf(order: Order) {
  const { prices, decimals } = order.pricing;
  const fee = feeOf(order);
  return {
    ...prices,
    ...(fee === undefined ? {} : { priorityFee: fee }),
    totalExcludePriorityFee: formatAmount(order.fareMinor, decimals),
    total: formatAmount(totalOf(order), decimals),
    currency: order.currency,
  };
}

function feeOf({ priorityFeeMinor, pricing }: Order): string | undefined {
  return priorityFeeMinor === 0n ? undefined : formatAmount(priorityFeeMinor, pricing.decimals);
}

/** What a partner reads of an order, in the words of the partner API. */
export function orderView(order: Order, links: Links) {
  const { delivery } = order;
  const fee = feeOf(order);
  return {
    orderId: order.id,
    quotationId: order.quotationId,
    priceBreakdown: pricesOf(order),
    ...(fee === undefined ? {} : { priorityFee: fee }),
    driverId: driverOf(order)?.driverId ?? '',
    shareLink: links.share(order.shareToken),
    status: order.status,
    distance: { value: String(delivery.distanceMeters), unit: 'm' },
    stops: stopsView(order, links),
    ...(delivery.item === undefined ? {} : { item: delivery.item }),
    ...(delivery.metadata === undefined ? {} : { metadata: delivery.metadata }),
    ...(delivery.channelPartner === undefined ? {} : { partner: delivery.channelPartner }),
  };
}

/** The same with what only those see who ask for one order. */
export function orderDetailsView(order: Order, links: Links) {
  return { ...orderView(order, links), remarks: order.delivery.stops.map(({ remarks }) => remarks) };
}

export function stopsView({ delivery, partnerId }: Pick<Order, 'delivery' | 'partnerId'>, links: Links) {
  return delivery.stops.map((stop, index) => ({
    stopId: stop.stopId,
    coordinates: stop.coordinates,
    address: stop.address,
    name: stop.name,
    phone: stop.phone,
    ...(stop.remarks === '' ? {} : { remarks: stop.remarks }),
    ...(delivery.proofRequired && index > 0
      ? { POD: proofView(stop, (fileKey) => links.file(fileKey, partnerId)) }
      : {}),
  }));
}

type ProofView = {
  readonly status: string;
  readonly image?: string;
  readonly deliveredAt?: string;
  readonly reason?: string;
};

export function proofView({ closing }: OrderStop, linkTo: (fileKey: string) => string): ProofView {
  if (closing === undefined) return { status: 'PENDING' };
  const { outcome, at, image, reason } = closing;
  return {
    status: outcome,
    ...(image === undefined ? {} : { image: linkTo(image) }),
    ...(outcome === 'FAILED' ? {} : { deliveredAt: formatInstant(at) }),
    ...(reason === undefined ? {} : { reason }),
  };
}
