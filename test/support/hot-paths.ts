import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { recordPositions } from '../../src/drivers/index.ts';
import { runDueJob } from '../../src/infrastructure/jobs/worker.ts';
import { composeJobs, composeSender } from '../../src/main/compose-worker.ts';
import { orderBody, place, post, quote } from './orders.ts';
import type { World } from './world.ts';

/** An API process that can be called as a partner, with what workers stand on. */
export type House = Pick<World, 'call' | 'foundations'> & { readonly partner: { readonly partnerId: string } };

type HotPath = {
  /** So many statements at most, beside those that begin and end transactions. */
  readonly mostStatements: number;
  /** Makes what it needs, and gives what is to be looked at. */
  prepare(house: House): Promise<() => Promise<unknown>>;
};

/** What happens for every order, quotation, event, position or second, and must cost the same however much there is. */
export const HOT_PATHS: Readonly<Record<string, HotPath>> = {
  quote: { mostStatements: 3, prepare: async (house) => () => quote(house) },
  'read-quotation': {
    mostStatements: 2,
    prepare: async (house) => {
      const { quotationId } = await quote(house);
      return () => read(house, `/v3/quotations/${quotationId}`);
    },
  },
  'place-order': {
    mostStatements: 7,
    prepare: async (house) => {
      const body = orderBody(await quote(house));
      return () => insist(post(house, body, { requestId: String(body.quotationId) }), 201);
    },
  },
  'repeat-a-call': {
    mostStatements: 4,
    prepare: async (house) => {
      const body = orderBody(await quote(house));
      const call = () => insist(post(house, body, { requestId: String(body.quotationId) }), 201);
      await call();
      return call;
    },
  },
  'read-order': {
    mostStatements: 2,
    prepare: async (house) => {
      const { orderId } = await place(house);
      return () => read(house, `/v3/orders/${orderId}`);
    },
  },
  'list-orders': {
    mostStatements: 2,
    prepare: async (house) => {
      const list = () => read(house, '/v3/orders?limit=50');
      // A process finds out once whether the database has a net under it.
      await list();
      return list;
    },
  },
  'find-order-by-reference': {
    mostStatements: 2,
    prepare: async (house) => {
      await place(house, { order: { metadata: { bill: 'B-4711' } } });
      return () => read(house, '/v3/orders?metadata.bill=B-4711');
    },
  },
  'cancel-order': {
    mostStatements: 12,
    prepare: async (house) => {
      const { orderId } = await place(house);
      return () => insist(house.call('DELETE', `/v3/orders/${orderId}`, { requestId: `cancel ${orderId}` }), 204);
    },
  },
  'add-priority-fee': {
    mostStatements: 12,
    prepare: async (house) => {
      const { orderId } = await place(house);
      const body = JSON.stringify({ data: { priorityFee: '20' } });
      return () => insist(house.call('POST', `/v3/orders/${orderId}/priority-fee`, { body, requestId: orderId }), 200);
    },
  },
  'read-wallet': { mostStatements: 3, prepare: async (house) => () => read(house, '/v3/wallet') },
  'read-events': { mostStatements: 5, prepare: async (house) => () => read(house, '/v3/events?limit=50') },
  'push-events': { mostStatements: 30, prepare: preparePush },
  'expire-order': {
    mostStatements: 10,
    prepare: async (house) => {
      const { orderId } = await place(house);
      await house.foundations.database.query('update orders set match_by = placed_at where id = $1', [orderId]);
      return job(house, 'orders.expire', { orderId });
    },
  },
  'seal-books': { mostStatements: 6, prepare: async (house) => job(house, 'wallet.sealBooks') },
  'keep-terms': { mostStatements: 8, prepare: async (house) => job(house, 'orders.keepTerms') },
  'forget-events': { mostStatements: 5, prepare: async (house) => job(house, 'webhooks.forgetEvents') },
  'erase-personal-data': {
    mostStatements: 32,
    prepare: async (house) => {
      const { orderId } = await place(house);
      await house.call('DELETE', `/v3/orders/${orderId}`);
      await house.foundations.database.query("update orders set ended_at = '2020-01-01' where id = $1", [orderId]);
      return job(house, 'privacy.eraseEnded');
    },
  },
  'match-city': {
    mostStatements: 15,
    prepare: async (house) => {
      await house.foundations.database.query('delete from city_dispatch');
      await place(house);
      return job(house, 'dispatch.matchCity', { locode: 'HK HKG' });
    },
  },
  'send-near-messages': {
    mostStatements: 10,
    prepare: async (house) => {
      // Of several stops each: what is asked for days ahead waits until somebody has the goods.
      await house.foundations.database.query(
        `insert into near_messages (delivery_id, stop_id, share_token, language, asked_at)
         select id, stop_id, share_token, 'en', now() from (
           select id, share_token from orders where status in ('ASSIGNING_DRIVER', 'ON_GOING')
           union all select id, share_token from parcels where status = 'AWAIT_DRIVER'
         ) waiting, generate_series(1, 2) stop_id on conflict do nothing`,
      );
      return job(house, 'tracking.sendNearMessages');
    },
  },
  'record-position': {
    mostStatements: 2,
    prepare: async ({ foundations: { database, clock } }) => {
      const [driver] = await database.query<{ id: string }>('select max(id) as id from drivers');
      const at = clock.now();
      const report = { driverId: String(driver?.id), orderId: '1', positions: [{ lat: 22.3, lng: 114.1, at }] };
      return () => recordPositions(database, [{ ...report, receivedAt: at }]);
    },
  },
};

type Answer = Awaited<ReturnType<House['call']>>;

async function insist(answer: Promise<Answer>, status: number): Promise<Answer> {
  const given = await answer;
  if (given.status !== status) throw new Error(`${given.status} instead of ${status}: ${given.text}`);
  return given;
}

function read(house: House, path: string): Promise<Answer> {
  return insist(house.call('GET', path), 200);
}

/** A worker does this job next. */
async function job({ foundations }: House, kind: string, payload = {}): Promise<() => Promise<void>> {
  const { database } = foundations;
  const handlers = composeJobs(foundations);
  const [left] = await database.query<{ id: string }>(
    "insert into jobs (kind, due_at, payload) values ($1, '2020-01-01', $2) returning id",
    [kind, JSON.stringify(payload)],
  );
  return async () => {
    await runDueJob({ ...foundations, handlers });
    const [failed] = await database.query('select last_error from jobs where id = $1 and attempts > 0', [left?.id]);
    if (failed !== undefined) throw new Error(`${kind} failed: ${failed.last_error}`);
  };
}

/** An order is placed, and its first push arrives. */
async function preparePush(house: House): Promise<() => Promise<void>> {
  const { database } = house.foundations;
  let arrived = () => {};
  const push = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const receiver = http.createServer((request, answer) => {
    request.resume();
    answer.end(arrived);
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  await database.query(
    `insert into webhook_receivers (partner_id, url, updated_at) values ($1, $2, now())
     on conflict (partner_id) do update set url = excluded.url`,
    [house.partner.partnerId, url],
  );
  await place(house);
  return async () => {
    const sender = composeSender(house.foundations);
    await push;
    await sender.stop();
    await new Promise((resolve) => receiver.close(resolve));
  };
}
