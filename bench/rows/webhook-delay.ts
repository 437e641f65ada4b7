import type { Foundations } from '../../src/main/foundations.ts';
import type { Row } from '../row.ts';
import {
  type BareSender,
  machineTimeMs,
  type Push,
  type Receivers,
  startBareSender,
  startReceivers,
} from '../support/receivers.ts';
import { median } from '../support/statistics.ts';
import { makeToldPartners, type ToldPartners } from '../support/told-partners.ts';

/** Longer than what is announced rests, so that no event waits for the one before it; short enough for connections to stay open. */
const PAUSE_MS = 30;

export const WEBHOOK_DELAY: Row = {
  row: 8,
  name: 'webhook-delay',
  what: 'median time from the commit of an event to its receiver, one event at a time',
  against: 'a bare signed POST, until it is answered, and a commit of one row',
  bar: 6,
  moonshot: 2,
  better: 'lower',
  async measure({ isShort, afterwards, production }) {
    const [eventCount, rounds] = isShort ? [3, 1] : [40, 5];
    const { foundations } = await production();
    const receivers = await startReceivers(1);
    afterwards(receivers.stop);
    const bare = await startBareSender(1);
    afterwards(bare.stop);
    const partners = await makeToldPartners(foundations, receivers.urls);
    const { kept } = await pushOne(receivers, partners);
    await foundations.database.query('create table one_row_at_a_time (number integer)');
    afterwards(() => foundations.database.query('drop table one_row_at_a_time'));
    const ratios: number[] = [];
    // The first one warms up.
    for (let round = 0; round <= rounds; round++) {
      const ours: number[] = [];
      const theirs: number[] = [];
      for (let event = 0; event < eventCount; event++) {
        ours.push((await pushOne(receivers, partners)).tookMs);
        theirs.push(await pushBare(bare, kept, foundations));
      }
      ratios.push(median(ours) / median(theirs));
    }
    return ratios.slice(1);
  },
};

async function pushOne(receivers: Receivers, partners: ToldPartners) {
  await pause();
  const arrived = receivers.next(1, true);
  await partners.changeOrder();
  const committedAt = machineTimeMs();
  const { lastAtMs, kept } = await arrived;
  await partners.haveHeardAll();
  return { tookMs: lastAtMs - committedAt, kept };
}

async function pushBare(bare: BareSender, pushes: readonly Push[], { database }: Foundations): Promise<number> {
  await pause();
  const begin = performance.now();
  await database.query('insert into one_row_at_a_time values ($1)', [1]);
  const committedMs = performance.now() - begin;
  return committedMs + (await bare.send(pushes));
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
