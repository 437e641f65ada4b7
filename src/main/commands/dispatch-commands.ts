import { type Command, Option } from 'commander';
import { type CityDispatch, lockCityDispatch, pausedAs, saveCityDispatch } from '../../dispatch/index.ts';
import { OperatorError } from '../../infrastructure/operator-error.ts';
import type { Foundations } from '../foundations.ts';
import { example, type Json, print, printJson, UsageError } from './command.ts';
import { knownCity } from './lookups.ts';
import { noteAct } from './note-act.ts';
import { inCapitals, listInCapitals, type Reasoned, reasonOption } from './options.ts';
import { withFoundations } from './with-foundations.ts';

const MODES = ['POOL', 'BROADCAST'];

type CityOptions = Json &
  Reasoned & {
    city: string;
    mode?: string;
    pause?: boolean;
    resume?: boolean;
    pauseServices?: string[];
  };

export function addDispatchCommands(program: Command): void {
  const dispatch = program
    .command('dispatch')
    .description('how orders find their drivers')
    .addHelpText('after', example('dispatch city --city "HK HKG"'));
  dispatch
    .command('city')
    .description('show how a city matches orders and drivers, or change it')
    .addHelpText('after', example('dispatch city --city "HK HKG" --pause --reason "Typhoon signal 8"'))
    .requiredOption('--city <locode>', 'the city, for example "HK HKG"')
    .addOption(
      new Option('--mode <mode>', 'POOL: the best for all together; BROADCAST: the first who accepts')
        .choices(MODES)
        .argParser(inCapitals),
    )
    .option('--pause', 'offer nothing in this city')
    .option('--resume', 'offer again')
    .option('--pause-services <services>', 'offer nothing of these services; "" for none', listInCapitals)
    .option('--reason <text>', 'why it is paused, for those at the console', reasonOption)
    .option('--json', 'print JSON')
    .action(async (options: CityOptions) => {
      const result = await withFoundations((foundations) => changeCity(foundations, options));
      if (options.json) return printJson(result);
      const { city, mode, paused, pausedServices } = result;
      const without = pausedServices.length === 0 ? '' : `, without ${pausedServices.join(', ')}`;
      print(`${city}: ${paused ? 'paused' : 'open'}, ${mode}${without}.`);
    });
}

async function changeCity(foundations: Foundations, options: CityOptions) {
  const { database, clock } = foundations;
  const { mode } = options;
  if (mode !== undefined && mode !== 'POOL' && mode !== 'BROADCAST')
    throw new UsageError('The mode must be POOL or BROADCAST.');
  if (options.pause && options.resume) throw new UsageError('Say --pause or --resume, not both.');
  const { city } = await knownCity(foundations, options.city);
  const unknown = options.pauseServices?.find((service) => !city.services.some(({ key }) => key === service));
  if (unknown !== undefined) throw new OperatorError(`${unknown} is not offered in ${city.name}.`);
  const note = { reason: options.reason ?? 'No reason was given.', by: 'the command line', at: clock.now() };
  const { notes, ...changed } = await database.inTransaction(async (tx) => {
    const known = await lockCityDispatch(tx, city.locode);
    const asked = {
      paused: options.pause === true || (known.paused && options.resume !== true),
      pausedServices: options.pauseServices ?? known.pausedServices,
    };
    const next = pausedAs({ ...known, mode: mode ?? known.mode }, asked, note);
    await saveCityDispatch(tx, city.locode, next);
    const subject = { kind: 'city', id: city.locode };
    for (const act of actsBetween(known, next))
      await noteAct(tx, foundations, { ...act, subject, reason: options.reason });
    return next;
  });
  return { city: city.locode, ...changed };
}

/** One for each thing that is other than before, as the console would have done them one by one. */
function actsBetween(before: CityDispatch, after: CityDispatch) {
  const here = (paused: boolean) => ({ action: paused ? 'city.pause' : 'city.resume' });
  const missing = (some: readonly string[], others: readonly string[]) => some.filter((one) => !others.includes(one));
  return [
    ...(before.paused === after.paused ? [] : [here(after.paused)]),
    ...missing(after.pausedServices, before.pausedServices).map((service) => ({ ...here(true), details: { service } })),
    ...missing(before.pausedServices, after.pausedServices).map((service) => ({
      ...here(false),
      details: { service },
    })),
    ...(before.mode === after.mode ? [] : [{ action: 'city.mode', details: { mode: after.mode } }]),
  ];
}
