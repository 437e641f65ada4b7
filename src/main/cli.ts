import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { DeliveryError } from '../foundation/errors.ts';
import { systemClock } from '../infrastructure/clock.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import { print, UsageError } from './commands/command.ts';

const startedAt = systemClock.now();
const DONE = 0;
const REFUSED = 1;
const WRONG_USAGE = 2;
const VERSION_FLAGS = '-V, --version';

/** Loaded where they are asked for: each brings a good part of the program with it. */
const GROUPS: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  partner: async () => (await import('./commands/partner-commands.ts')).addPartnerCommands,
  operator: async () => (await import('./commands/person-commands.ts')).addOperatorCommands,
  driver: async () => (await import('./commands/driver-commands.ts')).addDriverCommands,
  dispatch: async () => (await import('./commands/dispatch-commands.ts')).addDispatchCommands,
  market: async () => (await import('./commands/market-commands.ts')).addMarketCommands,
  rates: async () => (await import('./commands/rate-commands.ts')).addRateCommands,
  plus: async () => (await import('./commands/plus-commands.ts')).addPlusCommands,
  evidence: async () => (await import('./commands/evidence-command.ts')).addEvidenceCommand,
  doctor: async () => (await import('./commands/doctor.ts')).addDoctorCommand,
  sign: async () => (await import('./commands/sign.ts')).addSignCommand,
  listen: async () => (await import('./commands/listen.ts')).addListenCommand,
  tail: async () => (await import('./commands/tail.ts')).addTailCommand,
};

async function buildProgram(asked: string): Promise<Command> {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const program = new Command('waybill')
    .description('An open, self-hosted delivery platform')
    .version(version, VERSION_FLAGS)
    .enablePositionalOptions();
  program
    .command('start')
    .description('run everything in one process')
    .action(async () => (await import('./start.ts')).start(startedAt));
  program
    .command('api')
    .description('run the API alone')
    .action(async () => (await import('./start.ts')).startPart('api'));
  program
    .command('worker')
    .description('run the worker alone')
    .action(async () => (await import('./start.ts')).startPart('worker'));
  program
    .command('migrate')
    .description('bring the database up to date')
    .action(async () => {
      const { withFoundations } = await import('./commands/with-foundations.ts');
      await withFoundations(async () => {});
      print('The database is up to date.');
    });
  const known = [...Object.keys(GROUPS), ...program.commands.map((command) => command.name())];
  // The whole help, and the advice on a misspelt name, need them all.
  const needsAll = ![...known, ...VERSION_FLAGS.split(', ')].includes(asked);
  for (const [name, load] of Object.entries(GROUPS)) if (needsAll || name === asked) (await load())(program);
  endKindly(program, program.name());
  return program;
}

/** Throws in the place of an exit, and leads whoever mistypes to the help of the very command. */
function endKindly(command: Command, fullName: string): void {
  if (command.commands.length > 0) addHelp(command);
  command.exitOverride().showHelpAfterError(`See: ${fullName} --help`);
  for (const inner of command.commands) endKindly(inner, `${fullName} ${inner.name()}`);
}

/** In the place of the parser's own, which shows the whole help for a command that is not there and does not say so. */
function addHelp(program: Command): void {
  program
    .helpCommand(false)
    .command('help')
    .argument('[command...]')
    .description('display help for command')
    .action((names: readonly string[]) => {
      let asked = program;
      for (const name of names) {
        const inner = asked.commands.find((command) => command.name() === name);
        asked = inner ?? asked.error(`error: unknown command '${name}'`);
      }
      asked.help();
    });
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : WRONG_USAGE;
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n`);
    return WRONG_USAGE;
  }
  if (error instanceof OperatorError || error instanceof DeliveryError) {
    process.stderr.write(`${error.message}\n`);
    return REFUSED;
  }
  process.stderr.write(`${(error as Error).stack ?? String(error)}\n`);
  return REFUSED;
}

try {
  const program = await buildProgram(process.argv[2] ?? '');
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}
