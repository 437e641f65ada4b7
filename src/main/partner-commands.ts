import { type Command, InvalidArgumentError, Option } from 'commander';
import { isId } from '../foundation/ids.ts';
import { formatAmount, parseAmount } from '../foundation/money.ts';
import { formatInstant } from '../foundation/time.ts';
import { listOf } from '../infrastructure/config/settings.ts';
import type { Platform } from '../infrastructure/http/partner-api.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import { loadMarkets, type Market, readShippedDocuments } from '../markets/index.ts';
import {
  changeKeyStatus,
  changeKeyTerms,
  findPartner,
  issueKey,
  type KeyRequest,
  listPartners,
  readWebhookSecret,
  rotateWebhookSecret,
} from '../partners/index.ts';
import { type Reference, setAlertBelow, topUp } from '../wallet/index.ts';
import { chooseEvents, EVENT_CHOICES, eventChoicesOf, isEventChoice } from '../webhooks/index.ts';
import { ALREADY_BOOKED, print, printJson, referenceOption, UsageError, withFoundations } from './command.ts';
import type { Foundations } from './foundations.ts';
import { makePartner, partnerDeps } from './make-partner.ts';

type TermOptions = { market?: string[]; platform?: Platform[]; allow?: string[]; raiseLimits?: number; json?: boolean };
const PAGE = 50;

export function addPartnerCommands(program: Command): void {
  const partner = program.command('partner').description('partners and their API keys');

  withTerms(partner.command('create').description('create a partner with a first key'))
    .requiredOption('--name <name>', 'name of the partner', nameOption)
    .option('--credit <amount>', 'put this much into the wallet of each market named')
    .action(async (options: TermOptions & { name: string; credit?: string }) => {
      if (!options.market?.length) throw new UsageError('Say for which markets: --market HK or --market HK,SG');
      const created = await withFoundations((foundations) => create(foundations, options));
      if (options.json) return printJson(created);
      print(`Partner     ${created.name} (${created.partnerId}), ${created.markets.join(', ')}`);
      printKey(created);
      print(`Webhooks    ${created.webhookSecret}`);
    });

  partner
    .command('list')
    .description('partners, newest first')
    .option('--before <partnerId>', 'go on after this one', partnerIdOption)
    .option('--json', 'print JSON')
    .action(async ({ before, json }: { before?: string; json?: boolean }) => {
      const partners = await withFoundations(({ database }) => listPartners(database, before, PAGE));
      if (json) {
        return printJson(
          partners.map(({ id, createdAt, ...rest }) => ({
            partnerId: id,
            createdAt: formatInstant(createdAt),
            ...rest,
          })),
        );
      }
      if (partners.length === 0)
        return print('No partners yet. Create one: waybill partner create --name Acme --market HK');
      for (const { id, name, keys } of partners) {
        print(`${id}  ${name}`);
        for (const key of keys)
          print(`  ${key.publicKey}  ${key.status}  ${key.markets.join(',')}  ${key.platforms.join(',')}`);
      }
      if (partners.length === PAGE) print(`More: waybill partner list --before ${partners.at(-1)?.id}`);
    });

  partner
    .command('fund')
    .description("put money into a partner's wallet")
    .requiredOption('--partner <partnerId>', 'id of the partner', partnerIdOption)
    .requiredOption('--market <market>', 'market whose currency it is', (text) => text.toUpperCase())
    .requiredOption('--amount <amount>', 'how much, for example 500')
    .option('--reference <text>', 'your name for this payment, which is booked once under it', referenceOption)
    .option('--json', 'print JSON')
    .action(async (options: FundOptions & { json?: boolean }) => {
      const result = await withFoundations((foundations) => fund(foundations, options));
      if (options.json) return printJson(result);
      if (result.alreadyBooked) print(ALREADY_BOOKED);
      print(`The wallet holds ${result.balance} ${result.currency} now.`);
    });

  partner
    .command('alert')
    .description('tell the partner in the portal when a wallet falls below an amount')
    .requiredOption('--partner <partnerId>', 'id of the partner', partnerIdOption)
    .requiredOption('--market <market>', 'market whose currency it is', (text) => text.toUpperCase())
    .requiredOption('--below <amount>', 'the amount; 0 for no alert')
    .option('--json', 'print JSON')
    .action(async (options: { partner: string; market: string; below: string; json?: boolean }) => {
      const result = await withFoundations((foundations) => setAlert(foundations, options));
      if (options.json) return printJson(result);
      print(
        Number(result.below) === 0
          ? 'There is no alert any more.'
          : `An alert comes when the wallet falls below ${result.below} ${result.currency}.`,
      );
    });

  partner
    .command('webhook-secret')
    .description('show the secret that verifies webhooks, or make a new one')
    .requiredOption('--partner <partnerId>', 'id of the partner', partnerIdOption)
    .option('--rotate', 'make a new one; for a day both sign')
    .option('--json', 'print JSON')
    .action(async (options: { partner: string; rotate?: boolean; json?: boolean }) => {
      const webhookSecret = await withFoundations((foundations) =>
        (options.rotate ? rotateWebhookSecret : readWebhookSecret)(foundations, foundations.database, options.partner),
      );
      if (options.json) return printJson({ partnerId: options.partner, webhookSecret });
      print(`Webhooks    ${webhookSecret}`);
      if (options.rotate) print('The secret before signs beside it for 24 hours. Change your verifier until then.');
    });

  partner
    .command('events')
    .description('show or set which events the partner has chosen to be told beside the usual ones')
    .requiredOption('--partner <partnerId>', 'id of the partner', partnerIdOption)
    .option('--choose <events>', `these and no others, "" for none: ${EVENT_CHOICES.join(',')}`, (text) =>
      listOf(text.toUpperCase()),
    )
    .option('--json', 'print JSON')
    .action(async (options: { partner: string; choose?: string[]; json?: boolean }) => {
      const wrong = options.choose?.find((name) => !isEventChoice(name));
      if (wrong !== undefined)
        throw new UsageError(`"${wrong}" cannot be chosen. What can be: ${EVENT_CHOICES.join(', ')}.`);
      const choices = await withFoundations((foundations) => choicesAfter(foundations, options));
      if (options.json) return printJson({ partnerId: options.partner, choices });
      for (const choice of EVENT_CHOICES) print(`${choices.includes(choice) ? 'told    ' : 'not told'}  ${choice}`);
    });

  withTerms(partner.command('key').description('issue a second key, or change one'))
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

type KeyActions = { partner?: string; change?: string; revoke?: string; suspend?: string; resume?: string };

function withTerms(command: Command): Command {
  return command
    .option('--market <markets>', 'markets of the key, for example HK,SG', (text) => listOf(text.toUpperCase()))
    .option('--platform <platforms>', 'ON_DEMAND, PLUS or both (default ON_DEMAND)', platformsOption)
    .option('--allow <addresses>', 'use only from these addresses or ranges, comma-separated', listOf)
    .option('--raise-limits <factor>', "multiply this key's limits", factorOption)
    .option('--json', 'print JSON');
}

async function create(foundations: Foundations, options: TermOptions & { name: string; credit?: string }) {
  const { credit } = options;
  const markets = await knownMarkets(foundations, options.market ?? []);
  const credits =
    credit === undefined ? [] : markets.map((market) => ({ market, amountMinor: amountOf(credit, market) }));
  const request = {
    name: options.name,
    markets: markets.map(({ market }) => market),
    platforms: options.platform ?? ['ON_DEMAND'],
    sourceAddresses: options.allow ?? [],
    limitFactor: options.raiseLimits ?? 1,
  };
  const made = await foundations.database.inTransaction((tx) =>
    makePartner(foundations, tx, markets, request, credits),
  );
  const { partnerId, name, markets: codes, platforms, apiKey, apiSecret, webhookSecret } = made;
  return { partnerId, name, markets: codes, platforms, apiKey, apiSecret, webhookSecret };
}

type FundOptions = { partner: string; market: string; amount: string; reference?: Reference };

async function fund(foundations: Foundations, options: FundOptions) {
  const { database } = foundations;
  const [market] = await knownMarkets(foundations, [options.market]);
  if (market === undefined) throw new OperatorError('Say of which market: --market HK');
  const amountMinor = amountOf(options.amount, market);
  if (amountMinor === 0n) throw new OperatorError('The amount must be more than 0.');
  const partner = await knownPartner(foundations, options.partner);
  const { balanceMinor, alreadyBooked } = await database.inTransaction((tx) =>
    topUp(foundations, tx, { partnerId: partner.id, ...market }, amountMinor, options.reference),
  );
  const { currency, decimals } = market;
  return { partnerId: partner.id, currency, balance: formatAmount(balanceMinor, decimals), alreadyBooked };
}

async function setAlert(foundations: Foundations, options: { partner: string; market: string; below: string }) {
  const [market] = await knownMarkets(foundations, [options.market]);
  if (market === undefined) throw new OperatorError('Say of which market: --market HK');
  const below = amountOf(options.below, market);
  const partner = await knownPartner(foundations, options.partner);
  await foundations.database.inTransaction((tx) =>
    setAlertBelow(
      foundations,
      tx,
      { partnerId: partner.id, currency: market.currency },
      below === 0n ? undefined : below,
    ),
  );
  return { partnerId: partner.id, currency: market.currency, below: formatAmount(below, market.decimals) };
}

async function choicesAfter(foundations: Foundations, options: { partner: string; choose?: string[] }) {
  const { database, clock } = foundations;
  const { id } = await knownPartner(foundations, options.partner);
  if (options.choose === undefined) return eventChoicesOf(database, id);
  return chooseEvents(database, id, options.choose.filter(isEventChoice), clock.now());
}

export async function knownPartner({ database }: Foundations, id: string) {
  const partner = await findPartner(database, id);
  if (partner === undefined) throw new OperatorError(`There is no partner ${id}. See: waybill partner list`);
  return partner;
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
  const terms: Partial<KeyRequest> = {
    ...(options.market === undefined
      ? {}
      : { markets: (await knownMarkets(foundations, options.market)).map(({ market }) => market) }),
    ...(options.platform === undefined ? {} : { platforms: options.platform }),
    ...(options.allow === undefined ? {} : { sourceAddresses: options.allow }),
    ...(options.raiseLimits === undefined ? {} : { limitFactor: options.raiseLimits }),
  };
  const target = options[action] as string;
  const deps = partnerDeps(foundations, await allMarkets(foundations));
  if (action === 'partner') return database.inTransaction((tx) => issueKey(deps, tx, target, terms));
  const status = { revoke: 'revoked', suspend: 'suspended', resume: 'active', change: undefined } as const;
  const newStatus = status[action];
  const key =
    newStatus === undefined
      ? await database.inTransaction((tx) => changeKeyTerms(deps, tx, target, terms))
      : await changeKeyStatus(database, target, newStatus);
  const { publicKey, markets, platforms, sourceAddresses, limitFactor } = key;
  return { apiKey: publicKey, status: key.status, markets, platforms, sourceAddresses, limitFactor };
}

export async function allMarkets({ database }: Foundations): Promise<readonly Market[]> {
  return (await loadMarkets(database, await readShippedDocuments())).map(({ market }) => market);
}

async function knownMarkets(foundations: Foundations, codes: readonly string[]): Promise<readonly Market[]> {
  const markets = await allMarkets(foundations);
  return [...new Set(codes)].map((code) => {
    const known = markets.find(({ market }) => market === code);
    if (known !== undefined) return known;
    throw new OperatorError(
      `There is no market ${code}. It must be one of ${markets.map(({ market }) => market).join(', ')}.`,
    );
  });
}

function amountOf(
  text: string,
  { market, currency, decimals }: { market: string; currency: string; decimals: number },
): bigint {
  const amount = parseAmount(text, decimals);
  if (amount !== undefined) return amount;
  const form = decimals === 0 ? 'a whole number' : `a number with at most ${decimals} decimal`;
  throw new OperatorError(`"${text}" is not an amount in ${currency}: in ${market} it must be ${form}.`);
}

function printKey({ apiKey, apiSecret }: { apiKey: string; apiSecret: string }): void {
  print(`API key     ${apiKey}`);
  print(`API secret  ${apiSecret}  (shown this once)`);
}

function nameOption(text: string): string {
  const name = text.trim();
  if (name.length < 1 || name.length > 200) throw new InvalidArgumentError('It must have 1 to 200 characters.');
  return name;
}

export function partnerIdOption(text: string): string {
  if (!isId(text)) throw new InvalidArgumentError('It must be the 19 digits of a partner id.');
  return text;
}

function platformsOption(text: string): Platform[] {
  const platforms = listOf(text.toUpperCase());
  if (platforms.length === 0 || platforms.some((name) => name !== 'ON_DEMAND' && name !== 'PLUS')) {
    throw new InvalidArgumentError('It must be ON_DEMAND, PLUS or ON_DEMAND,PLUS.');
  }
  return [...new Set(platforms)] as Platform[];
}

function factorOption(text: string): number {
  const factor = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (factor < 1 || factor > 100_000) throw new InvalidArgumentError('It must be a whole number from 1 to 100000.');
  return factor;
}
