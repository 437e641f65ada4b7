import { ignoreNoSignal } from '../api/call.ts';
import type { DriverOrder } from '../api/types.ts';
import { loseSightOf } from '../device/outbox.ts';
import { type KnownWork, known, learn, learnedSoFar } from './known.ts';
import { readWork } from './read-work.ts';

/** `learnedBefore`: so far when the call went out. */
export function orderTaken(order: DriverOrder, learnedBefore: number): void {
  // He may have given it back a moment ago.
  loseSightOf((action) => 'orderId' in action && action.orderId === order.orderId);
  learnAnswer(learnedBefore, () => ({ order, offers: [] }));
}

export function wentOnline(onlineSince: string, learnedBefore: number): void {
  learnAnswer(learnedBefore, ({ me }) => (me === undefined ? {} : { me: { ...me, onlineSince } }));
}

/** Known before the stream tells it; what was learned while the answer was on its way may be newer. */
function learnAnswer(learnedBefore: number, news: (known: KnownWork) => Partial<KnownWork>): void {
  const before = known.get();
  if (before === undefined) return;
  if (learnedSoFar() === learnedBefore) learn(before.driverId, news(before));
  else void readWork(before.driverId).catch(ignoreNoSignal);
}
