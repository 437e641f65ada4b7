import type { Point } from '../foundation/geo.ts';
import type { Order } from '../orders/index.ts';
import { pointOf } from '../quotations/index.ts';

/** Where the goods are collected: at the pick-up, or where the last driver left them. */
export function goodsOf({ delivery: { handOver, stops } }: Order): Point {
  return handOver ?? pointOf((stops[0] as (typeof stops)[number]).coordinates);
}

/** From the goods through every drop-off that is open, in the order of the way. */
export function pointsAhead(order: Order): readonly Point[] {
  const [, ...dropOffs] = order.delivery.stops;
  return [
    goodsOf(order),
    ...dropOffs.filter(({ closing }) => closing === undefined).map(({ coordinates }) => pointOf(coordinates)),
  ];
}
