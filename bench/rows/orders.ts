import type { Effort, Row } from '../row.ts';
import { alternate } from '../support/alternate.ts';
import { type Placing, preparePlacing } from '../support/placing.ts';

export const ORDERS: Row = {
  row: 1,
  name: 'orders',
  what: 'POST /v3/orders a second, 64 connections, 100 wallets',
  against:
    'pgbench, or where it is missing a loop, at 64 clients that write the same rows, one order a transaction, no HTTP',
  bar: 0.7,
  moonshot: 1.3,
  better: 'higher',
  measure: (effort) =>
    placing(effort, ({ partners, overHttps, bySql }) => ({
      ours: (count) => overHttps(partners, count),
      theirs: (count) => bySql(partners, count),
    })),
};

export const ONE_WALLET: Row = {
  row: 2,
  name: 'one-wallet',
  what: 'POST /v3/orders a second, all on one wallet',
  against: 'the same over 100 wallets',
  bar: 0.8,
  moonshot: 1,
  better: 'higher',
  measure: (effort) =>
    placing(effort, ({ partners, overHttps }) => ({
      ours: (count) => overHttps(partners.slice(0, 1), count),
      theirs: (count) => overHttps(partners, count),
    })),
};

type OrdersPerSecond = (count: number) => Promise<number>;
type Two = { readonly ours: OrdersPerSecond; readonly theirs: OrdersPerSecond };

async function placing(effort: Effort, choose: (placing: Placing) => Two): Promise<readonly number[]> {
  const prepared = await preparePlacing(await effort.production(), effort);
  const { ours, theirs } = choose(prepared);
  // Many short ones, so that a busy moment of the machine spoils few.
  const [rounds, ordersEach, warmUpOrders] = effort.isShort ? [1, 16, 16] : [4, 1_280, 640];
  await ours(warmUpOrders);
  await theirs(warmUpOrders);
  const ratios = await alternate(
    rounds,
    () => ours(ordersEach),
    () => theirs(ordersEach),
  );
  await prepared.insistOnSoundHolds();
  return ratios;
}
