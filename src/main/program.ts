import { Command } from 'commander';
import type { Instant } from '../foundation/time.ts';
import { example, type Json, print, printJson } from './commands/command.ts';
import { programVersion } from './program-version.ts';

const VERSION_FLAGS = '-V, --version';

/** Loaded where they are asked for: each brings a good part of the program with it. */
const GROUPS: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  partner: async () => (await import('./commands/partner-commands.ts')).addPartnerCommands,
  operator: async () => (await import('./commands/person-commands.ts')).addOperatorCommands,
  person: async () => (await import('./commands/person-data-commands.ts')).addPersonCommands,
  driver: async () => (await import('./commands/driver-commands.ts')).addDriverCommands,
  dispatch: async () => (await import('./commands/dispatch-commands.ts')).addDispatchCommands,
  market: async () => (await import('./commands/market-commands.ts')).addMarketCommands,
  rates: async () => (await import('./commands/rate-commands.ts')).addRateCommands,
  plus: async () => (await import('./commands/plus-commands.ts')).addPlusCommands,
  evidence: async () => (await import('./commands/evidence-command.ts')).addEvidenceCommand,
  backup: async () => (await import('./commands/backup-command.ts')).addBackupCommand,
  restore: async () => (await import('./commands/restore-command.ts')).addRestoreCommand,
  doctor: async () => (await import('./commands/doctor.ts')).addDoctorCommand,
  health: async () => (await import('./commands/health.ts')).addHealthCommand,
  sign: async () => (await import('./commands/sign.ts')).addSignCommand,
  listen: async () => (await import('./commands/listen.ts')).addListenCommand,
  completion: async () => (await import('./commands/completion-command.ts')).addCompletionCommand,
  tail: async () => (await import('./commands/tail.ts')).addTailCommand,
};

/** `asked` is the first word of the command line; `startedAt` is told by `start`, which says how long it took. */
export async function buildProgram(asked: string, startedAt: Instant): Promise<Command> {
  const program = new Command('waybill')
    .description('An open, self-hosted delivery platform')
    .version(programVersion(), VERSION_FLAGS)
    .enablePositionalOptions();
  program
    .command('start')
    .description('run everything in one process')
    .addHelpText('after', example('start'))
    .action(async () => (await import('./start.ts')).start(startedAt));
  program
    .command('api')
    .description('run the API alone')
    .addHelpText('after', example('api'))
    .action(async () => (await import('./start.ts')).startPart('api'));
  program
    .command('worker')
    .description('run the worker alone')
    .addHelpText('after', example('worker'))
    .action(async () => (await import('./start.ts')).startPart('worker'));
  program
    .command('migrate')
    .description('bring the database up to date')
    .addHelpText('after', example('migrate'))
    .option('--json', 'print JSON')
    .action(async ({ json }: Json) => {
      const { withFoundationsFromTheStart } = await import('./commands/with-foundations.ts');
      await withFoundationsFromTheStart(async () => {});
      if (json) return printJson({ upToDate: true });
      print('The database is up to date.');
    });
  program
    .command('version')
    .description('print which version this is')
    .addHelpText('after', example('version'))
    .option('--json', 'print JSON')
    .action(({ json }: Json) => {
      const version = programVersion();
      if (json) return printJson({ version });
      print(version);
    });
  const known = [...Object.keys(GROUPS), ...program.commands.map((command) => command.name())];
  // The whole help, the advice on a misspelt name, and what a shell can complete need them all.
  const needsAll = asked === 'completion' || ![...known, ...VERSION_FLAGS.split(', ')].includes(asked);
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
