import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { systemClock } from '../infrastructure/clock.ts';
import { SettingsError } from '../infrastructure/config/settings.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import { addBillingCommands } from './billing-commands.ts';
import { print, UsageError, withFoundations } from './command.ts';
import { addDispatchCommands } from './dispatch-commands.ts';
import { addDoctorCommand } from './doctor.ts';
import { addDriverCommands } from './driver-commands.ts';
import { addEvidenceCommand } from './evidence-commands.ts';
import { addMarketCommands } from './market-commands.ts';
import { addPartnerCommands } from './partner-commands.ts';
import { addPlusCommands } from './plus-commands.ts';
import { addRateCommands } from './rate-commands.ts';
import { addSignCommand } from './sign.ts';
import { start, startPart } from './start.ts';

const startedAt = systemClock.now();
const DONE = 0;
const REFUSED = 1;
const WRONG_USAGE = 2;

function buildProgram(): Command {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const program = new Command('waybill')
    .description('An open, self-hosted delivery platform')
    .version(version)
    .enablePositionalOptions();
  program
    .command('start')
    .description('run everything in one process')
    .action(() => start(startedAt));
  program
    .command('api')
    .description('run the API alone')
    .action(() => startPart('api'));
  program
    .command('worker')
    .description('run the worker alone')
    .action(() => startPart('worker'));
  program
    .command('migrate')
    .description('bring the database up to date')
    .action(async () => {
      await withFoundations(async () => {});
      print('The database is up to date.');
    });
  addPartnerCommands(program);
  addDriverCommands(program);
  addDispatchCommands(program);
  addMarketCommands(program);
  addRateCommands(program);
  addBillingCommands(addPlusCommands(program));
  addEvidenceCommand(program);
  addDoctorCommand(program);
  addSignCommand(program);
  endKindly(program, program.name());
  return program;
}

/** Throws in the place of an exit, and leads whoever mistypes to the help of the very command. */
function endKindly(command: Command, fullName: string): void {
  command.exitOverride().showHelpAfterError(`See: ${fullName} --help`);
  for (const inner of command.commands) endKindly(inner, `${fullName} ${inner.name()}`);
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : WRONG_USAGE;
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n`);
    return WRONG_USAGE;
  }
  if (error instanceof OperatorError || error instanceof SettingsError) {
    process.stderr.write(`${error.message}\n`);
    return REFUSED;
  }
  process.stderr.write(`${(error as Error).stack ?? String(error)}\n`);
  return REFUSED;
}

try {
  await buildProgram().parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}
