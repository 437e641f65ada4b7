import { type Command, InvalidArgumentError, Option } from 'commander';
import { DeliveryError } from '../../foundation/errors.ts';
import type { PartnerId } from '../../foundation/ids.ts';
import { formatInstant } from '../../foundation/time.ts';
import { OperatorError } from '../../infrastructure/operator-error.ts';
import { listPartners, readWebhookSecret, rotateWebhookSecret } from '../../partners/index.ts';
import { chooseEvents, EVENT_CHOICES, eventChoicesOf, isEventChoice } from '../../webhooks/index.ts';
import type { Foundations } from '../foundations.ts';
import { makePartner } from '../make-partner.ts';
import { example, type Json, print, printJson, tell, UsageError } from './command.ts';
import { allMarkets, knownPartner, marketsOf } from './lookups.ts';
import { noteAct } from './note-act.ts';
import { listInCapitals, partnerIdOption, type Reasoned, withReason } from './options.ts';
import { addKey, printKey, type TermOptions, withTerms } from './partner-key-command.ts';
import { addAlert, addFund, amountOf } from './partner-wallet-commands.ts';
import { addUserCommands } from './person-commands.ts';
import { withFoundations, withFoundationsFromTheStart } from './with-foundations.ts';

const PAGE = 50;

export function addPartnerCommands(program: Command): void {
  const partner = program
    .command('partner')
    .description('partners and their API keys')
    .addHelpText('after', example('partner list'));
  addCreate(partner);
  addList(partner);
  addFund(partner);
  addAlert(partner);
  addWebhookSecret(partner);
  addEvents(partner);
  addKey(partner);
  addUserCommands(partner);
}

type CreateOptions = TermOptions & Reasoned & { name: string; credit?: string };

function addCreate(partner: Command): void {
  withTerms(
    withReason(partner.command('create'))
      .description('create a partner with a first key')
      .addHelpText('after', example('partner create --name Acme --market HK,SG --credit 5000')),
  )
    .requiredOption('--name <name>', 'name of the partner', nameOption)
    .option('--credit <amount>', 'put this much into the wallet of each market named')
    .action(async (options: CreateOptions) => {
      if (!options.market?.length) throw new UsageError('Say for which markets: --market HK or --market HK,SG');
      const created = await withFoundationsFromTheStart((foundations) => create(foundations, options));
      if (options.json) return printJson(created);
      print(`Partner     ${created.name} (${created.partnerId}), ${created.markets.join(', ')}`);
      printKey(created);
      print(`Webhooks    ${created.webhookSecret}`);
    });
}

async function create(foundations: Foundations, options: CreateOptions) {
  const { credit } = options;
  const markets = marketsOf(await allMarkets(foundations), options.market ?? []);
  const credits =
    credit === undefined ? [] : markets.map((market) => ({ market, amountMinor: amountOf(credit, market) }));
  const request = {
    name: options.name,
    markets: markets.map(({ market }) => market),
    platforms: options.platform ?? ['ON_DEMAND'],
    sourceAddresses: options.allow ?? [],
    limitFactor: options.raiseLimits ?? 1,
  };
  const made = await foundations.database.inTransaction(async (tx) => {
    const partner = await makePartner(foundations, tx, markets, request, credits).catch(askForCredit);
    const { partnerId, name } = partner;
    const details = { name, markets: partner.markets, ...(credit === undefined ? {} : { credit }) };
    const subject = { kind: 'partner', id: partnerId };
    await noteAct(tx, foundations, { action: 'partner.create', subject, partnerId, reason: options.reason, details });
    return partner;
  });
  const { partnerId, name, markets: codes, platforms, apiKey, apiSecret, webhookSecret } = made;
  return { partnerId, name, markets: codes, platforms, apiKey, apiSecret, webhookSecret };
}

/** There is no wallet yet that could be topped up: without its first key the partner is not made. */
function askForCredit(error: unknown): never {
  if (error instanceof DeliveryError && error.code === 'ERR_INSUFFICIENT_CREDIT')
    throw new OperatorError(
      'A production key needs a funded wallet, so no partner was made. Say with how much it begins, such as --credit 5000.',
    );
  throw error;
}

function addList(partner: Command): void {
  partner
    .command('list')
    .description('partners, newest first')
    .addHelpText('after', example('partner list'))
    .option('--before <partnerId>', 'go on after this one', partnerIdOption)
    .option('--json', 'print JSON')
    .action(async ({ before, json }: { before?: string } & Json) => {
      const { partners, next } = await withFoundations(({ database }) => listPartners(database, before, PAGE));
      if (json) printJson(partners.map(recordOf));
      else if (partners.length === 0)
        print(
          before === undefined
            ? 'No partners yet. Create one: waybill partner create --name Acme --market HK'
            : `No partners before ${before}.`,
        );
      else for (const partner of partners) printPartner(partner);
      if (next !== null) tell(`More: waybill partner list --before ${next}`);
    });
}

type Listed = Awaited<ReturnType<typeof listPartners>>['partners'][number];

const recordOf = ({ id, createdAt, ...rest }: Listed) => ({
  partnerId: id,
  createdAt: formatInstant(createdAt),
  ...rest,
});

function printPartner({ id, name, keys }: Listed): void {
  print(`${id}  ${name}`);
  for (const key of keys)
    print(`  ${key.publicKey}  ${key.status}  ${key.markets.join(',')}  ${key.platforms.join(',')}`);
}

const SHOW_SECRET = { tell: readWebhookSecret, action: 'webhook.show-secret' };
const ROTATE_SECRET = { tell: rotateWebhookSecret, action: 'webhook.rotate-secret' };

function aboutWebhook(partnerId: PartnerId) {
  return { subject: { kind: 'webhook', id: partnerId }, partnerId };
}

function addWebhookSecret(partner: Command): void {
  withReason(partner.command('webhook-secret'))
    .description('show the secret that verifies webhooks, or make a new one')
    .addHelpText('after', example('partner webhook-secret --partner 1571354659422392320'))
    .requiredOption('--partner <partnerId>', 'id of the partner', partnerIdOption)
    .option('--rotate', 'make a new one; for a day both sign')
    .option('--json', 'print JSON')
    .action(async (options: { partner: string; rotate?: boolean } & Reasoned & Json) => {
      const { tell, action } = options.rotate ? ROTATE_SECRET : SHOW_SECRET;
      const webhookSecret = await withFoundations(async (foundations) => {
        const { id } = await knownPartner(foundations, options.partner);
        return foundations.database.inTransaction(async (tx) => {
          await noteAct(tx, foundations, { action, ...aboutWebhook(id), reason: options.reason });
          return tell(foundations, tx, id);
        });
      });
      if (options.json) return printJson({ partnerId: options.partner, webhookSecret });
      print(`Webhooks    ${webhookSecret}`);
      if (options.rotate) print('The secret before signs beside it for 24 hours. Change your verifier until then.');
    });
}

function addEvents(partner: Command): void {
  withReason(partner.command('events'))
    .description('show or set which events the partner has chosen to be told beside the usual ones')
    .addHelpText('after', example('partner events --partner 1571354659422392320 --choose ORDER_CREATED'))
    .requiredOption('--partner <partnerId>', 'id of the partner', partnerIdOption)
    .addOption(
      new Option('--choose <events>', 'these and no others, separated by commas; "" for none')
        .choices(EVENT_CHOICES)
        .argParser(listInCapitals),
    )
    .option('--json', 'print JSON')
    .action(async (options: EventOptions & Json) => {
      const wrong = options.choose?.find((name) => !isEventChoice(name));
      if (wrong !== undefined)
        throw new UsageError(`"${wrong}" cannot be chosen. What can be: ${EVENT_CHOICES.join(', ')}.`);
      const choices = await withFoundations((foundations) => choicesAfter(foundations, options));
      if (options.json) return printJson({ partnerId: options.partner, choices });
      for (const choice of EVENT_CHOICES) print(`${choices.includes(choice) ? 'told    ' : 'not told'}  ${choice}`);
    });
}

type EventOptions = Reasoned & { partner: string; choose?: string[] };

async function choicesAfter(foundations: Foundations, options: EventOptions) {
  const { database, clock } = foundations;
  const { id } = await knownPartner(foundations, options.partner);
  const { choose, reason } = options;
  if (choose === undefined) return eventChoicesOf(database, id);
  return database.inTransaction(async (tx) => {
    const choices = await chooseEvents(tx, id, choose.filter(isEventChoice), clock.now());
    await noteAct(tx, foundations, { action: 'webhook.choose', ...aboutWebhook(id), reason, details: { choices } });
    return choices;
  });
}

function nameOption(text: string): string {
  const name = text.trim();
  if (name.length < 1 || name.length > 200) throw new InvalidArgumentError('It must have 1 to 200 characters.');
  return name;
}
