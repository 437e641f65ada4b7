import pg from 'pg';
import { NODE_COUNT } from '../../foundation/ids.ts';
import { createTurns } from '../in-turn.ts';
import type { Log } from '../log.ts';
import type { Random } from '../random.ts';
import { createTrouble } from '../trouble.ts';
import { type Connection, sayGoodbye } from './database.ts';

const NODE_LOCK_CLASS = 5_910_002;
const START_LOCK = 5_910_003;
const RECONNECT_MS = 500;
/** A connection that ends without a word is noticed by asking; it is there to listen, and would listen for ever. */
const ASK_EVERY_MS = 5_000;
const USUAL_LIMIT_MS = 5_000;

/** Without a payload something may have been missed, so whoever listens looks at everything again. */
type OnNotice = (payload?: string) => void;

/**
 * The one connection that a process keeps for itself: it hears notifications, and holds a node number that no other
 * process on this database has. When the connection dies, the number is given up at once.
 */
export type Session = {
  nodeNumber(): number | undefined;
  /** Whether the other end answers, and so would tell. */
  isHeard(): Promise<boolean>;
  listen(channel: string, onNotice: OnNotice): void;
  /** The right to be the one `waybill start` on this database, held while the connection lives. */
  takeStartLock(): Promise<boolean>;
  close(): Promise<void>;
};

export async function openSession(
  connection: Connection,
  random: Random,
  log: Log,
  /** How long an answer may take. */
  limitMs = USUAL_LIMIT_MS,
): Promise<Session> {
  const listeners = new Map<string, Set<OnNotice>>();
  /** A connection answers one question at a time. */
  const inTurn = createTurns();
  let client: pg.Client | undefined;
  let node: number | undefined;
  let wantsStartLock = false;
  /** The server forgets it with the connection. */
  let holdsStartLock = false;
  let closed = false;
  let reconnecting: NodeJS.Timeout | undefined;
  const away = createTrouble(log, 'the database cannot be reached');

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      ...connection,
      keepAlive: true,
      connectionTimeoutMillis: limitMs,
      query_timeout: limitMs,
    });
    fresh.on('error', (error) => log.warn({ err: error }, 'the listening database connection was lost'));
    fresh.on('end', () => lose(fresh));
    fresh.on('notification', ({ channel, payload }) => tell(channel, payload || undefined));
    try {
      await fresh.connect();
      node = await takeNodeNumber(fresh, random);
      holdsStartLock = wantsStartLock && (await takeStartLock(fresh));
      for (const channel of listeners.keys()) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      node = undefined;
      await sayGoodbye(fresh);
      throw error;
    }
    client = fresh;
    // What happened while nobody listened was missed, so everyone looks again.
    for (const channel of listeners.keys()) tell(channel);
  }

  function tell(channel: string, payload?: string): void {
    for (const onNotice of listeners.get(channel) ?? []) onNotice(payload);
  }

  function lose(lost: pg.Client): void {
    if (client !== lost) return;
    client = undefined;
    node = undefined;
    if (!closed) reconnecting = setTimeout(reconnect, RECONNECT_MS);
  }

  function reconnect(): void {
    if (closed) return;
    connect().then(
      () => {
        away.over();
        log.info('the database is reached again');
      },
      (error: Error) => {
        away.met(error);
        if (!closed) reconnecting = setTimeout(reconnect, RECONNECT_MS);
      },
    );
  }

  /** A connection that does not answer is ended, and opened anew. */
  function isHeard(): Promise<boolean> {
    return inTurn(async () => {
      const asked = client;
      if (asked === undefined) return false;
      try {
        await asked.query('select');
        // The server may take the connection before for alive for a while.
        if (wantsStartLock && !holdsStartLock) holdsStartLock = await takeStartLock(asked);
        return true;
      } catch {
        await sayGoodbye(asked);
        return false;
      }
    });
  }

  await connect();
  const asking = setInterval(isHeard, ASK_EVERY_MS).unref();
  return {
    nodeNumber: () => node,
    isHeard,
    listen(channel, onNotice) {
      const known = listeners.get(channel);
      if (known !== undefined) {
        known.add(onNotice);
        return;
      }
      listeners.set(channel, new Set([onNotice]));
      inTurn(async () => {
        await client?.query(`listen ${pg.escapeIdentifier(channel)}`);
        if (!closed) onNotice();
      }).catch((error: Error) => log.warn({ err: error, channel }, 'cannot listen'));
    },
    async takeStartLock() {
      holdsStartLock = await inTurn(async () => client !== undefined && takeStartLock(client));
      wantsStartLock = holdsStartLock;
      return holdsStartLock;
    },
    async close() {
      closed = true;
      clearTimeout(reconnecting);
      clearInterval(asking);
      if (client !== undefined) await sayGoodbye(client);
    },
  };
}

async function takeStartLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [START_LOCK]);
  return rows[0].taken === true;
}

async function takeNodeNumber(client: pg.Client, random: Random): Promise<number> {
  const start = random.below(NODE_COUNT);
  for (let step = 0; step < NODE_COUNT; step++) {
    const candidate = (start + step) % NODE_COUNT;
    const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as taken', [NODE_LOCK_CLASS, candidate]);
    if (rows[0].taken) return candidate;
  }
  throw new Error(`all ${NODE_COUNT} node numbers are taken`);
}
