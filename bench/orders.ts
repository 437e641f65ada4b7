import { compareWithBareServer } from './compare.ts';
import { type Placing, preparePlacing } from './placing.ts';
import { type Production, startProduction } from './program.ts';
import type { Row } from './ratio.ts';

/** Many short ones, so that a busy moment of the machine spoils few. */
const ROUNDS = 9;
const ORDERS_A_ROUND = 2_560;
const WARM_UP_ORDERS = 1_920;
const ORDERS_TO_READ = 1_280;

/** Placing through the whole front door, beside the same rows written by a loop that has nothing else to do. */
export async function measureOrders(): Promise<Row> {
  return withPlacing(async ({ partners, overHttps, inLoop }) => ({
    row: 'orders',
    name: 'POST /v3/orders a second, signed, 64 connections, 100 wallets, against 64 clients that write the same rows, one order a transaction',
    rounds: await alternate(
      (count) => overHttps(partners, count),
      (count) => inLoop(partners, count),
    ),
    bar: 0.7,
    moonshot: 1.3,
    better: 'higher',
  }));
}

export async function measureOneWallet(): Promise<Row> {
  return withPlacing(async ({ partners, overHttps }) => ({
    row: 'one-wallet',
    name: 'POST /v3/orders a second, signed, 64 connections, all on one wallet, against the same over 100 wallets',
    rounds: await alternate(
      (count) => overHttps(partners.slice(0, 1), count),
      (count) => overHttps(partners, count),
    ),
    bar: 0.7,
    moonshot: 1,
    better: 'higher',
  }));
}

export async function measureOrderRead(): Promise<Row> {
  return withPlacing(async ({ placeForReading }, program) => {
    const orderIds = await placeForReading(ORDERS_TO_READ);
    return {
      row: 'order-read',
      name: 'GET /v3/orders/{id} a second, signed, 64 connections, against a bare HTTPS server with the same HMAC and bytes',
      rounds: await compareWithBareServer(
        program,
        orderIds.map((id) => `/v3/orders/${id}`),
      ),
      bar: 0.55,
      moonshot: 0.85,
      better: 'higher',
    };
  });
}

async function withPlacing(measure: (placing: Placing, program: Production) => Promise<Row>): Promise<Row> {
  const program = await startProduction();
  try {
    const placing = await preparePlacing(program);
    try {
      const row = await measure(placing, program);
      await placing.insistOnSoundHolds();
      return row;
    } finally {
      await placing.close();
    }
  } finally {
    await program.stop();
  }
}

type OrdersPerSecond = (count: number) => Promise<number>;

async function alternate(ours: OrdersPerSecond, theirs: OrdersPerSecond): Promise<number[]> {
  await ours(WARM_UP_ORDERS);
  await theirs(WARM_UP_ORDERS);
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push((await ours(ORDERS_A_ROUND)) / (await theirs(ORDERS_A_ROUND)));
  return rounds;
}
