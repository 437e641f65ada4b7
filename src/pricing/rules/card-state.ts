import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import type { Instant } from '../../foundation/time.ts';
import { versionAt } from './cards-in-force.ts';

type Published = { readonly version: number; readonly holdsFrom: Instant };

/** By which versions a service is priced: now, and from some time on. Version 0 ships with the product. */
export type CardState = { readonly holds: number; readonly ahead: readonly number[] };

export function cardState(published: readonly Published[], now: Instant): CardState {
  const ahead = published.filter(({ holdsFrom }) => holdsFrom > now).map(({ version }) => version);
  return { holds: versionAt(published, now)?.version ?? 0, ahead: ahead.toSorted((a, b) => a - b) };
}

/** Whoever decides on a card has seen how it stands; where that is not so any more, they look again first. */
export function decideOnCard(state: CardState, seen: CardState): Decision<CardState> {
  if (state.holds !== seen.holds)
    return refused(
      'ERR_CHANGED_MEANWHILE',
      `Version ${state.holds} holds by now, not ${seen.holds}. Look again first.`,
    );
  if (state.ahead.join() === seen.ahead.join()) return accepted(state);
  const planned =
    state.ahead.length === 0
      ? 'no version is'
      : state.ahead.length === 1
        ? `version ${state.ahead[0]} is`
        : `versions ${state.ahead.join(', ')} are`;
  return refused('ERR_CHANGED_MEANWHILE', `By now ${planned} planned for later. Look again first.`);
}
