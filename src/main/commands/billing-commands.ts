import { open } from 'node:fs/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { DECIMALS, type Decimal } from '../../foundation/csv.ts';
import type { PartnerId } from '../../foundation/ids.ts';
import { formatAmount, formatMoney } from '../../foundation/money.ts';
import { formatInstant, type Instant } from '../../foundation/time.ts';
import { OperatorError } from '../../infrastructure/operator-error.ts';
import type { Market } from '../../markets/index.ts';
import { clockAheadOf } from '../../partners/index.ts';
import {
  findPriceLists,
  importPrices,
  readStatement,
  remarksOn,
  type Statement,
  type StatementTotals,
  type StoredPriceList,
  type WriteStatement,
  writeCsv,
  writePdf,
} from '../../plus/index.ts';
import type { Foundations } from '../foundations.ts';
import { example, type Json, print, printJson, UsageError } from './command.ts';
import { allMarkets, knownPartner } from './lookups.ts';
import { cannotBeWritten, readNamedText } from './named-files.ts';
import { noteAct } from './note-act.ts';
import { holdingFrom, inCapitals, partnerIdOption, type Reasoned, withReason } from './options.ts';
import { writeOut } from './output.ts';
import { withFoundations } from './with-foundations.ts';

const WRITERS: Readonly<Record<string, WriteStatement>> = { csv: writeCsv, pdf: writePdf };
const STDOUT = '-';

/** What clients of the scheduled variant pay. The API never shows it. */
export function addBillingCommands(plus: Command): void {
  const prices = plus
    .command('prices')
    .description('what clients pay for parcels')
    .addHelpText('after', example('plus prices show --partner 1571354659422392320'));
  addImport(prices);
  addShow(prices);
  addStatement(plus);
}

type ImportOptions = Json & Reasoned & { partner: string; file: string; from?: string };

function addImport(prices: Command): void {
  withReason(prices.command('import'))
    .description("let a client's new price list for a market hold from a time on")
    .addHelpText('after', example('plus prices import --partner 1571354659422392320 --file examples/prices.json'))
    .requiredOption('--partner <partnerId>', 'id of the partner', partnerIdOption)
    .requiredOption('--file <file>', 'the price list as JSON')
    .option('--from <time>', 'from when (default: now); only the first list may hold from the past')
    .option('--json', 'print JSON')
    .action(async (options: ImportOptions) => {
      const text = await readNamedText(options.file);
      const { partner, list } = await withFoundations((foundations) => importList(foundations, options, text));
      const holdsFrom = formatInstant(list.holdsFrom);
      if (options.json)
        return printJson({ partnerId: partner.id, market: list.market, version: list.version, holdsFrom });
      print(`Version ${list.version} of ${partner.name}'s price list in ${list.market} holds from ${holdsFrom} on.`);
    });
}

async function importList(foundations: Foundations, { partner: id, file, from, reason }: ImportOptions, text: string) {
  const partner = await knownPartner(foundations, id);
  const now = await itsNow(foundations, partner.id);
  const holdsFrom = holdingFrom(from, now);
  const markets = await allMarkets(foundations);
  const given = { text, source: file, holdsFrom };
  const list = await foundations.database.inTransaction(async (tx) => {
    const imported = await importPrices(tx, markets, partner.id, given, now);
    const { market, version } = imported;
    await noteAct(tx, foundations, {
      action: 'prices.import',
      subject: { kind: 'partner', id: partner.id },
      partnerId: partner.id,
      reason,
      details: { market, version, holdsFrom: formatInstant(holdsFrom) },
    });
    return imported;
  });
  return { partner, list };
}

/** A client's parcels keep to the client's own clock, which may be ahead in the sandbox. */
async function itsNow({ database, clock }: Foundations, partnerId: PartnerId): Promise<Instant> {
  return clock.now() + (await clockAheadOf(database, partnerId));
}

function addShow(prices: Command): void {
  prices
    .command('show')
    .description("a client's price lists by market, newest first")
    .addHelpText('after', example('plus prices show --partner 1571354659422392320'))
    .requiredOption('--partner <partnerId>', 'id of the partner', partnerIdOption)
    .option('--json', 'print JSON')
    .action(async ({ partner: id, json }: { partner: string } & Json) => {
      const lists = await withFoundations(async (foundations) => {
        const partner = await knownPartner(foundations, id);
        return findPriceLists(foundations.database, partner.id);
      });
      if (json)
        return printJson(lists.map((list) => ({ partnerId: id, ...list, holdsFrom: formatInstant(list.holdsFrom) })));
      if (lists.length === 0)
        return print(`No price lists yet. Import one: waybill plus prices import --partner ${id} --file prices.json`);
      for (const list of lists) printList(list);
    });
}

function printList({ market, version, holdsFrom, document: { allCities, cities = {} } }: StoredPriceList): void {
  print(`${market}  version ${version} holds from ${formatInstant(holdsFrom)} on`);
  const rates = [...Object.entries(cities), ...(allCities === undefined ? [] : [['all cities', allCities] as const])];
  for (const [place, { perParcel, perKm, perKg }] of rates)
    print(`  ${place.padEnd(10)}  ${perParcel} a parcel, ${perKm} a km, ${perKg} a kg`);
}

type StatementOptions = {
  partner: string;
  market: string;
  month: string;
  format: string;
  decimal?: Decimal;
  out: string;
};

function addStatement(plus: Command): void {
  plus
    .command('statement')
    .description('what a client owes for the parcels that were delivered in a month')
    .addHelpText(
      'after',
      example(
        'plus statement --partner 1571354659422392320 --market HK --month 2026-11 --format pdf --out statement.pdf',
      ),
    )
    .requiredOption('--partner <partnerId>', 'id of the partner', partnerIdOption)
    .requiredOption('--market <market>', 'for example HK', inCapitals)
    .requiredOption('--month <month>', 'for example 2026-11', monthOption)
    .addOption(new Option('--format <format>', 'of the file').choices(Object.keys(WRITERS)).makeOptionMandatory())
    .addOption(
      new Option('--decimal <sign>', 'of numbers in CSV; with a comma, semicolons divide the columns').choices(
        DECIMALS,
      ),
    )
    .requiredOption('--out <file>', `where to write it; ${STDOUT} prints it`)
    .option('--json', 'print JSON')
    .action(async (options: StatementOptions & Json) => {
      const { out, json, format, decimal } = options;
      if (format !== 'csv' && decimal !== undefined) throw new UsageError('--decimal is for --format csv.');
      if (json && out === STDOUT) throw new UsageError(`Say --json or --out ${STDOUT}, not both.`);
      const { statement, totals } = await withFoundations((foundations) => writeStatement(foundations, options));
      if (json) return printJson(recordOf(options, statement, totals));
      if (out !== STDOUT) print(`Written to ${out}: ${summaryOf(statement, totals)}`);
    });
}

function recordOf({ partner, month, out }: StatementOptions, { market, isFinal }: Statement, totals: StatementTotals) {
  const total = formatAmount(totals.totalMinor, market.decimals);
  const { market: code, currency } = market;
  return { partnerId: partner, market: code, month, file: out, parcels: totals.parcels, total, currency, isFinal };
}

async function writeStatement(
  foundations: Foundations,
  { partner: id, market, month, format, decimal, out }: StatementOptions,
) {
  const partner = await knownPartner(foundations, id);
  const asked = { partner, market: parcelMarket(await allMarkets(foundations), market), month };
  const statement = await readStatement(foundations.database, asked, await itsNow(foundations, partner.id));
  const write = WRITERS[format] as WriteStatement;
  return { statement, totals: await writingTo(out, (part) => write(statement, part, decimal)) };
}

function parcelMarket(markets: readonly Market[], code: string): Market {
  const offered = markets.filter(({ plus }) => plus);
  const found = offered.find(({ market }) => market === code);
  if (found !== undefined) return found;
  const codes = offered.map(({ market }) => market).join(', ');
  throw new OperatorError(`There are no parcels in market ${code}. It must be one of ${codes}.`);
}

function summaryOf({ market, isFinal }: Statement, totals: StatementTotals): string {
  const count = totals.parcels === 1 ? '1 parcel' : `${totals.parcels} parcels`;
  const sum = `${count}, ${formatMoney(totals.totalMinor, market)}.`;
  return [sum, ...remarksOn(totals, isFinal)].join(' ');
}

type Write = Parameters<WriteStatement>[1];

async function writingTo<T>(out: string, work: (write: Write) => Promise<T>): Promise<T> {
  if (out === STDOUT) return work(writeOut);
  const refuse = (error: Error) => {
    throw cannotBeWritten(out, error);
  };
  const file = await open(out, 'w').catch(refuse);
  try {
    return await work((part) => file.appendFile(part).catch(refuse));
  } finally {
    await file.close();
  }
}

function monthOption(text: string): string {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) throw new InvalidArgumentError('It must be a month such as 2026-11.');
  return text;
}
