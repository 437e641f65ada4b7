import { CommanderError } from 'commander';
import { DeliveryError } from '../foundation/errors.ts';
import { systemClock } from '../infrastructure/clock.ts';
import { isDatabaseOutage } from '../infrastructure/database/outage.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import { openSourceLines } from '../infrastructure/source-lines.ts';
import { UsageError } from './commands/command.ts';
import { OutputEnded, watchOutput } from './commands/output.ts';
import { buildProgram } from './program.ts';

const startedAt = systemClock.now();
const DONE = 0;
const REFUSED = 1;
const WRONG_USAGE = 2;

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : WRONG_USAGE;
  if (error instanceof OutputEnded) return Number(process.exitCode ?? DONE);
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n`);
    return WRONG_USAGE;
  }
  if (error instanceof DeliveryError) {
    process.stderr.write(`${error.faults.map(({ sentence }) => sentence).join(' ')}\n`);
    return REFUSED;
  }
  if (error instanceof OperatorError) {
    process.stderr.write(`${error.message}\n`);
    return REFUSED;
  }
  if (isDatabaseOutage(error)) {
    process.stderr.write(`The database cannot do it now: ${(error as Error).message}. See to it, and try again.\n`);
    return REFUSED;
  }
  process.stderr.write(`${openSourceLines().name((error as Error).stack ?? String(error))}\n`);
  return REFUSED;
}

watchOutput();
try {
  const program = await buildProgram(process.argv[2] ?? '', startedAt);
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}
