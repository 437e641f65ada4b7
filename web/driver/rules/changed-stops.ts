import type { DriverOrder } from '../api/types.ts';

type WithStops = Pick<DriverOrder, 'orderId' | 'stops'>;

/** Tells the stops of an order from others, without naming anybody to whoever finds it on the phone. */
export function printOf({ orderId, stops }: WithStops): string {
  const told = stops.map(({ stopId, coordinates: { lat, lng }, address, name, phone, remarks }) => [
    stopId,
    lat,
    lng,
    address,
    name,
    phone,
    remarks,
  ]);
  return `${orderId} ${hashOf(JSON.stringify(told))}`;
}

/** FNV-1a. */
function hashOf(text: string): number {
  return [...text].reduce((hash, sign) => Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193) >>> 0, 0x811c9dc5);
}

/** `read`: the print of the stops that the driver has read last. Those of an order that is new to the driver are read with it. */
export function newsOfStops(read: string | undefined, order: WithStops): 'CHANGED' | 'NEW_ORDER' | undefined {
  if (read === undefined || !read.startsWith(`${order.orderId} `)) return 'NEW_ORDER';
  return read === printOf(order) ? undefined : 'CHANGED';
}
