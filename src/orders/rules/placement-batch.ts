import type { MinorUnits } from '../../foundation/money.ts';

type Wish = { readonly wallet: string; readonly totalMinor: MinorUnits };

/**
 * Which of the orders that arrived together can be paid for: each in its turn, from what those before it have left. The statement
 * that places orders applies the same rule, and a test compares the two.
 */
export function whichFit(wishes: readonly Wish[], balances: ReadonlyMap<string, MinorUnits>): readonly boolean[] {
  const left = new Map(balances);
  return wishes.map(({ wallet, totalMinor }) => {
    const balance = left.get(wallet);
    if (balance === undefined || balance < totalMinor) return false;
    left.set(wallet, balance - totalMinor);
    return true;
  });
}
