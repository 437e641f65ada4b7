import type { Row } from '../row.ts';
import { machineTimeMs, startBareSender, startReceivers } from '../support/receivers.ts';
import { makeToldPartners } from '../support/told-partners.ts';

/** As many as one process of ours has under way where all receivers are prompt. */
const AT_ONCE = 128;

/**
 * A hundred partners have each placed orders: half of the events are in streams of their own, half in one stream for each wallet, where
 * each waits for the one before it. What the receivers got in the warm-up is what the other sends.
 */
export const WEBHOOK_RATE: Row = {
  row: 7,
  name: 'webhook-rate',
  what: 'webhook deliveries a second from the outbox to 100 local receivers',
  against: "undici's dispatch alone, sending the same signed bytes to the same receivers",
  bar: 0.5,
  moonshot: 0.75,
  better: 'higher',
  async measure({ isShort, afterwards, production }) {
    const [receiverCount, ordersOfEach, rounds] = isShort ? [5, 2, 1] : [100, 40, 4];
    const { foundations } = await production();
    const receivers = await startReceivers(receiverCount);
    afterwards(receivers.stop);
    const bare = await startBareSender(AT_ONCE);
    afterwards(bare.stop);
    const partners = await makeToldPartners(foundations, receivers.urls);
    const ours = async (areKept = false) => {
      const arrived = receivers.next(receiverCount * ordersOfEach * 2, areKept);
      const count = await partners.placeOrders(ordersOfEach);
      const begin = machineTimeMs();
      const { lastAtMs, kept } = await arrived;
      await partners.haveHeardAll();
      return { perMs: count / (lastAtMs - begin), kept };
    };
    const { kept } = await ours(true);
    const theirs = async () => kept.length / (await bare.send(kept));
    await theirs();
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round++) ratios.push((await ours()).perMs / (await theirs()));
    return ratios;
  },
};
