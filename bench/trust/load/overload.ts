import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '../../../src/foundation/time.ts';
import { call } from '../../../test/support/partner-client.ts';
import { type CleanUp, createCleanUp } from '../../support/clean-up.ts';
import { CONNECTIONS, startLoad } from '../../support/load.ts';
import { watchStolenTime } from '../../support/processor-time.ts';
import { type Production, startProduction } from '../../support/production.ts';
import { spread } from '../../support/statistics.ts';
import { type OverloadFigures, summarise } from './judge-overload.ts';
import { createMix, isOrder } from './mix.ts';
import { sendOpenLoop } from './open-loop.ts';
import { METRICS_TOKEN, readVitals, watchVitals } from './vitals.ts';

const TIMES_CAPACITY = 5;
/** More than a process has under way, so that calls leave when they are due. */
const OPEN_LOOP_CONNECTIONS = 1_000;
const WARM_UP_SECONDS = 5;
const CAPACITY_SECONDS = 6;
const AFTERWARDS_SECONDS = 4;
/** On a machine that others have a part of it is measured anew, a few times at most, while they take more than this of its processors; the quietest time counts. */
const [MOST_STOLEN, MOST_TIMES] = [0.05, 3];
/** More than any machine that this was tried on. */
const MOST_PER_SECOND = 4_000;
const WATCH_EVERY_MS = 1_000;
const CALM = { calls: 10, withinMs: 250, everyMs: 50, giveUpMs: 30_000 };

export type LoadTerms = { readonly seconds: number };

/** What it answers where nobody asks more than it can, then five times that, and then how it is. */
export async function runOverload(
  afterwards: CleanUp['afterwards'],
  terms: LoadTerms,
  report: (line: string) => void,
): Promise<OverloadFigures> {
  const times: OverloadFigures[] = [];
  while (times.length < MOST_TIMES && times.every(({ stolenShare }) => stolenShare > MOST_STOLEN)) {
    if (times.length > 0) report('others took too much of the processors meanwhile; once more');
    const own = createCleanUp();
    afterwards(own.putAllAway);
    times.push(await measureOnce(own.afterwards, terms, report));
    await own.putAllAway();
  }
  return times.reduce((quietest, next) => (next.stolenShare < quietest.stolenShare ? next : quietest));
}

async function measureOnce(
  afterwards: CleanUp['afterwards'],
  { seconds }: LoadTerms,
  report: (line: string) => void,
): Promise<OverloadFigures> {
  const program = await startProduction(afterwards, { WAYBILL_METRICS_TOKEN: METRICS_TOKEN });
  const load = startLoad(afterwards, CONNECTIONS);
  const mix = await createMix(program, load);
  const closedLoop = async (forSeconds: number) =>
    (await load([program], await mix.prepare(MOST_PER_SECOND * forSeconds), { seconds: forSeconds })).perSecond;
  await closedLoop(WARM_UP_SECONDS);
  const stolenSince = await watchStolenTime();
  const capacity = await closedLoop(CAPACITY_SECONDS);
  const before = await readVitals(program);
  report(`${Math.round(capacity)} calls a second, ${CONNECTIONS} connections, each asks again when it was answered`);

  const perSecond = capacity * TIMES_CAPACITY;
  const requests = await mix.prepare(Math.ceil(perSecond * seconds));
  const ordersBefore = await mix.countOrders();
  report(`${Math.round(perSecond)} a second for ${seconds} seconds, answered or not`);
  const watch = watchVitals(program, WATCH_EVERY_MS);
  const schedule = { target: program, connections: OPEN_LOOP_CONNECTIONS, requests, perSecond };
  const answers = await sendOpenLoop(afterwards, schedule);
  const recoverySeconds = await waitUntilCalm(program, mix.pathToRead);
  const during = await watch.stop();
  const stolenShare = await stolenSince();
  const placed = requests.filter((request, index) => isOrder(request) && isTaken(answers.statuses[index] as number));
  const orders = (await mix.countOrders()) - ordersBefore;
  const capacityAfterwards = await closedLoop(AFTERWARDS_SECONDS);
  const after = await readVitals(program);
  return {
    seconds,
    capacity: Math.round(capacity),
    offered: Math.round(answers.sentPerSecond),
    senderShare: answers.processorShare,
    stolenShare,
    ...summarise(answers, seconds),
    ordersAmiss: Math.abs(orders - placed.length),
    recoverySeconds,
    capacityAfterwards: Math.round(capacityAfterwards),
    residentMegabytes: {
      before: before.residentMegabytes,
      most: spread(during.map(({ residentMegabytes }) => residentMegabytes))[1],
      after: after.residentMegabytes,
    },
    leastHeapMegabytes: leastInEachHalf(during.map(({ heapMegabytes }) => heapMegabytes)),
    databaseConnections: spread(during.map(({ databaseConnections }) => databaseConnections))[1],
  };
}

/** What is left when rubbish was just collected. */
function leastInEachHalf(values: readonly number[]): OverloadFigures['leastHeapMegabytes'] {
  const half = Math.ceil(values.length / 2);
  return { early: spread(values.slice(0, half))[0], late: spread(values.slice(half))[0] };
}

function isTaken(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Seconds until some calls in a row are answered quickly. */
async function waitUntilCalm(program: Production, path: string): Promise<number> {
  const begunAt = performance.now();
  for (let inARow = 0; inARow < CALM.calls; ) {
    const askedAt = performance.now();
    if (askedAt - begunAt > CALM.giveUpMs) break;
    const { status } = await call(program, program.partner, Date.now(), 'GET', path);
    inARow = status === 200 && performance.now() - askedAt < CALM.withinMs ? inARow + 1 : 0;
    await sleep(CALM.everyMs);
  }
  return (performance.now() - begunAt) / SECOND_MS;
}
