import type { Command } from 'commander';
import { parseDocument } from '../../infrastructure/operator-document.ts';
import { OperatorError } from '../../infrastructure/operator-error.ts';
import { importMarket, loadMarkets, readShippedDocuments, resetMarket } from '../../markets/index.ts';
import { hasKeysFor } from '../../partners/index.ts';
import { unpricedServices } from '../../pricing/index.ts';
import { example, type Json, print, printJson } from './command.ts';
import { knownMarket } from './lookups.ts';
import { readNamedText } from './named-files.ts';
import { noteAct } from './note-act.ts';
import { type Reasoned, withReason } from './options.ts';
import { withFoundations } from './with-foundations.ts';

export function addMarketCommands(program: Command): void {
  const market = program
    .command('market')
    .description('market data: cities, services, special requests, service areas')
    .addHelpText('after', example('market list'));
  addList(market);
  addExport(market);
  addImport(market);
  addReset(market);
}

function addList(market: Command): void {
  market
    .command('list')
    .description('markets and where their data comes from')
    .addHelpText('after', example('market list'))
    .option('--json', 'print JSON')
    .action(async ({ json }: Json) => {
      const markets = await withFoundations(async ({ database }) =>
        loadMarkets(database, await readShippedDocuments()),
      );
      const rows = markets.map(({ market: { market: code, name, currency, cities }, version, source }) => ({
        market: code,
        name,
        currency,
        cities: cities.length,
        version,
        source,
      }));
      if (json) return printJson(rows);
      for (const row of rows)
        print(
          `${row.market}  ${row.name.padEnd(12)}  ${row.currency}  ${String(row.cities).padStart(2)} ${row.cities === 1 ? 'city  ' : 'cities'}  ${row.source}`,
        );
    });
}

function addExport(market: Command): void {
  market
    .command('export')
    .description('print the data of a market, to be changed and imported again')
    .addHelpText('after', example('market export HK > hk.json'))
    .argument('<market>', 'for example HK')
    .action(async (code: string) => {
      const markets = await withFoundations(async ({ database }) =>
        loadMarkets(database, await readShippedDocuments()),
      );
      const found = markets.find(({ document }) => document.market === code.toUpperCase());
      if (found === undefined) throw new OperatorError(`There is no market ${code}. See: waybill market list`);
      print(JSON.stringify(found.document, null, 2));
    });
}

function addImport(market: Command): void {
  withReason(market.command('import'))
    .description('take changed data into use, on every process at once')
    .addHelpText('after', example('market import hk.json'))
    .argument('<file>', 'a file made by export')
    .option('--json', 'print JSON')
    .action(async (file: string, { json, reason }: Json & Reasoned) => {
      const text = await readNamedText(file);
      const shipped = await readShippedDocuments();
      const { unpriced, ...result } = await withFoundations(async (foundations) => {
        const { database, clock } = foundations;
        const changed = await database.inTransaction(async (tx) => {
          const imported = await importMarket(tx, parseDocument(text, file), file, shipped, clock.now());
          const { market: code, version } = imported;
          await noteAct(tx, foundations, {
            action: 'market.import',
            ...aboutMarket(code),
            reason,
            details: { version },
          });
          return imported;
        });
        const market = await knownMarket(foundations, changed.market);
        return { ...changed, unpriced: await unpricedServices(database, market, clock.now()) };
      });
      if (json)
        return printJson({ ...result, unpriced: unpriced.map(({ locode, service }) => ({ city: locode, service })) });
      print(`${result.market} is at version ${result.version} now.`);
      for (const locode of new Set(unpriced.map((one) => one.locode))) {
        const services = unpriced.filter((one) => one.locode === locode).map(({ service }) => service);
        print(`Not sold in ${locode} until they have a price: ${services.join(', ')}. See: waybill rates draft --help`);
      }
    });
}

function aboutMarket(id: string) {
  return { subject: { kind: 'market', id } };
}

function addReset(market: Command): void {
  withReason(market.command('reset'))
    .description('go back to the data that ships with the product')
    .addHelpText('after', example('market reset HK'))
    .argument('<market>', 'for example HK')
    .option('--json', 'print JSON')
    .action(async (code: string, { json, reason }: Json & Reasoned) => {
      const shipped = await readShippedDocuments();
      const result = await withFoundations((foundations) =>
        foundations.database.inTransaction(async (tx) => {
          const deps = { shipped, hasKeys: hasKeysFor };
          const changed = await resetMarket(tx, code.toUpperCase(), deps, foundations.clock.now());
          await noteAct(tx, foundations, { action: 'market.reset', ...aboutMarket(changed.market), reason });
          return changed;
        }),
      );
      if (json) return printJson(result);
      print(
        shipped.has(result.market)
          ? `${result.market} is back at the data that ships with the product.`
          : `${result.market} did not come with the product: it is gone.`,
      );
    });
}
