import type { JobHandlers } from '../infrastructure/jobs/worker.ts';
import { expireOrder } from './expire-order.ts';
import { EXPIRE_ORDER } from './expiry-timer.ts';
import type { ChangeDeps } from './save-change.ts';

export function orderJobs(deps: ChangeDeps): JobHandlers {
  return {
    [EXPIRE_ORDER]: async (tx, { payload, now }) => {
      await expireOrder(deps, tx, String(payload.orderId), now);
      return undefined;
    },
  };
}
