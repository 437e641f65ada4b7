import type { Settings } from '../../infrastructure/config/settings.ts';
import { prepareDataFolder } from '../../infrastructure/data-folder.ts';
import { type FoundDatabase, findDatabase } from '../../infrastructure/database/find-database.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const INTERRUPTED = 130;

/** The database of the settings as it is: the running one, or one that is started and stopped for the command. */
export async function withDatabase<T>(
  settings: Settings,
  work: (found: FoundDatabase) => Promise<T>,
  /** Done before an interrupted command ends. */
  putAway: () => Promise<void> = async () => {},
): Promise<T> {
  if (settings.databaseUrl === undefined) await prepareDataFolder(settings.dataFolder);
  const found = await findDatabase(settings, () => {});
  const leave = () =>
    putAway()
      .then(found.leave)
      .finally(() => process.exit(INTERRUPTED));
  for (const signal of SIGNALS) process.once(signal, leave);
  try {
    return await work(found);
  } finally {
    await found.leave();
    for (const signal of SIGNALS) process.off(signal, leave);
  }
}
