import { accepted, type Decision, type Refused, refused } from '../../foundation/decision.ts';
import { type Currency, formatMoney, type MinorUnits } from '../../foundation/money.ts';
import type { Instant } from '../../foundation/time.ts';

/** `partner`: what can be spent. `held`: what open orders have laid aside. `sales` and `funding` belong to the house. */
export type AccountKind = 'partner' | 'held' | 'driver' | 'sales' | 'funding';

/** Every kind of transfer, and between which accounts it moves money. */
export const TRANSFERS = {
  top_up: { from: 'funding', to: 'partner' },
  hold: { from: 'partner', to: 'held' },
  release: { from: 'held', to: 'partner' },
  capture: { from: 'held', to: 'sales' },
  earning: { from: 'sales', to: 'driver' },
  payout: { from: 'driver', to: 'funding' },
  credit: { from: 'sales', to: 'partner' },
} as const satisfies Record<string, { readonly from: AccountKind; readonly to: AccountKind }>;
export type TransferKind = keyof typeof TRANSFERS;

/** One wish to move money; `key` names it, so that it is booked once however often it is asked for. */
export type Movement = {
  readonly kind: TransferKind;
  readonly amountMinor: MinorUnits;
  readonly key: string;
  readonly orderId?: string;
  /** Where it is booked at another time than the rest: drivers live by our clock. */
  readonly at?: Instant;
};

/** What the movements together add to an account. */
export function changeOf(
  account: AccountKind,
  movements: readonly Pick<Movement, 'kind' | 'amountMinor'>[],
): MinorUnits {
  return movements.reduce((sum, { kind, amountMinor }) => {
    const { from, to } = TRANSFERS[kind];
    return sum + (to === account ? amountMinor : 0n) - (from === account ? amountMinor : 0n);
  }, 0n);
}

/** The balance after the movements, where the partner can pay for them. */
export function decideMovements(
  balanceMinor: MinorUnits,
  movements: readonly Movement[],
  currency: Currency,
): Decision<MinorUnits> {
  const after = balanceMinor + changeOf('partner', movements);
  return after >= 0n ? accepted(after) : insufficientCredit(balanceMinor, -after, currency);
}

export function insufficientCredit(balanceMinor: MinorUnits, missingMinor: MinorUnits, currency: Currency): Refused {
  const [balance, missing] = [balanceMinor, missingMinor].map((amount) => formatMoney(amount, currency));
  return refused('ERR_INSUFFICIENT_CREDIT', `The wallet holds ${balance}, and ${missing} more are needed. Top it up.`);
}

/** Told once, when the balance falls from at least the threshold to less. */
export function fallsBelow(threshold: MinorUnits | undefined, before: MinorUnits, after: MinorUnits): boolean {
  return threshold !== undefined && before >= threshold && after < threshold;
}
