import type { Command } from 'commander';
import { findCityDispatch, saveCityDispatch } from '../dispatch/index.ts';
import { listOf } from '../infrastructure/config/settings.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import { loadMarkets, readShippedDocuments } from '../markets/index.ts';
import { print, printJson, UsageError, withFoundations } from './command.ts';
import type { Foundations } from './foundations.ts';

type CityOptions = {
  city: string;
  mode?: string;
  pause?: boolean;
  resume?: boolean;
  pauseServices?: string[];
  json?: boolean;
};

export function addDispatchCommands(program: Command): void {
  const dispatch = program.command('dispatch').description('how orders find their drivers');
  dispatch
    .command('city')
    .description('show how a city matches orders and drivers, or change it')
    .requiredOption('--city <locode>', 'the city, for example "HK HKG"')
    .option('--mode <mode>', 'POOL: the best for all together; BROADCAST: the first who accepts')
    .option('--pause', 'offer nothing in this city')
    .option('--resume', 'offer again')
    .option('--pause-services <services>', 'offer nothing of these services; "" for none', (text) =>
      listOf(text.toUpperCase()),
    )
    .option('--json', 'print JSON')
    .action(async (options: CityOptions) => {
      const result = await withFoundations((foundations) => changeCity(foundations, options));
      if (options.json) return printJson(result);
      const { city, mode, paused, pausedServices } = result;
      const without = pausedServices.length === 0 ? '' : `, without ${pausedServices.join(', ')}`;
      print(`${city}: ${paused ? 'paused' : 'open'}, ${mode}${without}.`);
    });
}

async function changeCity({ database }: Foundations, options: CityOptions) {
  const mode = options.mode?.toUpperCase();
  if (mode !== undefined && mode !== 'POOL' && mode !== 'BROADCAST')
    throw new UsageError('The mode must be POOL or BROADCAST.');
  if (options.pause && options.resume) throw new UsageError('Say --pause or --resume, not both.');
  const markets = await loadMarkets(database, await readShippedDocuments());
  const cities = markets.flatMap(({ market }) => market.cities);
  const city = cities.find(({ locode }) => locode === options.city.toUpperCase());
  if (city === undefined) throw new OperatorError(`There is no city ${options.city}. Write it as "HK HKG".`);
  const unknown = options.pauseServices?.find((service) => !city.services.some(({ key }) => key === service));
  if (unknown !== undefined) throw new OperatorError(`${unknown} is not offered in ${city.name}.`);
  const changed = await database.inTransaction(async (tx) => {
    const known = await findCityDispatch(tx, city.locode);
    const next = {
      mode: mode ?? known.mode,
      paused: options.pause === true || (known.paused && options.resume !== true),
      pausedServices: options.pauseServices ?? known.pausedServices,
    };
    await saveCityDispatch(tx, city.locode, next);
    return next;
  });
  return { city: city.locode, ...changed };
}
