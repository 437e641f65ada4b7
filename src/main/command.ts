import { InvalidArgumentError } from 'commander';
import { readSettings } from '../infrastructure/config/settings.ts';
import { prepareDataFolder } from '../infrastructure/data-folder.ts';
import { findDatabase } from '../infrastructure/database/find-database.ts';
import { createLog } from '../infrastructure/log.ts';
import { type Reference, referenceFrom } from '../wallet/index.ts';
import { type Foundations, layFoundations } from './foundations.ts';

/** A command that cannot be understood as it was given. */
export class UsageError extends Error {}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const INTERRUPTED = 130;

/** Runs one command on the database of the settings: the running one, or one that is started and stopped for it. */
export async function withFoundations<T>(work: (foundations: Foundations) => Promise<T>): Promise<T> {
  const settings = readSettings();
  const log = createLog({ level: 'warn', terminal: false, write: (line) => process.stderr.write(line) });
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

/** Of a payment that is booked once, however often the command is given. */
export function referenceOption(text: string): Reference {
  const reference = referenceFrom(text);
  if (reference === undefined) throw new InvalidArgumentError('It must have 1 to 100 characters in one line.');
  return reference;
}

/** Said of a payment that was booked before. */
export const ALREADY_BOOKED = 'This was booked before under the same reference. Nothing was booked now.';

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value));
}
