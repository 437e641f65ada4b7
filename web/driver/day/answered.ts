import { ignoreNoSignal } from '../api/call.ts';
import type { DriverOrder } from '../api/types.ts';
import { loseSightOf } from '../device/outbox.ts';
import { type KnownWork, known, learn } from './known.ts';
import { readWork } from './read-work.ts';

/** `isNewest`: as `asking` told of its answer. */
export function orderTaken(order: DriverOrder, isNewest: boolean): void {
  // He may have given it back a moment ago.
  loseSightOf((action) => 'orderId' in action && action.orderId === order.orderId);
  learnAnswer(isNewest, () => ({ order, offers: [] }));
}

export function wentOnline(onlineSince: string, isNewest: boolean): void {
  learnAnswer(isNewest, ({ me }) => (me === undefined ? {} : { me: { ...me, onlineSince } }));
}

/** Known before the stream tells it; what was learned while the answer was on its way may be newer. */
function learnAnswer(isNewest: boolean, news: (known: KnownWork) => Parameters<typeof learn<'work'>>[2]): void {
  const before = known.get();
  if (before === undefined) return;
  if (isNewest) learn(before.driverId, 'work', news(before));
  else void readWork(before.driverId).catch(ignoreNoSignal);
}
