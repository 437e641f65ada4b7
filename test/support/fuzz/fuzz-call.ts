import type { Draft } from './draft.ts';
import type { Plan } from './plans.ts';

export type Kind = 'valid' | 'near' | 'hostile';

/** A call that might have been taken, and what was done to it. */
export type FuzzCall = {
  readonly number: number;
  readonly plan: Plan;
  readonly kind: Kind;
  readonly base: Draft;
  readonly twists: readonly { readonly name: string; readonly seed: number }[];
};
