import type { Evidence } from './journal.ts';
import type { WriteName } from './writes.ts';

/** What the journal says about one thing that can be counted. */
export type Expectation = {
  readonly evidence: Evidence;
  readonly name: WriteName;
  readonly acknowledged: number;
  /** Of calls that nobody got an answer to: each may have taken effect. */
  readonly unknown: number;
  readonly numbers: readonly number[];
};
export type Miscount = { readonly kind: 'lost' | 'doubled'; readonly by: number; readonly sentence: string };

/** Everything acknowledged is there; nothing is there more often than it was asked for. */
export function judgeCounts(
  expectations: ReadonlyMap<string, Expectation>,
  countOf: (key: string) => number,
): readonly Miscount[] {
  return [...expectations].flatMap(([key, { name, acknowledged, unknown, numbers }]): readonly Miscount[] => {
    const count = countOf(key);
    const sentence = `${name} (entries ${numbers.join(', ')}): ${acknowledged} acknowledged, ${unknown} unknown, ${count} there`;
    if (count < acknowledged) return [{ kind: 'lost', by: acknowledged - count, sentence }];
    if (count > acknowledged + unknown) return [{ kind: 'doubled', by: count - acknowledged - unknown, sentence }];
    return [];
  });
}
