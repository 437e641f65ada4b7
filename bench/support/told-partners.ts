import type { PartnerId } from '../../src/foundation/ids.ts';
import type { Foundations } from '../../src/main/foundations.ts';
import { ORDER_EVENTS } from '../../src/orders/events-wire.ts';
import { WALLET_EVENTS } from '../../src/wallet/index.ts';
import { type EventForm, type NewEvent, recordEventsOf } from '../../src/webhooks/index.ts';
import { createSequence } from '../../src/webhooks/sequence-events.ts';
import { makePartners } from './partners.ts';

const ORDER_STATUS = exampleOf(ORDER_EVENTS, 'ORDER_STATUS_CHANGED');
const WALLET_BALANCE = exampleOf(WALLET_EVENTS, 'WALLET_BALANCE_CHANGED');

function exampleOf(forms: readonly EventForm[], type: NewEvent['type']): NewEvent {
  return { type, data: forms.find((form) => form.type === type)?.example as NewEvent['data'] };
}

export type ToldPartners = {
  /** Each has placed so many orders: an event in the stream of each order, and one in that of the wallet. Answers with how many events. */
  placeOrders(ofEach: number): Promise<number>;
  /** The order of one of them has another status. */
  changeOrder(): Promise<void>;
  /** Once nothing is left to deliver, and every outcome is recorded. */
  haveHeardAll(): Promise<void>;
};

/** One partner for each receiver. */
export async function makeToldPartners(foundations: Foundations, urls: readonly string[]): Promise<ToldPartners> {
  const { database, clock, ids } = foundations;
  const made = await makePartners(foundations, urls.length);
  // What was told before there was a receiver is not sent.
  await createSequence(database, clock)();
  await database.query(
    'insert into webhook_receivers (partner_id, url, updated_at) select *, now() from unnest($1::bigint[], $2::text[])',
    [made.map(({ partnerId }) => partnerId), urls],
  );
  const wallets = made.map(({ partnerId }) => ({ partnerId, streamId: ids.next<'stream'>() }));
  let balances = 0;
  let changes = 0;

  function newOrder(partnerId: PartnerId) {
    return {
      stream: { streamId: ids.next<'stream'>(), partnerId, eventCount: 0 },
      at: clock.now(),
      events: [ORDER_STATUS],
    };
  }

  return {
    async placeOrders(ofEach) {
      await database.inTransaction(async (tx) => {
        for (let order = 0; order < ofEach; order++, balances++) {
          const told = wallets.map((wallet) => ({
            stream: { ...wallet, eventCount: balances },
            at: clock.now(),
            events: [WALLET_BALANCE],
          }));
          await recordEventsOf(tx, [...wallets.map(({ partnerId }) => newOrder(partnerId)), ...told]);
        }
      });
      return wallets.length * ofEach * 2;
    },
    async changeOrder() {
      const { partnerId } = wallets[changes++ % wallets.length] as (typeof wallets)[number];
      await database.inTransaction((tx) => recordEventsOf(tx, [newOrder(partnerId)]));
    },
    async haveHeardAll() {
      const left = 'select exists (select from delivery_streams) or exists (select from events_unsequenced) as is_left';
      while ((await database.query<{ is_left: boolean }>(left))[0]?.is_left !== false)
        await new Promise((resolve) => setTimeout(resolve, 20));
    },
  };
}
