import { type Connection, type Queryable, withConnection } from '../../src/infrastructure/database/database.ts';
import { makeBusyNeighbour, type Owner, saySideBySide } from './busy-neighbour.ts';
import { withoutIndexes } from './without-indexes.ts';

type Seed = {
  readonly partnerId: string;
  /** What all others are copies of; they were placed before it, ten seconds apart. */
  readonly orderId: string;
  readonly parcelId: string;
  readonly driverId: string;
  /** Who did what the audit log says: nearly all of it, and a little. */
  readonly operatorId: string;
  readonly colleagueId: string;
};

/** What is rare is the oldest, so that whoever looks for it from the newest on reads everything. */
const RARE = 60;
/** Of what is found by its key alone. */
const ENOUGH = 5_000;
const SECONDS_APART = 10;
const ID_STEP = BigInt(SECONDS_APART * 1000) << 22n;
const ids = (from: string) => `${from} - n * ${ID_STEP}`;
const before = (column: string) => `${column} - n * interval '${SECONDS_APART} seconds'`;

/** Those of which there are most. */
const FILLED = [
  ...[
    'partners',
    'drivers',
    'driver_documents',
    'quotations',
    'plus_quotations',
    'orders',
    'order_references',
    'order_terms',
    'parcels',
  ],
  ...['events', 'event_log', 'deliveries', 'ledger_transfers', 'credit_notes', 'request_log', 'audit_entries'],
];

/**
 * So many of everything that grows: orders of one busy partner with what they are found by, parcels, events and their deliveries, the
 * wallet's book, calls and their answers, audit entries, credit notes, partners with their keys, wallets and receivers, drivers with their places
 * and documents, offers, timers; and a neighbour who has as much. Triggers rest while they are written. Over a connection without the
 * program's limits: on a slow machine one of these statements takes longer than any of its own may.
 */
export async function makeManyRows(
  connection: Connection,
  count: number,
  seed: Seed,
  owners: { readonly first: Owner; readonly neighbour: Owner },
): Promise<void> {
  const later = { ids: BigInt(2 * count) * ID_STEP, seconds: 2 * count * SECONDS_APART };
  await withConnection(connection, async (sql) => {
    await sql.query('begin');
    await withoutIndexes(sql, FILLED, async () => {
      await fill(sql, count, seed);
      await makeBusyNeighbour(sql, owners.first, owners.neighbour, later);
    });
    await sql.query('commit');
    await sql.query('analyze');
    await saySideBySide(sql);
  });
}

async function fill(sql: Queryable, count: number, seed: Seed): Promise<void> {
  const rareFrom = count - RARE;
  // Of the oldest: waiting, driven, and lost in three ways, each as many.
  const status = `case when n <= ${count - 6 * RARE} then 'COMPLETED' when n <= ${count - 5 * RARE} then 'ASSIGNING_DRIVER'
    when n <= ${count - 4 * RARE} then 'ON_GOING' when n <= ${count - 3 * RARE} then 'PICKED_UP'
    when n <= ${count - 2 * RARE} then 'CANCELED' when n <= ${count - RARE} then 'REJECTED' else 'EXPIRED' end`;
  const parcelStatus = `case when n <= ${count - 4 * RARE} then 'DELIVERED' when n <= ${count - 3 * RARE} then 'AWAIT_DRIVER'
    when n <= ${count - 2 * RARE} then 'DELIVERING' when n <= ${count - RARE} then 'CANCELED' else 'CLOSED' end`;
  const free = `(select max(id) from drivers) - (${count} - n)`;
  const all = `generate_series(1, ${count}) n`;
  const enough = `generate_series(1, ${ENOUGH}) n`;
  const { partnerId, orderId, parcelId, driverId, operatorId, colleagueId } = seed;
  const run = (text: string) => sql.query(text, []);
  await run('set local session_replication_role = replica');
  await run(`insert into partners (id, name, sealed_webhook_secret, created_at)
    select ${ids('id')}, case when n > ${rareFrom} then 'Rare Goods ' else 'Goods ' end || n, sealed_webhook_secret, created_at
    from partners, ${all} where id = ${partnerId}`);
  const partners = `(select id, row_number() over (order by id) as n from partners where id < ${partnerId} limit ${ENOUGH}) partner`;
  await run(`insert into api_keys (id, partner_id, public_key, sealed_secret, markets, platforms, slot, created_at)
    select partner.id, partner.id, 'pk_test_many_' || n, sealed_secret, '{HK}', '{ON_DEMAND}', 1, now()
    from ${partners}, api_keys where partner_id = ${partnerId}`);
  await run(
    `insert into rate_windows (api_key_id, api, ticks, counts) select id, 'PostOrder', '{1}', '{1}' from ${partners}`,
  );
  await run(`insert into ledger_accounts (id, kind, partner_id, currency)
    select id + which, case which when 1 then 'partner' else 'held' end, id, 'HKD' from ${partners}, generate_series(1, 2) as which`);
  await run(`insert into event_choices (partner_id, choices, updated_at) select id, '{}', now() from ${partners}`);
  await run(
    `insert into webhook_receivers (partner_id, url, updated_at) select id, 'https://receiver.invalid/', now() from ${partners}`,
  );
  await run(`insert into remembered_answers (fingerprint, status, body, answered_at)
    select sha256(n::text::bytea), 201, '{}', ${before('placed_at')} from orders, ${enough} where id = ${orderId}`);
  await run(`insert into jobs (kind, name, due_at, payload) select 'none', n::text, '2099-01-01', '{}' from ${enough}`);
  await run(`insert into drivers (name, phone, plate, service, locode, status, created_at)
    select case when n <= ${RARE} then 'Rare ' else 'Driver ' end || n, '+852' || 60000000 + n, 'MH ' || n, 'MOTORCYCLE',
      case when n % 2 = 0 then 'HK HKG' else 'SG SIN' end, case when n <= ${RARE} then 'suspended' else 'active' end, now()
    from ${all}`);
  await run(`insert into driver_positions (driver_id, lat, lng, position_at, received_at)
    select id, 22.3, 114.1, created_at - interval '1 hour', created_at - interval '1 hour' from drivers limit ${ENOUGH}`);
  await run(`insert into driver_documents (id, driver_id, kind, number, valid_until, added_at)
    select ${ids(orderId)}, id, 'LICENCE', 'L' || id, case when n <= ${RARE} then seed.placed_at::date + 7 else date '2099-01-01' end, seed.placed_at
    from (select id, row_number() over (order by id desc) as n from drivers) driver,
      (select placed_at from orders where id = ${orderId}) seed`);
  await run(`insert into quotations (id, partner_id, market, locode, service, created_at, expires_at, document, trip, explanation, total_minor)
    select ${ids('quotation.id')}, partner_id, market, locode, service, ${before('created_at')}, ${before('expires_at')}, '{}', '{}', '{}', total_minor
    from quotations quotation, ${all} where id = (select quotation_id from orders where id = ${orderId})`);
  await run(`insert into orders (id, partner_id, quotation_id, market, locode, service, status, placed_at, match_by, driver_id, matched_at,
      picked_up_at, ended_at, currency, fare_minor, document, pricing, history, request_hash, share_token, stream_id, event_count)
    select ${ids('id')}, partner_id, ${ids('quotation_id')}, market, locode, service, made.status, ${before('placed_at')},
      case when made.status = 'ASSIGNING_DRIVER' then match_by end,
      case made.status when 'COMPLETED' then ${driverId} when 'ON_GOING' then ${free} when 'PICKED_UP' then ${free} end,
      case when made.status in ('COMPLETED', 'ON_GOING', 'PICKED_UP') then ${before('placed_at')} end,
      case when made.status in ('COMPLETED', 'PICKED_UP') then ${before('placed_at')} end,
      case when made.status in ('COMPLETED', 'CANCELED', 'REJECTED', 'EXPIRED') then ${before('placed_at')} end,
      currency, fare_minor, document, (select jsonb_set(pricing::jsonb, '{explanation}', '{}')::json from orders where id = ${orderId}), history, request_hash,
      'many-' || lpad(n::text, 20, '0'), ${ids('id')}, 1
    from orders, ${all}, lateral (select ${status} as status) made where id = ${orderId}`);
  await run(`insert into offers (id, order_id, driver_id, offered_at, expires_at, state, answered_at)
    select ${ids('id')}, ${ids('id')}, ${driverId}, ${before('placed_at')}, ${before('placed_at')} + interval '30 seconds', 'accepted', ${before('placed_at')}
    from orders, ${enough} where id = ${orderId}`);
  await run(`insert into order_references (partner_id, market, reference, order_id)
    select ${partnerId}, 'HK', n, ${ids(orderId)} from ${all}`);
  await run(`insert into order_terms (partner_id, term, order_id)
    select ${partnerId}, term, ${ids(orderId)} from ${all}, lateral (values ('750 nathan road'), ('bill ' || n)) as of_order(term)`);
  await run(`insert into plus_quotations (id, partner_id, market, locode, created_at, expires_at, schedule_at, deliver_by, document)
    select ${ids('quotation.id')}, partner_id, market, locode, ${before('created_at')}, ${before('expires_at')}, ${before('schedule_at')},
      ${before('deliver_by')}, '{}'
    from plus_quotations quotation, ${all} where id = (select quotation_id from parcels where id = ${parcelId})`);
  await run(`insert into parcels (id, partner_id, quotation_id, client_ref, market, locode, status, placed_at, updated_at, schedule_at, deliver_by,
      ended_at, driver_id, document, history, edits, wants_label, request_hash, share_token, event_count)
    select ${ids('id')}, partner_id, ${ids('quotation_id')}, 'MANY-' || n, market, locode, made.status, ${before('placed_at')},
      ${before('placed_at')}, ${before('schedule_at')}, ${before('deliver_by')},
      case when made.status in ('DELIVERED', 'CANCELED', 'CLOSED') then ${before('placed_at')} end,
      case when made.status in ('DELIVERED', 'DELIVERING') then ${driverId} end, document, history, edits, wants_label, request_hash,
      'many-' || lpad(n::text, 20, '0'), 0
    from parcels, ${all}, lateral (select ${parcelStatus} as status) made where id = ${parcelId}`);
  await run(`insert into events (stream_id, number, partner_id, type, data, created_at)
    select ${ids('stream_id')}, number, partner_id, case when n > ${rareFrom} then 'RARE' else type end, data, ${before('created_at')}
    from events, ${all} where stream_id = ${orderId} and number = 1`);
  await run(`insert into event_log (position, partner_id, stream_id, number, type, created_at, sequenced_at)
    select last_position + 1 + ${count} - n, partner_id, stream_id, number, type, created_at, created_at
    from event_sequence, ${all} join events on stream_id = ${ids(orderId)} and number = 1`);
  await run(`insert into webhook_receivers (partner_id, url, updated_at) values (${partnerId}, 'https://receiver.invalid/', now())
    on conflict (partner_id) do update set url = excluded.url`);
  await run(`insert into deliveries (position, stream_id, number, state, attempts, delivered_at)
    select position, stream_id, number, case when rare then 'pending' else 'delivered' end, 1, case when rare then null else created_at end
    from (select log.*, position <= last_position + ${RARE} as rare from event_log log, event_sequence where position > last_position) log`);
  await run(`insert into delivery_streams (stream_id, partner_id, due_at, parked_reason)
    select stream_id, ${partnerId}, '2099-01-01', case when position % 2 = 0 then 'Tried ten times.' end
    from deliveries where state = 'pending'`);
  await run(`update event_sequence set last_position = last_position + ${count}`);
  await run('update order_terms_progress set position = (select last_position from event_sequence)');
  await run(`insert into ledger_transfers (id, business_key, kind, from_account_id, to_account_id, amount_minor, created_at, wallet_id)
    select ${ids(orderId)}, 'many:' || n, 'top_up', house.id, wallet.id, 1, now(), wallet.id
    from ${all}, ledger_accounts wallet join ledger_accounts house on house.kind = 'funding' and house.currency = wallet.currency
    where wallet.partner_id = ${partnerId} and wallet.kind = 'partner' and wallet.currency = 'HKD'`);
  await run(
    `insert into ledger_seals (position, transfer_id, seal) select n, ${ids(orderId)}, sha256(n::text::bytea) from ${enough}`,
  );
  await run(`update ledger_accounts set balance_minor = balance_minor + ${count}
    where partner_id = ${partnerId} and kind = 'partner' and currency = 'HKD'`);
  await run(`insert into credit_notes (market, number, partner_id, currency, amount_minor, reason, issued_at)
    select 'HK', n, ${partnerId}, 'HKD', 1, 'Late', now() from ${all}`);
  await run(`insert into request_log (id, partner_id, key_id, at, method, path, api, status, duration_ms, request_id, address,
      request_body, request_bytes, answer_body, answer_bytes)
    select ${ids(orderId)}, ${partnerId}, key.id, ${before('placed_at')}, 'GET', case when n > ${rareFrom} then '/v3/rare' else '/v3/cities' end,
      'GetCities', case when n > ${rareFrom} then 500 else 200 end, 1, 'request-' || n, '203.0.113.7', '', 0, '', 0
    from ${all}, orders, lateral (select id from api_keys where partner_id = ${partnerId} order by id limit 1) key
    where orders.id = ${orderId}`);
  await run(`insert into audit_entries (at, person_id, action, subject_kind, subject_id, partner_id, reason)
    select ${before('placed_at')}, case when n > ${rareFrom} then ${colleagueId} else ${operatorId} end, 'order.edit',
      case when n > ${rareFrom} then 'rare' else 'order' end, (${ids('id')})::text, ${partnerId}, 'Asked for'
    from ${all}, orders where id = ${orderId} order by n desc`);
}
