import {
  breaksUniqueness,
  type Database,
  type Transaction,
  untilItsTurn,
} from '../infrastructure/database/database.ts';
import { microBatch } from '../infrastructure/database/micro-batch.ts';
import { wakeSenders } from '../webhooks/index.ts';
import { type Placement, type PlacementResult, placeOrders } from './placement-sql.ts';
import type { Order } from './rules/order.ts';

const LARGEST_BATCH = 64;

type Outcome = PlacementResult | 'QUOTATION_USED';
export type Place = (placement: Placement) => Promise<Outcome>;

/** One statement at a time, so that no two of this process wait for the same wallet and each has as many orders as there are. */
export function createPlacementQueue(database: Database): Place {
  return microBatch(LARGEST_BATCH, async (placements: readonly Placement[]) => {
    const outcomes = await placeTogether(database, placements);
    wakeSenders(database);
    return outcomes;
  });
}

async function placeTogether(database: Database, placements: readonly Placement[]): Promise<readonly Outcome[]> {
  try {
    return await untilItsTurn(() => placeOrders(database, placements));
  } catch (error) {
    if (placements.length === 1 && isQuotationUsed(error)) return ['QUOTATION_USED'];
    throw error;
  }
}

class NotPlaced extends Error {}

/** Commits what is written for an order, and more with it; or answers as it did before, where that was done already. */
type Commit = (order: Order, write: (tx: Transaction) => Promise<void>) => Promise<unknown>;

/** One by itself. Where it cannot be placed, nothing of what would have been committed with it is. */
export function placeWith(commit: Commit): Place {
  return async (placement) => {
    let outcome: Outcome = 'QUOTATION_USED';
    try {
      await commit(placement.order, async (tx) => {
        const [result] = await placeOrders(tx, [placement]);
        outcome = result as PlacementResult;
        if (!outcome.placed) throw new NotPlaced();
        wakeSenders(tx);
      });
    } catch (error) {
      if (isQuotationUsed(error)) return 'QUOTATION_USED';
      if (!(error instanceof NotPlaced)) throw error;
    }
    return outcome;
  };
}

const isQuotationUsed = (error: unknown) => breaksUniqueness(error, 'orders_one_per_quotation');
