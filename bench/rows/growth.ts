import path from 'node:path';
import { GROWN, grownData, KEPT } from '../growth/grown-data.ts';
import type { Effort, Row } from '../row.ts';
import { alternate } from '../support/alternate.ts';
import { ORDERS_TO_READ, ordersOf, type Populated, prepareCalls } from '../support/calls.ts';
import { makePartners, type Partner } from '../support/partners.ts';
import { prepareOrders, WALLETS } from '../support/placing.ts';
import { makeDataFolder, startOn } from '../support/production.ts';
import { median } from '../support/statistics.ts';

const tell = (line: string) => process.stderr.write(`${line}\n`);
const TINY = { orders: 1_000, partners: 200, days: 20 };

export const GROWTH: Row = {
  row: 11,
  name: 'growth',
  what: 'the least of rows 1, 3 and 4 with 2,000,000 orders, 10,000,000 events and 100,000 partners in the database',
  against: 'the same on an empty one',
  bar: 0.8,
  moonshot: 1,
  better: 'higher',
  onlyByName: true,
  async measure(effort) {
    const grown = await prepareCalls(effort.load, await startGrown(effort));
    const empty = await prepareCalls(effort.load, await startEmpty(effort));
    const rounds = effort.isShort ? 1 : 7;
    const ratios: (readonly number[])[] = [];
    for (const [name, calls] of CALLS) {
      const each = effort.isShort ? 64 : calls;
      await grown[name](each);
      await empty[name](each);
      const measured = await alternate(
        rounds,
        () => grown[name](each),
        () => empty[name](each),
      );
      tell(`growth: ${name} ${median(measured).toFixed(2)}`);
      ratios.push(measured);
    }
    return ratios.reduce((least, other) => (median(other) < median(least) ? other : least));
  },
};

const CALLS = [
  ['orders', 2_560],
  ['quotations', 4_000],
  ['order-read', 6_000],
] as const;

/** Its partners have half of all orders there are, and one of them reads orders of all the time there was. */
async function startGrown({ isShort, afterwards }: Effort): Promise<Populated> {
  const folder = isShort ? path.dirname(await makeDataFolder(afterwards)) : KEPT;
  const { data, partners } = await grownData(folder, isShort ? TINY : GROWN, { afterwards, report: tell });
  const [reader, ...others] = partners;
  const program = { ...(await startOn(afterwards, data)), partner: reader as Partner };
  return { program, partners: others, orderIds: await ordersOf(program) };
}

async function startEmpty({ afterwards, load }: Effort): Promise<Populated> {
  const started = await startOn(afterwards, await makeDataFolder(afterwards));
  const [reader, ...others]: readonly Partner[] = await makePartners(started.foundations, WALLETS + 1);
  const program = { ...started, partner: reader as Partner };
  const { overHttps } = await prepareOrders(program, load);
  await overHttps([program.partner], ORDERS_TO_READ);
  return { program, partners: others, orderIds: await ordersOf(program) };
}
