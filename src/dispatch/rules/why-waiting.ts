import { inWords, wordsOf } from '../../foundation/in-words.ts';
import { type Instant, MINUTE_MS, SECOND_MS } from '../../foundation/time.ts';
import type { Exclusions } from './candidates.ts';
import type { MatchExplanation } from './explain-match.ts';
import { isOfferable, offeredFrom } from './offer-time.ts';
import { type CityDispatch, pausesOf } from './pause.ts';

/** An order that looks for a driver, with what is known of its search. All times are on our clock. */
export type SearchSoFar = {
  readonly service: string;
  readonly waitingSince: Instant;
  readonly scheduleAt: Instant | undefined;
  /** Since the placement, or since the last driver was gone again. */
  readonly searchingSince: Instant;
  /** Drivers who have an offer of it right now. */
  readonly asked: number;
  /** Drivers who had one before and did not take it. */
  readonly passed: number;
  /** When the last of them did not. */
  readonly passedAt: Instant | undefined;
  /** In its city, heard of or not. */
  readonly isSomebodyOnline: boolean;
  /** The last round that had something to say. */
  readonly lastRound: MatchExplanation | undefined;
};

type WaitingCode =
  | 'CITY_PAUSED'
  | 'SERVICE_PAUSED'
  | 'LATER'
  | 'BEING_ASKED'
  | 'NOT_LOOKED_AT'
  | 'NOBODY_ONLINE'
  | 'NOBODY_REACHABLE'
  | 'NOBODY_OF_SERVICE'
  | 'NOBODY_ABLE'
  | 'ALL_BUSY'
  | 'ALL_PASSED'
  | 'ALL_KEPT'
  | 'ALL_FAR'
  | 'NOBODY_LEFT'
  | 'BETTER_ELSEWHERE'
  | 'ASKED_IN_VAIN';

/** Why an order still waits: for machines, and in words. */
export type WhyWaiting = { readonly code: WaitingCode; readonly sentence: string };

/** Rounds are seconds apart: after this, nobody plays them. */
const ROUNDS_ARE_LATE_MS = MINUTE_MS;

export function whyWaiting(order: SearchSoFar, city: CityDispatch, now: Instant, aheadMs: number): WhyWaiting {
  return whyPaused(order, city) ?? whyNotYet(order, now, aheadMs) ?? whyNobodyTookIt(order, now, aheadMs);
}

function whyPaused({ service }: SearchSoFar, city: CityDispatch): WhyWaiting | undefined {
  const pause = pausesOf(city).find((known) => known.service === undefined || known.service === service);
  if (pause === undefined) return undefined;
  const because = pause.note === undefined ? '' : `: ${pause.note.reason}`;
  return pause.service === undefined
    ? { code: 'CITY_PAUSED', sentence: `The city is paused${because}.` }
    : { code: 'SERVICE_PAUSED', sentence: `${inWords(service)} is paused${because}.` };
}

function whyNotYet(order: SearchSoFar, now: Instant, aheadMs: number): WhyWaiting | undefined {
  if (isOfferable(order, now, aheadMs)) return undefined;
  const minutes = Math.round(aheadMs / MINUTE_MS);
  return {
    code: 'LATER',
    sentence: `The pick-up is later. Drivers are asked from ${counted(minutes, 'minute')} before it.`,
  };
}

function whyNobodyTookIt(order: SearchSoFar, now: Instant, aheadMs: number): WhyWaiting {
  const { service, asked, passed, passedAt } = order;
  if (asked > 0)
    return {
      code: 'BEING_ASKED',
      sentence: `${counted(asked, 'driver')} ${asked === 1 ? 'is' : 'are'} being asked right now${afterOthers(passed)}.`,
    };
  const since = Math.max(order.searchingSince, offeredFrom(order, aheadMs));
  const lastRound = order.lastRound !== undefined && order.lastRound.at >= since ? order.lastRound : undefined;
  const lookedAt = Math.max(since, lastRound?.at ?? since, passedAt ?? since);
  if (now - lookedAt > ROUNDS_ARE_LATE_MS)
    return {
      code: 'NOT_LOOKED_AT',
      sentence: `No round has looked at it for ${lasting(now - lookedAt)}. Is a worker running?`,
    };
  if (lastRound === undefined)
    return { code: 'NOT_LOOKED_AT', sentence: 'No round has looked at it yet. Rounds are a few seconds apart.' };
  if (lastRound.outcome === 'OFFERED') {
    const happened =
      passed === 0 ? 'Whoever was asked cannot take it any more.' : `${counted(passed, 'driver')} passed it over.`;
    return { code: 'ASKED_IN_VAIN', sentence: `${happened} The next one is asked in a moment.` };
  }
  if (lastRound.outcome === 'LEFT_WAITING')
    return {
      code: 'BETTER_ELSEWHERE',
      sentence: 'The drivers who could take it are asked for other orders first. It is looked at again in a moment.',
    };
  if (lastRound.considered === 0) return whyNobodyWasReachable(order);
  return whyNobodyCouldBeAsked(service, lastRound);
}

function whyNobodyWasReachable({ isSomebodyOnline }: SearchSoFar): WhyWaiting {
  return isSomebodyOnline
    ? { code: 'NOBODY_REACHABLE', sentence: 'No driver who is online in the city has been heard of lately.' }
    : { code: 'NOBODY_ONLINE', sentence: 'No driver is online in the city.' };
}

function whyNobodyCouldBeAsked(service: string, { excluded, radiusMeters }: MatchExplanation): WhyWaiting {
  const { OTHER_SERVICE: others = 0, ...ofService } = excluded;
  const groups = groupsOf(ofService, radiusMeters);
  const [only, second] = groups;
  if (only === undefined)
    return {
      code: 'NOBODY_OF_SERVICE',
      sentence: `No ${wordsOf(service)} driver is reachable; ${counted(others, 'driver')} for other services ${others === 1 ? 'is' : 'are'}.`,
    };
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  if (second === undefined)
    return { code: only.code, sentence: `${allOf(count, service)} ${count === 1 ? only.one : only.many}.` };
  const parts = groups.map((group) => `${group.count} ${group.count === 1 ? group.one : group.many}`);
  return {
    code: 'NOBODY_LEFT',
    sentence: `Of ${count} ${wordsOf(service)} drivers, ${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}.`,
  };
}

type Group = {
  readonly code: WaitingCode;
  readonly count: number;
  /** What is said of one driver, and of several. */
  readonly one: string;
  readonly many: string;
};

/** In the order in which somebody at the desk would look at them. */
function groupsOf(excluded: Exclusions, radiusMeters: number): readonly Group[] {
  const sum = (...reasons: readonly string[]) => reasons.reduce((total, reason) => total + (excluded[reason] ?? 0), 0);
  const kilometers = `${Math.round(radiusMeters / 1_000)} km`;
  const groups: readonly Group[] = [
    { code: 'ALL_BUSY', count: sum('HAS_OFFER_OR_ORDER'), one: 'is busy', many: 'are busy' },
    {
      code: 'ALL_PASSED',
      count: sum('REFUSED', 'FORMER_DRIVER'),
      one: 'passed it over',
      many: 'passed it over',
    },
    {
      code: 'ALL_FAR',
      count: sum('TOO_FAR'),
      one: `is more than ${kilometers} away`,
      many: `are more than ${kilometers} away`,
    },
    {
      code: 'ALL_KEPT',
      count: sum('BLOCKED_FOR_PARTNER'),
      one: 'is kept from this partner',
      many: 'are kept from this partner',
    },
    ...Object.entries(excluded)
      .filter(([reason]) => reason.startsWith('LACKS_'))
      .map(([reason, count]): Group => ({ code: 'NOBODY_ABLE', count, ...lacking(reason.slice('LACKS_'.length)) })),
  ];
  return groups.filter(({ count }) => count > 0);
}

function lacking(need: string): Pick<Group, 'one' | 'many'> {
  if (need === 'HUMAN')
    return {
      one: 'is simulated, which this partner does not take',
      many: 'are simulated, which this partner does not take',
    };
  if (need === 'VALID_DOCUMENTS') return { one: 'has no valid documents', many: 'have no valid documents' };
  return { one: `lacks ${wordsOf(need)}`, many: `lack ${wordsOf(need)}` };
}

function allOf(count: number, service: string): string {
  return count === 1 ? `The only ${wordsOf(service)} driver` : `All ${count} ${wordsOf(service)} drivers`;
}

function afterOthers(passed: number): string {
  return passed === 0 ? '' : `, after ${passed} passed it over`;
}

function lasting(ms: number): string {
  return ms < 2 * MINUTE_MS
    ? counted(Math.round(ms / SECOND_MS), 'second')
    : counted(Math.floor(ms / MINUTE_MS), 'minute');
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
