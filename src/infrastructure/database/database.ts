import { once } from 'node:events';
import type { Writable } from 'node:stream';
import pg from 'pg';
import type { PartnerId } from '../../foundation/ids.ts';
import type { Instant } from '../../foundation/time.ts';
import type { Log } from '../log.ts';
import { type Announce, createAnnouncer } from './announcer.ts';
import { copyIn, copyOut } from './copy.ts';
import { isConnectionLost } from './outage.ts';
import { type Queryable, statementName } from './queryable.ts';
import { createSecondNet } from './second-net.ts';

export type { Queryable } from './queryable.ts';

export type Connection = pg.ClientConfig;

declare const brand: unique symbol;
export type Transaction = Queryable & {
  readonly [brand]: 'transaction';
  /** Takes effect after the commit, and with it. */
  readonly announce: Announce;
};

type InTransaction = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;
export type Database = Queryable & {
  readonly inTransaction: InTransaction;
  /** What this partner may see of it, to read: rows of others are not there, whatever a statement asks for. */
  asSeenBy(partnerId: PartnerId): Queryable;
  readonly announce: Announce;
  readonly pool: pg.Pool;
  close(): Promise<void>;
};

const USUAL_LIMIT_MS = 15_000;
const CONNECT_LIMIT_MS = 5_000;
/** The server gives up a little before we give up on it, so that its connection stays good. */
const GRACE_MS = 1_000;
/** For a server that does not answer any more. */
const GOODBYE_LIMIT_MS = 1_000;

export function openDatabase(
  connection: Connection,
  poolSize: number,
  log: Log,
  /** How long a statement may take. */
  limitMs = USUAL_LIMIT_MS,
): Database {
  const pool = new pg.Pool({
    // A database that hangs must not hang its callers.
    query_timeout: limitMs + GRACE_MS,
    ...connection,
    max: poolSize,
    connectionTimeoutMillis: Math.min(CONNECT_LIMIT_MS, limitMs),
    idleTimeoutMillis: 60_000,
    // At the server too: it does not notice that we are gone while a statement waits for a lock, nor between two statements of a
    // transaction, and would keep the connection and its locks.
    onConnect: (client) =>
      client.query(
        `set statement_timeout = ${limitMs}; set lock_timeout = ${Math.ceil((limitMs * 2) / 3)}; ` +
          `set idle_in_transaction_session_timeout = ${limitMs}`,
      ),
  });
  // Not the error itself: the pool hangs the whole connection on it, with every statement it has prepared.
  const onLost = ({ message, stack }: Error) => log.warn({ err: { message, stack } }, 'a database connection was lost');
  pool.on('error', onLost);
  // Without this second listener a connection that dies while it is checked out ends the process.
  pool.on('connect', (client) => client.on('error', onLost));
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => open.add(client)).on('remove', (client) => open.delete(client));
  const announce = createAnnouncer((channel) => pool.query(`notify ${pg.escapeIdentifier(channel)}`));
  return {
    ...queryableOver(pool),
    pool,
    announce,
    inTransaction: (work) => runTransaction(pool, announce, work),
    asSeenBy: createSecondNet(pool, log),
    async close() {
      await pool.end();
      await whenEmpty(open, pool);
    },
  };
}

/** The pool does not wait until its connections are gone: a server that is stopped next would cut them off. */
async function whenEmpty(open: ReadonlySet<pg.PoolClient>, pool: pg.Pool): Promise<void> {
  const signal = AbortSignal.timeout(GOODBYE_LIMIT_MS);
  while (open.size > 0 && !signal.aborted) await once(pool, 'remove', { signal }).catch(() => {});
}

/** One connection, outside any pool. */
export type OpenConnection = Queryable & {
  /** Streams `copy … to stdout`, or from stdin; answers with the number of rows. */
  copyOut(text: string, sink: Writable): Promise<number>;
  copyIn(text: string, source: AsyncIterable<Buffer>): Promise<number>;
  /** Comes true when it ends, whoever ends it. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
};

export async function openConnection(connection: Connection): Promise<OpenConnection> {
  const client = new pg.Client({ connectionTimeoutMillis: 5_000, ...connection });
  client.on('error', () => {});
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  await connect(client);
  return {
    ...queryableOver(client),
    copyOut: (text, sink) => copyOut(client, text, sink),
    copyIn: (text, source) => copyIn(client, text, source),
    ended,
    close: () => sayGoodbye(client),
  };
}

/** One that is given up half way, as without the password it is asked for, would stay open until the server gives it up too. */
export async function connect(client: pg.Client): Promise<void> {
  await client.connect().catch(async (fault) => {
    await sayGoodbye(client);
    throw fault;
  });
}

/** A connection over which nothing arrives any more would wait for its server for many minutes; it is cut off. */
export async function sayGoodbye(client: pg.Client): Promise<void> {
  const limit = setTimeout(() => client.connection.stream.destroy(), GOODBYE_LIMIT_MS);
  await client.end().catch(() => {});
  clearTimeout(limit);
}

/** The same for a moment. */
export async function withConnection<T>(connection: Connection, work: (sql: OpenConnection) => Promise<T>): Promise<T> {
  const opened = await openConnection(connection);
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** What a statement gets for `timestamptz`. */
export function timestamp(instant: Instant): Date {
  return new Date(instant);
}

export function timestampOrNull(instant: Instant | undefined): Date | null {
  return instant === undefined ? null : timestamp(instant);
}

const UNIQUE_VIOLATION = '23505';

/** Whether a statement failed because it would have broken this rule of uniqueness. */
export function breaksUniqueness(error: unknown, constraint: string): boolean {
  const fault = (error ?? {}) as { code?: string; constraint?: string };
  return fault.code === UNIQUE_VIOLATION && fault.constraint === constraint;
}

const RETRYABLE = new Set(['40001', '40P01']);
const TRANSACTION_TRIES = 4;

/** Whether a transaction had to give way to another, and is worth another try at once. */
export function hadToGiveWay(error: unknown): boolean {
  return RETRYABLE.has((error as { code?: string } | undefined)?.code ?? '');
}

/** Does over what had to give way: nothing of it has happened. */
export async function untilItsTurn<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!hadToGiveWay(error) || tries === TRANSACTION_TRIES) throw error;
    }
  }
}

function runTransaction<T>(pool: pg.Pool, announce: Announce, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return untilItsTurn(async () => {
    const client = await pool.connect();
    const channels = new Set<string>();
    let broken: Error | undefined;
    try {
      await client.query('begin');
      const tx = { ...queryableOver(client), announce: (channel: string) => channels.add(channel) };
      const result = await work(tx as unknown as Transaction);
      await client.query('commit');
      for (const channel of channels) announce(channel);
      return result;
    } catch (error) {
      if (isConnectionLost(error)) broken = error as Error;
      else
        await client.query('rollback').catch((fault: Error) => {
          broken = fault;
        });
      throw error;
    } finally {
      client.release(broken);
    }
  });
}

function queryableOver(client: pg.Pool | pg.PoolClient | pg.Client): Queryable {
  return {
    async query<Row>(text: string, values?: readonly unknown[]) {
      if (values === undefined) return (await client.query(text)).rows as Row[];
      const result = await client.query({ name: statementName(text), text, values: values as unknown[] });
      return result.rows as Row[];
    },
    async queryByValues<Row>(text: string, values: readonly unknown[]) {
      return (await client.query({ text, values: values as unknown[] })).rows as Row[];
    },
  };
}
