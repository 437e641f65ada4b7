import { useEffect, useRef, useState } from 'react';
import { call } from '../api/call.ts';
import type { DriverOrder } from '../api/types.ts';
import { type OrderEnd, orderEnd, ownEnd } from '../rules/order-end.ts';
import { useWork } from './work.ts';

/** An order that is over, as the driver knew it last. */
export type Ended = { readonly order: DriverOrder; readonly end: OrderEnd };

/** An order never vanishes in silence: how it ended, until the driver has read it. */
export function useOrderEnd(): readonly [Ended | undefined, () => void] {
  const { order, waiting } = useWork();
  const underWay = useRef<DriverOrder>(undefined);
  const [ended, setEnded] = useState<Ended>();
  useEffect(() => {
    const before = underWay.current;
    const isUnderWay = order !== null && order.status !== 'COMPLETED';
    underWay.current = isUnderWay ? order : undefined;
    if (before === undefined || (isUnderWay && order.orderId === before.orderId)) return;
    const after = order?.orderId === before.orderId ? order : before;
    const own = ownEnd(after, waiting);
    if (own !== undefined) return setEnded({ order: after, end: own });
    askHow(before).then((end) => {
      if (end !== undefined) setEnded({ order: before, end });
    });
  }, [order, waiting]);
  return [ended, () => setEnded(undefined)];
}

async function askHow({ orderId }: DriverOrder): Promise<OrderEnd | undefined> {
  try {
    const answer = await call<DriverOrder>('GET', `/orders/${orderId}`);
    return orderEnd(answer.ok ? answer.data.status : undefined);
  } catch {
    return 'takenAway';
  }
}
