import { leaveDispatchJobs } from '../../src/dispatch/dispatch-jobs.ts';
import { SECOND_MS } from '../../src/foundation/time.ts';
import { leaveSandboxJobs } from '../../src/sandbox/sandbox-jobs.ts';
import { runDueJobs } from './order-records.ts';
import { place } from './orders.ts';
import type { World } from './world.ts';

type Json = Record<string, unknown>;
type Wish = { scenario?: string; quotation?: Json; order?: Json };
type As = { apiKey: string; apiSecret: string };

/** A partner whose orders simulated drivers take, and a worker in the test's hand. */
export async function simulationOf(world: World) {
  const { foundations, clock } = world;
  await foundations.database.inTransaction(async (tx) => {
    await leaveDispatchJobs(tx, clock.now());
    await leaveSandboxJobs(tx, clock.now());
  });

  const pass = async (seconds: number, until = async () => false, step = 1): Promise<void> => {
    for (let second = 0; second < seconds; second += step) {
      clock.advance(step * SECOND_MS);
      await runDueJobs(foundations);
      if (await until()) return;
    }
  };
  const read = async (orderId: string, as?: As) =>
    (await world.call('GET', `/v3/orders/${orderId}`, as === undefined ? {} : { as })).json.data;
  const statusOf = async (orderId: string) => {
    const [order] = await foundations.database.query<{ status: string }>('select status from orders where id = $1', [
      orderId,
    ]);
    return order?.status;
  };
  return {
    newPartner: () => world.newPartner({ limitFactor: 1_000, creditMinor: 1_000_000n, markets: ['HK'] }),
    set: (data: Json, as?: As) =>
      world.call('PUT', '/sandbox/v1/simulation', {
        ...(as === undefined ? {} : { as }),
        body: JSON.stringify({ data }),
      }),
    order: async (as: As, { scenario, quotation = {}, order = {} }: Wish): Promise<string> => {
      const named = scenario === undefined ? {} : { metadata: { sandboxScenario: scenario } };
      return (await place(world, { as, quotation, order: { ...order, ...named } })).orderId;
    },
    read,
    /** Second by second, as a worker would, or as one that is late would, in longer steps. */
    pass,
    /** As long as it takes, at most so many seconds, until the order has that status; the order. */
    async until(orderId: string, status: string, as: As, seconds = 600) {
      await pass(seconds, async () => (await statusOf(orderId)) === status);
      return read(orderId, as);
    },
  };
}
