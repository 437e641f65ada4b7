import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { type CallerOptions, callerFrom, withCaller } from './caller.ts';
import { example, type Json, print, printJson } from './command.ts';
import { curlCommand } from './curl-command.ts';
import { readNamedText, STANDARD_INPUT } from './named-files.ts';
import { oneInCapitals } from './options.ts';
import { signRequest } from './signed-request.ts';

type SignOptions = CallerOptions & Json & { data?: string; platform?: string };
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const PLATFORMS = ['PLUS'];

export function addSignCommand(program: Command): void {
  const sign = program
    .command('sign')
    .description('sign a request and print the curl line that sends it')
    .addHelpText('after', example('sign GET /v3/cities | sh'))
    .addArgument(new Argument('<method>').choices(METHODS).argParser(oneInCapitals(METHODS)))
    .argument('<path>', 'for example /v3/cities', pathArgument)
    .option('--data <json>', `the body; @file takes it from a file, @${STANDARD_INPUT} from the standard input`)
    .addOption(
      new Option('--platform <platform>', 'PLUS for scheduled deliveries')
        .choices(PLATFORMS)
        .argParser(oneInCapitals(PLATFORMS)),
    );
  withCaller(sign)
    .option('--json', 'print the parts of the request as JSON')
    .action(async (method: string, path: string, options: SignOptions) => {
      const caller = await callerFrom(options);
      const request = signRequest(caller, {
        method,
        path,
        body: await bodyOf(options.data),
        platform: options.platform,
      });
      if (options.json) return printJson(request);
      print(curlCommand(request, caller.authority));
    });
}

async function bodyOf(data = ''): Promise<string> {
  return data.startsWith('@') ? readNamedText(data.slice(1)) : data;
}

function pathArgument(text: string): string {
  if (!text.startsWith('/')) throw new InvalidArgumentError('It must begin with a slash, for example /v3/cities.');
  return text;
}
