import type { PartnerId } from '../foundation/ids.ts';
import { breaksUniqueness, type Database } from '../infrastructure/database/database.ts';
import { microBatch } from '../infrastructure/database/micro-batch.ts';
import { wakeSenders } from '../webhooks/index.ts';
import { type Placement, type PlacementResult, placeOrders } from './placement-sql.ts';

const LANES = 2;
const LARGEST_BATCH = 64;
/** What one order can do to its neighbours: break a rule of the data, or be chosen to give way to another process. */
const FAULT_OF_ONE = /^(22|23|40)/;

type Outcome = PlacementResult | 'QUOTATION_USED';
export type PlaceInBatch = (placement: Placement) => Promise<Outcome>;

/** All orders of a wallet go through one lane, so that no two statements of this process wait for the same wallet. */
export function createPlacementLanes(database: Database): PlaceInBatch {
  const lanes = Array.from({ length: LANES }, () =>
    microBatch(LARGEST_BATCH, async (placements: readonly Placement[]) => {
      const outcomes = await placeTogether(database, placements);
      wakeSenders(database);
      return outcomes;
    }),
  );
  return (placement) => (lanes[laneOf(placement.order.partnerId)] as PlaceInBatch)(placement);
}

/** A batch in which one fails is done over one by one, so that nobody pays for a neighbour. */
async function placeTogether(database: Database, placements: readonly Placement[]): Promise<readonly Outcome[]> {
  if (placements.length === 1) return [await placeAlone(database, placements[0] as Placement)];
  try {
    return await placeOrders(database, placements);
  } catch (error) {
    if (!FAULT_OF_ONE.test((error as { code?: string }).code ?? '')) throw error;
  }
  const outcomes: Outcome[] = [];
  for (const placement of placements) outcomes.push(await placeAlone(database, placement));
  return outcomes;
}

async function placeAlone(database: Database, placement: Placement): Promise<Outcome> {
  try {
    const [result] = await placeOrders(database, [placement]);
    return result as PlacementResult;
  } catch (error) {
    if (breaksUniqueness(error, 'orders_one_per_quotation')) return 'QUOTATION_USED';
    throw error;
  }
}

/** The millisecond in which the partner was created is as good as a throw of dice. */
function laneOf(partnerId: PartnerId): number {
  return Number((BigInt(partnerId) >> 22n) % BigInt(LANES));
}
