import { useEffect, useRef, useState } from 'react';
import { askUntilSaid } from '../api/ask-until-said.ts';
import type { DriverOrder } from '../api/types.ts';
import { endSaid, type OrderEnd, ownEnd } from '../rules/order-end.ts';
import { useWork } from './work.ts';

/** An order that is over, as the driver knew it last. */
export type Ended = { readonly order: DriverOrder; readonly end: OrderEnd };

/** An order never vanishes in silence: how it ended, until the driver has read it. */
export function useOrderEnd(): readonly [Ended | undefined, () => void] {
  const { order, waiting } = useWork();
  const underWay = useRef<DriverOrder>(undefined);
  const [ended, setEnded] = useState<Ended>();
  const left = useRef(new AbortController());
  useEffect(() => {
    const here = new AbortController();
    left.current = here;
    return () => here.abort();
  }, []);
  useEffect(() => {
    const before = underWay.current;
    const isUnderWay = order !== null && order.status !== 'COMPLETED';
    underWay.current = isUnderWay ? order : undefined;
    if (before === undefined || (isUnderWay && order.orderId === before.orderId)) return;
    const after = order?.orderId === before.orderId ? order : before;
    const own = ownEnd(after, waiting);
    if (own !== undefined) return setEnded({ order: after, end: own });
    const isBack = () => underWay.current?.orderId === before.orderId;
    void askUntilSaid(`/orders/${before.orderId}`, endSaid, left.current.signal).then((end) => {
      if (end !== undefined && !isBack()) setEnded({ order: before, end });
    });
  }, [order, waiting]);
  return [ended, () => setEnded(undefined)];
}
