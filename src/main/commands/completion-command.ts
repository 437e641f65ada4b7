import { Argument, type Command } from 'commander';
import { example, print } from './command.ts';
import { bashCompletion, fishCompletion, type KnownValues, placesOf, zshCompletion } from './completion.ts';

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('print what makes a shell complete commands, options and values')
    .addHelpText('after', example('completion bash > ~/.local/share/bash-completion/completions/waybill'))
    .addArgument(new Argument('<shell>').choices(Object.keys(SHELLS)))
    .action(async (shell: keyof typeof SHELLS) => print(SHELLS[shell](placesOf(program, await knownValues()))));
}

/** What stands in the place of a name such as <market>: of what ships with the product. */
async function knownValues(): Promise<KnownValues> {
  const { readShippedDocuments } = await import('../../markets/index.ts');
  const documents = await readShippedDocuments();
  const markets = [...documents.keys()];
  const services = [...documents.values()].flatMap(({ document }) => Object.keys(document.services));
  return { market: markets, markets, service: services, services };
}
