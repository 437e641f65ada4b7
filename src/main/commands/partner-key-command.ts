import { type Command, InvalidArgumentError, Option } from 'commander';
import type { PartnerId } from '../../foundation/ids.ts';
import { listOf } from '../../infrastructure/config/readings.ts';
import type { Platform } from '../../infrastructure/http/partner-api.ts';
import { changeKeyStatus, changeKeyTerms, issueKey, type KeyRequest } from '../../partners/index.ts';
import type { Foundations } from '../foundations.ts';
import { partnerDeps } from '../make-partner.ts';
import { example, type Json, print, printJson, UsageError } from './command.ts';
import { allMarkets, knownPartner, marketsOf } from './lookups.ts';
import { noteAct } from './note-act.ts';
import { listInCapitals, partnerIdOption, type Reasoned, withReason } from './options.ts';
import { withFoundations } from './with-foundations.ts';

const PLATFORMS = ['ON_DEMAND', 'PLUS'];

export type TermOptions = Json & { market?: string[]; platform?: Platform[]; allow?: string[]; raiseLimits?: number };
type KeyActions = Reasoned & { partner?: string; change?: string; revoke?: string; suspend?: string; resume?: string };

export function addKey(partner: Command): void {
  withTerms(
    withReason(partner.command('key'))
      .description('issue a second key, or change one')
      .addHelpText('after', example('partner key --partner 1571354659422392320')),
  )
    .addOption(new Option('--partner <partnerId>', 'issue a key to this partner').argParser(partnerIdOption))
    .addOption(new Option('--change <key>', 'change markets, platforms, addresses or limits of this key'))
    .addOption(new Option('--revoke <key>', 'end this key for good, at once'))
    .addOption(new Option('--suspend <key>', 'answer this key with 403 until it is resumed'))
    .addOption(new Option('--resume <key>', 'let a suspended key in again'))
    .action(async (options: TermOptions & KeyActions) => {
      const result = await withFoundations((foundations) => changeKey(foundations, options));
      if (options.json) return printJson(result);
      if ('apiSecret' in result) return printKey(result);
      print(`${result.apiKey} is ${result.status}, for ${result.markets.join(', ')} (${result.platforms.join(', ')}).`);
    });
}

async function changeKey(foundations: Foundations, options: TermOptions & KeyActions) {
  const { database } = foundations;
  const actions = (['partner', 'change', 'revoke', 'suspend', 'resume'] as const).filter(
    (name) => options[name] !== undefined,
  );
  const [action] = actions;
  if (action === undefined || actions.length > 1) {
    throw new UsageError(
      'Say one thing to do: --partner <id> for a new key, or --change, --revoke, --suspend or --resume <key>.',
    );
  }
  if (options.market?.length === 0) throw new UsageError('Say for which markets: --market HK or --market HK,SG');
  const all = await allMarkets(foundations);
  const terms: Partial<KeyRequest> = {
    ...(options.market === undefined ? {} : { markets: marketsOf(all, options.market).map(({ market }) => market) }),
    ...(options.platform === undefined ? {} : { platforms: options.platform }),
    ...(options.allow === undefined ? {} : { sourceAddresses: options.allow }),
    ...(options.raiseLimits === undefined ? {} : { limitFactor: options.raiseLimits }),
  };
  const target = options[action] as string;
  const deps = partnerDeps(foundations, all);
  const { reason } = options;
  const about = (id: string, partnerId: PartnerId) => ({ subject: { kind: 'key', id }, partnerId, reason });
  if (action === 'partner') {
    const partner = await knownPartner(foundations, target);
    return database.inTransaction(async (tx) => {
      const issued = await issueKey(deps, tx, partner.id, terms);
      const details = { markets: issued.markets, platforms: issued.platforms };
      await noteAct(tx, foundations, { action: 'key.create', ...about(issued.apiKey, partner.id), details });
      return issued;
    });
  }
  const status = { revoke: 'revoked', suspend: 'suspended', resume: 'active', change: undefined } as const;
  const newStatus = status[action];
  const key = await database.inTransaction(async (tx) => {
    const changed =
      newStatus === undefined
        ? await changeKeyTerms(deps, tx, target, terms)
        : await changeKeyStatus(tx, target, newStatus);
    const details = newStatus === undefined ? terms : {};
    await noteAct(tx, foundations, {
      action: `key.${action}`,
      ...about(changed.publicKey, changed.partner.id),
      details,
    });
    return changed;
  });
  const { publicKey, markets, platforms, sourceAddresses, limitFactor } = key;
  return { apiKey: publicKey, status: key.status, markets, platforms, sourceAddresses, limitFactor };
}

/** What a key may be used for. */
export function withTerms(command: Command): Command {
  return command
    .option('--market <markets>', 'markets of the key, for example HK,SG', listInCapitals)
    .addOption(
      new Option('--platform <platforms>', 'platforms of the key, separated by commas (default: ON_DEMAND)')
        .choices(PLATFORMS)
        .argParser(platformsOption),
    )
    .option('--allow <addresses>', 'use only from these addresses or ranges, comma-separated; any for all', allowOption)
    .option('--raise-limits <factor>', "multiply this key's limits", factorOption)
    .option('--json', 'print JSON');
}

export function printKey({ apiKey, apiSecret }: { apiKey: string; apiSecret: string }): void {
  print(`API key     ${apiKey}`);
  print(`API secret  ${apiSecret}  (shown this once)`);
}

/** Nothing at all is a variable that was not set, and must not open a key to everybody. */
function allowOption(text: string): string[] {
  const addresses = listOf(text);
  if (addresses.length === 0) throw new InvalidArgumentError('Give at least one address, or any for all.');
  return addresses.length === 1 && addresses[0] === 'any' ? [] : addresses;
}

function platformsOption(text: string): Platform[] {
  const platforms = listOf(text.toUpperCase());
  if (platforms.length === 0 || platforms.some((name) => !PLATFORMS.includes(name))) {
    throw new InvalidArgumentError('It must be ON_DEMAND, PLUS or ON_DEMAND,PLUS.');
  }
  return [...new Set(platforms)] as Platform[];
}

function factorOption(text: string): number {
  const factor = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (factor < 1 || factor > 100_000) throw new InvalidArgumentError('It must be a whole number from 1 to 100000.');
  return factor;
}
