import { type Command, InvalidArgumentError } from 'commander';
import { knownDriver } from '../../drivers/index.ts';
import { formatInstant, type Instant, isDate } from '../../foundation/time.ts';
import { listOf } from '../../infrastructure/config/readings.ts';
import type { Transaction } from '../../infrastructure/database/database.ts';
import { OperatorError } from '../../infrastructure/operator-error.ts';
import { openMarketCatalogue } from '../../markets/index.ts';
import {
  assignParcelsByHand,
  cancelParcel,
  closeParcel,
  dropOut,
  findParcels,
  makePlan,
  type Parcel,
  printLabels,
  type RoutePlan,
  retryParcel,
  tagParcel,
} from '../../plus/index.ts';
import { composePlanning, linksWith } from '../compose.ts';
import type { Foundations } from '../foundations.ts';
import { addBillingCommands } from './billing-commands.ts';
import { example, type Json, print, printJson, UsageError } from './command.ts';
import { knownCity } from './lookups.ts';
import { writeNamed } from './named-files.ts';
import { noteAct } from './note-act.ts';
import { orderIdOption, type Reasoned, reasonOption, withReason } from './options.ts';
import { historyLines, parcelLine, parcelRecord, planRecord } from './shown-parcel.ts';
import { withFoundations } from './with-foundations.ts';

/** What support and planners do with scheduled parcels; the console does the same by the same doors. */
export function addPlusCommands(program: Command): void {
  const plus = program
    .command('plus')
    .description('scheduled parcels')
    .addHelpText('after', example('plus show --order 1571354659422392320'));
  addShow(plus);
  addPlan(plus);
  addAssign(plus);
  addMove(plus, 'take-off', 'take a parcel from its driver before the pick-up', (deps, tx, orderId, at, reason) =>
    dropOut(deps, tx, { orderId }, { at }, 'support', reason),
  );
  addMove(plus, 'retry', 'have a failed pick-up or delivery tried again', (deps, tx, orderId, at) =>
    retryParcel(deps, tx, { orderId }, { at }, 'support'),
  );
  addMove(plus, 'close', 'end a parcel that could not be picked up, or came back', (deps, tx, orderId, at) =>
    closeParcel(deps, tx, { orderId }, at),
  );
  addMove(plus, 'cancel', 'cancel a parcel for its client', (deps, tx, orderId, at, reason) =>
    cancelParcel(deps, tx, { orderId }, at, 'support', reason),
  );
  addTag(plus);
  addLabels(plus);
  addBillingCommands(plus);
}

function addShow(plus: Command): void {
  plus
    .command('show')
    .description('show a parcel and everything that happened to it')
    .addHelpText('after', example('plus show --order 1571354659422392320'))
    .requiredOption('--order <orderId>', 'id of the parcel', orderIdOption)
    .option('--json', 'print JSON')
    .action(async ({ order, json }: { order: string } & Json) => {
      const parcel = await withFoundations(({ database }) => existingParcel(database, order));
      if (json) return printJson(parcelRecord(parcel));
      for (const line of [parcelLine(parcel), ...historyLines(parcel)]) print(line);
    });
}

async function existingParcel(sql: Parameters<typeof findParcels>[0], orderId: string): Promise<Parcel> {
  const [parcel] = await findParcels(sql, [orderId]);
  if (parcel === undefined) throw new OperatorError(`There is no scheduled order ${orderId}.`);
  return parcel;
}

type PlanOptions = Json & Reasoned & { city: string; day?: string; dryRun?: boolean };

function addPlan(plus: Command): void {
  withReason(plus.command('plan'))
    .description("group a day's parcels of a city into routes and give them to their drivers")
    .addHelpText('after', example('plus plan --city "HK HKG" --day 2026-11-16 --dry-run'))
    .requiredOption('--city <locode>', 'the city, for example "HK HKG"')
    .option('--day <date>', 'the day, for example 2026-11-16 (default: today)', dayOption)
    .option('--dry-run', 'show the plan and change nothing')
    .option('--json', 'print JSON')
    .action(async (options: PlanOptions) => {
      const plan = await withFoundations((foundations) => planDay(foundations, options));
      if (options.json) return printJson(planRecord(plan));
      printPlan(plan, options.dryRun === true);
    });
}

async function planDay(
  foundations: Foundations,
  { city: named, day, dryRun, reason }: PlanOptions,
): Promise<RoutePlan> {
  const { city } = await knownCity(foundations, named);
  const deps = { ...(await composePlanning(foundations)), database: foundations.database };
  const alongside = (tx: Transaction, { routes, unplanned }: RoutePlan) =>
    noteAct(tx, foundations, {
      action: 'parcels.plan',
      subject: { kind: 'city', id: city.locode },
      reason,
      details: { day: day ?? 'today', routes: routes.length, unplanned: unplanned.length },
    });
  return makePlan(deps, { city, date: day, isDry: dryRun, alongside }, foundations.clock.now());
}

function printPlan({ routes, unplanned, totalMeters, kept, broken }: RoutePlan, isDry: boolean): void {
  const kilometers = (meters: number) => `${(meters / 1_000).toFixed(1)} km`;
  for (const { driverId, visits, meters } of routes) {
    print(`Driver ${driverId}: ${countOf(visits.length, 'visit')}, ${kilometers(meters)}`);
    for (const { orderId, kind, beginAt, lateSeconds } of visits) {
      const late = lateSeconds === 0 ? '' : `  LATE by ${Math.ceil(lateSeconds / 60)} min`;
      print(`  ${formatInstant(beginAt)}  ${kind.padEnd(8)}  ${orderId}${late}`);
    }
  }
  for (const { orderId, reason } of unplanned) print(`Not planned: ${orderId} (${reason})`);
  const total = `${countOf(routes.length, 'route')}, ${kilometers(totalMeters)} in all`;
  print(`${total}; deadlines kept: ${kept.length}, broken: ${broken.length}; not planned: ${unplanned.length}.`);
  if (isDry) print('This was a look only: nothing was changed.');
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function addAssign(plus: Command): void {
  withReason(plus.command('assign'))
    .description('give a driver a parcel, or a route of parcels; all of them or none')
    .addHelpText('after', example('plus assign --driver 7 --order 1571354659422392320'))
    .requiredOption('--driver <driverId>', 'number of the driver')
    .requiredOption('--order <orderIds>', 'ids of the parcels, separated by commas', orderIdsOption)
    .option('--json', 'print JSON')
    .action(async ({ driver, order, reason, json }: { driver: string; order: string[] } & Reasoned & Json) => {
      await withFoundations(async (foundations) => {
        const { id } = await knownDriver(foundations.database, driver);
        const at = foundations.clock.now();
        await supportDoes(foundations, async (tx, deps) => {
          for (const parcel of await assignParcelsByHand(deps, tx, order, id, at))
            await noteAct(tx, foundations, {
              action: 'parcel.assign',
              ...about(parcel),
              reason,
              details: { driverId: id },
            });
        });
      });
      if (json) return printJson({ driverId: driver, orderIds: order });
      print(`Driver ${driver} has ${countOf(order.length, 'more parcel').replace(/^1 more/, 'one more')}.`);
    });
}

type MoveDeps = { readonly linksAt: ReturnType<typeof linksWith> };

function addMove(
  plus: Command,
  name: string,
  description: string,
  move: (deps: MoveDeps, tx: Transaction, orderId: string, at: Instant, reason: string | undefined) => Promise<Parcel>,
): void {
  plus
    .command(name)
    .description(description)
    .addHelpText('after', example(`plus ${name} --order 1571354659422392320`))
    .requiredOption('--order <orderId>', 'id of the parcel', orderIdOption)
    .option('--reason <text>', 'why; kept with the parcel', reasonOption)
    .option('--json', 'print JSON')
    .action(async ({ order, reason, json }: { order: string } & Reasoned & Json) => {
      const parcel = await withFoundations((foundations) =>
        supportDoes(foundations, async (tx, deps) => {
          const moved = await move(deps, tx, order, foundations.clock.now(), reason);
          await noteAct(tx, foundations, { action: `parcel.${name}`, ...about(moved), reason });
          return moved;
        }),
      );
      if (json) return printJson({ orderId: parcel.id, status: parcel.status });
      print(parcelLine(parcel));
    });
}

function about({ id, partnerId }: Parcel) {
  return { subject: { kind: 'parcel', id }, partnerId };
}

function supportDoes<T>(foundations: Foundations, work: (tx: Transaction, deps: MoveDeps) => Promise<T>): Promise<T> {
  return foundations.database.inTransaction((tx) => work(tx, { linksAt: linksWith(foundations) }));
}

function addTag(plus: Command): void {
  withReason(plus.command('tag'))
    .description('set the tags of a parcel, which its client sees in the record of an edit')
    .addHelpText('after', example('plus tag --order 1571354659422392320 --tags fragile,upright'))
    .requiredOption('--order <orderId>', 'id of the parcel', orderIdOption)
    .requiredOption('--tags <tags>', 'separated by commas; "" for none', listOf)
    .option('--json', 'print JSON')
    .action(async ({ order, tags, reason, json }: { order: string; tags: string[] } & Reasoned & Json) => {
      await withFoundations((foundations) =>
        supportDoes(foundations, async (tx, deps) => {
          const parcel = await tagParcel(deps, tx, { orderId: order }, tags);
          await noteAct(tx, foundations, { action: 'parcel.tag', ...about(parcel), reason, details: { tags } });
        }),
      );
      if (json) return printJson({ orderId: order, tags });
      print(`${order}: ${tags.length === 0 ? 'no tags' : tags.join(', ')}.`);
    });
}

function addLabels(plus: Command): void {
  plus
    .command('labels')
    .description('write the labels of several parcels into one PDF for printing')
    .addHelpText('after', example('plus labels --order 1571354659422392320 --out labels.pdf'))
    .requiredOption('--order <orderIds>', 'ids of the parcels, separated by commas', orderIdsOption)
    .requiredOption('--out <file>', 'where to write it')
    .option('--json', 'print JSON')
    .action(async ({ order, out, json }: { order: string[]; out: string } & Json) => {
      const pdf = await withFoundations(async ({ database, session, log, clock }) => {
        const found = await findParcels(database, order);
        const missing = order.find((id) => !found.some((parcel) => parcel.id === id));
        if (missing !== undefined) throw new OperatorError(`There is no scheduled order ${missing}.`);
        return printLabels(await openMarketCatalogue(database, session, log), found, order, clock.now());
      });
      await writeNamed(out, pdf);
      if (json) return printJson({ orderIds: order, file: out });
      print(`${countOf(order.length, 'label')} written to ${out}.`);
    });
}

function orderIdsOption(text: string): string[] {
  const ids = listOf(text);
  if (ids.length === 0) throw new UsageError('Name at least one parcel.');
  return ids.map(orderIdOption);
}

function dayOption(text: string): string {
  if (!isDate(text)) throw new InvalidArgumentError('It must be a day such as 2026-11-16.');
  return text;
}
