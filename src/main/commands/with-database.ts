import type { Settings } from '../../infrastructure/config/settings.ts';
import { prepareDataFolder } from '../../infrastructure/data-folder.ts';
import { isEmbeddedMade } from '../../infrastructure/database/embedded-home.ts';
import { type FoundDatabase, findDatabase } from '../../infrastructure/database/find-database.ts';
import { OperatorError } from '../../infrastructure/operator-error.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const INTERRUPTED = 130;

type Options = {
  /** Whether the command makes the embedded database where there is none. All others would only find nothing in it. */
  readonly mayMake?: boolean;
  /** Done before an interrupted command ends. */
  readonly putAway?: () => Promise<void>;
};

/** The database of the settings as it is: the running one, or one that is started and stopped for the command. */
export async function withDatabase<T>(
  settings: Settings,
  work: (found: FoundDatabase) => Promise<T>,
  { mayMake = false, putAway = async () => {} }: Options = {},
): Promise<T> {
  if (settings.databaseUrl === undefined) {
    if (!mayMake) await insistOnMade(settings);
    await prepareDataFolder(settings.dataFolder);
  }
  // Also while the server is still being started: then it is stopped as soon as it stands.
  const finding = findDatabase(settings, () => {});
  let isInterrupted = false;
  const leave = () => {
    isInterrupted = true;
    putAway()
      .then(async () => (await finding).leave())
      .finally(() => process.exit(INTERRUPTED));
  };
  for (const signal of SIGNALS) process.once(signal, leave);
  try {
    const found = await finding;
    return await work(found).finally(found.leave);
  } catch (error) {
    // The work fails because its database goes: nothing that whoever has interrupted it does not know.
    if (isInterrupted) await new Promise(() => {});
    throw error;
  } finally {
    for (const signal of SIGNALS) process.off(signal, leave);
  }
}

async function insistOnMade({ dataFolder }: Settings): Promise<void> {
  if (await isEmbeddedMade(dataFolder)) return;
  throw new OperatorError(
    `There is no Waybill in ${dataFolder} yet. Begin one with waybill start, or say with WAYBILL_DATA where it is.`,
  );
}
