import type { Transaction } from '../infrastructure/database/database.ts';
import { insertSeals, lastSeal, unsealedTransfers } from './books-sql.ts';
import { FIRST_SEAL, sealOf } from './rules/seal.ts';

const BATCH = 1_000;

/** Adds a batch of booked transfers to the chain; true when none is left. */
export async function sealBooks(tx: Transaction): Promise<boolean> {
  const transfers = await unsealedTransfers(tx, BATCH);
  if (transfers.length === 0) return true;
  const last = await lastSeal(tx);
  let seal = last?.seal ?? FIRST_SEAL;
  const seals = transfers.map((transfer) => {
    seal = sealOf(seal, transfer);
    return { transferId: transfer.id, seal };
  });
  await insertSeals(tx, (last?.position ?? 0) + 1, seals);
  return transfers.length < BATCH;
}
