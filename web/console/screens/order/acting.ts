import { useState } from 'react';
import type { OrderRecord } from '../../types.ts';

export type ActingProps = { readonly order: OrderRecord; readonly onClose: () => void };

/** What the order is about to be asked for anew, here and in the lists. */
export const refreshOf = ({ orderId }: OrderRecord) => [`/orders/${orderId}`, '/orders', '/queue', '/cities', '/acts'];

/** What the person saw when the dialog was opened: whatever happens meanwhile, that is what they decide about. */
export function useSeen({ revision }: OrderRecord): number {
  const [seen] = useState(revision);
  return seen;
}
