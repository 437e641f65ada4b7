import { readSettings } from '../../infrastructure/config/settings.ts';
import { createLog } from '../../infrastructure/log.ts';
import { type Foundations, layFoundations } from '../foundations.ts';
import { withDatabase } from './with-database.ts';

/** Runs one command on the database of the settings, which is brought up to date for it. */
export async function withFoundations<T>(work: (foundations: Foundations) => Promise<T>): Promise<T> {
  const settings = readSettings();
  const log = createLog({ level: 'warn', write: (line) => process.stderr.write(line) });
  return withDatabase(settings, async ({ connection }) => {
    const foundations = await layFoundations(settings, connection, { log });
    try {
      return await work(foundations);
    } finally {
      await foundations.close();
    }
  });
}
