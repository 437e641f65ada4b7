import { readSettings } from '../../infrastructure/config/settings.ts';
import { type Connection, withConnection } from '../../infrastructure/database/database.ts';
import { appliedMigrations } from '../../infrastructure/database/migrations.ts';
import { createLog } from '../../infrastructure/log.ts';
import { OperatorError } from '../../infrastructure/operator-error.ts';
import { type Foundations, layFoundations } from '../foundations.ts';
import { withDatabase } from './with-database.ts';

type Work<T> = (foundations: Foundations) => Promise<T>;

/** Runs one command on the Waybill of the settings, whose database is brought up to date for it. */
export function withFoundations<T>(work: Work<T>): Promise<T> {
  return onFoundations(work, false);
}

/** The same for what may be done before the first start: it begins a Waybill where there is none. */
export function withFoundationsFromTheStart<T>(work: Work<T>): Promise<T> {
  return onFoundations(work, true);
}

async function onFoundations<T>(work: Work<T>, mayBegin: boolean): Promise<T> {
  const settings = readSettings();
  const log = createLog({ level: 'warn', write: (line) => process.stderr.write(line) });
  return withDatabase(
    settings,
    async ({ connection }) => {
      if (!mayBegin) await insistOnBegun(connection);
      const foundations = await layFoundations(settings, connection, { log });
      try {
        return await work(foundations);
      } finally {
        await foundations.close();
      }
    },
    { mayMake: mayBegin },
  );
}

async function insistOnBegun(connection: Connection): Promise<void> {
  const applied = await withConnection(connection, appliedMigrations);
  if (applied.length > 0) return;
  throw new OperatorError(
    'There is no Waybill in this database yet. Begin one with waybill migrate, or choose another with DATABASE_URL.',
  );
}
