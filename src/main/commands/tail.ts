import { type Command, Option } from 'commander';
import { type CallerOptions, callerFrom, withCaller } from './caller.ts';
import { example, type Json, print, printJson, tell } from './command.ts';
import { type FeedEvent, NOW, openFeed } from './event-feed.ts';
import { colourOf, concerns, headOf, orderAfter, orderLine, summaryOf } from './event-line.ts';
import { cursorOption, orderIdOption } from './options.ts';
import { paint } from './paint.ts';
import { untilStopped } from './until-stopped.ts';

type TailOptions = CallerOptions & Json & { orders?: boolean; order?: string; from: string };

/** What happens to a partner's orders, as it happens. */
export function addTailCommand(program: Command): void {
  const tail = program
    .command('tail')
    .description('show your orders and events as they happen')
    .addHelpText('after', example('tail --orders'))
    .addOption(new Option('--events', 'every event (default)').conflicts('orders'))
    .option('--orders', 'orders only, each time the status of one changes')
    .option('--order <orderId>', 'of this order only', orderIdOption)
    .option('--from <cursor>', 'begin after this event; 0 for all that are kept', cursorOption, NOW);
  withCaller(tail)
    .option('--json', 'print JSON, one record a line')
    .action((options: TailOptions) => untilStopped((signal) => showAll(options, signal)));
}

async function showAll({ order, orders = false, json = false, from, ...options }: TailOptions, signal: AbortSignal) {
  const caller = await callerFrom(options);
  const begun = () =>
    tell(`Following ${orders ? 'orders' : 'events'} of ${caller.key} at ${caller.url}. Ctrl-C ends it.`);
  for await (const event of openFeed(caller, { from, signal, begun, tell }).events()) {
    if (order !== undefined && !concerns(event, order)) continue;
    if (orders) showOrder(event, json);
    else if (json) printJson(event);
    else print(paint(colourOf(event), `${headOf(event)}  ${summaryOf(event)}`));
  }
}

function showOrder(event: FeedEvent, json: boolean): void {
  const order = orderAfter(event);
  if (order === undefined) return;
  if (json) printJson(order);
  else print(paint(colourOf(event), orderLine(event)));
}
