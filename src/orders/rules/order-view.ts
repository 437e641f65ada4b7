import { formatAmount } from '../../foundation/money.ts';
import { formatInstant } from '../../foundation/time.ts';
import { driverOf, type Order, type OrderStop, totalOf } from './order.ts';

/** The public link to an order, for whoever has it. */
export function shareLinkOf(publicUrl: string, { shareToken }: Pick<Order, 'shareToken'>): string {
  return `${publicUrl}/track/${shareToken}`;
}

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
export function orderView(order: Order, publicUrl: string) {
  const { delivery } = order;
  const fee = feeOf(order);
  return {
    orderId: order.id,
    quotationId: order.quotationId,
    priceBreakdown: pricesOf(order),
    ...(fee === undefined ? {} : { priorityFee: fee }),
    driverId: driverOf(order)?.driverId ?? '',
    shareLink: shareLinkOf(publicUrl, order),
    status: order.status,
    distance: { value: String(delivery.distanceMeters), unit: 'm' },
    stops: stopsView(order),
    ...(delivery.item === undefined ? {} : { item: delivery.item }),
    ...(delivery.metadata === undefined ? {} : { metadata: delivery.metadata }),
    ...(delivery.channelPartner === undefined ? {} : { partner: delivery.channelPartner }),
  };
}

export function stopsView({ delivery }: Pick<Order, 'delivery'>) {
  return delivery.stops.map((stop, index) => ({
    stopId: stop.stopId,
    coordinates: stop.coordinates,
    address: stop.address,
    name: stop.name,
    phone: stop.phone,
    ...(stop.remarks === '' ? {} : { remarks: stop.remarks }),
    ...(delivery.proofRequired && index > 0 ? { POD: proofView(stop) } : {}),
  }));
}

function proofView({ closing }: OrderStop) {
  if (closing === undefined) return { status: 'PENDING' };
  const { outcome, at, image, reason } = closing;
  return {
    status: outcome,
    ...(image === undefined ? {} : { image }),
    ...(outcome === 'FAILED' ? {} : { deliveredAt: formatInstant(at) }),
    ...(reason === undefined ? {} : { reason }),
  };
}
