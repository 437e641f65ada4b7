import { type Command, InvalidArgumentError } from 'commander';
import { formatAmount } from '../../foundation/money.ts';
import { DAY_MS, formatInstant, type Instant } from '../../foundation/time.ts';
import { parseDocument } from '../../infrastructure/operator-document.ts';
import { OperatorError } from '../../infrastructure/operator-error.ts';
import { type CardKey, cardFrom, draftCard, findCard, listCards, publishCard } from '../../pricing/index.ts';
import { changeOf, previewCard } from '../../quotations/index.ts';
import type { Foundations } from '../foundations.ts';
import { example, type Json, print, printJson } from './command.ts';
import { knownCity } from './lookups.ts';
import { readNamedText } from './named-files.ts';
import { noteAct } from './note-act.ts';
import { holdingFrom, inCapitals, type Reasoned, withReason } from './options.ts';
import { withFoundations } from './with-foundations.ts';

const MOST_PREVIEWED = 100_000;
/** The version of a card that comes with the product. */
const SHIPPED = 0;
type CityAndService = { city: string; service: string };

export function addRateCommands(program: Command): void {
  const rates = program
    .command('rates')
    .description('rate cards: what a service costs in a city')
    .addHelpText('after', example('rates list --city "HK HKG" --service MOTORCYCLE'));
  addList(rates);
  addExport(rates);
  addDraft(rates);
  addPreview(rates);
  addPublish(rates);
}

function withCard(command: Command): Command {
  return command
    .requiredOption('--city <locode>', 'for example "HK HKG"')
    .requiredOption('--service <service>', 'for example MOTORCYCLE', inCapitals);
}

function addList(rates: Command): void {
  withCard(
    rates
      .command('list')
      .description('versions of a card, newest first')
      .addHelpText('after', example('rates list --city "HK HKG" --service MOTORCYCLE')),
  )
    .option('--json', 'print JSON')
    .action(async (options: CityAndService & Json) => {
      const cards = await withFoundations(async (foundations) => {
        const key = await keyOf(foundations, options);
        return listCards(foundations.database, [marketOf(key)], key);
      });
      const rows = cards.map(listed);
      if (options.json) return printJson(rows);
      if (rows.length === 0) print(`No card yet: ${options.service} in ${options.city} has no price.`);
      for (const { version, state, holdsFrom } of rows) {
        const words = { draft: 'draft', published: `holds from ${holdsFrom}`, shipped: 'shipped with the product' };
        print(`${version}  ${words[state]}`);
      }
    });
}

function listed({ version, holdsFrom }: { readonly version: number; readonly holdsFrom?: Instant | undefined }) {
  if (version === SHIPPED) return { version, state: 'shipped', holdsFrom: null } as const;
  if (holdsFrom === undefined) return { version, state: 'draft', holdsFrom: null } as const;
  return { version, state: 'published', holdsFrom: formatInstant(holdsFrom) } as const;
}

function addExport(rates: Command): void {
  withCard(
    rates
      .command('export')
      .description('print a card, to be changed and drafted')
      .addHelpText('after', example('rates export --city "HK HKG" --service MOTORCYCLE > card.json')),
  )
    .option('--version <number>', 'which version (default: the one that holds now)', versionOption)
    .action(async (options: CityAndService & { version?: number }) => {
      const { document } = await withFoundations(async (foundations) => cardOf(foundations, options, options.version));
      print(JSON.stringify(document, null, 2));
    });
}

function addDraft(rates: Command): void {
  withCard(
    withReason(rates.command('draft'))
      .description('keep a changed card as a draft')
      .addHelpText('after', example('rates draft card.json --city "HK HKG" --service MOTORCYCLE')),
  )
    .argument('<file>', 'a file made by export')
    .option('--json', 'print JSON')
    .action(async (file: string, options: CityAndService & Reasoned & Json) => {
      const text = await readNamedText(file);
      const version = await withFoundations(async (foundations) => {
        const key = await keyOf(foundations, options);
        const document = parseDocument(text, file);
        return foundations.database.inTransaction(async (tx) => {
          const made = await draftCard(tx, key, document, file, key, foundations.clock.now());
          await noteAct(tx, foundations, {
            action: 'rates.draft',
            ...aboutCard(key, options),
            details: { version: made },
          });
          return made;
        });
      });
      if (options.json) return printJson({ version });
      print(
        `Kept as draft ${version}. Try it: waybill rates preview --city "${options.city}" --service ${options.service} --version ${version}`,
      );
    });
}

function addPreview(rates: Command): void {
  withCard(
    rates
      .command('preview')
      .description('what a version would have done to past quotations')
      .addHelpText('after', example('rates preview --city "HK HKG" --service MOTORCYCLE --version 1')),
  )
    .requiredOption('--version <number>', 'which version', versionOption)
    .option('--days <days>', 'how far to look back', daysOption, 30)
    .option('--json', 'print JSON')
    .action(async (options: CityAndService & Json & { version: number; days: number }) => {
      const result = await withFoundations((foundations) => preview(foundations, options));
      if (options.json) return printJson(result);
      print(
        `${result.quotations} quotations of the last ${options.days} days: ${result.dearer} dearer, ${result.cheaper} cheaper.`,
      );
      if (result.unpriced > 0)
        print(`Not among them: ${result.unpriced} that ask for a special request without a price in it.`);
      if (result.isCut) print(`These are the latest ${MOST_PREVIEWED}; there are more.`);
      print(
        `Together ${result.totalBefore} ${result.currency} as quoted, ${result.totalAfter} ${result.currency} with version ${options.version}.`,
      );
      if (result.largestRise)
        print(`Largest rise: ${result.largestRise.by} (quotation ${result.largestRise.quotationId}).`);
      if (result.largestFall)
        print(`Largest fall: ${result.largestFall.by} (quotation ${result.largestFall.quotationId}).`);
    });
}

function addPublish(rates: Command): void {
  withCard(
    withReason(rates.command('publish'))
      .description('let a draft hold from a time on')
      .addHelpText(
        'after',
        example('rates publish --city "HK HKG" --service MOTORCYCLE --version 1 --from 2026-12-01T00:00:00Z'),
      ),
  )
    .requiredOption('--version <number>', 'which draft', versionOption)
    .option('--from <time>', 'from when (default: now)')
    .option('--json', 'print JSON')
    .action(async (options: CityAndService & Reasoned & Json & { version: number; from?: string }) => {
      const holdsFrom = await withFoundations(async (foundations) => {
        const { database, clock } = foundations;
        const key = await keyOf(foundations, options);
        const now = clock.now();
        const from = holdingFrom(options.from, now);
        const details = { version: options.version, holdsFrom: formatInstant(from) };
        await database.inTransaction(async (tx) => {
          await publishCard(tx, key, options.version, key, from, now);
          await noteAct(tx, foundations, { action: 'rates.publish', ...aboutCard(key, options), details });
        });
        return details.holdsFrom;
      });
      if (options.json) return printJson({ version: options.version, holdsFrom });
      print(`Version ${options.version} holds from ${holdsFrom} on.`);
    });
}

function aboutCard({ locode, service }: CardKey, { reason }: Reasoned) {
  return { subject: { kind: 'rate-card', id: `${locode} ${service}` }, reason };
}

type PricedKey = CardKey & {
  readonly decimals: number;
  readonly currency: string;
  readonly specialRequests: readonly string[];
};

async function keyOf(foundations: Foundations, { city: named, service }: CityAndService): Promise<PricedKey> {
  const { city, market } = await knownCity(foundations, named);
  const offered = city.services.find(({ key }) => key === service);
  if (offered === undefined) {
    const services = city.services.map(({ key }) => key).join(', ');
    throw new OperatorError(`${city.name} has no service ${service}. It has ${services}.`);
  }
  const specialRequests = offered.specialRequests.map(({ name }) => name);
  return { locode: city.locode, service, decimals: market.decimals, currency: market.currency, specialRequests };
}

const marketOf = ({ locode, decimals }: { readonly locode: string; readonly decimals: number }) => ({
  market: locode.slice(0, 2),
  decimals,
});

async function cardOf(foundations: Foundations, options: CityAndService, version: number | undefined) {
  const key = await keyOf(foundations, options);
  const card = await findCard(foundations.database, [marketOf(key)], key, version, foundations.clock.now());
  return { ...card, key };
}

async function preview(foundations: Foundations, options: CityAndService & { version: number; days: number }) {
  const { document, key } = await cardOf(foundations, options, options.version);
  const since = foundations.clock.now() - options.days * DAY_MS;
  // Nothing is said here of what the house keeps, so that the earlier cards are not needed.
  const tried = { key, card: cardFrom(document, key.decimals), cardOfVersion: () => undefined };
  const result = await previewCard(foundations.database, tried, since, MOST_PREVIEWED);
  const amount = (minor: bigint) => formatAmount(minor, key.decimals);
  const largest = ([first]: typeof result.rises) =>
    first && { quotationId: first.quotationId, by: amount(changeOf(first)) };
  return {
    quotations: result.quotations,
    unpriced: result.unpriced,
    isCut: result.quotations + result.unpriced === MOST_PREVIEWED,
    dearer: result.dearer,
    cheaper: result.cheaper,
    totalBefore: amount(result.before.priceMinor),
    totalAfter: amount(result.after.priceMinor),
    currency: key.currency,
    largestRise: largest(result.rises),
    largestFall: largest(result.falls),
  };
}

function daysOption(text: string): number {
  const days = versionOption(text);
  if (days < 1 || days > 3_650) throw new InvalidArgumentError('It must be from 1 to 3650.');
  return days;
}

function versionOption(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}
