import { once } from 'node:events';
import pg from 'pg';
import { SECOND_MS } from '../../foundation/time.ts';
import { systemRandom } from '../random.ts';
import { type Connection, connect, type Queryable, sayGoodbye } from './database.ts';

/** A notification comes as soon as the server has a moment for it. */
const LIMIT_MS = 5 * SECOND_MS;

/**
 * Whether a connection stays with whoever has opened it. A pooler in transaction mode gives it to the next one after every statement:
 * what it listens for is then told to others, and the locks that it holds are theirs too.
 */
export async function keepsSessions(connection: Connection, another: Queryable): Promise<boolean> {
  const channel = `waybill_kept_${systemRandom.uuid().replaceAll('-', '')}`;
  const listener = new pg.Client({ connectionTimeoutMillis: LIMIT_MS, ...connection });
  listener.on('error', () => {});
  await connect(listener);
  try {
    await listener.query(`listen ${channel}`);
    const heard = once(listener, 'notification', { signal: AbortSignal.timeout(LIMIT_MS) }).then(
      () => true,
      () => false,
    );
    await another.query(`notify ${channel}`);
    return await heard;
  } finally {
    await sayGoodbye(listener);
  }
}
