import type { Queryable } from '../../src/infrastructure/database/database.ts';

/** Whose rows they are, by each column that says so. */
export type Owner = {
  readonly partner_id: string;
  readonly wallet_id: string;
  readonly driver_id: string;
  readonly person_id: string;
  readonly locode: string;
};

type Later = {
  /** By which ids rise. */
  readonly ids: bigint;
  readonly seconds: number;
};

/** What is not the same in a copy: that it is newer, and what must be unique. Whose it is comes on top. */
const copies = ({ ids, seconds }: Later): Readonly<Record<string, Readonly<Record<string, string>>>> => {
  const id = `id + ${ids}`;
  const quotation_id = `quotation_id + ${ids}`;
  const stream_id = `stream_id + ${ids}`;
  const share_token = "'next-' || share_token";
  return {
    orders: { id, quotation_id, stream_id, share_token },
    order_terms: { order_id: `order_id + ${ids}` },
    parcels: { id, quotation_id, share_token },
    events: { stream_id },
    event_log: { position: 'position + (select last_position from event_sequence)', stream_id },
    credit_notes: { number: 'number + (select max(number) from credit_notes)' },
    audit_entries: { id: 'id + (select max(id) from audit_entries)', at: `at + interval '${seconds} seconds'` },
    ledger_transfers: { id, business_key: "'next:' || business_key" },
  };
};

/**
 * Copies all that lists show of one for a neighbour, whose rows are newer than all of them: whoever reads those of the first from the newest
 * on must find where they begin, not walk past the neighbour's.
 */
export async function makeBusyNeighbour(sql: Queryable, first: Owner, neighbour: Owner, later: Later): Promise<void> {
  for (const [table, changed] of Object.entries(copies(later))) {
    const rows = await sql.query<{ name: string }>(
      'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped',
      [table],
    );
    const columns = rows.map(({ name }) => name);
    const owners = Object.keys(neighbour).filter((column) => columns.includes(column)) as (keyof Owner)[];
    const whose = owners.find((column) => column === 'partner_id' || column === 'wallet_id') as keyof Owner;
    // The few that a driver has at present stay alone: nobody has two.
    const isOver = table === 'orders' ? "and status in ('COMPLETED', 'CANCELED')" : '';
    const owned = Object.fromEntries(
      owners.map((column) => [
        column,
        `case when ${column} is not null then '${neighbour[column]}' end::${typeOf(column)}`,
      ]),
    );
    const copied = columns.map((column) => changed[column] ?? owned[column] ?? column);
    await sql.query(
      `insert into ${table} (${columns.join()}) overriding system value
       select ${copied.join()} from ${table} where ${whose} = ${first[whose]} ${isOver}`,
    );
  }
  await sql.query("select setval(pg_get_serial_sequence('audit_entries', 'id'), (select max(id) from audit_entries))");
  await sql.query('update event_sequence set last_position = (select max(position) from event_log)');
}

const typeOf = (column: keyof Owner) => (column === 'locode' ? 'text' : 'bigint');

/** What the planner would see if the rows of both had been written in turn: those of one lie far apart, and later ones after earlier ones. */
export async function saySideBySide(sql: Queryable): Promise<void> {
  await sql.query(
    `select pg_restore_attribute_stats('schemaname', schemaname::text, 'relname', tablename::text, 'attname', attname::text,
       'inherited', inherited, 'correlation', case when attname = any($2) then 1 else 0 end::real)
     from pg_stats where tablename = any($1) and (attname = any($2) or attname = any($3))`,
    [
      Object.keys(copies({ ids: 0n, seconds: 0 })),
      ['id', 'order_id', 'position', 'number', 'at'],
      ['partner_id', 'wallet_id', 'driver_id', 'person_id', 'locode', 'market', 'status', 'term', 'subject_kind'],
    ],
  );
}
