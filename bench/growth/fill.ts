import type { Queryable } from '../../src/infrastructure/database/database.ts';
import { withoutIndexes } from '../../test/support/without-indexes.ts';

/** How much there is in the end, and over how many days up to now it came in. */
export type Size = { readonly orders: number; readonly partners: number; readonly days: number };

/** Rows of so many orders are written in one statement. */
const STEP = 100_000;
/** Placed, matched, picked up, delivered; and what the wallet had left. */
const EVENTS_OF_AN_ORDER = 4;
const EVENTS = EVENTS_OF_AN_ORDER + 1;
const DRIVERS = 2_000;

type Report = (line: string) => void;

/**
 * Copies of one order that was placed, with all that belongs to it: half of them of the given partners, half spread over all others. Nothing
 * refers to what is not there, and every balance is what its transfers add up to; only the seals are no real chain. Triggers rest meanwhile.
 */
export async function fill(sql: Queryable, size: Size, patternId: string, busyIds: readonly string[], report: Report) {
  await sql.query('set session_replication_role = replica');
  await sql.query(`create unlogged table pattern as
    select orders.market, orders.locode, orders.service, currency, fare_minor, orders.document, pricing, history, event.data as event_data,
      quotation.document as quotation_document, trip, explanation, total_minor,
      answer.status as answer_status, answer.body as answer_body, sealed_secret, sealed_webhook_secret
    from orders
      join quotations quotation on quotation.id = orders.quotation_id
      join events event on event.stream_id = orders.id and event.number = 1
      join remembered_answers answer on strpos(answer.body, orders.id::text) > 0
      join api_keys on api_keys.partner_id = orders.partner_id
      join partners on partners.id = orders.partner_id
    where orders.id = ${patternId}`);
  await makePartners(sql, size, busyIds);
  await layOut(sql, size, busyIds.length);
  const tables = [...new Set(ROWS_OF_ORDERS.map(([into]) => tableOf(into)))];
  await withoutIndexes(sql, tables, async () => {
    for (const [into, select] of ROWS_OF_ORDERS) {
      report(`Filling ${tableOf(into)}`);
      for (let from = 1; from <= size.orders; from += STEP)
        await sql.query(`insert into ${into} ${select} where n between ${from} and ${from + STEP - 1}`);
    }
    report('Building indexes');
  });
  for (const statement of BOOKS) await sql.query(statement);
  await sql.query('drop table pattern, crowd, laid_out');
  await sql.query('set session_replication_role = origin');
}

function tableOf(into: string): string {
  return into.slice(0, into.indexOf(' '));
}

/** Partners who are not busy, with a key, a wallet that was topped up, and every third with a receiver. */
async function makePartners(sql: Queryable, { partners, days }: Size, busyIds: readonly string[]): Promise<void> {
  await sql.query(`create unlogged table crowd as
    select n - 1 as place, ${idAt(`now() - interval '${days + 1} days' + n * interval '1 millisecond'`)} as partner_id, false as is_busy
    from generate_series(${busyIds.length + 1}, ${partners}) n
    union all select ordinality - 1, id, true from unnest(array[${busyIds.join()}]::bigint[]) with ordinality as busy(id)`);
  const others = 'from pattern, crowd where not is_busy';
  await sql.query(`insert into partners (id, name, sealed_webhook_secret, created_at)
    select partner_id, 'Partner ' || place, sealed_webhook_secret, now() - interval '${days + 1} days' ${others}`);
  await sql.query(`insert into api_keys (id, partner_id, public_key, sealed_secret, markets, platforms, slot, created_at)
    select partner_id + 1, partner_id, 'pk_prod_' || md5(place::text), sealed_secret, '{HK}', '{ON_DEMAND}', 1, now() - interval '${days + 1} days'
    ${others}`);
  await sql.query(`insert into ledger_accounts (id, kind, partner_id, currency, balance_minor)
    select partner_id + 2, 'partner', partner_id, currency, 1000000000 ${others}
    union all select partner_id + 3, 'held', partner_id, currency, 0 ${others}`);
  await sql.query(`insert into ledger_transfers (id, business_key, kind, from_account_id, to_account_id, amount_minor, created_at, wallet_id)
    select crowd.partner_id + 4, 'grown/' || place, 'top_up', house.id, crowd.partner_id + 2, 1000000000, now() - interval '${days + 1} days', crowd.partner_id + 2
    from pattern join ledger_accounts house using (currency), crowd where not is_busy and house.kind = 'funding'`);
  await sql.query(`insert into webhook_receivers (partner_id, url, updated_at)
    select partner_id, 'https://receiver.invalid/', now() ${others} and place % 3 = 0`);
  await sql.query(`insert into drivers (name, phone, plate, service, locode, created_at)
    select 'Driver ' || n, '+852' || 60000000 + n, 'MH ' || n, 'MOTORCYCLE', 'HK HKG', now() from generate_series(1, ${DRIVERS}) n`);
  await sql.query(`insert into driver_positions (driver_id, lat, lng, position_at, received_at)
    select id, 22.3, 114.1, now(), now() from drivers`);
  await sql.query(
    `insert into rate_windows (api_key_id, api, ticks, counts) select partner_id + 1, 'PostOrder', '{1}', '{1}' ${others}`,
  );
  await sql.query(`insert into ledger_accounts (id, kind, currency, balance_minor)
    select ${idAt('now()')}, 'sales', currency, null from pattern on conflict do nothing`);
}

/** When each order is placed and by whom, one after another until a minute ago. */
async function layOut(sql: Queryable, { orders, partners, days }: Size, busy: number): Promise<void> {
  await sql.query(`create unlogged table laid_out as
    select n, at, ${idAt('at')} as id, crowd.partner_id, wallet.id as wallet_id, held.id as held_id, is_busy, is_busy or place % 3 <> 0 as is_silent,
      wallet.event_count + (row_number() over (partition by crowd.partner_id order by n))::integer as turn, sales.id as sales_id,
      (select last_position from event_sequence) as first_position, (select coalesce(max(position), 0) from ledger_seals) as first_seal
    from generate_series(1, ${orders}) n
      cross join lateral (select now() - interval '1 minute' - (${orders} - n) * interval '${(days * 86_400) / orders} seconds' as at) as time
      join crowd on place = case when n % 2 = 0 then (n / 2) % ${busy} else ${busy} + (n::bigint * 7919) % ${partners - busy} end
      join ledger_accounts wallet on wallet.partner_id = crowd.partner_id join ledger_accounts held on held.partner_id = crowd.partner_id
      join ledger_accounts sales on sales.kind = 'sales' and sales.currency = wallet.currency
      join pattern on pattern.currency = wallet.currency
    where wallet.kind = 'partner' and held.kind = 'held' and held.currency = wallet.currency`);
  await sql.query('create index on laid_out (n)');
  await sql.query('analyze laid_out');
}

/** The first id of a millisecond; src/foundation/ids.ts says how ids are made. */
function idAt(instant: string): string {
  return `((extract(epoch from ${instant}) * 1000)::bigint - 1420070400000) << 22`;
}

/** Ids beside an order's own, in the same millisecond. */
const QUOTATION = 'laid_out.id + 1';
const UNUSED_QUOTATION = 'laid_out.id + 2';
const HOLD = 'laid_out.id + 3';
const CAPTURE = 'laid_out.id + 4';
const LATER = (minutes: number) => `at + interval '${minutes} minutes'`;

const ROWS_OF_ORDERS: readonly (readonly [into: string, select: string])[] = [
  [
    'quotations (id, partner_id, market, locode, service, created_at, expires_at, document, trip, explanation, total_minor)',
    `
    select made.id, laid_out.partner_id, market, locode, service, at, ${LATER(5)}, quotation_document, trip, explanation, total_minor
    from laid_out, pattern, lateral (values (${QUOTATION}), (${UNUSED_QUOTATION})) as made(id)`,
  ],
  [
    `orders (id, partner_id, quotation_id, market, locode, service, status, placed_at, driver_id, matched_at, picked_up_at, ended_at, currency,
    fare_minor, document, pricing, history, request_hash, share_token, stream_id, event_count)`,
    `
    select laid_out.id, laid_out.partner_id, ${QUOTATION}, market, locode, service, 'COMPLETED', at, 100001 + n % ${DRIVERS}, ${LATER(1)}, ${LATER(9)},
      ${LATER(30)}, currency, fare_minor, document, pricing, history, sha256(laid_out.id::text::bytea),
      translate(encode(substr(sha256(('share' || laid_out.id)::bytea), 1, 18), 'base64'), '+/', '-_'), laid_out.id, ${EVENTS_OF_AN_ORDER}
    from laid_out, pattern`,
  ],
  [
    'order_references (partner_id, market, reference, order_id)',
    `
    select laid_out.partner_id, market, hashint8extended(laid_out.id, 0), laid_out.id from laid_out, pattern`,
  ],
  [
    'order_terms (partner_id, term, order_id)',
    `
    select laid_out.partner_id, terms.term, laid_out.id
    from laid_out, lateral (values ('ben 1'), ('tel:42174865258'), ('750 nathan road'), ((${QUOTATION})::text)) as terms(term)`,
  ],
  [
    'ledger_transfers (id, business_key, kind, from_account_id, to_account_id, wallet_id, order_id, amount_minor, created_at)',
    `
    select moved.* from laid_out, pattern, lateral (values
      (${HOLD}, 'order/' || laid_out.id || '/hold', 'hold', wallet_id, held_id, wallet_id, laid_out.id, fare_minor, at),
      (${CAPTURE}, 'order/' || laid_out.id || '/capture', 'capture', held_id, sales_id, wallet_id, laid_out.id, fare_minor, ${LATER(30)})) as moved`,
  ],
  [
    'ledger_seals (position, transfer_id, seal)',
    `
    select first_seal + 2 * n - 1 + which, ${HOLD} + which, sha256((${HOLD} + which)::text::bytea) from laid_out, generate_series(0, 1) as which`,
  ],
  [
    'events (stream_id, number, partner_id, type, data, created_at)',
    `
    select laid_out.id, number, laid_out.partner_id, 'ORDER_STATUS_CHANGED', event_data, at + (number - 1) * interval '10 minutes'
    from laid_out, pattern, generate_series(1, ${EVENTS_OF_AN_ORDER}) as number`,
  ],
  [
    'events (stream_id, number, partner_id, type, data, created_at)',
    `
    select wallet_id, turn, laid_out.partner_id, 'WALLET_BALANCE_CHANGED',
      json_build_object('balance', json_build_object('currency', currency, 'amount', '999999'), 'updatedAt', at), at
    from laid_out, pattern`,
  ],
  [
    'event_log (position, partner_id, stream_id, number, type, created_at, sequenced_at)',
    `
    select first_position + ${EVENTS} * (n - 1) + number, laid_out.partner_id, laid_out.id, number, 'ORDER_STATUS_CHANGED', at, at
    from laid_out, generate_series(1, ${EVENTS_OF_AN_ORDER}) as number`,
  ],
  [
    'event_log (position, partner_id, stream_id, number, type, created_at, sequenced_at)',
    `
    select first_position + ${EVENTS} * n, partner_id, wallet_id, turn, 'WALLET_BALANCE_CHANGED', at, at from laid_out`,
  ],
  [
    'deliveries (position, stream_id, number, state, attempts, delivered_at)',
    `
    select first_position + ${EVENTS} * (n - 1) + number, id, number, 'delivered', 1, at
    from (select * from laid_out where not is_silent) laid_out, generate_series(1, ${EVENTS_OF_AN_ORDER}) as number`,
  ],
  [
    'delivery_attempts (position, attempted_at, status, duration_ms, answer)',
    `
    select first_position + ${EVENTS} * (n - 1) + number, at, 200, 20, ''
    from (select * from laid_out where not is_silent) laid_out, generate_series(1, ${EVENTS_OF_AN_ORDER}) as number`,
  ],
  [
    'remembered_answers (fingerprint, status, body, answered_at)',
    `
    select sha256(('call' || laid_out.id)::bytea), answer_status, answer_body, at
    from (select * from laid_out where at > now() - interval '1 day') laid_out, pattern`,
  ],
  [
    `request_log (id, partner_id, key_id, at, method, path, api, status, duration_ms, request_id, market, address, request_body, request_bytes,
    answer_body, answer_bytes)`,
    `
    select laid_out.id, laid_out.partner_id, laid_out.partner_id + 1, at, 'POST', '/v3/orders', 'PostOrder', 201, 8, 'order-' || laid_out.id, market,
      '203.0.113.7', '', 0, left(answer_body, 4000), octet_length(answer_body)
    from (select * from laid_out where at > now() - interval '7 days') laid_out, pattern`,
  ],
];

/** What follows from all of it: balances, the end of the log, and how far it was read. What was in the log before is its oldest part. */
const BOOKS: readonly string[] = [
  `update event_log set sequenced_at = first_at from (select min(at) as first_at, min(first_position) as first_position from laid_out) begun
   where position <= first_position`,
  `update ledger_accounts wallet set balance_minor = balance_minor - orders * fare_minor, event_count = greatest(event_count, turn)
   from (select wallet_id, count(*) as orders, max(turn) as turn from laid_out group by wallet_id) spent, pattern where wallet.id = wallet_id`,
  `update event_sequence set last_position = last_position + ${EVENTS} * (select count(*) from laid_out)`,
  'update order_terms_progress set position = (select last_position from event_sequence)',
];
