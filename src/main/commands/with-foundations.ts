import { readSettings } from '../../infrastructure/config/settings.ts';
import { prepareDataFolder } from '../../infrastructure/data-folder.ts';
import { findDatabase } from '../../infrastructure/database/find-database.ts';
import { createLog } from '../../infrastructure/log.ts';
import { type Foundations, layFoundations } from '../foundations.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const INTERRUPTED = 130;

/** Runs one command on the database of the settings: the running one, or one that is started and stopped for it. */
export async function withFoundations<T>(work: (foundations: Foundations) => Promise<T>): Promise<T> {
  const settings = readSettings();
  const log = createLog({ level: 'warn', write: (line) => process.stderr.write(line) });
  if (settings.databaseUrl === undefined) await prepareDataFolder(settings.dataFolder);
  const found = await findDatabase(settings, () => {});
  const leave = () => found.leave().finally(() => process.exit(INTERRUPTED));
  for (const signal of SIGNALS) process.once(signal, leave);
  try {
    const foundations = await layFoundations(settings, found.connection, { log });
    try {
      return await work(foundations);
    } finally {
      await foundations.close();
    }
  } finally {
    await found.leave();
    for (const signal of SIGNALS) process.off(signal, leave);
  }
}
