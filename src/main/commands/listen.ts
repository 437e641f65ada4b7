import { setTimeout as wait } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { SECOND_MS } from '../../foundation/time.ts';
import { systemClock } from '../../infrastructure/clock.ts';
import { createGuardedHttp, type GuardedHttp } from '../../infrastructure/guarded-http.ts';
import { OperatorError } from '../../infrastructure/operator-error.ts';
import { PUSHED_TYPES, push } from '../../webhooks/index.ts';
import { type Caller, type CallerOptions, callerFrom, withCaller } from './caller.ts';
import { example, type Json, print, printJson, tell } from './command.ts';
import { type FeedEvent, NOW, openFeed } from './event-feed.ts';
import { headOf, orderIdOf } from './event-line.ts';
import { secondsUntilNextTry } from './feed-pace.ts';
import { cursorOption, listInCapitals, oneOf } from './options.ts';
import { paint } from './paint.ts';
import { untilStopped } from './until-stopped.ts';

type ListenOptions = CallerOptions & Json & { to: string; from: string; types?: string[] };
type Receiver = {
  readonly caller: Caller;
  readonly webhookSecret: string;
  readonly url: string;
  readonly http: GuardedHttp;
  readonly json: boolean;
};

/** For developing: a receiver on this machine gets what a registered one would, through the API and without being registered. */
export function addListenCommand(program: Command): void {
  const listen = program
    .command('listen')
    .description('forward your events to a local address, signed as real pushes are')
    .addHelpText('after', example('listen --to http://localhost:9000'))
    .requiredOption('--to <url>', 'where to send them, for example http://localhost:9000', receiverOption)
    .option('--from <cursor>', 'go on after this event; 0 for all that are kept', cursorOption, NOW)
    .addOption(
      new Option('--types <types>', 'these only, separated by commas').choices(PUSHED_TYPES).argParser(typesOption),
    )
    .option('--webhook-secret <secret>', 'signs the pushes (default: WAYBILL_WEBHOOK_SECRET, or the demo partner’s)');
  withCaller(listen)
    .option('--json', 'print JSON, a line for every try')
    .action((options: ListenOptions) => untilStopped((signal) => forwardAll(options, signal)));
}

async function forwardAll(options: ListenOptions, signal: AbortSignal): Promise<void> {
  const caller = await callerFrom(options);
  if (caller.webhookSecret === undefined)
    throw new OperatorError(
      'Give --webhook-secret, so that your receiver can verify what it gets. The portal shows it, and so does: waybill partner webhook-secret',
    );
  const { to, from, types, json = false } = options;
  const http = createGuardedHttp(() => true);
  const receiver = { caller, webhookSecret: caller.webhookSecret, url: to, http, json };
  const begun = () => tell(`Forwarding events of ${caller.key} at ${caller.url} to ${to}. Ctrl-C ends it.`);
  const feed = openFeed(caller, { from, signal, begun, tell });
  try {
    for await (const event of feed.events())
      if (types === undefined || types.includes(event.eventType)) await forward(receiver, event, signal);
  } finally {
    await http.close();
    if (signal.aborted) tell(`Stopped. To go on from here: waybill listen --to ${to} --from ${feed.reached()}`);
  }
}

/** Until the receiver has answered 200: what comes later has to wait, so that the order stays. */
async function forward(receiver: Receiver, event: FeedEvent, signal: AbortSignal): Promise<void> {
  const { caller, webhookSecret, url, http } = receiver;
  const keys = { key: { apiKey: caller.key, secret: caller.secret }, webhookSecrets: [webhookSecret] };
  const { eventId, eventType: type, data } = event;
  for (let failures = 1; ; failures += 1) {
    const interruption = new AbortController();
    const interrupt = () => interruption.abort();
    signal.addEventListener('abort', interrupt, { once: true });
    const outcome = await push({ http, clock: systemClock }, { eventId, type, data, url }, keys, interruption);
    signal.removeEventListener('abort', interrupt);
    signal.throwIfAborted();
    const seconds = outcome.failure === undefined ? undefined : secondsUntilNextTry(failures);
    if (receiver.json) printJson(recordOf(event, outcome, seconds));
    else print(lineOf(event, outcome, seconds));
    if (seconds === undefined) return;
    await wait(seconds * SECOND_MS, undefined, { signal });
  }
}

type Outcome = Awaited<ReturnType<typeof push>>;

function recordOf(event: FeedEvent, { status, durationMs, failure }: Outcome, againInSeconds: number | undefined) {
  const { cursor, eventId, eventType } = event;
  const told = { cursor, eventId, eventType, orderId: orderIdOf(event) ?? null };
  const answer = { status: status ?? null, durationMs, error: failure?.error ?? null };
  return { ...told, ...answer, againInSeconds: againInSeconds ?? null };
}

function lineOf(
  event: FeedEvent,
  { status, durationMs, failure }: Outcome,
  againInSeconds: number | undefined,
): string {
  const line = `${headOf(event)}  ${String(status ?? '–').padEnd(3)}  ${durationMs} ms`;
  if (failure === undefined) return paint('green', line);
  return paint('red', `${line}  ${failure.error} Again in ${againInSeconds} s.`);
}

function receiverOption(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InvalidArgumentError('It must be an address such as http://localhost:9000.');
  return text;
}

function typesOption(text: string): string[] {
  const types = listInCapitals(text);
  const wrong = types.find((type) => !(PUSHED_TYPES as readonly string[]).includes(type));
  if (wrong !== undefined)
    throw new InvalidArgumentError(`${wrong} is no type of events. It must be ${oneOf(PUSHED_TYPES)}.`);
  return types;
}
