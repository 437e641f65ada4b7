import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '../../../src/foundation/time.ts';
import { catchUpWithTerms } from '../../../src/orders/keep-terms.ts';
import { createSequence } from '../../../src/webhooks/index.ts';
import { everythingStored } from '../orders.ts';
import type { World } from '../world.ts';
import { assembleCast, type Cast } from './cast.ts';
import { createDice } from './dice.ts';
import { bytesOf, type Draft, describeDraft } from './draft.ts';
import type { FuzzCall, Kind } from './fuzz-call.ts';
import { faultsOf } from './laws.ts';
import type { Plan } from './plans.ts';
import { openRawClient, type RawAnswer } from './raw-client.ts';
import { shrink } from './shrink.ts';
import { HOSTILE, NEAR } from './twists.ts';

const BATCH = 500;
const CONNECTIONS = 32;
/** How many others may be answered, with none of the batch, before those that are left count as hanging. */
const HANG_BOUND = 100;
const OTHERS_EVERY_MS = 100;
const MOST_VIOLATIONS = 5;
/** Refusals count failures: that is what these are for. */
const COUNTS_FAILURES = /^(sign_in_failures|driver_sign_in_codes|driver_code_requests)$/;

const KINDS: readonly Kind[] = ['valid', 'valid', 'near', 'near', 'near', 'hostile', 'hostile'];

type Outcome = { readonly call: FuzzCall; readonly answer: RawAnswer | undefined; readonly faults: readonly string[] };

export type FuzzReport = {
  /** Different ones. */
  readonly calls: number;
  /** With those that were sent again, to see that what is refused or only asks changes nothing. */
  readonly sent: number;
  readonly answers: Readonly<Record<string, number>>;
  readonly calledRoutes: ReadonlySet<string>;
  /** Where a call has succeeded. */
  readonly enteredRoutes: ReadonlySet<string>;
  readonly violations: readonly string[];
};

/** Sends so many made-up calls to every way in, and holds each answer and the database against the laws. */
export async function runFuzz(
  world: World,
  plans: readonly Plan[],
  { seed, count }: { readonly seed: number; readonly count: number },
): Promise<FuzzReport> {
  const dice = createDice(seed);
  const client = openRawClient(world, CONNECTIONS);
  const cast = await assembleCast(world);
  const answers: Record<string, number> = {};
  const calledRoutes = new Set<string>();
  const enteredRoutes = new Set<string>();
  const violations: string[] = [];
  let made = 0;
  let sent = 0;

  function makeCall(): FuzzCall {
    // Each route in turn, so that none is left out.
    const plan = plans[made % plans.length] as Plan;
    const kind = dice.pick(KINDS);
    const { caller, stock } = cast.memberFor(plan);
    const base = plan.draft({ dice, stock, now: world.clock.now() }, caller);
    const known = Object.keys(kind === 'near' ? NEAR : HOSTILE);
    const length = kind === 'valid' ? 0 : 1 + dice.whole(kind === 'near' ? 2 : 3);
    const twists = Array.from({ length }, () => ({ name: dice.pick(known), seed: dice.seed() }));
    return { number: ++made, plan, kind, base, twists };
  }

  function draftOf({ base, twists, plan }: FuzzCall): Draft {
    const draft: Draft = { ...base, headers: [...base.headers], json: structuredClone(base.json) };
    for (const { name, seed: own } of twists)
      (NEAR[name] ?? HOSTILE[name])?.(draft, createDice(own), cast.memberFor(plan).stock);
    return draft;
  }

  const explain = (call: FuzzCall) =>
    `call ${call.number} of seed ${seed}, ${call.plan.name}, ${call.kind} ${call.twists.map(({ name }) => name).join(', ')}:\n${describeDraft(draftOf(call), world.clock.now())}`;

  async function send(call: FuzzCall): Promise<Outcome> {
    const draft = draftOf(call);
    sent++;
    const answer = await client.exchange(bytesOf(draft, world.clock.now()));
    return { call, answer, faults: faultsOf({ plan: call.plan, draft }, answer) };
  }

  /** All at once; none may be left unanswered while others are, one after another. */
  async function sendAll(batch: readonly FuzzCall[]): Promise<readonly Outcome[]> {
    const left = new Set(batch);
    let othersSince = 0;
    const all = Promise.all(
      batch.map(async (call) => {
        const outcome = await send(call);
        left.delete(call);
        othersSince = 0;
        return outcome;
      }),
    );
    await Promise.race([all, othersAreAnswered()]);
    if (left.size > 0)
      throw new Error(`no answer while ${HANG_BOUND} others were given:\n${[...left].map(explain).join('\n')}`);
    return all;

    async function othersAreAnswered(): Promise<void> {
      for (; left.size > 0 && othersSince < HANG_BOUND; othersSince++) {
        await world.send({ path: '/health/live' });
        await sleep(OTHERS_EVERY_MS);
      }
    }
  }

  const sequence = createSequence(world.foundations.database, world.clock);
  /** What is stored, once what waits for whoever asks next has been done. */
  const look = async () => {
    await sequence();
    await catchUpWithTerms(world.foundations.database);
    return JSON.stringify((await everythingStored(world)).filter(({ name }) => !COUNTS_FAILURES.test(name)));
  };

  /** Those of the calls that have changed what is stored without a right to: nobody, or some that cannot be told apart yet. */
  async function changersAmong(batch: readonly FuzzCall[]): Promise<readonly FuzzCall[]> {
    let quiet = batch;
    // Each time without those that had a right to this time, so there is an end.
    while (quiet.length > 0) {
      const before = await look();
      const outcomes = await sendAll(quiet);
      if ((await look()) === before) return [];
      const still = outcomes.filter(isQuiet).map(({ call }) => call);
      if (still.length === quiet.length) return quiet;
      quiet = still;
    }
    return [];
  }

  async function findChanger(suspects: readonly FuzzCall[]): Promise<FuzzCall | undefined> {
    const changers = await changersAmong(suspects);
    if (changers.length < 2) return changers[0];
    const half = Math.ceil(changers.length / 2);
    return (await findChanger(changers.slice(0, half))) ?? findChanger(changers.slice(half));
  }

  function note({ call, answer }: Outcome): void {
    const status = answer?.status ?? 0;
    const name = `${call.plan.door} ${call.kind} ${Math.floor(status / 100)}xx`;
    answers[name] = (answers[name] ?? 0) + 1;
    calledRoutes.add(call.plan.name);
    if (status >= 200 && status < 400 && call.kind !== 'hostile') enteredRoutes.add(call.plan.name);
    learnFrom(cast, call, answer);
  }

  async function report({ call, faults }: Outcome): Promise<void> {
    if (faults.length === 0 || violations.length >= MOST_VIOLATIONS) return;
    const small = await shrink(call, async (less) => (await send(less)).faults.length > 0);
    violations.push(`${faults.join('; ')}\n${explain(small)}`);
  }

  async function reportBugs(): Promise<void> {
    const bugs = world.logEntries().filter(({ level }) => level === 'error' || level === 'fatal');
    for (const bug of bugs.slice(0, MOST_VIOLATIONS)) violations.push(`logged: ${JSON.stringify(bug).slice(0, 900)}`);
    // So that a long run does not keep all of it.
    (world.logLines as string[]).length = 0;
  }

  async function reportChanger(quiet: readonly FuzzCall[]): Promise<void> {
    const changer = await findChanger(quiet);
    if (changer === undefined) return;
    const small = await shrink(changer, async (less) => (await changersAmong([less])).length > 0);
    violations.push(`refused, or only asked, and changed what is stored:\n${explain(small)}`);
  }

  while (sent < count && violations.length < MOST_VIOLATIONS) {
    // A minute later nobody has called too often.
    world.clock.advance(MINUTE_MS + 1);
    await replaceThoseShutOut(world, cast, client.exchange);
    const batch = Array.from({ length: Math.min(BATCH, count - sent) }, makeCall);
    const before = await look();
    const outcomes = await sendAll(batch);
    for (const outcome of outcomes) note(outcome);
    for (const outcome of outcomes) await report(outcome);
    await reportBugs();
    if ((await look()) !== before) await reportChanger(outcomes.filter(isQuiet).map(({ call }) => call));
  }
  client.close();
  return { calls: made, sent, answers, calledRoutes, enteredRoutes, violations };
}

/** What is refused or only asks. */
function isQuiet({ call: { base, twists }, answer }: Outcome): boolean {
  const onlyAsks = base.method === 'GET' && !twists.some(({ name }) => name === 'otherMethod');
  return onlyAsks || answer === undefined || answer.status >= 400;
}

/** Ids that were shown are asked for later; a quotation is bought. */
function learnFrom(cast: Cast, { plan, twists }: FuzzCall, answer: RawAnswer | undefined): void {
  if (answer === undefined || answer.status >= 300 || answer.text === '' || answer.text.length > 100_000) return;
  if (!answer.headers['content-type']?.startsWith('application/json') || twists.length > 1) return;
  const { stock } = cast.memberFor(plan);
  const json = JSON.parse(answer.text);
  stock.learn(json);
  if (plan.name.startsWith('POST /v3/quotations')) stock.keepQuotation(plan.route.variant ?? '', json.data);
}

type Exchange = ReturnType<typeof openRawClient>['exchange'];

/** A call that succeeds may shut its caller out: suspended, disabled, its key revoked. */
async function replaceThoseShutOut(world: World, cast: Cast, exchange: Exchange): Promise<void> {
  for (const { member, asks, replace } of cast.members()) {
    const question: Draft = {
      method: 'GET',
      path: asks,
      query: '',
      caller: member.caller,
      headers: [['Market', 'HK']],
      json: undefined,
      body: undefined,
      framing: 'length',
      isElsewhere: false,
    };
    const answer = await exchange(bytesOf(question, world.clock.now()));
    if (answer?.status !== 200) await replace();
  }
}
