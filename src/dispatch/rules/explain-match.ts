import type { Instant } from '../../foundation/time.ts';
import type { Candidate, Candidates, Exclusions } from './candidates.ts';
import type { WaitingOrder } from './pool.ts';
import type { Score } from './score.ts';

export type ScoredCandidate = Candidate & { readonly score: Score };

/** What a round sees of one order. */
export type Look = Omit<Candidates, 'candidates'> & {
  readonly order: WaitingOrder;
  /** Best first. */
  readonly candidates: readonly ScoredCandidate[];
};

export type MatchOutcome =
  | 'OFFERED'
  /** Nobody can be asked; the exclusions say why. */
  | 'NO_CANDIDATE'
  /** Better left for the next round: all who could be asked are of more use to other orders, or far away. */
  | 'LEFT_WAITING'
  /** Enough drivers have been asked and have not answered yet. */
  | 'OFFER_OPEN'
  /** Scheduled for later. */
  | 'NOT_YET';

/** Why an order was offered to these drivers, or to none, in one round. */
export type MatchExplanation = {
  readonly at: Instant;
  readonly radiusMeters: number;
  /** Drivers in the city that could be reached. */
  readonly considered: number;
  /** The best few, and always one that was chosen. */
  readonly candidates: readonly { readonly driverId: string; readonly score: Score; readonly chosen: boolean }[];
  readonly excluded: Exclusions;
  readonly outcome: MatchOutcome;
};

const MOST_SHOWN = 5;

export function explainLook(
  { radiusMeters, candidates, excluded }: Look,
  chosen: readonly ScoredCandidate[],
  considered: number,
  at: Instant,
): MatchExplanation {
  const withoutOffer = candidates.length === 0 ? 'NO_CANDIDATE' : 'LEFT_WAITING';
  const shown = showBest(candidates, chosen).map((candidate) => ({
    driverId: candidate.driver.id,
    score: candidate.score,
    chosen: chosen.includes(candidate),
  }));
  const outcome = chosen.length > 0 ? 'OFFERED' : withoutOffer;
  return { at, radiusMeters, considered, candidates: shown, excluded, outcome };
}

function showBest(
  candidates: readonly ScoredCandidate[],
  chosen: readonly ScoredCandidate[],
): readonly ScoredCandidate[] {
  const best = candidates.slice(0, MOST_SHOWN);
  const [first] = chosen;
  return first === undefined || best.includes(first) ? best : [...best.slice(0, -1), first];
}

/** Of an order for which nobody was looked for. */
export function explainSkipped(outcome: MatchOutcome, considered: number, at: Instant): MatchExplanation {
  return { at, radiusMeters: 0, considered, candidates: [], excluded: {}, outcome };
}
