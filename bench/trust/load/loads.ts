import type { CleanUp } from '../../support/clean-up.ts';
import type { Bound } from './bound.ts';
import { boundsOfOverload, type OverloadFigures } from './judge-overload.ts';
import { boundsOfSoak, type SoakFigures } from './judge-soak.ts';
import { type LoadTerms, runOverload } from './overload.ts';
import { runSoak } from './soak.ts';

/** What each shows. */
export type Loads = { readonly overload: OverloadFigures; readonly soak: SoakFigures };
export type LoadName = keyof Loads;

type Load<Figures> = {
  readonly what: string;
  readonly seconds: number;
  /** Takes too long to be part of `npm run trust`. */
  readonly isOnlyByName: boolean;
  run(afterwards: CleanUp['afterwards'], terms: LoadTerms, report: (line: string) => void): Promise<Figures>;
  boundsOf(found: Figures): readonly Bound[];
};

export const LOADS: { readonly [Name in LoadName]: Load<Loads[Name]> } = {
  overload: {
    what: 'five times the calls that the program can answer, on schedule whether or not earlier ones were answered',
    seconds: 30,
    isOnlyByName: false,
    run: runOverload,
    boundsOf: boundsOfOverload,
  },
  soak: {
    what: 'as many calls as the program can answer, for ten minutes; only by its name',
    seconds: 600,
    isOnlyByName: true,
    run: runSoak,
    boundsOf: boundsOfSoak,
  },
};

export const LOAD_NAMES = Object.keys(LOADS) as LoadName[];

export function boundsOf<Name extends LoadName>(name: Name, found: Loads[Name]): readonly Bound[] {
  return LOADS[name].boundsOf(found);
}
