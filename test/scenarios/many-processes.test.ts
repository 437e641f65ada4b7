import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { NODE_COUNT } from '../../src/foundation/ids.ts';
import { systemClock } from '../../src/infrastructure/clock.ts';
import { type Connection, openConnection, withConnection } from '../../src/infrastructure/database/database.ts';
import { openSession } from '../../src/infrastructure/database/session.ts';
import { createIds } from '../../src/infrastructure/ids.ts';
import { systemRandom } from '../../src/infrastructure/random.ts';
import { openDatabaseDoor } from '../support/database-door.ts';
import { silentLog } from '../support/edges.ts';
import { cloneDatabase, dropDatabase } from '../support/world.ts';

/** From the beginning: the driver of the database warns once in a process. */
const warnings: Error[] = [];
process.on('warning', (warning) => warnings.push(warning));

let connection: Connection;
beforeAll(async () => {
  connection = await cloneDatabase();
});
afterAll(() => dropDatabase(connection));

test('ids of many processes never meet, rise within each, and have 19 digits', async () => {
  const sessions = await Promise.all(
    Array.from({ length: 12 }, () => openSession(connection, systemRandom, silentLog)),
  );
  const lists = sessions.map((session) => {
    const ids = createIds(systemClock, session.nodeNumber);
    return Array.from({ length: 10_000 }, () => ids.next());
  });
  for (const list of lists) expect(list).toEqual([...list].sort());
  const all = lists.flat();
  expect(new Set(all).size).toBe(all.length);
  expect(all.every((id) => /^[1-9]\d{18}$/.test(id) && BigInt(id) < 2n ** 63n)).toBe(true);
  await Promise.all(sessions.map((session) => session.close()));
});

test('a process whose connection dies gives up its number at once, and gets one again by itself', async () => {
  const session = await openSession(connection, systemRandom, silentLog);
  const ids = createIds(systemClock, session.nodeNumber);
  let heard = 0;
  session.listen('test_channel', () => heard++);
  await expect.poll(() => heard).toBe(1);
  await withConnection({ ...connection, database: 'postgres' }, (sql) =>
    sql.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${connection.database}'`),
  );
  await expect.poll(() => session.nodeNumber(), { interval: 1 }).toBeUndefined();
  expect(() => ids.next()).toThrow(expect.objectContaining({ code: 'ERR_UNAVAILABLE' }));
  await expect.poll(() => session.nodeNumber()).toBeDefined();
  expect(ids.next()).toMatch(/^\d{19}$/);
  // What happened meanwhile was missed, so the listener is told to look again, and hears new notices.
  await expect.poll(() => heard).toBe(2);
  await withConnection(connection, (sql) => sql.query('notify test_channel'));
  await expect.poll(() => heard).toBe(3);
  await session.close();
});

test('who listens to several channels at once asks one after the other', async () => {
  const session = await openSession(connection, systemRandom, silentLog);
  const heard: string[] = [];
  for (const channel of ['one', 'two', 'three']) session.listen(channel, () => heard.push(channel));
  expect(await session.takeStartLock()).toBe(true);
  expect(heard).toEqual(['one', 'two', 'three']);
  expect(warnings).toEqual([]);
  await session.close();
});

test('a process that ends does not wait for a database from which nothing arrives any more', async () => {
  const door = await openDatabaseDoor(path.join(connection.host ?? '', '.s.PGSQL.5432'));
  onTestFinished(() => door.close());
  const far = door.connectionTo(connection.database as string);
  const [session, alone] = [await openSession(far, systemRandom, silentLog), await openConnection(far)];
  door.hold();
  await Promise.all([session.close(), alone.close()]);
});

test('a process for which no number is left leaves no connection behind', async () => {
  await withConnection(connection, async (sql) => {
    await sql.query('select pg_advisory_lock(5910002, number) from generate_series(0, $1) as number', [NODE_COUNT - 1]);
    await expect(openSession(connection, systemRandom, silentLog)).rejects.toThrow('node numbers are taken');
    const open = () => sql.query('select from pg_stat_activity where datname = current_database()');
    await expect.poll(open).toHaveLength(1);
  });
});
