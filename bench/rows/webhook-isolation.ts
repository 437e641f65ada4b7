import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PartnerId } from '../../src/foundation/ids.ts';
import type { Foundations } from '../../src/main/foundations.ts';
import { wakeSenders } from '../../src/webhooks/delivery-streams-sql.ts';
import { recordEvents } from '../../src/webhooks/index.ts';
import { createSequence } from '../../src/webhooks/sequence-events.ts';
import type { Row } from '../row.ts';
import { makePartners } from '../support/partners.ts';
import { median } from '../support/statistics.ts';

export const WEBHOOK_ISOLATION: Row = {
  row: 17,
  name: 'webhook-isolation',
  what: 'median time until 999 partners are told, beside a receiver that hangs with 200 orders waiting',
  against: 'the same without that receiver',
  bar: 1.1,
  moonshot: 1,
  better: 'lower',
  async measure({ isShort, afterwards, production }) {
    const { foundations } = await production();
    const receiver = await startReceiver();
    afterwards(receiver.stop);
    const hanging = await startHangingReceiver();
    afterwards(hanging.stop);
    const [partnerCount, backlog, rounds] = isShort ? [10, 5, 1] : [1_000, 200, 5];
    const made = await makePartners(foundations, partnerCount);
    const [dead, ...others] = made.map(({ partnerId }) => partnerId) as [PartnerId, ...PartnerId[]];
    // What was told before there was a receiver is not sent.
    await createSequence(foundations.database, foundations.clock)();
    await listenAt(foundations, others, receiver.url);
    const deliver = (begin: () => Promise<void>) => medianDeliveryMs(foundations, others, receiver, begin);
    const without = () => deliver(async () => {});
    const beside = async () => {
      await listenAt(foundations, [dead], hanging.url);
      const taken = await deliver(async () => {
        const tried = hanging.isTried();
        await recordAll(foundations, Array(backlog).fill(dead));
        wakeSenders(foundations.database);
        await tried;
      });
      await forget(foundations, dead);
      hanging.drop();
      return taken;
    };
    await without();
    await beside();
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const alone = await without();
      ratios.push((await beside()) / alone);
    }
    return ratios;
  },
};

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/**
 * Over all of them, from the commit of their events to the push. What is to begin first begins just before the commit: the first second of
 * a receiver that hangs is part of the promise, and recording takes about as long.
 */
async function medianDeliveryMs(
  foundations: Foundations,
  partnerIds: readonly PartnerId[],
  receiver: Receiver,
  begin: () => Promise<void>,
): Promise<number> {
  const arrivals = receiver.next(partnerIds.length);
  await recordAll(foundations, partnerIds, begin);
  const committedAt = performance.now();
  wakeSenders(foundations.database);
  return median(await arrivals) - committedAt;
}

/** An event in a stream of its own for each. */
async function recordAll(
  { database, ids, clock }: Foundations,
  partnerIds: readonly PartnerId[],
  beforeCommit = async () => {},
): Promise<void> {
  const now = clock.now();
  await database.inTransaction(async (tx) => {
    for (const partnerId of partnerIds) {
      const stream = { streamId: ids.next<'stream'>(), partnerId, eventCount: 0 };
      await recordEvents(tx, stream, now, [{ type: 'WALLET_BALANCE_CHANGED', data: { partnerId } }]);
    }
    await beforeCommit();
  });
}

function listenAt({ database }: Foundations, partnerIds: readonly PartnerId[], url: string): Promise<unknown> {
  return database.query(
    'insert into webhook_receivers (partner_id, url, updated_at) select unnest($1::bigint[]), $2, now()',
    [partnerIds, url],
  );
}

function forget({ database }: Foundations, partnerId: PartnerId): Promise<unknown> {
  return database.query(
    `with receiver as (delete from webhook_receivers where partner_id = $1)
     delete from delivery_streams where partner_id = $1`,
    [partnerId],
  );
}

/** Answers 200 to every push, and says when the next ones came. */
async function startReceiver() {
  let came: (() => void) | undefined;
  const server = await listen((request, answer) => {
    came?.();
    request.resume();
    answer.end();
  });
  return {
    ...server,
    next: (count: number) =>
      new Promise<readonly number[]>((resolve) => {
        const times: number[] = [];
        came = () => {
          if (times.push(performance.now()) === count) resolve(times);
        };
      }),
  };
}

/** Takes every push and never answers. */
async function startHangingReceiver() {
  let tried: () => void = () => {};
  const server = await listen((request) => {
    request.on('error', () => {});
    tried();
  });
  return {
    ...server,
    isTried: () =>
      new Promise<void>((resolve) => {
        tried = resolve;
      }),
    /** Whoever waits for an answer waits no more. */
    drop: () => server.closeConnections(),
  };
}

async function listen(take: http.RequestListener) {
  const server = http.createServer(take);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    closeConnections: () => server.closeAllConnections(),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
