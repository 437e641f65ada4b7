import path from 'node:path';
import type { Command } from 'commander';
import { systemClock } from '../../infrastructure/clock.ts';
import { readSettings } from '../../infrastructure/config/settings.ts';
import { OperatorError } from '../../infrastructure/operator-error.ts';
import { systemRandom } from '../../infrastructure/random.ts';
import { signatureOf } from '../../partners/index.ts';
import { readDemoPartner } from '../demo-partner.ts';
import { print, printJson } from './command.ts';
import { curlCommand } from './curl-command.ts';
import { readNamedText } from './named-files.ts';

type SignOptions = {
  data?: string;
  market?: string;
  platform?: string;
  key?: string;
  secret?: string;
  url?: string;
  json?: boolean;
};
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export function addSignCommand(program: Command): void {
  program
    .command('sign')
    .description('sign a request and print the curl line that sends it')
    .argument('<method>', METHODS.join(', '))
    .argument('<path>', 'for example /v3/cities')
    .option('--data <json>', 'the body, or @file')
    .option('--market <market>', 'market of the call (default: the demo partner’s)')
    .option('--platform <platform>', 'PLUS for scheduled deliveries')
    .option('--key <key>', 'API key (default: the demo partner’s)')
    .option('--secret <secret>', 'API secret (default: the demo partner’s)')
    .option('--url <url>', 'where to send it (default: WAYBILL_PUBLIC_URL)')
    .option('--json', 'print the parts of the request as JSON')
    .action(sign);
}

async function sign(givenMethod: string, requestPath: string, options: SignOptions): Promise<void> {
  const settings = readSettings();
  const method = givenMethod.toUpperCase();
  if (!METHODS.includes(method)) throw new OperatorError(`The method must be one of ${METHODS.join(', ')}.`);
  if (!requestPath.startsWith('/'))
    throw new OperatorError('The path must begin with a slash, for example /v3/cities.');
  const demo = await readDemoPartner(settings.dataFolder);
  const key = options.key ?? demo?.apiKey;
  const secret = options.secret ?? (options.key === undefined ? demo?.apiSecret : undefined);
  if (key === undefined || secret === undefined) {
    throw new OperatorError('Give --key and --secret, or start the sandbox once so that there is a demo partner.');
  }
  const body = await bodyOf(options.data);
  const timestamp = String(systemClock.now());
  const signature = signatureOf(secret, timestamp, method, requestPath.split('?')[0] as string, body);
  const headers: Record<string, string> = {
    Authorization: `hmac ${key}:${timestamp}:${signature}`,
    'Content-Type': 'application/json',
    Market: options.market ?? demo?.market ?? 'HK',
    'Request-ID': systemRandom.uuid(),
    ...(options.platform === undefined ? {} : { Platform: options.platform }),
  };
  const url = `${options.url ?? settings.publicUrl}${requestPath}`;
  if (options.json) return printJson({ method, url, headers, body });
  const authority = path.relative('', path.join(settings.dataFolder, 'tls', 'ca.pem'));
  print(curlCommand({ method, url, headers, body }, settings.tls === 'local' ? authority : undefined));
}

async function bodyOf(data: string | undefined): Promise<string> {
  return data?.startsWith('@') === true ? readNamedText(data.slice(1)) : (data ?? '');
}
