import { breaksUniqueness, type Database, type Transaction } from '../infrastructure/database/database.ts';
import { microBatch } from '../infrastructure/database/micro-batch.ts';
import { wakeSenders } from '../webhooks/index.ts';
import { beginPlacing, type Placement, type PlacementResult, placeOrders, undoPlacing } from './placement-sql.ts';

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
    return await placeOrders(database, placements);
  } catch (error) {
    if (placements.length === 1 && isQuotationUsed(error)) return ['QUOTATION_USED'];
    throw error;
  }
}

/** One by itself, for whoever commits more with it. */
export function placeWithin(tx: Transaction): Place {
  return async (placement) => {
    await beginPlacing(tx);
    try {
      const [outcome] = await placeOrders(tx, [placement]);
      wakeSenders(tx);
      return outcome as PlacementResult;
    } catch (error) {
      if (!isQuotationUsed(error)) throw error;
      await undoPlacing(tx);
      return 'QUOTATION_USED';
    }
  };
}

const isQuotationUsed = (error: unknown) => breaksUniqueness(error, 'orders_one_per_quotation');
