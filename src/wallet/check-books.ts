import type { Queryable } from '../infrastructure/database/database.ts';
import { sealedTransfers, transfersGoneUnsealed, transfersPastTheSeal, wrongBalances } from './books-sql.ts';
import { FIRST_SEAL, sealOf } from './rules/seal.ts';

const PAGE = 5_000;
const MOST_SHOWN = 5;

type BookCheck = {
  /** One sentence for each thing that is wrong; empty where the books prove themselves. */
  readonly faults: readonly string[];
  readonly sealed: number;
  /** Whoever has written this down can tell later that nothing was cut off. */
  readonly lastSeal: string;
};

/** Adds every account up anew and follows the chain of seals from its beginning. */
export async function checkBooks(sql: Queryable): Promise<BookCheck> {
  const wrong = await wrongBalances(sql, MOST_SHOWN);
  const past = await transfersPastTheSeal(sql, MOST_SHOWN);
  const gone = await transfersGoneUnsealed(sql, MOST_SHOWN);
  const chain = await followChain(sql);
  return {
    faults: [
      ...wrong.map(
        ({ accountId, kind, currency, storedMinor, bookedMinor }) =>
          `account ${accountId} (${kind}, ${currency}) says ${storedMinor} but its transfers add up to ${bookedMinor} minor units`,
      ),
      ...past.map((id) => `transfer ${id} was never queued for its seal`),
      ...gone.map((id) => `transfer ${id} is gone, and was not sealed yet`),
      ...(chain.fault === undefined ? [] : [chain.fault]),
    ],
    sealed: chain.sealed,
    lastSeal: chain.seal.toString('hex'),
  };
}

async function followChain(sql: Queryable): Promise<{ fault: string | undefined; sealed: number; seal: Buffer }> {
  let seal = FIRST_SEAL;
  let sealed = 0;
  for (;;) {
    const page = await sealedTransfers(sql, sealed, PAGE);
    for (const { position, seal: stored, transferId, transfer } of page) {
      if (position !== sealed + 1) return { fault: `seal ${sealed + 1} is missing`, sealed, seal };
      if (transfer === undefined)
        return { fault: `transfer ${transferId}, sealed at position ${position}, is gone`, sealed, seal };
      if (!sealOf(seal, transfer).equals(stored)) {
        return { fault: `transfer ${transfer.id} is not what was sealed at position ${position}`, sealed, seal };
      }
      seal = stored;
      sealed = position;
    }
    if (page.length < PAGE) return { fault: undefined, sealed, seal };
  }
}
