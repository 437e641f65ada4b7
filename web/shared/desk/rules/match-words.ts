import { wordsOf } from '../../../../src/foundation/in-words.ts';
import { kilometers } from './price-words.ts';

type Candidate = {
  readonly driverId: string;
  readonly chosen: boolean;
  readonly score: {
    readonly pickUpSeconds: number;
    readonly ageBonus: number;
    readonly feeBonus: number;
    readonly fairnessBonus: number;
  };
};

export type MatchRound = {
  readonly at: string;
  readonly radiusMeters: number;
  readonly considered: number;
  readonly candidates: readonly Candidate[];
  readonly excluded: Readonly<Record<string, number>>;
  readonly outcome: string;
};

/** Why it was this driver, or is none yet, as the server explains it. */
export type MatchExplanation = {
  readonly driverId?: string;
  readonly matchedAt?: string;
  readonly former: readonly string[];
  readonly offers: readonly { readonly driverId: string; readonly state: string; readonly offeredAt: string }[];
  readonly rounds: readonly MatchRound[];
};

const EXCLUDED: Readonly<Record<string, (count: number, whose: string) => string>> = {
  OTHER_SERVICE: (count) => `${count} with another vehicle`,
  FORMER_DRIVER: (count) => `${count} who had this order before`,
  REFUSED: (count) => `${count} who passed it over`,
  HAS_OFFER_OR_ORDER: (count) => `${count} busy with other orders`,
  BLOCKED_FOR_PARTNER: (count, whose) => `${count} kept from ${whose} orders`,
  TOO_FAR: (count) => `${count} too far away`,
  LACKS_HUMAN: (count) => `${count} simulated, which this order does not take`,
};

/** What one look for a driver came to, in a sentence or two. */
export function roundWords(round: MatchRound): string {
  const looked = `${drivers(round.considered)} reachable, looked for within ${kilometers(round.radiusMeters)}.`;
  const left = leftOut(round.excluded, 'your');
  return [looked, ...(left === '' ? [] : [`Left out: ${left}.`]), outcomeWords(round)].join(' ');
}

function outcomeWords({ outcome, candidates }: MatchRound): string {
  switch (outcome) {
    case 'OFFERED': {
      const chosen = candidates.filter((candidate) => candidate.chosen);
      return chosen.length === 0 ? 'It was offered.' : `It was offered to ${chosen.map(candidateWords).join(' and ')}.`;
    }
    case 'NO_CANDIDATE':
      return 'Nobody could be asked.';
    case 'LEFT_WAITING':
      return 'Whoever could be asked was of more use to other orders; it waits for the next look.';
    default:
      return '';
  }
}

function candidateWords({ driverId, score }: Candidate): string {
  const because = [
    `${minutes(score.pickUpSeconds)} from the pick-up`,
    ...(score.feeBonus > 0 ? ['the priority fee counted'] : []),
    ...(score.fairnessBonus > 0 ? ['who had earned less than others'] : []),
  ];
  return `driver ${driverId} (${because.join(', ')})`;
}

/** Who could not be asked, and why; `whose` are the orders of the partner. */
export function leftOut(excluded: MatchRound['excluded'], whose: string): string {
  return Object.entries(excluded)
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => {
      const told = EXCLUDED[reason]?.(count, whose);
      if (told !== undefined) return told;
      if (reason.startsWith('LACKS_')) return `${count} without ${wordsOf(reason.slice(6))}`;
      return `${count} (${reason})`;
    })
    .join(', ');
}

const STATES: Readonly<Record<string, string>> = {
  OPEN: 'has not answered yet',
  ACCEPTED: 'took it',
  DECLINED: 'passed it over',
  LAPSED: 'did not answer in time',
  WITHDRAWN: 'was told that it is gone',
};

export function offerWords(state: string): string {
  return STATES[state] ?? state.toLowerCase();
}

function drivers(count: number): string {
  return count === 1 ? '1 driver' : `${count} drivers`;
}

function minutes(seconds: number): string {
  return seconds < 60 ? 'less than a minute' : `${Math.round(seconds / 60)} min`;
}
