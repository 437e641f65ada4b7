import type { DriverOrder } from '../api/types.ts';
import type { Queued } from '../day/action.ts';
import { meaningOf } from './queue.ts';

/** How an order left the driver's hands. */
export type OrderEnd = 'delivered' | 'canceled' | 'takenAway' | 'givenBack';

/** Ended by the driver's own doing, as far as this phone knows; undefined where only the server can say. */
export function ownEnd({ orderId, status }: DriverOrder, waiting: readonly Queued[]): OrderEnd | undefined {
  if (status === 'COMPLETED') return 'delivered';
  const own = waiting.map(({ action }) => action).filter((action) => 'orderId' in action && action.orderId === orderId);
  if (own.some(({ kind }) => kind === 'giveBack')) return 'givenBack';
  return own.some(({ kind }) => kind === 'dropOff') ? 'delivered' : undefined;
}

type Said =
  | Exclude<Parameters<typeof meaningOf>[0], { readonly ok: true }>
  | { readonly ok: true; readonly data: Pick<DriverOrder, 'status'> };

/** By what the server says of it, undefined where it was not reached. What is not known is not told. */
export function endSaid(said: Said | undefined): OrderEnd | 'ASK_AGAIN' | undefined {
  if (said === undefined || meaningOf(said) === 'WAIT') return 'ASK_AGAIN';
  if (said.ok) return orderEnd(said.data.status);
  return said.status === 404 ? 'takenAway' : undefined;
}

function orderEnd(status: DriverOrder['status']): OrderEnd | undefined {
  switch (status) {
    case 'ASSIGNING_DRIVER':
    case 'REJECTED':
      return 'takenAway';
    case 'COMPLETED':
      return 'delivered';
    case 'CANCELED':
    case 'EXPIRED':
      return 'canceled';
    default:
      return undefined;
  }
}

type Ended = Pick<DriverOrder, 'status' | 'stops' | 'steps'>;

/** Whether the driver still has goods, which go back to the pick-up. */
export function isBroughtBack({ status, stops, steps }: Ended, end: OrderEnd): boolean {
  if (end === 'delivered')
    return steps.some(({ kind }) => kind === 'RETURN') || stops.some(({ closed }) => closed?.outcome === 'FAILED');
  return end !== 'givenBack' && status === 'PICKED_UP';
}
