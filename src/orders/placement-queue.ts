import { breaksUniqueness, type Database } from '../infrastructure/database/database.ts';
import { microBatch } from '../infrastructure/database/micro-batch.ts';
import { wakeSenders } from '../webhooks/index.ts';
import { type Placement, type PlacementResult, placeOrders } from './placement-sql.ts';

const LARGEST_BATCH = 64;

type Outcome = PlacementResult | 'QUOTATION_USED';
export type PlaceInBatch = (placement: Placement) => Promise<Outcome>;

/** One statement at a time, so that no two of this process wait for the same wallet and each has as many orders as there are. */
export function createPlacementQueue(database: Database): PlaceInBatch {
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
    if (placements.length === 1 && breaksUniqueness(error, 'orders_one_per_quotation')) return ['QUOTATION_USED'];
    throw error;
  }
}
