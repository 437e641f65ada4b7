import type { OrderRecord } from '../../types.ts';

export type ActingProps = { readonly order: OrderRecord; readonly onClose: () => void };

/** What the order is about to be asked for anew, here and in the lists. */
export const refreshOf = ({ orderId }: OrderRecord) => [`/orders/${orderId}`, '/orders', '/queue', '/cities', '/acts'];
