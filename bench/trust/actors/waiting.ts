import { seen } from '../evidence.ts';
import type { Actor } from './actor.ts';
import { shopperOf } from './shopping.ts';

/** Longer than it takes until a driver may be changed; five of them are ten seconds less than the two hours of a search. */
const STEP_SECONDS = 1_438;
const STEPS = 5;

/** A partner whose clock runs ahead: orders expire in the worker's hands, and drivers are late enough to be changed. */
export const waiting: Actor = {
  name: 'waiting',
  drives: ['POST /sandbox/v1/clock', 'DELETE /v3/orders/:orderId/drivers/:driverId'],
  async begin(client, { waiting: partner }) {
    const { as, place, act } = shopperOf(client, partner);
    const step = () =>
      client.write('POST /sandbox/v1/clock', {
        as,
        data: { advanceSeconds: STEP_SECONDS },
        seenBy: seen.clockSteps(partner.partnerId, STEP_SECONDS),
      });

    async function changeDriver(): Promise<void> {
      const order = await place();
      if (order === undefined || (await act(order.orderId, 'DRIVER_ACCEPT', 'ON_GOING')) === undefined) return;
      const found = await client.read(`/v3/orders/${order.orderId}`, as);
      await step();
      await client.write('DELETE /v3/orders/:orderId/drivers/:driverId', {
        as,
        at: [order.orderId, found?.driverId ?? ''],
        data: { reason: 'DRIVER_LATE' },
        seenBy: seen.formerDrivers(order.orderId),
      });
    }

    /** What is left of the two hours passes by itself, so that it is the worker who ends the search. */
    async function letExpire(): Promise<void> {
      for (let number = 0; number < 3; number++) await place();
      for (let number = 0; number < STEPS; number++) await step();
    }
    return [changeDriver, letExpire];
  },
};
