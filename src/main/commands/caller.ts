import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { readSettings } from '../../infrastructure/config/settings.ts';
import { OperatorError } from '../../infrastructure/operator-error.ts';
import { readDemoPartner } from '../demo-partner.ts';
import { UsageError } from './command.ts';
import { marketOption } from './options.ts';

/** Who calls the partner API, and where it is. */
export type Caller = {
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  readonly market: string;
  /** File of the authority that vouches for the server, where the machine does not know it. */
  readonly authority: string | undefined;
  readonly webhookSecret: string | undefined;
};
export type CallerOptions = {
  key?: string;
  secret?: string;
  url?: string;
  ca?: string;
  market?: string;
  webhookSecret?: string;
};

/** Of commands that call as a partner does. What is not given is the environment's, or the demo partner's. */
export function withCaller(command: Command): Command {
  return command
    .option('--key <key>', 'API key (default: WAYBILL_KEY, or the demo partner’s)')
    .option('--secret <secret>', 'API secret (default: WAYBILL_SECRET, or the demo partner’s)')
    .option('--url <url>', 'address of the API (default: WAYBILL_URL, or where the sandbox of this folder was started)')
    .option('--ca <file>', 'the authority that vouches for the address (default: WAYBILL_CA, or the local one)')
    .option('--market <market>', 'market of the call (default: the demo partner’s)', marketOption);
}

export async function callerFrom(options: CallerOptions): Promise<Caller> {
  const settings = readSettings();
  const demo = await readDemoPartner(settings.dataFolder);
  const given = { key: options.key ?? settings.callKey, secret: options.secret ?? settings.callSecret };
  if ((given.key === undefined) !== (given.secret === undefined))
    throw new UsageError(
      'A key and its secret go together: give --key and --secret, or WAYBILL_KEY and WAYBILL_SECRET.',
    );
  const key = given.key ?? demo?.apiKey;
  const secret = given.secret ?? demo?.apiSecret;
  if (key === undefined || secret === undefined)
    throw new OperatorError(
      'Give --key and --secret, or start the sandbox once so that there is a demo partner. If it was started with WAYBILL_DATA, this command needs that too.',
    );
  const ours = (key === demo?.apiKey ? demo?.url : undefined) ?? settings.publicUrl;
  const url = originOf(options.url ?? settings.callUrl ?? ours);
  // The local authority vouches for this deployment alone; a distant one has a certificate that the machine knows.
  const isOurs = settings.tls === 'local' && new URL(url).hostname === new URL(ours).hostname;
  const file = path.join(settings.dataFolder, 'tls', 'ca.pem');
  // There is none where it is started with TLS in front, by settings that this terminal may not have.
  const local = isOurs && existsSync(file) ? path.relative('', file) : undefined;
  return {
    url,
    key,
    secret,
    market: options.market ?? demo?.market ?? 'HK',
    authority: options.ca ?? settings.callAuthority ?? local,
    webhookSecret:
      options.webhookSecret ?? settings.callWebhookSecret ?? (key === demo?.apiKey ? demo.webhookSecret : undefined),
  };
}

function originOf(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new UsageError(`"${text}" is no address such as https://localhost:8443.`);
  return new URL(text).origin;
}
