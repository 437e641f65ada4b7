import type { ApiKeyId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { microBatch } from '../infrastructure/database/micro-batch.ts';
import { takeFromWindows, type WindowAnswer, type WindowRequest } from './rate-windows-sql.ts';
import type { RateLimit, RateState } from './rules/rate-limits.ts';
import { endOfTick, grainOf, tickOf } from './rules/sliding-window.ts';

const LARGEST_BATCH = 64;

type AdmissionRequest = {
  readonly key: { readonly id: ApiKeyId; readonly revision: number };
  readonly limit: RateLimit;
  /** 0 only looks; 1 takes a call out of the limit's window and its pace's. */
  readonly wanted: 0 | 1;
};
export type Admission = {
  /** False: the key has changed since it was read, so look at it again. Nothing was taken. */
  readonly current: boolean;
  /** The limit, or its pace, where it has no room for the call. */
  readonly exceeded: RateLimit | undefined;
  /** Of the limit; where only its pace has no room, reset as soon as that has. */
  readonly state: RateState;
};
export type Admit = (request: AdmissionRequest) => Promise<Admission>;

/** Confirms keys and counts calls in one statement for all calls that arrive together, across processes. */
export function createAdmission(database: Database, clock: Clock): Admit {
  return microBatch(LARGEST_BATCH, async (requests: readonly AdmissionRequest[]) => {
    const now = clock.now();
    const groups = groupRequests(requests, now);
    const answers = await takeFromWindows(
      database,
      groups.map(({ window }) => window),
    );
    const admissions = new Map<AdmissionRequest, Admission>();
    groups.forEach(({ members }, index) => {
      shareOut(members, answers[index] as WindowAnswer, now, admissions);
    });
    return requests.map((request) => admissions.get(request) as Admission);
  });
}

type Group = { window: WindowRequest; members: AdmissionRequest[] };

function groupRequests(requests: readonly AdmissionRequest[], now: Instant): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const request of requests) {
    const { key, limit, wanted } = request;
    const name = `${key.id}/${limit.name}/${key.revision}`;
    const known = groups.get(name);
    if (known !== undefined) {
      known.members.push(request);
      known.window = { ...known.window, wanted: known.window.wanted + wanted };
      continue;
    }
    const { id: keyId, revision } = key;
    const pace = limit.pace && windowAt(limit.pace, now);
    const window = { keyId, revision, wanted, ...windowAt(limit, now), pace };
    groups.set(name, { window, members: [request] });
  }
  return [...groups.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

function windowAt({ name, allowed, windowMs }: RateLimit, now: Instant) {
  const grain = grainOf(allowed, windowMs);
  return { name, tick: tickOf(now, grain), lifeTicks: grain.lifeTicks, allowed };
}

/** When all that came until now has left it. */
function endOfWindow({ allowed, windowMs }: RateLimit, now: Instant): Instant {
  const grain = grainOf(allowed, windowMs);
  return endOfTick(tickOf(now, grain), grain);
}

/** First come, first served among the calls of one batch. */
function shareOut(
  members: readonly AdmissionRequest[],
  { current, granted, used, oldestTick, paceUsed = 0 }: WindowAnswer,
  now: Instant,
  admissions: Map<AdmissionRequest, Admission>,
): void {
  let left = granted;
  for (const request of members) {
    const { limit, wanted } = request;
    const { allowed, windowMs, pace } = limit;
    const isTaken = wanted === 1 && left > 0;
    const hasRoom = ({ allowed: most }: RateLimit, taken: number) => isTaken || taken - left < most;
    const exceeded = !hasRoom(limit, used) ? limit : pace && !hasRoom(pace, paceUsed) ? pace : undefined;
    if (isTaken) left--;
    const oldestEnds = oldestTick === undefined ? now : endOfTick(oldestTick, grainOf(allowed, windowMs));
    const state: RateState = {
      allowed,
      remaining: Math.max(0, allowed - used + left),
      resetAt: exceeded !== undefined && exceeded === pace ? endOfWindow(pace, now) : oldestEnds,
    };
    admissions.set(request, { current, exceeded, state });
  }
}
