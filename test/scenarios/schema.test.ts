import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { smallestIdAt } from '../../src/foundation/ids.ts';
import { DAY_MS } from '../../src/foundation/time.ts';
import {
  type Connection,
  type Database,
  openDatabase,
  withConnection,
} from '../../src/infrastructure/database/database.ts';
import { describeSchema } from '../../src/infrastructure/database/describe-schema.ts';
import { migrate, readMigrations } from '../../src/infrastructure/database/migrations.ts';
import { systemRandom } from '../../src/infrastructure/random.ts';
import { silentLog } from '../support/edges.ts';
import { cloneDatabase, dropDatabase } from '../support/world.ts';

/** What every table needs to hold something: a partner, a driver, an order that was delivered and two that wait, a parcel under way. */
const SOME_ROWS = `
  insert into partners (id, name, sealed_webhook_secret, created_at) values (1, 'Acme', '', now());
  insert into drivers (name, phone, plate, service, locode, created_at) values ('Ada', '+85251234567', 'AB 1', 'VAN', 'HK HKG', now());
  insert into quotations (id, partner_id, market, locode, service, created_at, expires_at, document, trip, explanation, total_minor)
    select id, 1, 'HK', 'HK HKG', 'VAN', now(), now() + interval '5 minutes', '{}', '{}', '{}', 5000 from generate_series(1, 3) as id;
  insert into orders (id, partner_id, quotation_id, market, locode, service, status, placed_at, match_by, driver_id, matched_at, picked_up_at,
      ended_at, currency, fare_minor, document, pricing, history, request_hash, share_token, stream_id, event_count)
    values (1, 1, 1, 'HK', 'HK HKG', 'VAN', 'COMPLETED', now(), null, 100001, now(), now(), now(), 'HKD', 5000, '{}', '{}', '[]',
        sha256('1'), 'the first order''s token', 1, 4),
      (2, 1, 2, 'HK', 'HK HKG', 'VAN', 'ASSIGNING_DRIVER', now(), now(), null, null, null, null, 'HKD', 5000, '{}', '{}', '[]',
        sha256('2'), 'the second order''s token', 2, 1),
      (3, 1, 3, 'HK', 'HK HKG', 'VAN', 'ASSIGNING_DRIVER', now(), now(), null, null, null, null, 'HKD', 5000, '{}', '{}', '[]',
        sha256('3'), 'the third order''s token', 3, 1);
  insert into plus_quotations (id, partner_id, market, locode, created_at, expires_at, schedule_at, deliver_by, document)
    values (1, 1, 'HK', 'HK HKG', now(), now() + interval '1 hour', now() + interval '2 hours', now() + interval '3 hours', '{}');
  insert into parcels (id, partner_id, quotation_id, client_ref, market, locode, status, placed_at, updated_at, schedule_at, deliver_by, driver_id,
      document, history, edits, wants_label, request_hash, share_token)
    values (3, 1, 1, 'R-1', 'HK', 'HK HKG', 'DELIVERING', now(), now(), now(), now() + interval '1 hour', 100001, '{}', '[]', '[]', false,
      sha256('3'), 'the first parcel''s token');
  insert into offers (id, order_id, driver_id, offered_at, expires_at) values (1, 2, 100001, now(), now() + interval '30 seconds');
  insert into emergencies (id, driver_id, called_at, received_at) values (1, 100001, now(), now());
  insert into ledger_accounts (id, kind, partner_id, currency) values (1, 'partner', 1, 'HKD');
  insert into events (stream_id, number, partner_id, type, data, created_at) values (1, 1, 1, 'ORDER_STATUS_CHANGED', '{}', now());
  insert into event_log (position, partner_id, stream_id, number, type, created_at, sequenced_at)
    values (1, 1, 1, 1, 'ORDER_STATUS_CHANGED', now(), now());
  insert into deliveries (position, stream_id, number) values (1, 1, 1);
  insert into delivery_streams (stream_id, partner_id, due_at) values (1, 1, now());
  insert into delivery_attempts (position, attempted_at, status, duration_ms, answer) values (1, now(), 500, 20, 'no');
  insert into webhook_receivers (partner_id, url, updated_at) values (1, 'https://example.com', now());
  insert into remembered_answers (fingerprint, status, body, answered_at) values (sha256('1'), 201, '{}', now());
  insert into label_batches (id, partner_id, parcel_ids, created_at) values (1, 1, '{3}', now());
  insert into jobs (kind, due_at, payload) values ('a', now(), '{}');`;
const WHAT_RECIPIENTS_SAY = `
  insert into recipient_notes (delivery_id, number, stop_id, text, written_at) values (1, 1, 1, 'Ring twice', now());
  insert into near_messages (delivery_id, stop_id, share_token, language, asked_at) values (1, 1, 'a token', 'zh-HK', now());
  insert into wrong_parcel_reports (delivery_id, stop_id, reported_at) values (1, 1, now());`;

const WHAT_IS_GIVEN_BACK = `
  insert into credit_notes (market, number, partner_id, currency, amount_minor, order_id, captured_minor, credited_before_minor, reason, issued_at)
    values ('HK', 1, 1, 'HKD', 3000, 1, 5000, 0, 'Late', now());`;
const creditNote = (values: string) => `
  insert into credit_notes (market, number, partner_id, currency, reason, issued_at, amount_minor, order_id, captured_minor, credited_before_minor)
    values ('HK', 2, 1, 'HKD', 'Late', now(), ${values})`;

const WHAT_SPEAKS_OF_PEOPLE = `
  insert into proofs (id, order_id, position, stop_id, driver_id, kind, reason, taken_at, received_at, seal)
    values (1, 1, 1, 1, 100001, 'failure', 'Nobody there', now(), now(), sha256('1'));
  insert into people (id, desk, email, name, role, created_at) values (1, 'console', 'ada@example.com', 'Ada', 'admin', now());
  insert into audit_entries (at, person_id, action, subject_kind, subject_id, details)
    values (now(), 1, 'person.invite', 'person', '1', '{"email": "ada@example.com", "role": "admin"}');`;

const driverDocument = (kindAndNumber: string) =>
  `insert into driver_documents (id, driver_id, added_at, kind, number) values (1, 100001, now(), ${kindAndNumber})`;

const newest = readMigrations();

test('docs/schema.md is what the migrations make', async () => {
  const connection = await cloneDatabase();
  const described = await withConnection(connection, async (sql) => describeSchema(sql, await newest));
  await dropDatabase(connection);
  expect(await readFile('docs/schema.md', 'utf8')).toBe(described);
});

describe('a row that no rule allows is refused by', () => {
  let connection: Connection;
  let database: Database;
  beforeAll(async () => {
    connection = await cloneDatabase();
    database = openDatabase(connection, 1, silentLog);
    await database.query(SOME_ROWS + WHAT_RECIPIENTS_SAY + WHAT_IS_GIVEN_BACK + WHAT_SPEAKS_OF_PEOPLE);
  });
  afterAll(async () => {
    await database.close();
    await dropDatabase(connection);
  });

  test.each([
    ['orders_arrived_with_driver', 'update orders set arrived_at = now() where id = 2'],
    ['orders_counts', 'update orders set give_backs = 1, give_backs_in_a_row = 2'],
    ['orders_counts', 'update orders set give_backs_in_a_row = -1'],
    ['orders_counts', 'update orders set edits_used = -1'],
    ['orders_counts', 'update orders set event_count = -1'],
    ['orders_counts', 'update orders set revision = 0'],
    ['orders_stand_for_others', 'update orders set replaces_id = id where id = 1'],
    ['orders_stand_for_others', 'update orders set replaced_by_id = id where id = 1'],
    ['orders_replacing_once', 'update orders set replaces_id = 1 where id in (2, 3)'],
    ['orders_replaced_once', 'update orders set replaced_by_id = 1 where id in (2, 3)'],
    ['orders_currency_check', "update orders set currency = 'hkd'"],
    ['orders_erased_after_their_end', 'update orders set erased_at = now() where id = 2'],
    ['parcels_erased_after_their_end', 'update parcels set erased_at = now()'],
    [
      'parcels_erased_have_no_label',
      `update parcels set status = 'DELIVERED', ended_at = now(), wants_label = true, label_key = 'a', erased_at = now()`,
    ],
    ['proofs_erased_say_nothing', 'update proofs set erased_at = now(), lat = 1, lng = 1'],
    ['drivers_erased_drive_no_more', 'update drivers set erased_at = now()'],
    ['people_erased_sign_in_no_more', 'update people set erased_at = now()'],
    ['offers_driver_id_fkey', 'update offers set driver_id = 7'],
    ['parcels_planned_wrongly_on_their_way', "update parcels set needs_plan = true, status = 'FAILED'"],
    ['parcels_counts', 'update parcels set revision = 0'],
    ['parcels_counts', 'update parcels set event_count = -1'],
    ['parcels_partner_id_fkey', 'update parcels set partner_id = 7'],
    ['quotations_expire_after_begin', 'update quotations set expires_at = created_at'],
    ['quotations_total_minor_check', 'update quotations set total_minor = -1'],
    ['plus_quotations_end_after_begin', 'update plus_quotations set deliver_by = schedule_at'],
    ['plus_quotations_expire_before_begin', 'update plus_quotations set expires_at = deliver_by'],
    ['orders_one_per_quotation', 'update orders set quotation_id = 1'],
    ['remembered_answers_fingerprint_check', "update remembered_answers set fingerprint = '1'"],
    ['label_batches_partner_id_fkey', 'update label_batches set partner_id = 7'],
    ['emergencies_lat_check', 'update emergencies set lat = 91, lng = 0'],
    ['emergencies_lng_check', 'update emergencies set lat = 0, lng = -181'],
    ['emergencies_acknowledged_by_somebody', 'update emergencies set acknowledged_at = now()'],
    ['city_dispatch_notes_by_service', `insert into city_dispatch (locode, pause_notes) values ('HK HKG', '[]')`],
    ['driver_documents_kinds', driverDocument("'PASSPORT', 'HK 123'")],
    ['driver_documents_have_a_number', driverDocument("'LICENCE', ''")],
    ['credit_notes_never_more_than_it_cost', creditNote('2001, 1, 5000, 3000')],
    ['credit_notes_one_after_another', creditNote('2000, 1, 5000, 0')],
    ['credit_notes_of_an_order_say_its_cost', creditNote('2000, 1, null, null')],
    ['ledger_accounts_event_count_check', 'update ledger_accounts set event_count = -1'],
    ['event_sequence_last_position_check', 'update event_sequence set last_position = -1'],
    ['event_log_number_check', 'update event_log set number = 0'],
    ['deliveries_attempts_check', 'update deliveries set attempts = -1'],
    ['delivery_streams_counts', 'update delivery_streams set attempts = -1'],
    ['delivery_streams_counts', 'update delivery_streams set revision = 0'],
    ['delivery_attempts_status_check', 'update delivery_attempts set status = 99'],
    ['delivery_attempts_duration_ms_check', 'update delivery_attempts set duration_ms = -1'],
    ['remembered_answers_status_check', 'update remembered_answers set status = 199'],
    ['webhook_receivers_counts', 'update webhook_receivers set failures = -1'],
    ['webhook_receivers_counts', 'update webhook_receivers set revision = 0'],
    ['jobs_attempts_check', 'update jobs set attempts = -1'],
    ['recipient_notes_five_at_most', 'update recipient_notes set number = 6'],
    ['recipient_notes_five_at_most', 'update recipient_notes set number = 0'],
    ['recipient_notes_length', "update recipient_notes set text = ''"],
    ['recipient_notes_length', "update recipient_notes set text = repeat('門', 301)"],
    ['near_messages_language', "update near_messages set language = 'zh_HK'"],
    ['near_messages_sent_after_asked', "update near_messages set sent_at = asked_at - interval '1 second'"],
    ['wrong_parcel_reports_pkey', 'insert into wrong_parcel_reports select * from wrong_parcel_reports'],
    ['near_messages_pkey', 'insert into near_messages select * from near_messages'],
    ['recipient_notes_pkey', 'insert into recipient_notes select * from recipient_notes'],
  ])('%s: %s', async (constraint, statement) => {
    await expect(database.query(statement)).rejects.toMatchObject({ constraint });
  });

  test.each([
    ['proofs', "update proofs set reason = 'Somebody there'"],
    ['proofs', "update proofs set reason = 'erased'"],
    ['proofs', "update proofs set reason = 'erased', erased_at = now(), seal = sha256('2')"],
    ['proofs', 'delete from proofs'],
    ['audit_entries', "update audit_entries set reason = 'erased'"],
    ['audit_entries', "update audit_entries set details = '{}'"],
    ['audit_entries', "update audit_entries set details = details - 'email', action = 'person.change'"],
    ['audit_entries', 'delete from audit_entries'],
  ])('a trigger of %s: %s', async (_table, statement) => {
    await expect(database.query(statement)).rejects.toThrow(/takes new rows only|is never changed/);
  });

  test('and none: words of a proof and an email address in an entry can go, each once', async () => {
    const taken: string[] = [];
    // Undone by its last statement, so that the others find the rows as they were.
    const all = database.inTransaction(async (tx) => {
      for (const statement of [
        "update audit_entries set details = details - 'email'",
        "update proofs set reason = 'erased', erased_at = now()",
        "update proofs set erased_at = now() + interval '1 day'",
      ]) {
        await tx.query(statement);
        taken.push(statement);
      }
    });
    await expect(all).rejects.toThrow('proofs takes new rows only');
    expect(taken).toHaveLength(2);
  });
});

test('what a database held before these migrations is all there afterwards, and goes on', async () => {
  const { host, user } = inject('shared').postgres;
  const connection = { host, user, database: `test_${systemRandom.uuid().replaceAll('-', '')}` };
  await withConnection({ ...connection, database: 'postgres' }, (sql) =>
    sql.query(`create database ${connection.database} template template0`),
  );
  const all = await newest;
  const now = Date.now();
  const [old, late] = [smallestIdAt(now - 400 * DAY_MS), smallestIdAt(now + 60 * DAY_MS)];
  await migrate(
    connection,
    now,
    all.filter(({ name }) => name < '0022'),
  );
  await withConnection(connection, async (sql) => {
    await sql.query(SOME_ROWS);
    await sql.query(`
      insert into driver_tracks select id, 100001, now(), 22.3, 114.1, false from unnest(array[${old}, ${late}]) as id;
      insert into delivery_attempts (position, attempted_at, status, duration_ms, answer) values (1, now() - interval '1 year', 200, 1, 'ok');
      insert into match_rounds select 1, number, now(), '{"a": 1}' from unnest(array[0, 1]) as number;
      update parcels set needs_plan = true, status = 'DELIVERED', ended_at = now()`);
  });
  const rowsOf = (connected: Connection) =>
    withConnection(connected, async (sql) => ({
      tracks: await sql.query('select * from driver_tracks order by order_id'),
      attempts: await sql.query('select * from delivery_attempts order by id'),
      rounds: await sql.query('select order_id, number, at from match_rounds order by number'),
      orders: await sql.query('select id, status, revision from orders order by id'),
      quotations: await sql.query('select id, created_at, total_minor from quotations order by id'),
      scheduled: await sql.query('select id, created_at, deliver_by from plus_quotations'),
      answers: await sql.query('select * from remembered_answers'),
    }));
  const before = await rowsOf(connection);
  await migrate(connection, now, all);
  expect(await rowsOf(connection)).toEqual(before);
  await withConnection(connection, async (sql) => {
    expect(await sql.query('select needs_plan from parcels')).toEqual([{ needs_plan: false }]);
    const [attempt] = await sql.query<{ id: string }>(
      "insert into delivery_attempts (position, attempted_at, duration_ms, answer) values (1, now(), 1, '') returning id",
    );
    expect(attempt?.id).toBe('3');
    const ends = await sql.query(
      `select job.name = batch.id::text as named, job.due_at - batch.created_at = interval '30 days' as in_time
       from jobs job, label_batches batch where job.kind = 'plus.forgetBatch'`,
    );
    expect(ends).toEqual([{ named: true, in_time: true }]);
  });
  await dropDatabase(connection);
});
